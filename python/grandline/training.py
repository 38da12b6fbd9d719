"""Training evaluations by self-play."""

from __future__ import annotations

from ._native import train as _train
from .show import Picture, table

#: Known to type checkers; importing typing would take longer than importing the package.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from os import PathLike
    from typing import Any, Optional, Union

    from ._native import Agent, Game
    from .learned import Features

__all__ = ["Epoch", "Round", "Training", "train"]


class Epoch:
    """One pass of a fit over the positions."""

    __slots__ = ("number", "training", "validation")

    def __init__(self, record: dict[str, Any]) -> None:
        #: Its number, from 1.
        self.number: int = record["epoch"]
        #: The mean loss over the positions while they were learned from.
        self.training: float = record["training"]
        #: The mean loss over those kept back, after the epoch.
        self.validation: float = record["validation"]

    def __repr__(self) -> str:
        return f"Epoch({self.number}, training={self.training:.5f}, validation={self.validation:.5f})"


class Round:
    """A round: the fit of new weights, and their test against the best weights before."""

    __slots__ = (
        "accepted", "against", "elo", "elo_error", "epochs", "games", "loss", "number", "positions", "score", "verdict",
    )  # fmt: skip

    def __init__(self, record: dict[str, Any]) -> None:
        #: Its number, from 1.
        self.number: int = record["round"]
        #: How many positions the weights were fitted to, those of earlier rounds included.
        self.positions: int = record["positions"]
        #: The loss over positions that were kept back.
        self.loss: float = record["loss"]
        #: The learning curve.
        self.epochs: list[Epoch] = [Epoch(epoch) for epoch in record["epochs"]]
        #: What the weights were tested against.
        self.against: str = record["against"]
        #: Games of the test.
        self.games: int = record["games"]
        #: The share of the points that the new weights made.
        self.score: float = record["score"]
        #: How much stronger the new weights are, in Elo; `None` if it cannot be estimated.
        self.elo: Optional[float] = record["elo"]
        #: Half the width of its 95 % confidence interval.
        self.elo_error: Optional[float] = record["elo_error"]
        #: Whether the new weights are kept.
        self.accepted: bool = record["accepted"]
        #: What the test says, in a sentence.
        self.verdict: str = record["words"]

    def __repr__(self) -> str:
        return f"Round({self.number}, loss={self.loss:.5f}, score={self.score:.3f}, accepted={self.accepted})"


class Training:
    """The result of `grandline.train`."""

    def __init__(self, result: dict[str, Any], out: str) -> None:
        #: The folder that has everything.
        self.out: str = out
        #: Everything that decides which weights come out, as in `train.toml` of the folder.
        self.definition: dict[str, Any] = result["training"]
        #: The rounds, in order.
        self.rounds: list[Round] = [Round(record) for record in result["rounds"]]
        #: The file of the best weights; `None` if no round was accepted.
        self.weights: Optional[str] = result["weights"]

    @property
    def agent(self) -> Optional[str]:
        """The agent with the best weights as a text, for `grandline.match` and `grandline.Agent`; `None` without weights."""
        if self.weights is None:
            return None
        agent: str = self.definition["agent"]
        return f"{agent}{',' if ':' in agent else ':'}evaluation=learned,weights={self.weights}"

    @property
    def curves(self) -> dict[str, Picture]:
        """The charts of the folder by name, such as the loss by epoch."""
        from pathlib import Path

        return {path.stem: Picture(path.read_text(encoding="utf-8")) for path in sorted(Path(self.out).glob("*.svg"))}

    def __str__(self) -> str:
        return "\n".join(f"round {round.number}: loss {round.loss:.5f}; {round.verdict}" for round in self.rounds)

    def __repr__(self) -> str:
        return f"Training({self.definition['game']!r}, rounds={len(self.rounds)}, weights={self.weights!r})"

    def _repr_html_(self) -> str:
        def elo(round: Round) -> str:
            if round.elo is None or round.elo_error is None:
                return f"{100 * round.score:.1f} % of the points"
            return f"{round.elo:+.0f} ± {round.elo_error:.0f}"

        rows = [
            [
                str(round.number), str(round.positions), f"{round.loss:.5f}", round.against, str(round.games), elo(round),
                "yes" if round.accepted else "no",
            ]
            for round in self.rounds
        ]  # fmt: skip
        head = ["round", "positions", "loss", "tested against", "games", "Elo", "kept"]
        return table(head, rows, self.weights or "no weights were kept")


def train(
    game: Union[str, Game],
    *,
    out: Union[str, PathLike[str]],
    agent: Union[str, Agent, None] = None,
    features: Union[str, Features, None] = None,
    model: Optional[str] = None,
    rounds: Optional[int] = None,
    games: Optional[int] = None,
    nodes: Optional[int] = None,
    opening_plies: Union[int, tuple[int, int], None] = None,
    slips: Optional[float] = None,
    solve_plies: Optional[int] = None,
    solve_nodes: Optional[int] = None,
    result_share: Optional[float] = None,
    validation: Optional[float] = None,
    epochs: Optional[int] = None,
    sprt: Union[str, tuple[float, float], None] = None,
    test_games: Optional[int] = None,
    seed: Optional[int] = None,
    threads: Optional[int] = None,
    progress: Optional[Callable[[dict[str, Any]], object]] = None,
) -> Training:
    """Learns an evaluation by self-play: plays games, fits weights to their positions and tests them, several times.

    Arguments that are left out have the defaults of the command `grandline train`; its `--help` lists them, and
    `Training.definition` has all of them.

    `agent` is the agent whose search plays; in the first round it plays with its own evaluation. `features` are those to learn
    from, by default the first that the game declares. `model` is "tables", "network:16" or "network:32". Each of the `rounds`
    plays that many `games` with that many `nodes` per search, fits weights to the positions of all rounds so far, and tests
    them against the best weights before with `sprt`, in at most `test_games`.

    A game begins with `opening_plies` random moves (a number or a range), and later a share of `slips` is random. From
    `solve_plies` left on a solver tries to end the game, with `solve_nodes` each time. A label is the result of the game to
    a share of `result_share`, and the value of the search for the rest. A share of the games is kept back for `validation`,
    and a fit ends when it no longer improves, after at most `epochs`.

    Everything is kept in the folder `out`: after Ctrl-C or a crash, the same call resumes the training, as does the command
    with the same options. The result depends on the arguments alone, whatever the number of `threads` (by default that of the
    cores). `progress` is called with each event of the training, a dictionary whose key "event" has its kind.

    >>> import grandline, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     result = grandline.train("othello", out=folder, rounds=1, games=4, nodes=20, epochs=2, test_games=2, threads=1)
    >>> [(round.number, round.games) for round in result.rounds]
    [(1, 2)]
    >>> len(result.rounds[0].epochs)
    2
    """
    if isinstance(opening_plies, int):
        opening_plies = (opening_plies, opening_plies)
    if isinstance(sprt, tuple):
        sprt = f"elo0={sprt[0]},elo1={sprt[1]}"
    result = _train(
        game, out=out, agent=agent if agent is None or isinstance(agent, str) else agent.name,
        features=features if features is None or isinstance(features, str) else features.name, model=model, rounds=rounds,
        games=games, nodes=nodes, opening_plies=opening_plies, slips=slips, solve_plies=solve_plies, solve_nodes=solve_nodes,
        result_share=result_share, validation=validation, epochs=epochs, sprt=sprt, test_games=test_games, seed=seed,
        threads=threads, progress=progress,
    )  # fmt: skip
    return Training(result, str(out))
