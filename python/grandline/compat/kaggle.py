"""`kaggle:FILE.py[:NAME]`: an agent of Kaggle's Connect X, a function `agent(observation, configuration)`."""

from __future__ import annotations

import inspect
from pathlib import Path
from typing import Any, Callable, Dict, List, Optional

from .._native import Position
from ..run.forms import Choose, Form
from ..run.loading import WrongAgent, defined_in, file_name, listed, load_module, named
from ..run.protocol import Question

COLUMNS, ROWS = 7, 6


class Struct(Dict[str, Any]):
    """A dictionary whose entries are also attributes."""

    def __getattr__(self, name: str) -> Any:
        try:
            return self[name]
        except KeyError:
            raise AttributeError(name) from None

    def __setattr__(self, name: str, value: Any) -> None:
        self[name] = value


def board_of(position: Position) -> List[int]:
    """The cells row by row from the top: 0 is empty, 1 the first player's, 2 the second's."""
    board = [0] * (COLUMNS * ROWS)
    heights = [0] * COLUMNS
    for ply, column in enumerate(int(digit) - 1 for digit in position.text if digit.isdigit()):
        board[(ROWS - 1 - heights[column]) * COLUMNS + column] = 1 + ply % 2
        heights[column] += 1
    return board


class Kaggle(Form):
    """A function that is called with the arguments Kaggle passes."""

    games = ("connect4",)

    def __init__(self, agent: Callable[..., Any]) -> None:
        self.agent = agent

    def begin(self, question: Question) -> Choose:
        # Kaggle calls an agent with as many arguments as it takes.
        count = len(inspect.signature(self.agent).parameters)

        def choose(question: Question) -> str:
            position = Position(question.game, question.position)
            board = board_of(position)
            seconds = 2.0 if question.remaining is None else question.remaining
            observation = Struct(
                board=board,
                mark=question.player + 1,
                step=sum(1 for cell in board if cell),
                remainingOverageTime=60 if question.remaining is None else question.remaining,
            )
            configuration = Struct(
                columns=COLUMNS,
                rows=ROWS,
                inarow=4,
                timeout=seconds,
                actTimeout=seconds,
                agentTimeout=60,
                runTimeout=1200,
                episodeSteps=1000,
            )
            column = self.agent(*(observation, configuration)[:count])
            try:
                return str(int(column) + 1)
            except (TypeError, ValueError):
                raise TypeError(f"the agent returned {column!r}, which is not a column from 0 to {COLUMNS - 1}") from None

        return choose


def load(file: Path, name: Optional[str]) -> Form:
    """The agent of a file: the one of this name, or as on Kaggle the last function of the file."""
    module = load_module(file)
    if name is not None:
        agent = named(module, name)
    else:
        functions = [value for _, value in defined_in(module) if inspect.isfunction(value)]
        if not functions:
            raise WrongAgent(f"'{file_name(module)}' has no function agent(observation, configuration); {listed(module)}")
        agent = vars(module).get("agent", functions[-1])
    if not callable(agent):
        raise WrongAgent(f"'{name}' in '{file_name(module)}' is not a function agent(observation, configuration)")
    return Kaggle(agent)
