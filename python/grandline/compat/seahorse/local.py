"""A game of Divercité between players' files, agents of Grandline and people, as in the course's `main_divercite.py`."""

from __future__ import annotations

import json
import select
import subprocess
import sys
import time
from pathlib import Path
from typing import Any, Callable, Dict, List, Optional, Tuple

from ..._native import Agent, Position, seahorse_recording

LETTERS = ("W", "B")

GRACE = 1.0
"""How many seconds to wait for a player whose time is over."""


class Forfeit(Exception):
    """A player has forfeited; the text says why."""


class Player:
    """A player of the game."""

    def __init__(self, name: str) -> None:
        self.name = name

    def choose(self, position: Position, clocks: List[float]) -> str:
        """The move; `clocks` are the seconds both players have left."""
        raise NotImplementedError

    def leave(self) -> None:
        """The game is over."""


class FilePlayer(Player):
    """A player's file, in a process of its own."""

    def __init__(self, file: str) -> None:
        super().__init__(Path(file).stem)
        if not Path(file).is_file():
            raise FileNotFoundError(f"file '{file}' does not exist")
        command = [sys.executable, "-m", "grandline.run", "seahorse", file]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def choose(self, position: Position, clocks: List[float]) -> str:
        assert self.process.stdin is not None and self.process.stdout is not None
        question: Dict[str, Any] = {
            "game": "divercite",
            "start": "-",
            "position": position.text,
            "moves": position.moves,
            "legal": position.legal_moves,
            "player": ("first", "second")[position.to_move],
            "clock_ms": [int(1000 * clock) for clock in clocks],
        }
        try:
            self.process.stdin.write(json.dumps(question) + "\n")
            self.process.stdin.flush()
        except BrokenPipeError:
            pass
        if not select.select([self.process.stdout], [], [], clocks[position.to_move] + GRACE)[0]:
            raise Forfeit("did not answer within its time")
        line = self.process.stdout.readline()
        if not line:
            raise Forfeit(f"ended with exit status {self.process.wait()}; its last output is above")
        move: str = json.loads(line)["move"]
        return move

    def leave(self) -> None:
        assert self.process.stdin is not None
        try:
            self.process.stdin.close()
        except BrokenPipeError:
            pass
        try:
            self.process.wait(timeout=GRACE)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


class AgentPlayer(Player):
    """An agent of Grandline."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.agent = Agent(name, "divercite")

    def choose(self, position: Position, clocks: List[float]) -> str:
        moves_left = (40 - position.ply + 1) // 2
        return self.agent.choose(position, time=clocks[position.to_move] / (moves_left + 2))


class Person(Player):
    """A person at the keyboard."""

    def choose(self, position: Position, clocks: List[float]) -> str:
        while True:
            print(f"{LETTERS[position.to_move]}, your move (such as {position.legal_moves[0]}): ", end="", flush=True)
            line = sys.stdin.readline()
            if not line:
                raise Forfeit("has left")
            try:
                position.play(line.strip())
            except ValueError as error:
                print(error)
            else:
                return line.strip()


def player_of(text: str) -> Player:
    """The player of a command line: a file, or the name of an agent."""
    return FilePlayer(text) if text.endswith(".py") else AgentPlayer(text)


def play(
    players: Tuple[Player, Player], seconds: float, say: Callable[[str], None] = print
) -> Tuple[Position, Optional[Tuple[int, str]]]:
    """Plays a game and returns its last position and, after a forfeit, the player and the reason."""
    position = Position("divercite")
    clocks = [seconds, seconds]
    while not position.is_over:
        own = position.to_move
        began = time.monotonic()
        try:
            move = players[own].choose(position, list(clocks))
            clocks[own] -= time.monotonic() - began
            if clocks[own] < 0:
                raise Forfeit("has used up its time")
            try:
                after = position.play(move)
            except ValueError as error:
                raise Forfeit(f"played an action that is not permitted: {error}") from None
        except Forfeit as forfeit:
            return position, (own, str(forfeit))
        position = after
        first, second = position.score["score"]
        say(f"{position.ply:2}. {LETTERS[own]} {players[own].name}: {move}   {first}:{second}   {clocks[own]:.1f} s left")
    return position, None


def verdict(players: Tuple[Player, Player], position: Position, forfeit: Optional[Tuple[int, str]]) -> str:
    """The result in one line."""
    if forfeit is not None:
        loser, words = forfeit
        return f"{players[loser].name} {words}: {players[1 - loser].name} has won the game"
    first, second = position.score["score"]
    outcome = position.outcome
    winner = None if outcome is None else outcome.winner
    scores = f"{players[0].name} {first}, {players[1].name} {second}"
    return f"{scores}: the game is a draw" if winner is None else f"{scores}: {players[winner].name} has won the game"


def record(position: Position, names: Tuple[str, str], folder: Path) -> Path:
    """Writes a game in the format of seahorse, with a file name as seahorse chooses it."""
    file = folder / f"__REC__{int(time.time() * 1_000_000)}.json"
    file.write_text(seahorse_recording(position.moves, names), encoding="utf-8")
    return file
