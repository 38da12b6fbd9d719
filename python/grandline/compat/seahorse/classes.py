"""Seahorse's classes that need no speed: players, the bases that agents name in annotations, and the exceptions."""

from __future__ import annotations

import builtins
import json
from abc import ABCMeta
from typing import Any, Callable, Dict, Optional, Type

from ..._native import BoardDivercite, GameStateDivercite, HeavyAction, LightAction, Piece


class Serializable(metaclass=ABCMeta):
    """An object that can be written as JSON."""

    def to_json(self) -> Any:
        """The object as JSON values."""
        raise MethodNotImplementedError()

    @classmethod
    def from_json(cls, data: Any, **_more: Any) -> Any:
        """The object of a text."""
        raise MethodNotImplementedError()

    @classmethod
    def sub_serialize(cls) -> Callable[[Any], Any]:
        """A function for `json.dumps(default=...)`."""
        return lambda value: value.to_json() if hasattr(value, "to_json") else value.__dict__


class Action(Serializable):
    """A move."""


class Representation(Serializable):
    """The representation of a state."""


class Board(Representation):
    """A representation made of pieces on cells."""


class GameState(Serializable):
    """A position with its players."""


Action.register(LightAction)
Action.register(HeavyAction)
Board.register(BoardDivercite)
GameState.register(GameStateDivercite)
Serializable.register(Piece)


class Player(Serializable):
    """A player."""

    def __init__(self, name: str = "bob", *_arguments: Any, id: Optional[int] = None, **_more: Any) -> None:
        self.name = name
        self.id = builtins.id(self) if id is None else id

    def play(self, current_state: Any, remaining_time: float) -> Any:
        """The action for a state; seahorse calls this, and it calls `compute_action`."""
        return self.compute_action(current_state=current_state, remaining_time=remaining_time)

    def compute_action(self, *_arguments: Any, **_more: Any) -> Any:
        """The action for a state; agents override this."""
        raise MethodNotImplementedError()

    def get_id(self) -> int:
        """A number that no other player has."""
        return self.id

    def get_name(self) -> str:
        """The name."""
        return self.name

    def to_json(self) -> Dict[str, Any]:
        """The public attributes."""
        return {name: value for name, value in self.__dict__.items() if not name.startswith("_")}

    def __str__(self) -> str:
        return f"Player {self.get_name()}({self.get_id()})"


class PlayerDivercite(Player):
    """A player of Divercité: "W" starts, "B" answers."""

    def __init__(self, piece_type: str, name: str = "bob", *arguments: Any, **more: Any) -> None:
        super().__init__(name, *arguments, **more)
        self.piece_type = piece_type

    def get_piece_type(self) -> str:
        """The letter."""
        return self.piece_type

    @classmethod
    def from_json(cls, data: Any, **_more: Any) -> PlayerDivercite:
        """The player of a text."""
        return PlayerDivercite(**json.loads(data))


class SeahorseError(Exception):
    """The base of seahorse's exceptions, with a default text each."""

    text = "Something went wrong."

    def __init__(self, message: Optional[str] = None) -> None:
        self.message = self.text if message is None else message
        super().__init__(self.message)


def exception(name: str, text: str) -> Type[SeahorseError]:
    """An exception of seahorse by name."""
    return type(name, (SeahorseError,), {"text": text, "__doc__": text, "__module__": __name__})


class MethodNotImplementedError(SeahorseError):
    """A required method is missing."""

    text = "Method not implemented."


EXCEPTIONS: Dict[str, Type[SeahorseError]] = {
    "MethodNotImplementedError": MethodNotImplementedError,
    **{
        name: exception(name, text)
        for name, text in {
            "ActionNotPermittedError": "The action is not permitted.",
            "AlreadyRunningError": "It is running already.",
            "ConnectionProblemError": "The connection has a problem.",
            "NoGameStateProvidedError": "A light action needs a state to become a heavy one.",
            "NoTournamentFailError": "There is no tournament.",
            "NotRunningError": "It is not running.",
            "PlayerDuplicateError": "Two players have one name.",
            "SeahorseTimeoutError": "The time is over.",
            "StopAndStartError": "The timer was tampered with.",
            "TimerNotInitializedError": "The timer was not started.",
        }.items()
    },
}
