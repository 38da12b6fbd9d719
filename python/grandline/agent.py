"""The interface of agents written in Python."""

from __future__ import annotations

from typing import Callable, Protocol, Union

from ._native import Agent, Clock, Position

__all__ = ["AgentLike", "Entrant", "Player"]


class Player(Protocol):
    """An agent as an object: any object with this method."""

    def choose(self, position: Position, clock: Clock, /) -> Union[str, int]:
        """The move to play: one of `position.legal_moves`."""
        ...


#: Anything that can play in a match.
AgentLike = Union[
    str,
    Agent,
    Player,
    Callable[[Position, Clock], Union[str, int]],
    Callable[[], Player],
]

#: The same, optionally with a name.
Entrant = Union[AgentLike, tuple[str, AgentLike]]
