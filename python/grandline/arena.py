"""Matches and tournaments between agents of all kinds."""

from __future__ import annotations

from ._native import Agent, play
from .results import Match, Tournament

#: Known to type checkers; importing typing would take longer than importing the package.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Optional, Union

    from ._native import Game
    from .agent import AgentLike, Entrant

__all__ = ["match", "tournament"]

#: The default limit on the games of a sequential test.
_LONG = 20_000


def match(
    a: Entrant,
    b: Entrant,
    *,
    game: Union[str, Game],
    games: Optional[int] = None,
    nodes: Optional[int] = None,
    depth: Optional[int] = None,
    time: Union[float, str, None] = None,
    tc: Optional[str] = None,
    clock: str = "wall",
    openings: Optional[str] = None,
    seed: int = 0,
    sprt: Union[str, tuple[float, float], None] = None,
    max_plies: Optional[int] = None,
    concurrency: int = 1,
) -> Match:
    """Runs a match between two agents and measures which one is stronger.

    An agent is the name of a preset (`grandline.agents()` lists them; parameters may follow as in "skypiea-v5:depth=3"), a
    TOML file, "ugi:COMMAND" or "json:COMMAND", a `grandline.Agent`, a function `(position, clock) -> move`, or a class or object
    with a method `choose(position, clock)`. A class is instantiated for every game. An object may have a method `begin(seed)`,
    which is called at the start of every game. A pair `(name, agent)` sets the name of an agent.

    Games come in pairs on the same opening with sides swapped, so `games` is even; the default is 100. With `sprt`,
    such as "elo0=0,elo1=10" or `(0, 10)`, the match ends as soon as the games decide whether `a` is stronger.

    `nodes`, `depth` and `time` (seconds, or "500ms") are limits per move; `tc` such as "10+0.1" is the time control of the
    game. An agent written in Python finds them in its `clock`, and loses if it exceeds its time.

    >>> import grandline
    >>> def first(position, clock):
    ...     return position.legal_moves[0]
    >>> result = grandline.match(first, "random", game="connect4", games=20)
    >>> result.wins + result.draws + result.losses
    20
    """
    entrants = _named([a, b])
    if games is None:
        games = _LONG if sprt is not None else 100
    if isinstance(sprt, tuple):
        sprt = f"elo0={sprt[0]},elo1={sprt[1]}"
    results = play(
        game, entrants, name=f"{entrants[0][0]} - {entrants[1][0]}", games=games, nodes=nodes, depth=depth, time=time,
        tc=tc, clock=clock, openings=openings, seed=seed, sprt=sprt, max_plies=max_plies, concurrency=concurrency,
    )  # fmt: skip
    return Match(results)


def tournament(
    agents: Iterable[Entrant],
    *,
    game: Union[str, Game],
    format: str = "round-robin",
    games: int = 10,
    rounds: Optional[int] = None,
    nodes: Optional[int] = None,
    depth: Optional[int] = None,
    time: Union[float, str, None] = None,
    tc: Optional[str] = None,
    clock: str = "wall",
    openings: Optional[str] = None,
    seed: int = 0,
    max_plies: Optional[int] = None,
    concurrency: int = 1,
    name: str = "tournament",
) -> Tournament:
    """Runs a tournament: a round robin, or another format.

    `format` is "round-robin", "gauntlet" (the first agent meets each of the others), "swiss" (which needs `rounds`) or
    "knockout"; `games` is the number of games per pairing. The other arguments are those of `match`.

    >>> import grandline
    >>> result = grandline.tournament(["greedy", "random", ("again", "random")], game="connect4", games=4)
    >>> [row.games for row in result.standings]
    [8, 8, 8]
    """
    results = play(
        game, _named(agents), name=name, format=format, games=games, rounds=rounds, nodes=nodes, depth=depth, time=time,
        tc=tc, clock=clock, openings=openings, seed=seed, max_plies=max_plies, concurrency=concurrency,
    )  # fmt: skip
    return Tournament(results)


def _named(agents: Iterable[Entrant]) -> Sequence[tuple[str, AgentLike]]:
    """All agents with unique names."""
    entrants: list[tuple[str, AgentLike]] = []
    taken: set[str] = set()
    for entrant in agents:
        name, agent = entrant if isinstance(entrant, tuple) else (_name(entrant), entrant)
        unique, number = name, 2
        while unique in taken:
            unique, number = f"{name} ({number})", number + 1
        taken.add(unique)
        entrants.append((unique, agent))
    return entrants


def _name(agent: AgentLike) -> str:
    """The default name of an agent."""
    if isinstance(agent, str):
        return agent
    if isinstance(agent, Agent):
        return agent.name
    for attribute in ("name", "__name__"):
        name = getattr(agent, attribute, None)
        if isinstance(name, str) and name:
            return name
    return type(agent).__name__
