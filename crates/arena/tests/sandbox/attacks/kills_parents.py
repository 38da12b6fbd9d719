"""Kills a process, or its own parent if it cannot."""
import os
import signal
import sys

from agent import serve


def attack():
    try:
        os.kill(int(sys.argv[1]), signal.SIGKILL)
        return True
    except OSError:
        os.kill(os.getppid(), signal.SIGKILL)
        return False


serve(attack)
