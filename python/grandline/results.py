"""The results of matches and tournaments."""

from __future__ import annotations

from .show import Picture, table

#: Known to type checkers; importing typing would take longer than importing the package.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any, Optional

    from ._native import Results

__all__ = ["Match", "PlayedGame", "Ply", "Sprt", "Standing", "Tournament"]


class Ply:
    """A move of a game and what it cost."""

    __slots__ = ("depth", "exact", "move", "player", "states", "time", "value")

    def __init__(self, record: dict[str, Any]) -> None:
        #: The text of the move.
        self.move: str = record["move"]
        #: Who made it: 0 for the agent that moved first in the game, 1 for the other.
        self.player: int = record["player"]
        #: Seconds it took.
        self.time: float = record["micros"] / 1e6
        #: Nodes visited; `None` if the agent did not report them.
        self.states: Optional[int] = record.get("nodes")
        #: Depth in plies; `None` if the agent did not report it.
        self.depth: Optional[int] = record.get("depth")
        #: The agent's evaluation of the position, from its own side; `None` if it did not report one.
        self.value: Optional[float] = record.get("value")
        #: Whether the value is proven.
        self.exact: bool = record.get("exact", False)

    def __repr__(self) -> str:
        return f"Ply(move={self.move!r}, time={self.time}, states={self.states})"


class PlayedGame:
    """A game of a match: the players, the moves with their cost, and the result."""

    __slots__ = ("detail", "ending", "evidence", "margin", "number", "opening", "players", "plies", "reason", "setup", "winner")

    def __init__(self, record: dict[str, Any]) -> None:
        #: Its number, from 0.
        self.number: int = record["number"]
        #: The names of the agents, the one that moves first in front.
        self.players: tuple[str, str] = (record["players"][0], record["players"][1])
        #: The setup it began with.
        self.setup: str = record["opening"]["setup"]
        #: The moves of the opening, made before the agents play.
        self.opening: list[str] = record["opening"].get("moves", [])
        #: The moves of the agents.
        self.plies: list[Ply] = [Ply(ply) for ply in record.get("plies", [])]
        #: The name of the winner; `None` for a draw.
        self.winner: Optional[str] = {"first": self.players[0], "second": self.players[1]}.get(record["winner"])
        #: By how much, seen by the first player; 0 if the game was not decided on the board.
        self.margin: int = record["margin"]
        #: What ended it: "rules", or the kind of a forfeit such as "time", "illegal" or "crash".
        self.ending: str = record["ending"]
        #: How it ended, in words.
        self.reason: str = record["reason"]
        #: Scores and other facts about the last position.
        self.detail: dict[str, Any] = record.get("detail") or {}
        #: Details of a failure: the position, and the traceback of an exception.
        self.evidence: Optional[str] = record.get("evidence")

    @property
    def moves(self) -> list[str]:
        """All moves, including the opening."""
        return self.opening + [ply.move for ply in self.plies]

    def __repr__(self) -> str:
        return f"PlayedGame({self.players[0]!r}, {self.players[1]!r}, winner={self.winner!r}, reason={self.reason!r})"


class Sprt:
    """The state of a sequential test."""

    __slots__ = ("decision", "llr", "lower", "upper")

    def __init__(self, record: dict[str, Any]) -> None:
        #: The log-likelihood ratio of the games.
        self.llr: float = record["llr"]
        #: Below this the null hypothesis is accepted.
        self.lower: float = record["lower"]
        #: Above this the alternative is accepted.
        self.upper: float = record["upper"]
        #: The decision, or that there is none yet.
        self.decision: str = record["decision"]

    def __repr__(self) -> str:
        return f"Sprt(llr={self.llr:.2f}, lower={self.lower:.2f}, upper={self.upper:.2f}, decision={self.decision!r})"


class _Played:
    """The common part of matches and tournaments: games, tables and charts."""

    def __init__(self, results: Results) -> None:
        self._results = results
        self._games: Optional[list[PlayedGame]] = None
        #: Warnings, such as that many games were copies of each other.
        self.warnings: list[str] = results.warnings

    @property
    def games(self) -> list[PlayedGame]:
        """All games, in order."""
        if self._games is None:
            self._games = [PlayedGame(record) for record in self._results.games()]
        return self._games

    def to_pandas(self) -> Any:
        """A pandas data frame with one row per game."""
        from importlib import import_module

        try:
            pandas = import_module("pandas")
        except ImportError as error:
            raise ImportError("to_pandas() needs pandas: pip install pandas") from error
        return pandas.DataFrame(self._rows())

    def _rows(self) -> list[dict[str, Any]]:
        return [
            {
                "number": game.number,
                "first": game.players[0],
                "second": game.players[1],
                "winner": game.winner,
                "margin": game.margin,
                "ending": game.ending,
                "reason": game.reason,
                "plies": len(game.plies),
                "opening": " ".join(game.opening),
                "moves": " ".join(game.moves),
                **{f"{what}_{side}": number for side, what, number in _costs(game.plies)},
            }
            for game in self.games
        ]

    def plot_states(self) -> Picture:
        """A chart of the nodes each agent visited, by ply."""
        return self.plot("states")

    def plot(self, chart: str) -> Picture:
        """A chart of the report: "elo", "states", "depth", "time" or "value"."""
        svg = self._results.chart(chart)
        if svg is None:
            raise ValueError(f"there is nothing to draw for '{chart}': no agent reported it")
        return Picture(svg)

    def report(self) -> str:
        """The whole report as one HTML page."""
        return self._results.page()


