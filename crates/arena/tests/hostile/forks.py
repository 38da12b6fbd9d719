import os
import sys

import honest


def fork():
    """A child with a child, both of which hold our pipes for ever."""
    if os.fork() == 0:
        if os.fork() == 0:
            honest.sign()
            honest.sleep()
        honest.sign()
        honest.sleep()


def go():
    """Dies once both have signed."""
    while len(open(sys.argv[1]).readlines()) < 3:
        pass
    os._exit(9)


honest.serve(go, hello=fork)
