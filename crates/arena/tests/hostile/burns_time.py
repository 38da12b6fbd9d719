import honest


def go():
    while True:
        pass


honest.serve(go)
