"""Tuning numbers of a preset."""

from __future__ import annotations

import os
import signal
import threading
from pathlib import Path
from typing import Any

import pytest

import grandline

#: An agent whose games take a moment, and a table that takes none to clear.
AGENT = "in104-connect4-threats:table=1"


def tune(**more: Any) -> grandline.Tuning:
    arguments: dict[str, Any] = {"iterations": 8, "pairs": 2, "games": 20, "nodes": 60, "seed": 3, **more}
    return grandline.tune("connect4", AGENT, {"two": (0, 10), "percent": (50, 200)}, **arguments)


def test_values_history_preset_and_comparison(tmp_path: Path) -> None:
    result = tune(out=tmp_path / "tuned")
    assert result.start == {"two": 1, "percent": 120}
    assert set(result.values) == {"two", "percent"}
    assert all(parameter.low <= parameter.value <= parameter.high for parameter in result.parameters)
    assert [iteration.number for iteration in result.history] == list(range(1, 9))
    for iteration in result.history:
        assert iteration.wins + iteration.draws + iteration.losses == 4
        assert iteration.plus != iteration.minus
    assert result.comparison is not None
    assert result.comparison["games"] == 20
    assert (result.elo, result.elo_error) == (result.comparison["elo"], result.comparison["elo_error"])
    assert result.preset == (tmp_path / "tuned" / "preset.toml").read_text()
    assert result.plot().svg == (tmp_path / "tuned" / "chart.svg").read_text()
    assert result.verdict in str(result)
    assert result.verdict.split(":")[0] in result._repr_html_()
    # The tuned agent plays, under its text and from its file.
    for agent in (result.agent, str(tmp_path / "tuned" / "preset.toml")):
        match = grandline.match(agent, "random", game="connect4", games=4, nodes=60)
        assert match.wins + match.draws + match.losses == 4


def test_the_seed_decides() -> None:
    def values(**more: Any) -> list[dict[str, float]]:
        return [iteration.values for iteration in tune(games=0, **more).history]

    assert values() == values(concurrency=2)
    assert values() != values(seed=4)


def test_an_interrupted_run_resumes(tmp_path: Path) -> None:
    threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT)).start()
    with pytest.raises(KeyboardInterrupt):
        tune(out=tmp_path / "long", iterations=1_000_000, games=0)
    lines = (tmp_path / "long" / "iterations.jsonl").read_text().splitlines()
    assert 0 < len(lines) < 1_000_000
    # A run of eight that was cut in the middle is the same in the end.
    whole = tune(out=tmp_path / "whole")
    log = tmp_path / "whole" / "iterations.jsonl"
    log.write_text(log.read_text()[:500])
    again = tune(out=tmp_path / "whole")
    assert again.values == whole.values
    assert [iteration.values for iteration in again.history] == [iteration.values for iteration in whole.history]
    assert again.comparison == whole.comparison


def test_errors_say_what_is_right(tmp_path: Path) -> None:
    def refuse(message: str, parameters: dict[str, tuple[float, float]], agent: Any = AGENT, **more: Any) -> None:
        with pytest.raises(ValueError, match=message):
            grandline.tune("connect4", agent, parameters, nodes=60, games=0, iterations=1, pairs=1, **more)

    refuse("has no parameter 'four'; its numeric parameters are .*two=1", {"four": (0, 1)})
    refuse("'two' is empty: write the smaller end first", {"two": (5, 1)})
    refuse("starts at 1, outside of 3..9", {"two": (3, 9)})
    refuse("no parameter is named", {})
    refuse("agent 'nobody' does not exist", {"two": (0, 9)}, agent="nobody")
    refuse("is an external engine", {"two": (0, 9)}, agent="ugi:engine")
    grandline.tune("connect4", AGENT, {"two": (0, 9)}, nodes=60, games=0, iterations=1, pairs=1, out=tmp_path)
    refuse("differs in seed", {"two": (0, 9)}, out=tmp_path, seed=1)


def test_an_agent_object_is_tuned_by_its_name() -> None:
    agent = grandline.Agent(AGENT, game="connect4")
    result = grandline.tune("connect4", agent, {"three": (0, 20)}, nodes=60, games=0, iterations=2, pairs=1)
    assert result.comparison is None
    assert result.elo is None
