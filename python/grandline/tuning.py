"""Tuning numbers of a preset."""

from __future__ import annotations

from ._native import tune as _tune
from .show import Picture, table

#: Known to type checkers; importing typing would take longer than importing the package.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from os import PathLike
    from typing import Any, Optional, Union

    from ._native import Agent, Game

__all__ = ["Iteration", "TunedParameter", "Tuning", "tune"]


class TunedParameter:
    """A parameter that was tuned."""

    __slots__ = ("high", "low", "mean", "name", "start", "value")

    def __init__(self, record: dict[str, Any]) -> None:
        #: Its name.
        self.name: str = record["name"]
        #: The range it was tuned in.
        self.low: float = record["from"]
        self.high: float = record["to"]
        #: Its value in the agent as given.
        self.start: float = record["start"]
        #: The mean of the later half of all iterations.
        self.mean: float = record["mean"]
        #: The tuned value: the mean, rounded if only whole numbers can be played.
        self.value: float = record["value"]

    def __repr__(self) -> str:
        return f"TunedParameter({self.name!r}, start={self.start:g}, value={self.value:g})"


class Iteration:
    """An iteration: the two variants that played, their games, and the values after it."""

    __slots__ = ("draws", "losses", "minus", "number", "plus", "values", "wins")

    def __init__(self, record: dict[str, Any]) -> None:
        #: Its number, from 1.
        self.number: int = record["iteration"]
        #: The values of the two variants.
        self.plus: dict[str, float] = record["plus"]
        self.minus: dict[str, float] = record["minus"]
        #: The games of the first variant against the second.
        self.wins: int = record["wins"]
        self.draws: int = record["draws"]
        self.losses: int = record["losses"]
        #: The values after it.
        self.values: dict[str, float] = record["values"]

    def __repr__(self) -> str:
        return f"Iteration({self.number}, {self.values!r})"


class Tuning:
    """The result of `grandline.tune`."""

    def __init__(self, result: dict[str, Any]) -> None:
        #: Each parameter with its range, its start and its tuned value.
        self.parameters: list[TunedParameter] = [TunedParameter(record) for record in result["parameters"]]
        #: The tuned values by name.
        self.values: dict[str, float] = {parameter.name: parameter.value for parameter in self.parameters}
        #: The values of the start by name.
        self.start: dict[str, float] = {parameter.name: parameter.start for parameter in self.parameters}
        #: Every iteration, in order.
        self.history: list[Iteration] = [Iteration(record) for record in result["history"]]
        #: The tuned agent as a text, for `grandline.match` and `grandline.Agent`.
        self.agent: str = result["tuned"]
        #: The tuned agent as a TOML file.
        self.preset: str = result["preset"]
        #: The numbers of the closing match, seen by the tuned agent: "games", "wins", "draws", "losses", "elo", "elo_error" and
        #: more; `None` if there was no match.
        self.comparison: Optional[dict[str, Any]] = result["comparison"]
        #: What the closing match says, in a sentence.
        self.verdict: str = result["verdict"]
        self._chart: str = result["chart"]

    @property
    def elo(self) -> Optional[float]:
        """How much stronger the tuned agent is, in Elo; `None` if that was not measured or cannot be estimated."""
        return None if self.comparison is None else self.comparison["elo"]

    @property
    def elo_error(self) -> Optional[float]:
        """Half the width of the 95 % confidence interval of `elo`."""
        return None if self.comparison is None else self.comparison["elo_error"]

    def plot(self) -> Picture:
        """A chart of the values by iteration, each as a share of its range."""
        return Picture(self._chart)

    def _rows(self) -> list[list[str]]:
        return [
            [parameter.name, *(f"{number:g}" for number in (parameter.low, parameter.high, parameter.start, parameter.value))]
            for parameter in self.parameters
        ]

    def __str__(self) -> str:
        lines = [f"{name}: {self.start[name]:g} -> {value:g}" for name, value in self.values.items()]
        return "\n".join([*lines, self.verdict])

    def __repr__(self) -> str:
        return f"Tuning({self.values!r})"

    def _repr_html_(self) -> str:
        return table(["parameter", "from", "to", "start", "tuned"], self._rows(), self.verdict)


def tune(
    game: Union[str, Game],
    agent: Union[str, Agent],
    parameters: Mapping[str, tuple[float, float]],
    *,
    out: Union[str, PathLike[str], None] = None,
    iterations: int = 200,
    pairs: int = 8,
    step: float = 0.05,
    spread: float = 0.1,
    games: int = 400,
    nodes: Optional[int] = None,
    depth: Optional[int] = None,
    time: Union[float, str, None] = None,
    tc: Optional[str] = None,
    clock: str = "wall",
    openings: Optional[str] = None,
    seed: int = 0,
    max_plies: Optional[int] = None,
    concurrency: int = 1,
) -> Tuning:
    """Tunes numbers of a preset by SPSA, with games between variants of it.

    `agent` is the name of a preset, with changes as in "skypiea-v5:depth=2" if any, or a TOML file. `parameters` are the names
    of its numeric keys or of parameters of its evaluation, each with its range `(low, high)`.

    Each of the `iterations` moves all values up or down by chance, plays the two opposite variants against each other in
    `pairs` of games, and moves the values towards the winner. `step` is how far a value moves in the first iteration if one
    variant wins every game, `spread` how far the variants are from the values; both are shares of the range. The tuned values
    are the mean of the later half. A closing match of `games` compares them with the start; 0 means no match.

    `out` is a folder that keeps the run: after Ctrl-C or a crash, the same call resumes it. Without it nothing is kept. The
    limits per move and the other arguments are those of `match`; with `nodes` or `depth` the result depends on the seed alone.

    >>> import grandline
    >>> result = grandline.tune(
    ...     "connect4", "in104-connect4-threats", {"two": (0, 10)}, iterations=5, pairs=1, games=0, nodes=20
    ... )
    >>> 0 <= result.values["two"] <= 10
    True
    >>> [iteration.number for iteration in result.history]
    [1, 2, 3, 4, 5]
    """
    name = agent if isinstance(agent, str) else agent.name
    ranges = [(parameter, (float(low), float(high))) for parameter, (low, high) in parameters.items()]

    def run(folder: Union[str, PathLike[str]]) -> Tuning:
        return Tuning(
            _tune(
                game, name, ranges, out=folder, iterations=iterations, pairs=pairs, step=step, spread=spread, games=games,
                nodes=nodes, depth=depth, time=time, tc=tc, clock=clock, openings=openings, seed=seed, max_plies=max_plies,
                concurrency=concurrency,
            )  # fmt: skip
        )

    if out is not None:
        return run(out)
    from tempfile import TemporaryDirectory

    with TemporaryDirectory() as folder:
        return run(folder)
