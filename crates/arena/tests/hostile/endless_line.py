import sys

import honest


def go():
    for _ in range(100_000):
        sys.stdout.write(1000 * "x")


honest.serve(go)
