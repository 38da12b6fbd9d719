"""Matches and tournaments with agents written in Python."""

from __future__ import annotations

import os
import re
import signal
import sys
import threading
import time
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

import grandline
from grandline import Clock, Position


def first(position: Position, clock: Clock) -> str:
    return position.legal_moves[0]


class Counting:
    """Makes a known number of positions in each of the ways there are."""

    name = "counting"

    def choose(self, position: Position, clock: Clock) -> str:
        assert position.states == 1
        moves = position.legal_moves
        children = [position.play(move) for move in moves]
        copy = position.copy()
        for move in moves:
            copy.push(move)
            copy.pop()
        for action in position.legal_actions():
            clone = position.clone()
            clone.apply_action(action)
        assert position.states == children[0].states == 1 + 3 * len(moves)
        return moves[0]


def test_functions_classes_and_objects_play_alike() -> None:
    class Plain:
        def choose(self, position: Position, clock: Clock) -> str:
            return position.legal_moves[0]

    def games(agent: Any) -> list[list[str]]:
        return [game.moves for game in grandline.match(agent, "greedy", game="connect4", games=6).games]

    assert games(first) == games(Plain) == games(Plain()) == games(("renamed", lambda p, c: p.legal_moves[0]))


def test_states_are_counted_inside_positions() -> None:
    result = grandline.match(Counting, first, game="connect4", games=4)
    for game in result.games:
        mover = game.players.index("counting")
        board = Position("connect4", game.setup, game.opening)
        for ply in game.plies:
            expected = 1 + 3 * board.legal_count if board.to_move == mover else 1
            assert ply.states == expected and ply.time >= 0 and ply.player == board.to_move
            board.push(ply.move)
        assert board.is_over
    assert result.forfeits == (0, 0)


def test_searches_and_playouts_count_as_well() -> None:
    def asking(position: Position, clock: Clock) -> str:
        position.random_playouts(100)
        return grandline.Agent("random").choose(position, nodes=1)

    result = grandline.match(asking, first, game="connect4", games=2)
    states = [ply.states for game in result.games for ply in game.plies]
    assert any(count is not None and count > 100 for count in states)


def test_a_class_is_made_anew_for_every_game_and_told_its_seed() -> None:
    made: list[Fresh] = []

    class Fresh:
        def __init__(self) -> None:
            made.append(self)
            self.seeds: list[int] = []
            self.moves = 0

        def begin(self, seed: int) -> None:
            self.seeds.append(seed)

        def choose(self, position: Position, clock: Clock) -> str:
            self.moves += 1
            return position.legal_moves[-1]

    grandline.match(Fresh, "random", game="connect4", games=6)
    assert len(made) == 6 and all(len(agent.seeds) == 1 and agent.moves > 0 for agent in made)
    assert len({agent.seeds[0] for agent in made}) == 6


def test_the_clock_says_what_may_be_spent() -> None:
    seen: list[Clock] = []

    def looking(position: Position, clock: Clock) -> str:
        seen.append(clock)
        return position.legal_moves[0]

    grandline.match(looking, "random", game="connect4", games=2, nodes=50, depth=3)
    assert (seen[0].nodes, seen[0].depth, seen[0].time, seen[0].remaining) == (50, 3, None, None)
    seen.clear()
    grandline.match(looking, "random", game="connect4", games=2, tc="40/60+0.5")
    clock = seen[0]
    assert clock.remaining == 60 and clock.increment == 0.5 and clock.moves_to_go == 40
    assert clock.opponent is not None and clock.elapsed > 0 and "remaining=60" in repr(clock)


def test_who_thinks_too_long_loses() -> None:
    def slow(position: Position, clock: Clock) -> str:
        time.sleep(0.3)
        return position.legal_moves[0]

    result = grandline.match(slow, "random", game="connect4", games=2, time=0.05)
    assert (result.losses, result.forfeits[0]) == (2, 2)
    assert {game.ending for game in result.games} == {"time"} and "lost on time" in result.games[0].reason


def raising(position: Position, clock: Clock) -> str:
    raise RuntimeError("I have no idea")


def leaving(position: Position, clock: Clock) -> str:
    sys.exit(3)


def nested(position: Position, clock: Clock) -> str:
    return raising(position, clock)


class Unmade:
    def __init__(self) -> None:
        raise OSError("no book found")

    def choose(self, position: Position, clock: Clock) -> str:
        return "4"


