"""Leaves a process behind in a session of its own, which shows that it lives by a file that it locks."""
import os
import sys
import time

from agent import serve


def attack():
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            sys.stdin.close()
            os.execvp("sleep", ["sleep", sys.argv[1]])
        os._exit(0)
    os.wait()
    time.sleep(0.2)
    return True


serve(attack)
