"""Kills every process it may."""
import os
import signal

from agent import serve


def attack():
    os.kill(-1, signal.SIGKILL)
    return True


serve(attack)
