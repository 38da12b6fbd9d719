"""`python -m grandline.compat.seahorse`: a replacement for the course's `main_divercite.py`."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import List, Optional, Tuple

from .export import export
from .local import Person, Player, play, player_of, record, verdict

PLAYERS = {"local": 2, "human_vs_computer": 1, "human_vs_human": 0}
"""The number of players on the command line for each type of game."""


def arguments() -> argparse.ArgumentParser:
    """The options of the course and of Grandline."""
    parser = argparse.ArgumentParser(
        prog="python -m grandline.compat.seahorse",
        description="Plays Divercité between players written for seahorse, as main_divercite.py does.",
        epilog="Example: python -m grandline.compat.seahorse -t local my_player.py skypiea-v5 -g -r",
    )
    parser.add_argument(
        "-t", "--type", default="local", metavar="TYPE", help=f"the type of game: {', '.join(PLAYERS)} [local]"
    )
    parser.add_argument("players", nargs="*", metavar="PLAYER", help="a player's file, or the name of an agent of Grandline")
    parser.add_argument("-g", "--no-gui", action="store_true", help="accepted for compatibility; there is no page here")
    parser.add_argument("-r", "--record", action="store_true", help="write the game as seahorse records it")
    parser.add_argument("-p", "--port", type=int, help="accepted for compatibility; the network is not used")
    parser.add_argument("-a", "--address", help="accepted for compatibility; the network is not used")
    parser.add_argument("-l", "--log-level", help="INFO and below show the moves, other levels only the result")
    parser.add_argument("--time", type=float, default=900.0, metavar="SECONDS", help="time per player and game [900]")
    parser.add_argument("--export", metavar="AGENT", help="print a player's file for seahorse that calls this agent")
    return parser


def main(words: Optional[List[str]] = None) -> int:
    """Plays a game and returns the exit status."""
    parser = arguments()
    options = parser.parse_args(words)
    try:
        if options.export is not None:
            sys.stdout.write(export(options.export))
            return 0
        if options.type not in PLAYERS:
            parser.error(
                f"'{options.type}' is not played here; the types are {', '.join(PLAYERS)}"
                " (a tournament over a network is: grandline tournament --nats URL)"
            )
        wanted = PLAYERS[options.type]
        if len(options.players) != wanted:
            parser.error(f"-t {options.type} takes {wanted} players, not {len(options.players)}")
        named = [player_of(text) for text in options.players]
    except (OSError, ValueError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    return game(complete(named), options)


def complete(named: List[Player]) -> Tuple[Player, Player]:
    """Both players with different names; people fill the places that are left."""
    people: List[Player] = [Person("human"), Person("other human")]
    first, second = (people[: 2 - len(named)] + named)[:2]
    if first.name == second.name:
        first.name, second.name = f"{first.name}_W", f"{second.name}_B"
    return first, second


def game(players: Tuple[Player, Player], options: argparse.Namespace) -> int:
    """Plays, prints the winner, and records the game if requested."""
    quiet = (options.log_level or "INFO").upper() not in ("INFO", "DEBUG", "TRACE")
    try:
        position, forfeit = play(players, options.time, (lambda _: None) if quiet else print)
    except KeyboardInterrupt:
        return 130
    finally:
        for player in players:
            player.leave()
    print(verdict(players, position, forfeit))
    if options.record:
        print(f"recorded in {record(position, (players[0].name, players[1].name), Path.cwd())}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
