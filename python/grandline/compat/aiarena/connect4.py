"""Connect 4 as aiarena shows it: row 0 is the lowest, columns are 0 to 6."""

from __future__ import annotations

from typing import Any, List, Tuple

from .state import BLACK, NONE, WHITE, Move, State

WIDTH, HEIGHT = 7, 6


class Cell:
    """A cell: `color` is NONE, WHITE or BLACK."""

    __slots__ = ("color",)

    def __init__(self, color: str = NONE) -> None:
        self.color = color

    @property
    def isWhite(self) -> bool:
        """Whether a white disc is there."""
        return self.color == WHITE

    def __repr__(self) -> str:
        return self.color

    def __eq__(self, other: object) -> bool:
        return self.color == (other.color if isinstance(other, Cell) else other)

    def __hash__(self) -> int:
        return hash(self.color)


class ColumnMove(Move):
    """A column, 0 to 6; it may be used as that number."""

    @property
    def column(self) -> int:
        """The column."""
        return int(self._text)

    def __int__(self) -> int:
        return self.column

    __index__ = __int__

    def __eq__(self, other: object) -> bool:
        return self.column == other if isinstance(other, int) else super().__eq__(other)

    def __hash__(self) -> int:
        return hash(self.column)


class GameState(State):
    """A position of Connect 4."""

    game = "connect4"
    width, height = WIDTH, HEIGHT

    def _seen(self, text: str) -> Move:
        return ColumnMove(str(int(text) - 1))

    def _meant(self, move: Any) -> str:
        return str(int(str(move)) + 1)

    def _columns(self) -> List[List[str]]:
        """The colours of each column, from the lowest."""
        columns: List[List[str]] = [[] for _ in range(WIDTH)]
        colours = (BLACK, WHITE) if self._reversed else (WHITE, BLACK)
        for ply, digit in enumerate(digit for digit in self._position.text if digit.isdigit()):
            columns[int(digit) - 1].append(colours[ply % 2])
        return columns

    def getCell(self, r: int, c: int) -> Cell:
        """The cell in a row and a column."""
        column = self._columns()[c]
        return Cell(column[r] if r < len(column) else NONE)

    def getCellById(self, index: int) -> Cell:
        """The cell of an index."""
        return self.getCell(*self.indexToRC(index))

    @property
    def cells(self) -> List[Cell]:
        """The cells row by row from the lowest."""
        columns = self._columns()
        return [Cell(column[r] if r < len(column) else NONE) for r in range(HEIGHT) for column in columns]

    def getCells(self) -> List[Cell]:
        """The cells row by row from the lowest."""
        return self.cells

    def RCtoIndex(self, r: int, c: int) -> int:
        """The index of a row and a column."""
        return WIDTH * r + c

    def indexToRC(self, i: int) -> Tuple[int, int]:
        """The row and column of an index."""
        return i // WIDTH, i % WIDTH

    def toString(self) -> str:
        """The discs of each column from the lowest, and who is to move."""
        return "/".join("".join(column) for column in self._columns()) + (" w" if self.isWhiteTurn else " b")

    def toDisplay(self, showBoard: bool = False) -> str:
        """The board, the highest row first."""
        signs = {NONE: ".", WHITE: "O", BLACK: "X"}
        columns = self._columns()
        rows = [
            " ".join(signs[column[r] if r < len(column) else NONE] for column in columns) for r in reversed(range(HEIGHT))
        ]
        if showBoard:
            rows.append(" ".join(str(c) for c in range(WIDTH)))
        rows.append("White's turn to play." if self.isWhiteTurn else "Black's turn to play.")
        return "\n".join(rows)
