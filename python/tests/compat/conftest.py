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
def match(grandline: Any, tmp_path: Path) -> Callable[..., Tuple[Dict[str, Any], List[str]]]:
    """Plays a match and returns its result and the reasons for which games were forfeited."""

    def play(game: str, a: str, b: str, *options: str, games: int = 2) -> Tuple[Dict[str, Any], List[str]]:
        events = tmp_path / "events"
        words = ["--games", str(games), "--concurrency", "1", "--json", "--events", str(events)]
        run = grandline("match", game, a, b, *words, *options)
        assert run.returncode == 0, run.stderr
        ends = [event for event in map(json.loads, events.read_text().splitlines()) if event["event"] == "game_finished"]
        return json.loads(run.stdout.splitlines()[-1]), [end["reason"] for end in ends if end["ending"] != "rules"]

    return play


@pytest.fixture
def write(tmp_path: Path) -> Callable[[str, str], str]:
    """Writes an agent's file and returns its path."""

    def write(name: str, text: str) -> str:
        # Run by root, an agent is confined as another user, who must be able to read its folder.
        tmp_path.chmod(0o755)
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
