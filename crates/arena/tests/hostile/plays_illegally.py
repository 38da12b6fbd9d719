import honest


def go():
    """Column 1 whether it is full or not."""
    honest.say("bestmove 1")


honest.serve(go)
