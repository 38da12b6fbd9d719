"""The board of Divercité for the original seahorse."""

from seahorse.game.game_layout.board import Board

SIDES = {"top_right": (-1, 0), "top_left": (0, -1), "bot_left": (0, 1), "bot_right": (1, 0)}

CELLS = [(row, column) for row in range(9) for column in range(9) if abs(row - 4) + abs(column - 4) <= 4]
KINDS = {cell: "C" if sum(cell) % 2 else "R" for cell in CELLS}


class BoardDivercite(Board):
    """Pieces on a diamond of 41 cells."""

    def get_neighbours(self, i, j):
        neighbours = {}
        for side, (down, right) in SIDES.items():
            place = (i + down, j + right)
            neighbours[side] = (self.env.get(place, "EMPTY" if place in KINDS else "OUTSIDE"), place)
        return neighbours

    def to_json(self):
        return {"env": {str(place): piece for place, piece in self.env.items()}, "dim": self.dimensions}
