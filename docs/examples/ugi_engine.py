"""Connect 4 for ugi: the free column nearest to the middle."""
import sys

for line in sys.stdin:
    word, *rest = line.split() or [""]
    if word == "ugi":
        print("id name Middle\nid author The Grandline examples\nugiok", flush=True)
    elif word == "isready":
        print("readyok", flush=True)
    elif word == "position":
        columns = [c for c in "".join(rest) if c.isdigit()]
    elif word == "go":
        free = [c for c in "4352617" if columns.count(c) < 6]
        print("bestmove", free[0] if free else "none", flush=True)
    elif word == "quit":
        break