class Strange:
    """Even its name and its text are wrong."""

    def choose(self, position: Position, clock: Clock) -> Any:
        return Strange()

    def __repr__(self) -> str:
        raise ValueError("unspeakable")


@pytest.mark.parametrize(
    ("agent", "ending", "words"),
    [
        (raising, "crash", "raised RuntimeError: I have no idea"),
        (nested, "crash", "in raising"),
        (leaving, "crash", "raised SystemExit: 3"),
        (Unmade, "crash", "raised OSError: no book found"),
        (Strange, "protocol", "returned something, which is not a move"),
        (("none", lambda p, c: None), "protocol", "returned None, which is not a move"),
        (("true", lambda p, c: True), "protocol", "returned True"),
        (("list", lambda p, c: p.legal_moves), "protocol", r"returned \["),
        (("illegal", lambda p, c: "9"), "illegal", "played an illegal move: '9'"),
        (("surrogate", lambda p, c: "\ud800"), "protocol", "not a move"),
        (("arguments", lambda p: "4"), "crash", "takes 1 positional argument"),
    ],
)
def test_hostile_agents_lose_and_the_match_goes_on(agent: Any, ending: str, words: str) -> None:
    result = grandline.match(agent, "random", game="connect4", games=4)
    assert (result.wins, result.losses, result.forfeits) == (0, 4, (4, 0))
    for game in result.games:
        assert game.ending == ending and game.winner == "random"
        assert re.search(words, game.reason), game.reason
    if ending == "crash" and callable(agent):
        assert "Traceback" in (result.games[0].evidence or "")


def test_an_agent_that_meddles_with_its_position_hurts_nobody() -> None:
    def meddling(position: Position, clock: Clock) -> str:
        move = position.legal_moves[0]
        while not position.is_over:
            position.apply_action(position.legal_actions()[-1])
        return move

    result = grandline.match(meddling, "random", game="checkers", games=2)
    assert result.forfeits == (0, 0)


def test_ctrl_c_ends_a_match_wherever_it_is() -> None:
    def spinning(position: Position, clock: Clock) -> str:
        while True:
            pass

    def sleeping(position: Position, clock: Clock) -> str:
        time.sleep(600)
        return ""

    for agent in (spinning, sleeping, ("native", "mcts")):
        threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT)).start()
        with pytest.raises(KeyboardInterrupt):
            grandline.match(agent, "random", game="divercite", games=2, time=600)


def test_native_agents_play_as_on_the_command_line() -> None:
    result = grandline.match("greedy", grandline.Agent("random"), game="divercite", games=10, seed=3, concurrency=2)
    again = grandline.match("greedy", "random", game="divercite", games=10, seed=3)
    assert [game.moves for game in result.games] == [game.moves for game in again.games]
    assert result.wins == 10 and result.elo is None and result.los is not None and result.los > 0.9
    assert "stronger" in result.verdict and "greedy" in str(result)


def test_python_agents_play_the_same_games_at_any_concurrency() -> None:
    def moves(concurrency: int) -> list[list[str]]:
        result = grandline.match(first, "random", game="connect4", games=20, concurrency=concurrency)
        return [game.moves for game in result.games]

    assert moves(1) == moves(4)


def test_a_test_ends_as_soon_as_it_knows() -> None:
    result = grandline.match("greedy", first, game="divercite", sprt=(0, 100), seed=1)
    assert result.sprt is not None and result.sprt.llr > result.sprt.upper and result.sprt.decision
    assert result.wins + result.draws + result.losses < 1000


def test_results_show_themselves() -> None:
    result = grandline.match(first, ("<b>", first), game="connect4", games=10)
    html = result._repr_html_()
    assert "<table>" in html and "&lt;b&gt;" in html and "<b>" not in html
    assert "Match('first', '<b>'" in repr(result)
    assert result.plot_states()._repr_svg_().startswith("<svg")
    assert result.report().startswith("<!DOCTYPE html>")
    with pytest.raises(ValueError, match="nothing to draw"):
        result.plot("depth")


def test_pandas_is_asked_for_only_when_it_is_needed() -> None:
    result = grandline.match(first, "random", game="connect4", games=4)
    if find_spec("pandas") is None:
        with pytest.raises(ImportError, match="pip install pandas"):
            result.to_pandas()
    else:
        assert len(result.to_pandas()) == 4


