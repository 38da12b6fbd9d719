"""Leaves notes for its next game wherever it may write."""
import os
import sys

from agent import serve


def attack():
    found = False
    for folder in ("/tmp", "/dev/shm", "/var/tmp", os.path.dirname(os.path.abspath(__file__))):
        path = os.path.join(folder, sys.argv[1])
        found = found or os.path.exists(path)
        try:
            open(path, "w").close()
        except OSError:
            pass
    return found


serve(attack)
