"""A player's file for the original seahorse that calls an agent of Grandline."""

from __future__ import annotations

from ..._native import Agent

FILE = '''"""Plays Divercité with the agent {agent} of Grandline. Written by python -m grandline.compat.seahorse --export.

It runs wherever seahorse and the course's files are, and needs the package grandline: pip install ./python
"""

import grandline
from player_divercite import PlayerDivercite
from seahorse.game.action import Action
from seahorse.game.game_state import GameState
from seahorse.game.light_action import LightAction

AGENT = {agent!r}


class MyPlayer(PlayerDivercite):
    """Calls {agent}."""

    def __init__(self, piece_type: str, name: str = {agent!r}, **more):
        super().__init__(piece_type, name, **more)
        self._agent = grandline.Agent(AGENT, "divercite")

    def compute_action(self, current_state: GameState, remaining_time: float = 900, **kwargs) -> Action:
        # The order of the pieces does not matter: any order of alternating moves leads to the same position.
        placed = {{"W": [], "B": []}}
        for (row, column), piece in current_state.get_rep().get_env().items():
            kind = piece.get_type()
            placed[kind[2]].append(f"{{kind[:2]}}{{row}}{{column}}")
        moves = [move for pair in zip(placed["W"], placed["B"]) for move in pair]
        moves += placed["W"][len(placed["B"]):]
        position = grandline.Position("divercite", moves=moves)
        moves_left = (40 - len(moves) + 1) // 2
        move = self._agent.choose(position, time=max(0.01, remaining_time / (moves_left + 2)))
        return LightAction({{"piece": move[:2], "position": (int(move[2]), int(move[3]))}})
'''


def export(agent: str) -> str:
    """The text of the file; raises an error if the agent does not exist."""
    Agent(agent, "divercite")
    return FILE.format(agent=agent)
