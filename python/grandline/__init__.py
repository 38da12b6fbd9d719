"""Exact, fast board games and the agents that play them.

>>> import grandline
>>> position = grandline.Position("connect4", moves=["4", "4"])
>>> position.legal_moves
['1', '2', '3', '4', '5', '6', '7']
>>> grandline.Agent("greedy").choose(position) in position.legal_moves
True

An agent can be a function, and a match measures its strength:

>>> def centre(position, clock):
...     return min(position.legal_moves, key=lambda column: abs(int(column) - 4))
>>> result = grandline.match(centre, "random", game="connect4", games=40)
>>> result.wins > result.losses
True

`games()` and `agents()` list all games and agents; `Position` is a game in progress.
"""

from ._native import (
    Agent,
    Analysis,
    Clock,
    Game,
    Line,
    Outcome,
    Playouts,
    Position,
    Report,
    Solution,
    TableResult,
    __version__,
    agents,
    games,
)
from .arena import match, tournament
from .learned import Features, TrainingData, Weights, training_data
from .results import Match, PlayedGame, Ply, Sprt, Standing, Tournament
from .show import Picture
from .training import Epoch, Round, Training, train
from .tuning import Iteration, TunedParameter, Tuning, tune

__all__ = [
    "Agent",
    "Analysis",
    "Clock",
    "Epoch",
    "Features",
    "Game",
    "Iteration",
    "Line",
    "Match",
    "Outcome",
    "Picture",
    "PlayedGame",
    "Playouts",
    "Ply",
    "Position",
    "Report",
    "Round",
    "Solution",
    "Sprt",
    "Standing",
    "TableResult",
    "Tournament",
    "Training",
    "TrainingData",
    "TunedParameter",
    "Tuning",
    "Weights",
    "__version__",
    "agents",
    "games",
    "match",
    "tournament",
    "train",
    "training_data",
    "tune",
]
