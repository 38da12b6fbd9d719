"""What needs no speed in seahorse: players, the bases that agents name in annotations, reading JSON, and the exceptions."""

from __future__ import annotations

import ast
import builtins
import json
from abc import ABCMeta
from typing import Any, Callable, Dict, List, Optional, Type

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


def read_board(cls: Type[BoardDivercite], data: str) -> BoardDivercite:
    """The board of a text that `to_json` gives."""
    values = json.loads(data)
    env = {ast.literal_eval(place): Piece(**piece) for place, piece in values["env"].items()}
    return cls(env, values["dim"])


def read_state(cls: Type[GameStateDivercite], data: str, next_player: Optional[Player]) -> GameStateDivercite:
    """The state of a text that `to_json` gives."""
    values = json.loads(data)
    scores = {int(id): points for id, points in values["scores"].items()}
    # A remote player is only a text.
    players = [
        next_player
        if next_player is not None and isinstance(player, str)
        else PlayerDivercite.from_json(json.dumps(player))
        for player in values["players"]
    ]
    rep = BoardDivercite.from_json(json.dumps(values["rep"]))
    return cls(scores, next_player, players, rep, values["step"], values["players_pieces_left"])


def honours(players: List[Player], board: BoardDivercite) -> List[List[int]]:
    """By player what breaks a tie: divercités, and cities beside four, three and two resources of their own colour."""
    counts = [[0, 0, 0, 0] for _ in players]
    owners = {player.get_id(): own for player, own in zip(players, counts)}
    for (row, column), city in board.get_env().items():
        if board.BOARD_MASK[row][column] != "C" or city.get_owner_id() not in owners:
            continue
        own = owners[city.get_owner_id()]
        around = [beside for beside, _ in board.get_neighbours(row, column).values() if isinstance(beside, Piece)]
        colours = [beside.get_type()[0] for beside in around]
        alike = colours.count(city.get_type()[0])
        if alike >= 2:
            own[5 - alike] += 1
        own[0] += len(set(colours)) == 4
    return counts


def remove_draw(players: List[Player], scores: Dict[int, float], board: BoardDivercite) -> Dict[int, float]:
    """Gives points until the scores differ: see `GameStateDivercite.remove_draw`."""
    first, second = (player.get_id() for player in players)
    for stage, (own, other) in enumerate(zip(*honours(players, board))):
        if stage > 0 and scores[first] != scores[second]:
            return scores
        if own != other:
            scores[first if own > other else second] += 1
    # Whatever the last stage has said, the first player has one more: the course's rule.
    scores[first] += 1
    return scores


def action_data(gui_data: Dict[str, Any]) -> Dict[str, Any]:
    """The data of an action from what a page sends."""
    return {"piece": gui_data["piece"], "position": tuple(gui_data["position"])}


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
