"""The way back: one of our agents as a player's file, in a game of the original seahorse."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest

import grandline

from .helping import AGENTS, PLAIN


def free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("localhost", 0))
        port: int = listener.getsockname()[1]
        return port


def exported(agent: str) -> str:
    command = [sys.executable, "-m", "grandline.compat.seahorse", "--export", agent]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


@pytest.mark.parametrize("ours", [0, 1])
def test_an_exported_agent_plays_in_the_original_seahorse(tmp_path: Path, ours: int) -> None:
    pytest.importorskip("seahorse", reason="pip install seahorse==1.1.5")
    file = tmp_path / "my_player.py"
    file.write_text(exported("greedy"), encoding="utf-8")
    players = [str(file), str(AGENTS / "first_seahorse.py")]
    if ours == 1:
        players.reverse()
    command = [sys.executable, str(PLAIN / "play.py"), str(free_port()), *players]
    run = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, timeout=240)
    assert run.returncode == 0, run.stderr
    game = json.loads(run.stdout.splitlines()[-1])
    # Seahorse has played 40 legal moves, and our rules come to the same scores and the same winner.
    position = grandline.Position("divercite", moves=game["moves"])
    assert position.is_over and position.score["score"] == game["scores"]
    outcome = position.outcome
    assert outcome is not None
    names = [f"{Path(player).stem}_{letter}" for player, letter in zip(players, "WB")]
    assert game["winners"] == (names if outcome.winner is None else [names[outcome.winner]])
    assert game["winners"] == [names[ours]], "greedy beats whoever plays the first move"


def test_the_exported_file_says_what_it_is(tmp_path: Path) -> None:
    text = exported("skypiea-next")
    assert "class MyPlayer(PlayerDivercite)" in text and "skypiea-next" in text
    compile(text, "my_player.py", "exec")
    # It also runs here, in the process of an agent.
    file = tmp_path / "my_player.py"
    file.write_text(exported("greedy"), encoding="utf-8")
    command = [sys.executable, "-m", "grandline.compat.seahorse", str(file), "random", "-g", "--time", "30"]
    run = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, timeout=120, env=dict(os.environ))
    assert run.returncode == 0 and "my_player has won the game" in run.stdout, run.stdout + run.stderr