def test_the_table_for_pandas_knows_who_moved() -> None:
    # Openings of checkers have three moves, so that the second player is asked first.
    result = grandline.match(Counting, first, game="checkers", games=2, max_plies=20)
    for row, game in zip(result._rows(), result.games):
        assert game.plies[0].player == 1 and row["plies"] == len(game.plies)
        counting, other = ("first", "second") if row["first"] == "counting" else ("second", "first")
        assert row[f"states_{counting}"] > row[f"states_{other}"] > 0
        assert row[f"time_{counting}"] > 0


def test_tournaments_of_every_format() -> None:
    agents: list[Any] = [first, Counting, "greedy", "random"]
    formats: list[dict[str, Any]] = [{}, {"format": "gauntlet"}, {"format": "swiss", "rounds": 2}, {"format": "knockout"}]
    for options in formats:
        result = grandline.tournament(agents, game="connect4", games=2, **options)
        assert {row.name for row in result.standings} == {"first", "counting", "greedy", "random"}
        assert result.verdict and set(result.elo) == {row.name for row in result.standings}
        assert "<table>" in result._repr_html_() and str(result)
    with pytest.raises(ValueError, match="rounds"):
        grandline.tournament(agents, game="connect4", format="swiss")
    with pytest.raises(ValueError, match="not a format"):
        grandline.tournament(agents, game="connect4", format="league")


def test_agents_of_one_name_are_told_apart() -> None:
    result = grandline.tournament([first, first, ("first", "random")], game="connect4", games=2)
    assert {row.name for row in result.standings} == {"first", "first (2)", "first (3)"}


def test_what_is_wrong_is_said_before_anything_is_played() -> None:
    for agent in (3, None, object(), int):
        with pytest.raises(TypeError, match="is not an agent"):
            grandline.match(agent, "random", game="connect4")  # type: ignore[arg-type]
    wrong: list[tuple[dict[str, Any], str]] = [
        ({"games": 3}, "even"),
        ({"tc": "soon"}, "time control"),
        ({"openings": "random:x"}, "number of plies"),
        ({"sprt": "elo0=10,elo1=0"}, "elo"),
        ({"clock": "sand"}, "clock"),
    ]
    for options, words in wrong:
        with pytest.raises(ValueError, match=words):
            grandline.match(first, "random", game="connect4", **options)
    with pytest.raises(ValueError, match="nobody"):
        grandline.match(first, "nobody", game="connect4")


def test_files_of_python_run_with_this_interpreter(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # Run by root, an agent is confined as another user, who must be able to read its folder.
    tmp_path.chmod(0o755)
    file = tmp_path / "mine.py"
    file.write_text("def agent(position, clock):\n    return position.legal_moves[0]\n")
    # Nothing that stands in the path is needed, least of all another interpreter without the package.
    monkeypatch.setenv("PATH", "")
    result = grandline.match(f"python:{file}", "random", game="connect4", games=2)
    assert result.wins + result.draws + result.losses == 2
    assert result.forfeits == (0, 0)
    with pytest.raises(ValueError, match="file 'none.py' does not exist"):
        grandline.match("python:none.py", "random", game="connect4", games=2)


def thoughtful(position: Position, clock: Clock) -> str:
    clock.report(depth=3, value=0.25)
    clock.report(line=[position.legal_moves[0]])
    clock.report(depth=4)
    return position.legal_moves[0]


def test_agents_say_what_they_think(tmp_path: Path) -> None:
    tmp_path.chmod(0o755)
    file = tmp_path / "thoughtful.py"
    file.write_text("def agent(position, clock):\n    clock.report(depth=4, value=0.25, line=[position.legal_moves[0]])\n"
                    "    return position.legal_moves[0]\n")
    for agent in (thoughtful, f"python:{file}"):
        result = grandline.match(agent, first, game="connect4", games=2)
        for game in result.games:
            own = 0 if game.players[0] != "first" else 1
            assert {(ply.depth, ply.value) for ply in game.plies if ply.player == own} == {(4, 0.25)}
            assert {(ply.depth, ply.value) for ply in game.plies if ply.player != own} == {(None, None)}


@pytest.mark.parametrize(
    ("said", "message"),
    [
        ({"line": ["9"]}, "line: "),
        ({"line": [["4"]]}, "line: .* is not a move"),
        ({"value": float("nan")}, "value: a finite number is expected"),
    ],
)
def test_a_wrong_thought_is_refused(said: dict[str, Any], message: str) -> None:
    def agent(position: Position, clock: Clock) -> str:
        with pytest.raises(ValueError, match=message):
            clock.report(**said)
        return position.legal_moves[0]

    assert all(game.ending == "rules" for game in grandline.match(agent, first, game="connect4", games=2).games)
