"""Stops a process: the opponent's, or the referee's."""
import os
import signal
import sys

from agent import serve


def attack():
    os.kill(int(sys.argv[1]), signal.SIGSTOP)
    return True


serve(attack)
