"""Speed of the package beside OpenSpiel, in one run on one machine.

    pip install open_spiel
    python bench/open_spiel.py [--seconds 2] [--native PATH_OF_THE_BINARY]

Both sides run the same loop: legal actions, a random one of them, play it, until the game is over. Rounds of the two take
turns and count processor time, so that whatever else the machine does hits both alike. With --native it also compares `random_playouts` with what
`grandline bench` says of the rules without Python.
"""

import argparse
import json
import resource
import subprocess
import sys
import time
from random import Random

import grandline

# How often the two take turns.
ROUNDS = 15
# Our name of a game, and OpenSpiel's.
GAMES = [("connect4", "connect_four"), ("checkers", "checkers")]


def play(new_state, seconds, choice):
    """Plies per second of a loop that plays random games."""
    plies = 0
    start = time.process_time()
    while time.process_time() - start < seconds:
        state = new_state()
        while not state.is_terminal():
            actions = state.legal_actions()
            state.apply_action(choice(actions))
            plies += 1
    return plies / (time.process_time() - start)


def loops(seconds):
    import pyspiel

    for ours, theirs in GAMES:
        game, other = grandline.Game(ours), pyspiel.load_game(theirs)
        rounds = []
        for round in range(ROUNDS):
            sides = [game.new_initial_state, other.new_initial_state]
            rounds.append([play(new_state, seconds / ROUNDS, Random(round).choice) for new_state in sides])
        # The round in the middle: a neighbour on the machine disturbs some rounds, and not always ours.
        mine, open_spiel = sorted(rounds, key=lambda speeds: speeds[0] / speeds[1])[ROUNDS // 2]
        print(f"{ours:20} {mine:12,.0f} plies/s  OpenSpiel {open_spiel:12,.0f}  ratio {mine / open_spiel:.2f}")


def playouts(binary, seconds):
    output = subprocess.run([binary, "bench", "--json"], check=True, capture_output=True, text=True).stdout
    rules = json.loads(output)["rules"]
    for name, native in rules.items():
        position = grandline.Position(name)
        position.random_playouts(1000)
        count, spent = 0, 0.0
        while spent < seconds:
            start = time.process_time()
            count += position.random_playouts(20_000, seed=count).games
            spent += time.process_time() - start
        speed = count / spent
        print(f"{name:30} {speed:12,.0f} playouts/s  native {native['playouts_per_s']:12,.0f}  ratio {speed / native['playouts_per_s']:.2f}")


def imports():
    """The best of several imports in processes of their own, above that of an empty program, in processor time."""

    def spent(code):
        best = float("inf")
        for _ in range(10):
            before = resource.getrusage(resource.RUSAGE_CHILDREN)
            subprocess.run([sys.executable, "-I", "-c", code], check=True)
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            best = min(best, after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime)
        return best

    print(f"import grandline: {1000 * (spent('import grandline') - spent('pass')):.1f} ms")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=8.0, help="for each measurement")
    parser.add_argument("--native", metavar="PATH", help="the grandline binary, to compare random_playouts with")
    arguments = parser.parse_args()
    imports()
    loops(arguments.seconds)
    if arguments.native:
        playouts(arguments.native, arguments.seconds / 4)
