"""Divercité agents of INF8175: our classes against plain Python on the real seahorse, and whole games."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from pathlib import Path
from typing import Any, List

import pytest

import grandline
from grandline._native import GameStateDivercite, seahorse_state
from grandline.compat.seahorse.classes import PlayerDivercite

from .helping import AGENTS, PLAIN, question


def native_start() -> GameStateDivercite:
    return seahorse_state([PlayerDivercite("W", "one", id=7), PlayerDivercite("B", "two", id=9)], "-", [])


@pytest.fixture
def plain_start(monkeypatch: pytest.MonkeyPatch) -> Any:
    """The start in plain Python, on the framework itself."""
    pytest.importorskip("seahorse", reason="pip install seahorse==1.1.5")
    monkeypatch.syspath_prepend(str(PLAIN))
    from game_state_divercite import GameStateDivercite as Plain
    from player_divercite import PlayerDivercite as PlainPlayer

    return Plain.start([PlainPlayer("W", name="one", id=7), PlainPlayer("B", name="two", id=9)])


def view(state: Any) -> Any:
    """All that an agent can see of a state, as plain values."""
    board = state.get_rep()

    def plain(value: Any) -> Any:
        return value if isinstance(value, str) else (value.get_type(), value.get_owner_id())

    neighbours = [
        [(side, plain(piece), place) for side, (piece, place) in board.get_neighbours(i, j).items()]
        for i in range(9)
        for j in range(9)
    ]
    return {
        "scores": state.scores,
        "next": state.next_player.get_id(),
        "step": state.step,
        "done": state.is_done(),
        "left": state.players_pieces_left,
        "env": [(place, plain(piece)) for place, piece in board.get_env().items()],
        "neighbours": neighbours,
        "divercites": [state.check_divercite((i, j)) for i in range(9) for j in range(9)],
        "with_red": [state.check_divercite((i, j), "R") for i in range(9) for j in range(9)],
    }


def actions(state: Any) -> List[Any]:
    return [] if state.is_done() else [action.data for action in state.generate_possible_light_actions()]


@pytest.mark.parametrize("seed", range(12))
def test_every_state_of_random_games_looks_the_same(plain_start: Any, seed: int) -> None:
    choices = random.Random(seed)
    native, plain = native_start(), plain_start
    while True:
        assert view(native) == view(plain)
        assert actions(native) == actions(plain)
        if native.is_done():
            break
        index = choices.randrange(len(actions(native)))
        info = next(iter(actions(native)[index : index + 1]))
        told = (info["position"], info["piece"], native.next_player.get_id())
        assert native.compute_scores(told) == plain.compute_scores(told)
        native = native.apply_action(list(native.generate_possible_light_actions())[index])
        plain = plain.apply_action(list(plain.generate_possible_light_actions())[index])
    as_text = json.dumps(native.to_json(), default=lambda value: value.to_json())
    assert as_text == json.dumps(plain.to_json(), default=lambda value: value.to_json())


def test_the_search_of_a_student_is_the_same_over_both(plain_start: Any) -> None:
    program = AGENTS.parent.parent.parent / "bench" / "seahorse.py"
    answers = []
    for side in ([], ["--rules", str(PLAIN)]):
        command = [sys.executable, str(program), "--measure", *side]
        run = subprocess.run(command, capture_output=True, text=True, timeout=300)
        assert run.returncode == 0, run.stderr
        answers.append([result["found"] for result in json.loads(run.stdout)])
    assert answers[0] == answers[1]


def after(*moves: str) -> GameStateDivercite:
    return seahorse_state(native_start().players, "-", list(moves))


def test_whose_a_resource_is_makes_a_difference() -> None:
    one, other = after("RR04", "RR44", "RR22"), after("RR44", "RR04", "RR22")
    assert one.scores == other.scores and one != other and hash(one) != hash(other)
    assert one == after("RR22", "RR44", "RR04") and hash(one) == hash(after("RR22", "RR44", "RR04"))
    action = next(one.generate_possible_heavy_actions())
    assert hash(action.get_next_game_state()) == hash(one.apply_action(next(one.generate_possible_light_actions())))


def test_a_board_is_written_as_in_the_course() -> None:
    board = after("RC34", "GR22", "BC14").get_rep()
    red, green, blue = "\x1b[31m🅆\x1b[0m ", "\x1b[32m◆ \x1b[0m ", "\x1b[34m🅆\x1b[0m "
    city, free = "\x1b[30m▢ \x1b[0m ", "\x1b[30m◇ \x1b[0m "
    text = str(board)
    assert text.startswith("\n") and text.count(city) == 16 - 2
    assert text.count(red) == 1 and text.count(green) == 1 and text.count(blue) == 1 and text.count(free) == 25 - 1
    assert [line.startswith("  ") for line in text.splitlines()[1:]] == [row % 2 == 1 for row in range(9)]


@pytest.mark.parametrize("seed", range(20))
def test_ties_are_broken_as_in_the_course(plain_start: Any, seed: int) -> None:
    choices = random.Random(seed)
    native, plain = native_start(), plain_start
    while not native.is_done():
        index = choices.randrange(len(actions(native)))
        native = native.apply_action(list(native.generate_possible_light_actions())[index])
        plain = plain.apply_action(list(plain.generate_possible_light_actions())[index])
    scores, expected = {7: 20, 9: 20}, {7: 20, 9: 20}
    plain.break_tie(expected, plain.get_rep())
    assert native.remove_draw(scores, native.get_rep()) is scores and scores == expected


def test_places_are_looked_up_as_in_lists() -> None:
    state = native_start()
    assert state.in_board([4, 4]) and state.in_board((-1, 4)) and not state.in_board((0, 0))
    assert state.piece_type_match("R", [-1, 4]) and state.piece_type_match(0, (0, 0))
    with pytest.raises(IndexError, match="no row or column 9"):
        state.in_board((9, 4))


def test_a_state_that_its_board_contradicts_is_refused() -> None:
    state = after("RC34")
    scores, (white, black), board, left = state.scores, state.players, state.get_rep(), state.players_pieces_left
    made = GameStateDivercite(scores, black, [white, black], board, 1, {str(key): value for key, value in left.items()})
    assert made == state and made.players_pieces_left == left
    for step, player, words in ((2, black, "the board has 1 pieces"), (1, white, "the turn of 9")):
        with pytest.raises(ValueError, match=words):
            GameStateDivercite(scores, player, [white, black], board, step, left)
    left[9]["GR"] = 0
    with pytest.raises(ValueError, match="0 GR of 9 are left in players_pieces_left, but 3 by the board"):
        GameStateDivercite(scores, black, [white, black], board, 1, left)


def test_an_agent_that_uses_everything_plays_whole_games(match: Any) -> None:
    result, complaints = match("divercite", f"seahorse:{AGENTS / 'everything_seahorse.py'}", "random", games=4)
    assert result["games"] == 4
    assert result["forfeits"] == {"a": 0, "b": 0}, complaints


def test_an_installed_seahorse_is_not_touched() -> None:
    pytest.importorskip("seahorse", reason="pip install seahorse==1.1.5")
    program = (
        "import grandline, grandline.compat.seahorse.agent, grandline.compat.seahorse.modules as m, sys\n"
        "assert not any(name.split('.')[0] == 'seahorse' for name in sys.modules)\n"
        "import seahorse.game.action; real = seahorse.game.action.Action\n"
        "assert 'site-packages' in seahorse.__file__\n"
        "provided = m.provide(); from seahorse.game.action import Action; assert Action is not real\n"
        "provided.remove(); from seahorse.game.action import Action; import seahorse.game.action\n"
        "assert 'site-packages' in sys.modules['seahorse'].__file__\n"
    )
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert run.returncode == 0, run.stderr


def test_prints_do_not_disturb_and_states_are_counted(ask: Any, write: Any) -> None:
    player = write(
        "my_player.py",
        """
        import os
        from player_divercite import PlayerDivercite

        class MyPlayer(PlayerDivercite):
            def compute_action(self, current_state, remaining_time=0, **kwargs):
                print("hello")
                os.system("echo from a child")
                return max(current_state.get_possible_heavy_actions(),
                           key=lambda action: action.get_next_game_state().scores[self.get_id()])
        """,
    )
    run = ask("seahorse", player, question("divercite", []), question("divercite", ["RC14", "RR13"]))
    assert run.returncode == 0, run.stderr
    answers = [json.loads(line) for line in run.stdout.splitlines()]
    assert [answer["nodes"] for answer in answers] == [164, len(grandline.Position("divercite", "RC14,RR13").legal_moves)]
    assert "hello" in run.stderr and "from a child" in run.stderr


@pytest.mark.parametrize("words", [["-g", "-r"], ["--time", "60"]])
def test_the_habits_of_the_course_work(tmp_path: Path, binary: str, words: List[str]) -> None:
    agent = AGENTS / "everything_seahorse.py"
    command = [sys.executable, "-m", "grandline.compat.seahorse", "-t", "local", str(agent), str(agent), *words]
    run = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, timeout=120)
    assert run.returncode == 0, run.stderr
    assert "everything_seahorse_W" in run.stdout and ("has won the game" in run.stdout or "draw" in run.stdout)
    recordings = list(tmp_path.glob("__REC__*.json"))
    if "-r" not in words:
        assert not recordings
        return
    states = json.loads(recordings[0].read_text())
    assert len(states) == 41 and [state["step"] for state in states] == list(range(41))
    assert list(states[40]["rep"]["env"])[:2] == list(states[2]["rep"]["env"])
    convert = subprocess.run([binary, "convert", str(recordings[0]), "--to", "json"], capture_output=True, text=True)
    assert convert.returncode == 0 and convert.stdout, convert.stderr


def test_people_play_at_the_terminal_too(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "grandline.compat.seahorse", "-t", "human_vs_computer", "random", "-g"]
    run = subprocess.run(command, input="RC99\nRC34\n", capture_output=True, text=True, timeout=60)
    assert run.returncode == 0, run.stderr
    assert "1. W human: RC34" in run.stdout and "human has left: random has won the game" in run.stdout


def test_what_is_not_there_is_said() -> None:
    def run(*words: str) -> "subprocess.CompletedProcess[str]":
        command = [sys.executable, "-m", "grandline.compat.seahorse", *words]
        return subprocess.run(command, capture_output=True, text=True, timeout=60)

    assert "takes 2 players" in run("-t", "local", "a.py").stderr
    assert "is not played here" in run("-t", "host_game", "a.py").stderr
    assert "file 'a.py' does not exist" in run("a.py", "b.py").stderr
    assert run("--export", "nobody").returncode == 1
