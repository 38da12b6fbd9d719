import honest


def go():
    if len(honest.moves) >= 4:
        print(1 // 0)
    honest.play()


honest.serve(go)
