"""Writes into a file of another user."""
import sys

from agent import serve


def attack():
    with open(sys.argv[1], "a") as file:
        file.write("forged\n")
    return True


serve(attack)
