"""Takes 20 GB of memory."""
from agent import serve


def attack():
    taken = [b"x" * (1 << 28) for _ in range(80)]
    return len(taken) == 80


serve(attack)
