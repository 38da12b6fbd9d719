"""An honest engine for Connect 4: it plays the first column that is not full. The other files are this one gone wrong.

The process ids of everything that is started go to the file named by the first argument, so that a test can look for them.
"""
import os
import sys
import time

moves = []


def say(text):
    print(text, flush=True)


def sign():
    if len(sys.argv) > 1:
        with open(sys.argv[1], "a") as file:
            file.write(f"{os.getpid()}\n")


def first_free():
    return next(column for column in "1234567" if moves.count(column) < 6)


def play():
    say(f"bestmove {first_free()}")


def sleep():
    while True:
        time.sleep(1000)


def serve(go=play, ready=lambda: None, hello=lambda: None):
    sign()
    for line in sys.stdin:
        words = line.split() or [""]
        if words[0] == "ugi":
            hello()
            say("id name honest\nid author the tests\nugiok")
        elif words[0] == "isready":
            ready()
            say("readyok")
        elif words[0] == "position":
            moves[:] = words[3:]
        elif words[0] == "go":
            go()
        elif words[0] == "quit":
            return


if __name__ == "__main__":
    serve()
