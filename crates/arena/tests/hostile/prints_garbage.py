import honest


def go():
    while True:
        honest.say("my move is the middle one")


honest.serve(go)
