"""The common part of the states of both games: a `Position`, seen from either side.

A brain may always see itself as White. Such a state is the mirrored position: colours are swapped, the board is rotated if
the game has a direction, and moves are written as seen from there.
"""

from __future__ import annotations

from typing import Any, List, Type, TypeVar

from ..._native import Position

NONE, WHITE, BLACK = "_", "w", "b"

Own = TypeVar("Own", bound="State")


class Move:
    """A move as seen in a state."""

    def __init__(self, text: str) -> None:
        self._text = text

    def toString(self) -> str:
        """The move as text."""
        return self._text

    toPDN = toString

    def __repr__(self) -> str:
        return self._text

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Move) and self._text == other._text

    def __hash__(self) -> int:
        return hash(self._text)


class State:
    """A position of a game; moves change it in place."""

    game = ""

    def __init__(self, *_arguments: Any, **_more: Any) -> None:
        self._position = Position(self.game)
        self._reversed = False

    @classmethod
    def _of(cls: Type[Own], position: Position, is_reversed: bool = False) -> Own:
        """The state of a position."""
        state = cls.__new__(cls)
        state._position = position
        state._reversed = is_reversed
        return state

    def _seen(self, text: str) -> Move:
        """A move of the position as seen in this state."""
        raise NotImplementedError

    def _meant(self, move: Any) -> str:
        """The move of the position for a move of this state."""
        raise NotImplementedError

    def copy(self: Own) -> Own:
        """Another state of the same position."""
        return self._of(self._position, self._reversed)

    @property
    def isWhiteTurn(self) -> bool:
        """Whether White is to move."""
        return (self._position.to_move == 0) != self._reversed

    def findPossibleMoves(self) -> List[Any]:
        """The legal moves."""
        return [self._seen(text) for text in self._position.legal_moves]

    def doMove(self: Own, move: Any, inplace: bool = True) -> Own:
        """Makes a move in this state, or in a copy, and returns it."""
        state = self if inplace else self.copy()
        state._position = state._position.play(state._meant(move))
        return state

    def findNextStates(self: Own) -> List[Own]:
        """The states after each legal move, in the order of the moves."""
        return [self._of(self._position.play(text), self._reversed) for text in self._position.legal_moves]

    def checkTermination(self) -> int:
        """0 while the game goes on, 1 if White has won, 2 if Black has, 3 for a draw."""
        outcome = self._position.outcome
        if outcome is None:
            return 0
        if outcome.winner is None:
            return 3
        return 1 if (outcome.winner == 0) != self._reversed else 2

    def reverse(self: Own) -> Own:
        """Looks at the position from the other side."""
        self._reversed = not self._reversed
        return self

    def toString(self) -> str:
        """The state as text."""
        raise NotImplementedError

    def toDisplay(self, showBoard: bool = False) -> str:
        """The board as text."""
        raise NotImplementedError

    def display(self, showBoard: bool = False) -> None:
        """Prints the state."""
        print(self.toDisplay(showBoard))

    def __repr__(self) -> str:
        return self.toString()

    __str__ = __repr__

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        return self._position == other._position and self._reversed == other._reversed

    def __hash__(self) -> int:
        return hash((self._position.key, self._reversed))

    def __deepcopy__(self: Own, _memo: Any) -> Own:
        return self.copy()

    __copy__ = copy


def swapped(colour: str) -> str:
    """The other colour; NONE stays NONE."""
    return {WHITE: BLACK, BLACK: WHITE}.get(colour, colour)
