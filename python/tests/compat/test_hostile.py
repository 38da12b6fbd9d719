"""Agents that fail: each loses its own game with a reason its author can read, and the match goes on."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest

HEAD = """
from player_divercite import PlayerDivercite

def helper(state):
    {body}

class MyPlayer(PlayerDivercite):
    def compute_action(self, current_state, remaining_time=0, **kwargs):
        return helper(current_state)
"""


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        ("return 1 // 0", "ZeroDivisionError: integer division or modulo by zero (my_player.py, line 5, in helper)"),
        ("raise KeyError('x')", "KeyError: 'x' (my_player.py, line 5, in helper)"),
        ("return None", "compute_action returned None"),
        ("return 42", "compute_action returned 42"),
        ("import sys; sys.exit(0)", "the agent ended its process with exit(0)"),
        ("import os; os._exit(7)", "exit status 7"),
        ("import os; os.kill(os.getpid(), 11)", "SIGSEGV"),
        ("return next(state.generate_possible_light_actions()).get_heavy_action()", "get_heavy_action(state)"),
        (
            "from seahorse.game.light_action import LightAction; return LightAction({'piece': 'RC', 'position': (4, 4)})",
            "illegal move",
        ),
        ("return (lambda f: f(f))(lambda f: f(f))", "RecursionError"),
    ],
)
def test_an_agent_that_fails_loses_with_its_own_words(match: Any, write: Any, body: str, reason: str) -> None:
    player = write("my_player.py", HEAD.format(body=body))
    result, reasons = match("divercite", f"seahorse:{player}", "random")
    assert result["games"] == 2 and result["losses"] == 2 and result["forfeits"]["a"] == 2
    assert len(reasons) == 2 and all(reason in words for words in reasons), reasons


def test_the_whole_traceback_is_kept_without_our_frames(ask: Any, write: Any) -> None:
    from .helping import question

    player = write("my_player.py", HEAD.format(body="return {}['missing']"))
    run = ask("seahorse", player, question("divercite", []))
    assert run.returncode == 1 and run.stdout == ""
    assert "in compute_action" in run.stderr and "in helper" in run.stderr
    assert "grandline" not in run.stderr and "importlib" not in run.stderr
    assert run.stderr.splitlines()[-1] == "KeyError: 'missing' (my_player.py, line 5, in helper)"


PATCHED = """
import fcntl
import os
import sys

from game_state_divercite import GameStateDivercite
from player_divercite import PlayerDivercite
from seahorse.game.light_action import LightAction

def replace(owner, name, value):
    try:
        setattr(owner, name, value)
    except (AttributeError, TypeError):
        pass

# Everything in this process that knows a rule now says that any move is legal and that this player has won.
for name, value in {
    "is_done": lambda self: True,
    "check_action": lambda self, action: True,
    "compute_winner": lambda self, scores=None: [self.players[0]],
    "scores": property(lambda self: {player.get_id(): 99 for player in self.players}),
}.items():
    replace(GameStateDivercite, name, value)
for module in [module for name, module in sys.modules.items() if name.startswith("grandline")]:
    for owner in [value for value in vars(module).values() if isinstance(value, type)]:
        for name in ("is_legal", "legal_moves", "outcome", "winner", "is_over"):
            replace(owner, name, lambda self, *rest: True)

def say(text):
    # Into everything that can be written to, but for the error output.
    for fd in map(int, os.listdir("/proc/self/fd")):
        try:
            if fd != 2 and fcntl.fcntl(fd, fcntl.F_GETFL) & os.O_ACCMODE != os.O_RDONLY:
                os.write(fd, text.encode() + b"\\n")
        except OSError:
            pass

class MyPlayer(PlayerDivercite):
    def compute_action(self, current_state, remaining_time=0, **kwargs):
        VERDICT
        return LightAction({"piece": "RC", "position": (4, 4)})
