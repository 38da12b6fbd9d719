"""Reads the environment, its own and that of the processes around it."""
import glob
import os
import sys

from agent import serve


def attack():
    texts = [name + "=" + value for name, value in os.environ.items()]
    for file in glob.glob("/proc/[0-9]*/environ"):
        try:
            texts.append(open(file, errors="replace").read())
        except OSError:
            pass
    return any(sys.argv[1] in text for text in texts)


serve(attack)
