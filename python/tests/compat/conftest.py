"""What the tests of other frameworks' agents share: the program, and agents written on the spot."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import textwrap
from pathlib import Path
from typing import Any, Callable, Dict, List, Tuple

import pytest

AGENTS = Path(__file__).parent / "agents"
PLAIN = Path(__file__).parent / "plain"


@pytest.fixture(scope="session")
def binary() -> str:
    """The program `grandline`, which `cargo xtask test` builds and names."""
    path = os.environ.get("GRANDLINE_BINARY")
    if not path:
        pytest.skip("GRANDLINE_BINARY does not name the program: cargo build, then GRANDLINE_BINARY=target/debug/grandline")
    return path


@pytest.fixture
def grandline(binary: str) -> Callable[..., "subprocess.CompletedProcess[str]"]:
    """Runs the program with this interpreter for agents in Python."""

    def run(*words: str, python: str = sys.executable) -> "subprocess.CompletedProcess[str]":
        command = [binary, *words, "--python", python]
        return subprocess.run(command, capture_output=True, text=True, timeout=300)

    return run


@pytest.fixture
def match(grandline: Any) -> Callable[..., Tuple[Dict[str, Any], str]]:
    """Plays a match and returns its result and what was said of lost games."""

    def play(game: str, a: str, b: str, *options: str, games: int = 2) -> Tuple[Dict[str, Any], str]:
        run = grandline("match", game, a, b, "--games", str(games), "--concurrency", "1", "--json", *options)
        assert run.returncode == 0, run.stderr
        return json.loads(run.stdout.strip().splitlines()[-1]), run.stderr

    return play


@pytest.fixture
def write(tmp_path: Path) -> Callable[[str, str], str]:
    """Writes an agent's file and returns its path."""

    def write(name: str, text: str) -> str:
        file = tmp_path / name
        file.write_text(textwrap.dedent(text), encoding="utf-8")
        return str(file)

    return write


@pytest.fixture
def ask() -> Callable[..., "subprocess.CompletedProcess[str]"]:
    """Runs an agent by itself with questions on its standard input."""

    def run(form: str, source: str, *questions: Dict[str, Any]) -> "subprocess.CompletedProcess[str]":
        lines = "".join(json.dumps(question) + "\n" for question in questions)
        command: List[str] = [sys.executable, "-m", "grandline.run", form, source]
        return subprocess.run(command, input=lines, capture_output=True, text=True, timeout=60)

    return run


def question(game: str, moves: List[str], start: str = "-", **more: Any) -> Dict[str, Any]:
    """The question of a game in progress."""
    import grandline

    position = grandline.Position(game, start, moves)
    return {
        "game": game,
        "start": start,
        "position": position.text,
        "moves": moves,
        "legal": position.legal_moves,
        "player": ("first", "second")[position.to_move],
        "clock_ms": None,
        "detail": position.score,
        "limits": {},
        **more,
    }
