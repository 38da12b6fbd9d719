"""The JSON lines protocol: each question and each answer is one line."""

from __future__ import annotations

import json
import os
import sys
from dataclasses import dataclass
from typing import Any, Iterator, Mapping, Optional, Sequence, TextIO, Tuple


@dataclass(frozen=True)
class Limits:
    """The limits of a move; a limit that is not set is None. Times are in seconds."""

    time: Optional[float] = None
    nodes: Optional[int] = None
    depth: Optional[int] = None
    increment: float = 0.0


@dataclass(frozen=True)
class Question:
    """A position in which the agent is to move."""

    game: str
    start: str
    position: str
    moves: Tuple[str, ...]
    legal: Tuple[str, ...]
    player: int
    """0 for the player who moves first, 1 for the other."""
    clocks: Optional[Tuple[float, float]]
    """The seconds both players have left, if the game has clocks."""
    limits: Limits
    detail: Mapping[str, Any]

    @classmethod
    def of(cls, message: Mapping[str, Any]) -> Question:
        """The question of a message."""
        millis = message.get("clock_ms")
        limits = message.get("limits") or {}
        moves = tuple(message["moves"])
        movetime = limits.get("movetime_ms")
        return cls(
            game=message["game"],
            # A host may leave out the start; then the agent knows only the current position.
            start=message.get("start", message["position"]),
            position=message["position"],
            moves=moves if "start" in message else (),
            legal=tuple(message["legal"]),
            player=("first", "second").index(message["player"]),
            clocks=None if millis is None else (millis[0] / 1000, millis[1] / 1000),
            limits=Limits(
                time=None if movetime is None else movetime / 1000,
                nodes=limits.get("nodes"),
                depth=limits.get("depth"),
                increment=(limits.get("increment_ms") or 0) / 1000,
            ),
            detail=message.get("detail") or {},
        )

    @property
    def remaining(self) -> Optional[float]:
        """The seconds the agent has left, for the game or for this move."""
        return None if self.clocks is None else self.clocks[self.player]

    def continues(self, earlier: Optional[Question]) -> bool:
        """Whether this question comes later in the same game as an earlier one."""
        return (
            earlier is not None
            and self.game == earlier.game
            and self.start == earlier.start
            and self.player == earlier.player
            and len(self.moves) > len(earlier.moves)
            and self.moves[: len(earlier.moves)] == earlier.moves
        )


@dataclass(frozen=True)
class Answer:
    """A move as text, and what the agent says of its search, as far as it does."""

    move: str
    nodes: Optional[int] = None
    depth: Optional[int] = None
    value: Optional[float] = None
    line: Sequence[str] = ()


class Channel:
    """The connection to the host.

    The agent does not share the standard input and output of the process: everything it prints, from Python, a library or a
    child process, goes to standard error, and its standard input is empty.
    """

    def __init__(self) -> None:
        self._questions: TextIO = os.fdopen(os.dup(0), "r", encoding="utf-8")
        self._answers: TextIO = os.fdopen(os.dup(1), "w", encoding="utf-8")
        nothing = os.open(os.devnull, os.O_RDONLY)
        os.dup2(nothing, 0)
        os.close(nothing)
        os.dup2(2, 1)
        sys.stdin = os.fdopen(0, "r", encoding="utf-8", closefd=False)
        sys.stdout = os.fdopen(1, "w", encoding="utf-8", buffering=1, closefd=False)

    def questions(self) -> Iterator[Question]:
        """The questions, until the host closes the connection."""
        for line in self._questions:
            if line.strip():
                yield Question.of(json.loads(line))

    def answer(self, answer: Answer) -> None:
        """Answers the last question."""
        said = {"nodes": answer.nodes, "depth": answer.depth, "value": answer.value, "line": list(answer.line) or None}
        self.say({"move": answer.move, **{key: value for key, value in said.items() if value is not None}})

    def say(self, message: Mapping[str, Any]) -> None:
        """Writes a line to the host."""
        self._answers.write(json.dumps(message) + "\n")
        self._answers.flush()
