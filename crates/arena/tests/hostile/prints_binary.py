import random
import sys

import honest


def go():
    bytes = random.Random(1)
    while True:
        sys.stdout.buffer.write(bytes.randbytes(4096))


honest.serve(go)
