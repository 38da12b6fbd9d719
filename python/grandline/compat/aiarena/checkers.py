"""Checkers as aiarena shows it: 32 cells row by row from the top, White at the bottom."""

from __future__ import annotations

import re
from typing import Any, List, Optional, Tuple

from .state import BLACK, WHITE, Move, State

NONE, MAN, KING = "_", "m", "k"

CELLS, ROWS = 32, 8


class Cell:
    """A cell: `type` is NONE, MAN or KING, and `isWhite` says whose piece it is."""

    __slots__ = ("_letter",)

    def __init__(self, letter: str = NONE) -> None:
        self._letter = letter

    @property
    def type(self) -> str:
        """NONE, MAN or KING."""
        return self._letter.lower()

    @property
    def isWhite(self) -> bool:
        """Whether the piece is white."""
        return self._letter.isupper()

    @property
    def color(self) -> Optional[str]:
        """WHITE or BLACK, and None for no piece."""
        return None if self._letter == NONE else WHITE if self.isWhite else BLACK

    def __repr__(self) -> str:
        return self._letter

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Cell) and self._letter == other._letter

    def __hash__(self) -> int:
        return hash(self._letter)


class CheckersMove(Move):
    """A move: the cells it touches, with - between them, or x where it captures."""

    def isCapture(self) -> bool:
        """Whether it captures."""
        return "x" in self._text

    @property
    def cells(self) -> List[int]:
        """The cells it touches, in order."""
        return [int(number) for number in re.findall(r"\d+", self._text)]

    def __len__(self) -> int:
        return len(self.cells)


def turned(text: str) -> str:
    """A move as seen on the rotated board."""
    return re.sub(r"\d+", lambda number: str(CELLS - 1 - int(number.group())), text)


class GameState(State):
    """A position of checkers, by the course's rules."""

    game = "checkers/aiarena"
    nRows, nCells, nPieces = ROWS, CELLS, 12

    def _seen(self, text: str) -> Move:
        return CheckersMove(turned(text) if self._reversed else text)

    def _meant(self, move: Any) -> str:
        return turned(str(move)) if self._reversed else str(move)

    def _letters(self) -> str:
        """The cells as letters, as seen in this state."""
        letters = self._position.text[:CELLS]
        return letters[::-1].swapcase() if self._reversed else letters

    @property
    def noCaptureCounter(self) -> int:
        """The number of moves since the last capture."""
        return int(self._position.text.rsplit("/", 1)[1])

    @property
    def cells(self) -> List[Cell]:
        """The 32 cells, row by row from the top."""
        return [Cell(letter) for letter in self._letters()]

    def getCells(self) -> List[Cell]:
        """The 32 cells, row by row from the top."""
        return self.cells

    def getCellById(self, index: int) -> Cell:
        """The cell of an index."""
        return Cell(self._letters()[index])

    def getCell(self, r: int, c: int) -> Cell:
        """The cell in a row and a column; a light one is empty."""
        return Cell(self._letters()[self.RCtoIndex(r, c)]) if self.isValidRC(r, c) else Cell()

    def isValidIndex(self, i: int) -> bool:
        """Whether there is a cell of this index."""
        return 0 <= i < CELLS

    def isValidRC(self, r: int, c: int) -> bool:
        """Whether a row and a column are a dark cell of the board."""
        return 0 <= r < ROWS and 0 <= c < ROWS and (r + c) % 2 == 1

    def RCtoIndex(self, r: int, c: int) -> int:
        """The index of a row and a column."""
        return r * (ROWS // 2) + c // 2

    def indexToRC(self, i: int) -> Tuple[int, int]:
        """The row and column of an index."""
        row = i // (ROWS // 2)
        return row, 2 * (i % (ROWS // 2)) + (row + 1) % 2

    def toString(self) -> str:
        """The cells as letters, who is to move, and the moves since the last capture."""
        return f"{self._letters()}/{'w' if self.isWhiteTurn else 'b'}/{self.noCaptureCounter}"

    def toDisplay(self, showBoard: bool = False) -> str:
        """The board; with `showBoard` the indices of its cells beside it."""
        lines = []
        for row in range(ROWS):
            line = " ".join(repr(self.getCell(row, column)).replace(NONE, ".") for column in range(ROWS))
            if showBoard:
                cells = (f"{self.RCtoIndex(row, c):2}" if self.isValidRC(row, c) else "  " for c in range(ROWS))
                line += "    " + "".join(cells)
            lines.append(line)
        lines.append("White's turn to play." if self.isWhiteTurn else "Black's turn to play.")
        return "\n".join(lines)
