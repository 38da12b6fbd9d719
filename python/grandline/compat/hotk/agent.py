"""`hotk:FILE.py[:VIEW]`: an agent of the course, a file with `get_move`.

The view says who `player1` is: the agent (`self`, which most agents assume) or the player who moved first (`absolute`).
"""

from __future__ import annotations

import copy
import inspect
from pathlib import Path
from types import ModuleType
from typing import Any, Callable, Optional

from ...run.forms import Choose, Form
from ...run.loading import WrongAgent, file_name, listed, load_module
from ...run.protocol import Question
from ..provided import Provided
from . import classes, course
from .classes import CHOICES
from .table import Table

VIEWS = ("self", "absolute")


class HandOfTheKing(Form):
    """A function `get_move`."""

    games = ("hand-of-the-king", "hand-of-the-king/companions", "hand-of-the-king/published")

    def __init__(self, get_move: Callable[..., Any], view: str) -> None:
        self.get_move = get_move
        self.view = view

    def begin(self, question: Question) -> Choose:
        table = Table(question.game, question.start)
        made = 0

        def choose(question: Question) -> str:
            nonlocal made
            for move in question.moves[made:]:
                table.play(move)
            made = len(question.moves)
            players = table.players
            if self.view == "self" and question.player == 1:
                players = (players[1], players[0])
            # Agents get copies, because they try moves on them.
            arguments = [copy.deepcopy(table.cards), *copy.deepcopy(players)]
            if question.game.endswith("/companions"):
                names, choosing = table.companions()
                arguments += [{name: {"Choice": CHOICES[name]} for name in names}, choosing]
            return move_text(self.get_move(*arguments))

        return choose


def move_text(move: Any) -> str:
    """The text of a move: a location, or a companion with its choices."""
    if isinstance(move, bool) or not isinstance(move, (int, str, list, tuple)) or move in ("", [], ()):
        raise TypeError(f"get_move returned {move!r}, and not a location or a list such as ['Ramsay', 3, 9]")
    if isinstance(move, (int, str)):
        return str(move)
    name, *choices = move
    return f"{name}:{','.join(str(choice) for choice in choices)}" if choices else str(name)


def provide() -> Provided:
    """Provides the modules of the course."""

    def contents(module: ModuleType) -> Any:
        return {name: value for name, value in vars(module).items() if not name.startswith("_")}

    provided = Provided({"classes": contents(classes), "main": {**contents(course), **contents(classes)}})
    provided.install()
    return provided


def load(file: Path, name: Optional[str]) -> Form:
    """The agent of a file, with a view."""
    view = name or "self"
    if view not in VIEWS:
        raise WrongAgent(f"'{view}' is not a view of the game; the views are {' and '.join(VIEWS)}")
    provide()
    module = load_module(file)
    get_move = vars(module).get("get_move")
    if not inspect.isfunction(get_move):
        raise WrongAgent(f"'{file_name(module)}' has no function get_move(cards, player1, player2); {listed(module)}")
    return HandOfTheKing(get_move, view)
