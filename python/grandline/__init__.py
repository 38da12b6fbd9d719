"""Exact, fast board games and the agents that play them.

>>> import grandline
>>> position = grandline.Position("connect4")
>>> position = position.play("4").play("4")
>>> position.legal_moves
['1', '2', '3', '4', '5', '6', '7']

`games()` lists the games, `Position` is a game in progress.
"""

from ._native import Game, Outcome, Playouts, Position, games

__all__ = ["Game", "Outcome", "Playouts", "Position", "games"]
