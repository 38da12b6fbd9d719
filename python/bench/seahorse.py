"""States per second of one agent, written for seahorse, over our classes and over rules in Python on the real seahorse.

    pip install seahorse==1.1.5
    python bench/seahorse.py [--rules FOLDER]

The agent is the algorithm of Skypiea v5 as a student writes it. Both sides search the same positions of a whole game to the
same depths, in turns and in processes of their own, and must visit the same states and find the same values. Each side
counts with the best of its rounds, since whatever else the machine does can only cost time.

The rules in Python are those of tests/compat/plain, or with --rules the files of the course itself (board_divercite.py,
game_state_divercite.py, player_divercite.py; they need colorama).
"""

from __future__ import annotations

import argparse
import gc
import json
import random
import subprocess
import sys
import time
from pathlib import Path

TESTS = Path(__file__).resolve().parent.parent / "tests" / "compat"
SEARCHES = [(0, 2), (4, 2), (8, 2), (12, 2), (16, 3), (20, 3), (24, 3), (28, 4), (32, 5), (36, 4)]
"""Moves made at random, and plies to look ahead from there."""
ROUNDS = 3


def measure(rules: str | None) -> None:
    """Searches all positions and prints what came of it."""
    # This file has the name of the package it measures, and Python looks beside a program first.
    sys.path = [folder for folder in sys.path if Path(folder).resolve() != Path(__file__).resolve().parent]
    if rules is None:
        from grandline.compat.seahorse.modules import provide

        provide()
    else:
        sys.path.insert(0, rules)
    sys.path.insert(0, str(TESTS / "agents"))
    import skypiea
    from board_divercite import BoardDivercite
    from game_state_divercite import GameStateDivercite

    results = []
    for plies, depth in SEARCHES:
        players = [skypiea.MyPlayer("W", name="one"), skypiea.MyPlayer("B", name="two")]
        stock = {colour + kind: count for colour in "RGBY" for kind, count in (("C", 2), ("R", 3))}
        left = {player.get_id(): dict(stock) for player in players}
        scores = {player.get_id(): 0 for player in players}
        state = GameStateDivercite(scores, players[0], players, BoardDivercite({}, [9, 9]), 0, left)
        choices = random.Random(plies)
        for _ in range(plies):
            state = state.apply_action(choices.choice(list(state.generate_possible_light_actions())))
        player = players[plies % 2]
        # What earlier searches have left behind is not this one's to clear away.
        gc.collect()
        began = time.process_time()
        value, action = player.search(state, depth, float("-inf"), float("inf"))
        seconds = time.process_time() - began
        found = [player.visited, value, action.data["piece"], *action.data["position"]]
        results.append({"states": player.visited, "found": found, "seconds": seconds})
    print(json.dumps(results))


def run(side: list[str]) -> list[dict]:
    """What a process of its own has measured."""
    command = [sys.executable, __file__, "--measure", *side]
    return json.loads(subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout)


def main(rules: str) -> int:
    """Compares both sides."""
    ours, theirs = zip(*[(run([]), run(["--rules", rules])) for _ in range(ROUNDS)])
    if [search["found"] for search in ours[0]] != [search["found"] for search in theirs[0]]:
        print(f"the two sides do not search alike:\n{ours[0]}\n{theirs[0]}", file=sys.stderr)
        return 1

    def row(name: str, searches: slice) -> None:
        states = sum(search["states"] for search in ours[0][searches])
        best = [min(sum(search["seconds"] for search in round[searches]) for round in side) for side in (ours, theirs)]
        print(f"{name:10} {states:8,} {states / best[0]:18,.0f} {states / best[1]:18,.0f} {best[1] / best[0]:8.1f}")

    print(f"{'move':10} {'states':>8} {'compat, states/s':>18} {'Python, states/s':>18} {'ratio':>8}")
    for index, (plies, _) in enumerate(SEARCHES):
        row(str(plies), slice(index, index + 1))
    row("all", slice(None))
    return 0


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rules", metavar="FOLDER", help="the rules in Python: the course's own, say")
    parser.add_argument("--measure", action="store_true", help="one side only: ours, unless --rules is given")
    arguments = parser.parse_args()
    sys.exit(measure(arguments.rules) if arguments.measure else main(arguments.rules or str(TESTS / "plain")))
