"""Asks our Connect 4 solver and BitBully about the same positions by turns of twenty, and prints a table.

Both run in one thread without a book, and both forget their tables before each position; forgetting is not timed.
Times are those on the clock around each call; a busy machine disturbs both alike. A turn is longer than one position
because most positions of the easy sets take a few microseconds, less than either program needs to warm up again.
"""

import subprocess
import sys
import time

from bitbully import bitbully_core

# Positions that a solver answers before it is the other's turn.
TURN = 20

# Pons' solver: mean milliseconds and nodes per position, measured on a loaded machine of this kind.
PONS = {
    "L3_R1": (0.012, 51),
    "L2_R1": (0.061, 449),
    "L1_R1": (0.46, 3_296),
    "L2_R2": (7.1, 39_808),
    "L1_R2": (200, 1_200_000),
    "L1_R3": (4_513, 25_600_000),
}


class Ours:
    def __init__(self, program, megabytes):
        self.process = subprocess.Popen(
            [program, megabytes], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def ask(self, turn):
        # An empty line asks for the answers.
        self.process.stdin.write("".join((moves or "-") + "\n" for moves in turn) + "\n")
        self.process.stdin.flush()
        for _ in turn:
            score, nodes, settled, micros = self.process.stdout.readline().split()
            yield int(score), float(micros) / 1e3, int(nodes), int(settled)


class BitBully:
    def __init__(self):
        self.solver = bitbully_core.BitBullyCore()

    def ask(self, turn):
        return [self.answer(moves) for moves in turn]

    def answer(self, moves):
        board = bitbully_core.BoardCore()
        board.setBoard([int(column) - 1 for column in moves])
        self.solver.resetTranspositionTable()
        self.solver.resetNodeCounter()
        started = time.perf_counter()
        score = self.solver.mtdf(board, 0)
        spent = time.perf_counter() - started
        return score, spent * 1e3, self.solver.getNodeCounter()


def compare(name, positions, ours, theirs):
    time_ours = time_theirs = nodes_ours = nodes_theirs = settled_ours = wrong = 0
    for start in range(0, len(positions), TURN):
        turn = positions[start : start + TURN]
        asked = [moves for moves, _ in turn]
        for (_, score), (answer, spent, nodes, settled) in zip(turn, list(ours.ask(asked))):
            time_ours, nodes_ours, settled_ours = time_ours + spent, nodes_ours + nodes, settled_ours + settled
            wrong += answer != score
        for (moves, score), (answer, spent, nodes) in zip(turn, theirs.ask(asked)):
            time_theirs, nodes_theirs = time_theirs + spent, nodes_theirs + nodes
            if answer != score:
                print(f"BitBully: {moves} is {answer}, not {score}", file=sys.stderr)
    count = len(positions)
    row = [
        name,
        f"{count}",
        f"{time_ours / count:.4g}",
        f"{nodes_ours / count:,.0f}",
        f"{(nodes_ours + settled_ours) / count:,.0f}",
        f"{time_theirs / count:.4g}",
        f"{nodes_theirs / count:,.0f}",
        f"{time_ours / time_theirs:.3f}",
    ]
    if name in PONS:
        milliseconds, nodes = PONS[name]
        row += [f"{time_ours / count / milliseconds:.3f}", f"{nodes_ours / count / nodes:.3f}"]
        row += [f"{(nodes_ours + settled_ours) / count / nodes:.3f}"]
    else:
        row += ["-", "-", "-"]
    print_row(row + [f"{wrong}"])


def print_row(row):
    print(" ".join(f"{cell:>{width}}" for cell, width in zip(row, WIDTHS)), flush=True)


WIDTHS = [11, 9, 9, 12, 12, 11, 14, 8, 8, 8, 9, 6]
HEADER = ["set", "positions", "ours, ms", "nodes", "+ settled", "BitBully", "nodes", "time", "Pons", "nodes", "+ settled", "wrong"]


def main():
    program, folder, count, megabytes, *options = sys.argv[1:]
    ours, theirs = Ours(program, megabytes), BitBully()
    print("Means per position; time: ratio to BitBully; Pons, nodes: ratios to his published figures.")
    print_row(HEADER)
    for name in PONS:
        with open(f"{folder}/{name}.txt") as file:
            lines = [line.split() for line in file]
        # The last set takes BitBully seconds per position.
        most = min(int(count), 50) if name == "L1_R3" else int(count)
        compare(name, [(moves, int(score)) for moves, score in lines[:most]], ours, theirs)
    if "--empty-board" in options:
        compare("empty board", [("", 1)], ours, theirs)


main()
