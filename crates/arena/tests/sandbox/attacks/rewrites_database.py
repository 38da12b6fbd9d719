"""Finds the database that the referee has open through /proc, and makes itself the winner of every game."""
import glob
import os
import sqlite3
import sys

from agent import serve


def attack():
    found = {os.path.realpath(link) for link in glob.glob(f"/proc/{sys.argv[1]}/fd/*")}
    # Never another one: the test also runs this with the rights of the user.
    for file in found & {sys.argv[2]}:
        with sqlite3.connect(file) as database:
            database.execute("UPDATE game SET winner = 'second'")
        return True
    return False


serve(attack)
