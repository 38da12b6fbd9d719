import sys

import honest


def go():
    for _ in range(100_000):
        sys.stdout.write("info string " + 1000 * "x" + "\n")
    honest.play()


honest.serve(go)
