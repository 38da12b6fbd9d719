"""Brains of IN104 that use all that the course's states offer, and check what they see."""

import sys

import aiarena
from aiarena.checkers import cell


class Checkers:
    """Sees itself as White always, which is the custom."""

    def __init__(self, gameclass, gameclass_arguments={}):
        assert gameclass is aiarena.checkers
        self.get_children = gameclass.GameState.findNextStates
        print("Please enter AI name")
        self.name = sys.stdin.readline()[0:-1]

    def play(self, gameState, timeLimit):
        assert timeLimit > 0 and gameState.isWhiteTurn and gameState.checkTermination() == 0
        moves = gameState.findPossibleMoves()
        states = self.get_children(gameState)
        assert len(moves) == len(states)
        text = gameState.toString()
        for move, state in zip(moves, states):
            after = gameState.copy()
            assert after.doMove(move) is after and after == state and not after.isWhiteTurn
            assert after.noCaptureCounter == (0 if move.isCapture() else gameState.noCaptureCounter + 1)
            assert move.toString() == str(move) and after.checkTermination() in (0, 1, 2, 3)
        assert gameState.toString() == text
        board = text.split("/")[0]
        for index, piece in enumerate(gameState.cells):
            r, c = gameState.indexToRC(index)
            assert gameState.RCtoIndex(r, c) == index and gameState.getCell(r, c) == piece
            assert piece.type in (cell.NONE, cell.MAN, cell.KING)
            letter = {cell.NONE: "_", cell.MAN: "m", cell.KING: "k"}[piece.type]
            assert board[index] == (letter.upper() if piece.isWhite else letter)
            if piece.type != cell.NONE:
                assert piece.color == (cell.WHITE if piece.isWhite else cell.BLACK)
        # White's men move up, whoever the brain is.
        assert all(move.cells[0] != move.cells[-1] or move.isCapture() for move in moves)
        turned = gameState.copy().reverse()
        assert not turned.isWhiteTurn and turned.reverse().toString() == text
        gameState.display(True)
        return moves[-1]

    def __str__(self):
        return self.name


class Plain:
    """Sees the board as it is, and answers with the text of a move."""

    alwaysSeeAsWhite = False

    def play(self, gameState, timeLimit):
        moves = gameState.findPossibleMoves()
        assert gameState.isWhiteTurn == (gameState.toString().split("/")[1] == "w")
        return moves[0].toPDN()


class Connect4:
    """Counts what it sees in rows, columns and texts."""

    def play(self, gameState, timeLimit):
        assert gameState.isWhiteTurn and gameState.checkTermination() == 0
        colours = aiarena.connect4.cell
        text, turn = gameState.toString().split(" ")
        assert turn == "w"
        assert text.count("w") == sum(c.color == colours.WHITE for c in gameState.cells)
        assert text.count("b") == sum(c.color == colours.BLACK for c in gameState.cells)
        for column, discs in enumerate(text.split("/")):
            for row in range(gameState.height):
                seen = gameState.getCell(row, column).color
                assert seen == (discs[row] if row < len(discs) else colours.NONE)
                assert gameState.cells[gameState.RCtoIndex(row, column)].color == seen
                assert gameState.indexToRC(gameState.RCtoIndex(row, column)) == (row, column)
        moves = gameState.findPossibleMoves()
        for move, state in zip(moves, gameState.findNextStates()):
            assert gameState.copy().doMove(move) == state and move in range(gameState.width)
            if state.checkTermination() == 1:
                return move
        gameState.display()
        return moves[len(moves) // 2]
