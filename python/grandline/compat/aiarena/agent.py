"""`aiarena:FILE.py[:CLASS]`: a brain of the course, called as aiarena calls it."""

from __future__ import annotations

import importlib
import inspect
from pathlib import Path
from typing import Any, Callable, Dict, Optional, Type

from ..._native import Position
from ...run.forms import Choose, Form
from ...run.loading import WrongAgent, file_name, load_module, named, the_only
from ...run.protocol import Question
from . import checkers, connect4
from .modules import provide
from .state import Move, State

STATES: Dict[str, Type[State]] = {state.game: state for state in (checkers.GameState, connect4.GameState)}
MODULES = {"checkers/aiarena": "aiarena.checkers", "connect4": "aiarena.connect4"}

SECONDS = 10.0
"""Seconds per move if the game has no clock."""


class Aiarena(Form):
    """A class of brains."""

    games = tuple(STATES)

    def __init__(self, maker: Callable[..., Any]) -> None:
        self.maker = maker

    def begin(self, question: Question) -> Choose:
        brain = self.make(question.game)
        kind = STATES[question.game]

        def choose(question: Question) -> str:
            position = Position(question.game, question.start, list(question.moves))
            # Brains see themselves as White unless they set `alwaysSeeAsWhite` to false.
            turned = question.player == 1 and bool(getattr(brain, "alwaysSeeAsWhite", True))
            state = kind._of(position, turned)
            seconds = question.limits.time if question.limits.time is not None else question.remaining
            # The brain gets a copy, because it may change the state.
            move = brain.play(state.copy(), SECONDS if seconds is None else seconds)
            return move_text(state, move)

        return choose

    def make(self, game: str) -> Any:
        """A brain; the constructor of some takes the module of the game."""
        try:
            inspect.signature(self.maker).bind()
        except TypeError:
            return self.maker(importlib.import_module(MODULES[game]))
        except ValueError:
            pass
        return self.maker()


def move_text(state: State, move: Any) -> str:
    """The text of a move that is given as a move, a text, a column, or the state after it."""
    if isinstance(move, State):
        for text in state._position.legal_moves:
            if state._of(state._position.play(text), state._reversed) == move:
                return text
        raise ValueError("play returned a state that no legal move leads to")
    if isinstance(move, bool) or not isinstance(move, (Move, str, int)):
        raise TypeError(f"play returned {move!r}, and not one of the moves of findPossibleMoves()")
    try:
        return state._meant(move)
    except ValueError:
        raise ValueError(f"play returned {move!r}, and not one of the moves of findPossibleMoves()") from None


def load(file: Path, name: Optional[str]) -> Form:
    """The brain of a file: the class of this name, or the only one with a method `play`."""
    provide()
    module = load_module(file)

    def plays(_: str, value: Any) -> bool:
        return inspect.isclass(value) and callable(getattr(value, "play", None))

    if name is None:
        return Aiarena(the_only(module, plays, "class with play(gameState, timeLimit)"))
    maker = named(module, name)
    if not plays(name, maker):
        raise WrongAgent(f"'{name}' in '{file_name(module)}' is not a class with play(gameState, timeLimit)")
    return Aiarena(maker)