"""


@pytest.mark.parametrize("verdict", ["pass", """say('{"winner": "first"}')"""])
def test_patched_rules_and_forged_verdicts_change_nothing(match: Any, write: Any, verdict: str) -> None:
    player = write("my_player.py", PATCHED.replace("VERDICT", verdict))
    result, reasons = match("divercite", f"seahorse:{player}", "random")
    assert result["games"] == 2 and result["losses"] == 2 and result["forfeits"]["a"] == 2
    assert len(reasons) == 2 and all("illegal move" in words or "winner" in words for words in reasons), reasons


def test_an_agent_that_hangs_loses(match: Any, write: Any) -> None:
    player = write("my_player.py", HEAD.format(body="while True: pass"))
    result, reasons = match("divercite", f"seahorse:{player}", "random", "--movetime", "50ms", "--margin", "50ms")
    assert result["forfeits"]["a"] == 2 and all("did not answer" in words for words in reasons), reasons


def test_loading_is_not_thinking(match: Any, write: Any) -> None:
    agent = write("slow.py", "import time; time.sleep(1)\ndef agent(position, clock): return position.legal_moves[0]")
    _, reasons = match("connect4", f"python:{agent}", "random", "--movetime", "600ms")
    assert reasons == []


def test_an_agent_that_never_loads_loses(match: Any, write: Any) -> None:
    agent = write("stuck.py", "import time; time.sleep(60)\ndef agent(position, clock): return position.legal_moves[0]")
    result, reasons = match("connect4", f"python:{agent}", "random", "--start-limit", "1s")
    assert result["forfeits"]["a"] == 2 and all("was not loaded within 1s" in words for words in reasons), reasons


def test_an_agent_that_hangs_in_a_thread_of_its_own_ends_with_its_game(match: Any, write: Any) -> None:
    body = "import threading; threading.Thread(target=threading.Event().wait).start(); return next(state.generate_possible_light_actions())"
    result, reasons = match("divercite", f"seahorse:{write('my_player.py', HEAD.format(body=body))}", "random")
    assert reasons == [] and result["games"] == 2


def test_an_agent_that_eats_memory_is_stopped(match: Any, write: Any) -> None:
    player = write("my_player.py", HEAD.format(body="return [bytearray(10_000_000) for _ in range(1000)]"))
    result, reasons = match("divercite", f"seahorse:{player}", "random", "--agent-memory", "400M")
    assert result["forfeits"]["a"] == 2
    assert all("MemoryError: the agent wanted more memory than it may have" in words for words in reasons), reasons


def test_an_agent_that_burns_its_processor_time_is_stopped(match: Any, write: Any) -> None:
    player = write("my_player.py", HEAD.format(body="while True: pass"))
    result, reasons = match("divercite", f"seahorse:{player}", "random", "--agent-cpu", "1s")
    assert result["forfeits"]["a"] == 2
    assert all("used up its CPU time" in words for words in reasons), reasons


@pytest.mark.parametrize(
    ("form", "game", "text"),
    [
        ("python", "connect4", "def agent(position, clock): raise RuntimeError('no')"),
        ("python", "connect4", "def agent(position, clock): return None"),
        ("python", "connect4", "def agent(position, clock): return '9'"),
        ("aiarena", "connect4", "class Brain:\n    def play(self, gameState, timeLimit): return 'left'"),
        ("aiarena", "checkers/aiarena", "class Brain:\n    def play(self, gameState, timeLimit): return '1-2'"),
        ("hotk", "hand-of-the-king", "def get_move(cards, player1, player2): return None"),
        ("hotk", "hand-of-the-king", "def get_move(cards, player1, player2): return 99"),
        ("kaggle", "connect4", "def agent(observation, configuration): return 'x'"),
        ("kaggle", "connect4", "def agent(observation, configuration): return 7"),
    ],
)
def test_nonsense_loses_in_every_form(match: Any, write: Any, form: str, game: str, text: str) -> None:
    result, reasons = match(game, f"{form}:{write('agent.py', text)}", "random")
    assert result["games"] == 2 and result["forfeits"]["a"] == 2 and len(reasons) == 2


def test_what_cannot_be_run_is_said_before_anything_is_played(grandline: Any, write: Any, tmp_path: Path) -> None:
    fine = write("fine.py", "def agent(position, clock): return position.legal_moves[0]")
    broken = write("broken.py", "def agent(position, clock)\n    return 1")
    raising = write("raising.py", "import missing_module")
    bare = tmp_path / "bare"
    bare.write_text("#!/bin/sh\nexec " + sys.executable + " -I -S \"$@\"\n")
    bare.chmod(0o755)

    def complaint(agent: str, game: str = "connect4", command: str = "match", **more: str) -> str:
        words = ["match", game, agent, "random"] if command == "match" else [command, game, "--agent", agent]
        run = grandline(*words, **more)
        assert run.returncode == 1 and run.stdout == "", run.stdout
        lines = run.stderr.strip().splitlines()
        assert len(lines) == 1, lines
        line: str = lines[0]
        return line

    for command in ("match", "analyse"):
        assert "file 'nowhere.py' does not exist" in complaint("python:nowhere.py", command=command)
        assert "has no 'Best'" in complaint(f"python:{fine}:Best", command=command)
        assert "SyntaxError" in complaint(f"python:{broken}", command=command)
        assert "No module named 'missing_module' (raising.py, line 1" in complaint(f"python:{raising}", command=command)
        assert "has no 'MyPlayer'" in complaint(f"seahorse:{fine}", "divercite", command)
        assert "seahorse agents play divercite, not connect4" in complaint(f"seahorse:{fine}", command=command)
        assert "program 'nopython' does not exist" in complaint(f"python:{fine}", command=command, python="nopython")
        words = complaint(f"python:{fine}", command=command, python=str(bare))
        assert "cannot import grandline; run pip install ./python" in words and "--python" in words


def test_a_python_agent_can_be_asked_for_an_analysis(grandline: Any, write: Any) -> None:
    agent = write("agent.py", "def agent(position, clock): return position.legal_moves[-1]")
    run = grandline("analyse", "connect4", "--agent", f"python:{agent}", "--json")
    assert run.returncode == 0 and '"best":"7"' in run.stdout.replace(" ", ""), run.stderr
