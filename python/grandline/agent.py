"""What an agent written in Python looks like, for type checkers and for people."""

from __future__ import annotations

from typing import Callable, Protocol, Union

from ._native import Agent, Clock, Position

__all__ = ["AgentLike", "Entrant", "Player"]


class Player(Protocol):
    """An agent as an object: anything with this method."""

    def choose(self, position: Position, clock: Clock, /) -> Union[str, int]:
        """The move to play: one of `position.legal_moves`."""
        ...


#: Whatever can take part in a match.
AgentLike = Union[
    str,
    Agent,
    Player,
    Callable[[Position, Clock], Union[str, int]],
    Callable[[], Player],
]

#: The same, under a name of its own if you like.
Entrant = Union[AgentLike, tuple[str, AgentLike]]