def _costs(plies: list[Ply]) -> Iterator[tuple[str, str, Optional[float]]]:
    """The seconds and nodes of both sides; `None` for nodes that an agent did not report."""
    for player, side in enumerate(("first", "second")):
        own = [ply for ply in plies if ply.player == player]
        counted = [ply.states for ply in own if ply.states is not None]
        yield side, "time", sum(ply.time for ply in own)
        yield side, "states", sum(counted) if len(counted) == len(own) else None


class Match(_Played):
    """The result of a match, seen by the first-named agent.

    >>> import grandline
    >>> result = grandline.match("greedy", "random", game="divercite", games=20, seed=1)
    >>> result.wins > result.losses
    True
    >>> result.verdict
    'greedy is stronger than random: all 20 games won; the chance that it is not is below 0.1 %.'
    """

    def __init__(self, results: Results) -> None:
        super().__init__(results)
        numbers = results.summary()
        #: The names of the two agents.
        self.a: str = numbers["a"]
        self.b: str = numbers["b"]
        self.wins: int = numbers["wins"]
        self.draws: int = numbers["draws"]
        self.losses: int = numbers["losses"]
        self.points: float = numbers["points"]
        #: How much stronger `a` is, in Elo; `None` if it cannot be estimated, for example after wins only.
        self.elo: Optional[float] = numbers["elo"]
        #: Half the width of its 95 % confidence interval.
        self.elo_error: Optional[float] = numbers["elo_error"]
        #: The likelihood of superiority of `a`.
        self.los: Optional[float] = numbers["los"]
        #: The number of game pairs with 0, 1/2, 1, 3/2 and 2 points for `a`.
        self.pentanomial: list[int] = numbers["pentanomial"]
        #: The games that each agent forfeited.
        self.forfeits: tuple[int, int] = (numbers["forfeits"]["a"], numbers["forfeits"]["b"])
        #: The state of the sequential test, if there was one.
        self.sprt: Optional[Sprt] = Sprt(numbers["sprt"]) if numbers["sprt"] else None
        #: The conclusion that the games support, as a sentence.
        self.verdict: str = numbers["verdict"]
        self._block: str = numbers["block"]

    def __str__(self) -> str:
        return f"{self._block}\n{self.verdict}"

    def __repr__(self) -> str:
        return f"Match({self.a!r}, {self.b!r}, wins={self.wins}, draws={self.draws}, losses={self.losses})"

    def _repr_html_(self) -> str:
        elo = "" if self.elo is None else f"{self.elo:+.0f}"
        if self.elo is not None and self.elo_error is not None:
            elo += f" ± {self.elo_error:.0f}"
        los = "" if self.los is None else f"{100 * self.los:.1f} %"
        head = ["agent", "won", "drawn", "lost", "forfeits", "Elo", "likely stronger"]
        rows = [
            [self.a, self.wins, self.draws, self.losses, self.forfeits[0], elo, los],
            [self.b, self.losses, self.draws, self.wins, self.forfeits[1], "", ""],
        ]
        return table(head, rows, self.verdict, self.warnings)


class Standing:
    """A row of the standings of a tournament."""

    __slots__ = ("against", "draws", "elo", "elo_error", "forfeits", "games", "losses", "name", "points", "rank", "wins")

    def __init__(self, record: dict[str, Any]) -> None:
        self.rank: int = record["rank"]
        self.name: str = record["name"]
        #: The Elo within this tournament; `None` if it cannot be estimated.
        self.elo: Optional[float] = record["elo"]
        self.elo_error: Optional[float] = record["elo_error"]
        self.games: int = record["games"]
        self.wins: int = record["wins"]
        self.draws: int = record["draws"]
        self.losses: int = record["losses"]
        self.points: float = record["points"]
        #: Games that it forfeited.
        self.forfeits: int = record["forfeits"]
        #: Wins, draws and losses by opponent.
        self.against: dict[str, tuple[int, int, int]] = {name: tuple(row) for name, row in record["against"].items()}

    def __repr__(self) -> str:
        return f"Standing(rank={self.rank}, name={self.name!r}, points={self.points}, games={self.games})"


class Tournament(_Played):
    """The result of a tournament."""

    def __init__(self, results: Results) -> None:
        super().__init__(results)
        standings = results.standings()
        #: The standings, the best agent first.
        self.standings: list[Standing] = [Standing(row) for row in standings["agents"]]
        #: The result as a sentence.
        self.verdict: str = standings["verdict"] or ""

    @property
    def elo(self) -> dict[str, Optional[float]]:
        """The Elo of every agent, by name."""
        return {row.name: row.elo for row in self.standings}

    def __str__(self) -> str:
        width = max((len(row.name) for row in self.standings), default=0)
        lines = [f"{row.rank:3} {row.name:{width}} {row.points:6g} / {row.games}" for row in self.standings]
        return "\n".join([*lines, self.verdict])

    def __repr__(self) -> str:
        return f"Tournament({[row.name for row in self.standings]})"

    def _repr_html_(self) -> str:
        def elo(row: Standing) -> str:
            if row.elo is None:
                return ""
            return f"{row.elo:+.0f}" + ("" if row.elo_error is None else f" ± {row.elo_error:.0f}")

        head = ["", "agent", "Elo", "games", "won", "drawn", "lost", "points", "forfeits"]
        rows = [
            [row.rank, row.name, elo(row), row.games, row.wins, row.draws, row.losses, f"{row.points:g}", row.forfeits]
            for row in self.standings
        ]
        return table(head, rows, self.verdict, self.warnings)
