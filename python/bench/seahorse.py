"""States per second of one agent, written for seahorse, over our classes and over plain Python on the real seahorse.

    pip install seahorse==1.1.5
    python bench/seahorse.py

The agent is the algorithm of Skypiea v5 as a student writes it. Both sides search the same positions to the same depth, in
turns and in processes of their own, and must visit the same states and find the same values. Each side counts with the best
of its rounds, since whatever else the machine does can only cost time.
"""

from __future__ import annotations

import json
import random
import subprocess
import sys
import time
from pathlib import Path

TESTS = Path(__file__).resolve().parent.parent / "tests" / "compat"
SEARCHES = [(8, 2), (16, 3), (20, 3), (24, 3), (28, 4)]
"""Moves made at random, and plies to look ahead from there. In the game the report shows, the agent visits one state in
twenty before move 16 and two in three from move 24 on; the emptier the board, the less plain Python has to copy and to
hash, and the smaller the ratio."""
ROUNDS = 3


def measure(side: str) -> None:
    """Searches all positions and prints what came of it."""
    # This file has the name of the package it measures, and Python looks beside a program first.
    sys.path = [folder for folder in sys.path if Path(folder).resolve() != Path(__file__).resolve().parent]
    if side == "native":
        from grandline.compat.seahorse.modules import provide

        provide()
    else:
        sys.path.insert(0, str(TESTS / "plain"))
    sys.path.insert(0, str(TESTS / "agents"))
    import skypiea

    results = []
    for plies, depth in SEARCHES:
        players = [skypiea.MyPlayer("W", name="one"), skypiea.MyPlayer("B", name="two")]
        if side == "native":
            from grandline._native import seahorse_state

            state = seahorse_state(players, "-", [])
        else:
            from game_state_divercite import GameStateDivercite

            state = GameStateDivercite.start(players)
        choices = random.Random(plies)
        for _ in range(plies):
            state = state.apply_action(choices.choice(list(state.generate_possible_light_actions())))
        player = players[plies % 2]
        began = time.process_time()
        value, action = player.search(state, depth, float("-inf"), float("inf"))
        seconds = time.process_time() - began
        results.append({"states": player.visited, "value": value, "move": str(action), "seconds": seconds})
    print(json.dumps(results))


def main() -> int:
    """Compares both sides."""
    times = {"native": [], "plain": []}
    states = {}
    answers = {}
    for _ in range(ROUNDS):
        for side in times:
            run = subprocess.run([sys.executable, __file__, side], capture_output=True, text=True, check=True)
            results = json.loads(run.stdout)
            times[side].append(sum(result["seconds"] for result in results))
            states[side] = sum(result["states"] for result in results)
            answers[side] = [(result["states"], result["value"], result["move"]) for result in results]
    if answers["native"] != answers["plain"]:
        print(f"the two sides do not search alike:\n{answers['native']}\n{answers['plain']}", file=sys.stderr)
        return 1
    rates = {side: states[side] / min(seconds) for side, seconds in times.items()}
    for side, name in (("native", "grandline.compat"), ("plain", "seahorse 1.1.5, plain Python rules")):
        print(f"{name:36} {rates[side]:12,.0f} states/s")
    print(f"{'ratio':36} {rates['native'] / rates['plain']:12.1f}")
    return 0


if __name__ == "__main__":
    sys.exit(measure(sys.argv[1]) if len(sys.argv) > 1 else main())
