import sys

import honest


def go():
    """A hundred megabytes on stderr are nobody's business."""
    for _ in range(100_000):
        sys.stderr.write(1000 * "x" + "\n")
    honest.play()


honest.serve(go)
