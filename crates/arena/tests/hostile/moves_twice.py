import honest


def go():
    honest.play()
    honest.play()


honest.serve(go)
