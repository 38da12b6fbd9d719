"""Replaces its own file, so that the next game is played by other code."""
import os

from agent import serve


def attack():
    with open(os.path.abspath(__file__), "a") as file:
        file.write("\n# changed\n")
    return True


serve(attack)
