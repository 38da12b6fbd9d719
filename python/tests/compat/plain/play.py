"""Plays a game in the original seahorse between two players' files: python play.py PORT FIRST.py SECOND.py

Prints one line of JSON: the moves, the scores, and who has won by seahorse's own game master.
"""

import importlib.util
import json
import sys
from pathlib import Path

from game_state_divercite import GameStateDivercite
from seahorse.game.master import GameMaster


class MasterDivercite(GameMaster):
    """Whoever has more points wins."""

    def compute_winner(self, scores):
        return [player for player in self.players if scores[player.get_id()] == max(scores.values())]


def player_of(file, letter):
    spec = importlib.util.spec_from_file_location(Path(file).stem, file)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.MyPlayer(letter, name=f"{Path(file).stem}_{letter}")


def main():
    players = [player_of(file, letter) for file, letter in zip(sys.argv[2:], "WB")]
    start = GameStateDivercite.start(players)
    master = MasterDivercite("divercite", start, players, log_level="ERROR", port=int(sys.argv[1]), time_limit=20)
    master.record_game()
    state = master.get_game_state()
    env = state.get_rep().get_env()
    print(
        json.dumps(
            {
                "moves": [f"{piece.get_type()[:2]}{i}{j}" for (i, j), piece in env.items()],
                "scores": [state.scores[player.get_id()] for player in players],
                "winners": [player.get_name() for player in master.get_winner()],
            }
        )
    )


main()
