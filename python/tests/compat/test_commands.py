"""Agents in Python in every command that takes an agent."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from .helping import AGENTS

LAST = "def agent(position, clock): return position.legal_moves[-1]"


@pytest.mark.parametrize(
    ("form", "game", "agent"),
    [
        ("python", "connect4", None),
        ("seahorse", "divercite", "first_seahorse.py"),
        ("aiarena", "connect4", "everything_aiarena.py:Connect4"),
        ("hotk", "hand-of-the-king", "everything_hotk.py"),
        ("kaggle", "connect4", "everything_kaggle.py"),
    ],
)
def test_every_form_thinks_plays_and_speaks_ugi(
    binary: str, grandline: Any, write: Any, form: str, game: str, agent: str | None
) -> None:
    named = f"{form}:{write('last.py', LAST) if agent is None else AGENTS / agent}"
    run = grandline("analyse", game, "--agent", named, "--json")
    assert run.returncode == 0, run.stderr
    best = json.loads(run.stdout.splitlines()[-1])["best"]

    with_agent = ["--agent", named, "--python", sys.executable]
    command = [binary, "play", game, "--side", "second", *with_agent]
    played = subprocess.run(command, input="hint\nquit\n", capture_output=True, text=True, timeout=120)
    assert played.returncode == 0 and f" plays {best}\n" in played.stdout, played.stderr
    # It has not said what the move is worth, so neither do we.
    hint = next(line for line in played.stdout.splitlines() if " would play " in line)
    assert "(" not in hint

    command = [binary, "ugi", game, *with_agent]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as engine:
        assert engine.stdin and engine.stdout
        engine.stdin.write("position startpos\ngo movetime 60000\n")
        engine.stdin.flush()
        answer = next(line for line in engine.stdout if line.startswith("bestmove"))
        engine.stdin.write("quit\n")
    assert answer == f"bestmove {best}\n" and engine.returncode == 0


def test_a_tournament_of_python_agents_is_kept(grandline: Any, write: Any, tmp_path: Path) -> None:
    last = write("last.py", LAST)
    file = tmp_path / "mine.toml"
    file.write_text(
        f"""
        name = "mine"
        game = "connect4"
        format = "round-robin"
        games = 2
        agents = ["random", {{ agent = "python:{last}", name = "last" }}, "kaggle:{AGENTS / 'everything_kaggle.py'}"]
        limits.nodes = 50
        """
    )
    database = str(tmp_path / "games.db")
    for _ in range(2):
        run = grandline("tournament", str(file), "--db", database, "--json")
        assert run.returncode == 0, run.stderr
        standings = json.loads(run.stdout.splitlines()[-1])
        assert "last" in json.dumps(standings) and "everything_kaggle" in json.dumps(standings)
    report = tmp_path / "report"
    command = ["report", "--db", database, "--tournament", "mine", "--out", str(report)]
    done = subprocess.run([run.args[0], *command], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0 and any(report.rglob("*.html")), done.stderr
