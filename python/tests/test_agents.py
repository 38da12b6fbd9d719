"""Agents of the house, asked from Python."""

from __future__ import annotations

import os
import pickle
import signal
import threading
import time
from pathlib import Path

import pytest

import grandline


def test_every_game_has_agents_that_play_it(game: str) -> None:
    position = grandline.Position(game)
    agents = grandline.agents(game)
    assert agents and len({agent.name for agent in agents}) == len(agents)
    for agent in agents:
        assert agent.game == position.game and agent.description and agent.settings
        assert agent.choose(position, nodes=20, time=0.2) in position.legal_moves


def test_all_agents_are_listed_once() -> None:
    names = [agent.name for agent in grandline.agents()]
    assert len(names) == len(set(names)) and {"greedy", "random", "skypiea-v5"} <= set(names)


def test_the_same_question_has_the_same_answer() -> None:
    position = grandline.Position("divercite", moves=["RC34", "BR33"])
    answers = {grandline.Agent("mcts", seed=5).choose(position, nodes=300) for _ in range(3)}
    assert len(answers) == 1
    assert grandline.Agent("skypiea-v5:depth=2").choose(position) in position.legal_moves


def test_reports_grow_deeper() -> None:
    position = grandline.Position("connect4", "4433")
    reports = list(grandline.Agent("in104-connect4-v3").analyse(position, depth=5, lines=3))
    assert [report.depth for report in reports] == sorted(report.depth for report in reports)
    last = reports[-1]
    assert last.depth == 5 and last.move == last.pv[0] == last.lines[0].pv[0]
    assert len(last.lines) == 3 and last.nodes > 100 and 0 <= last.chance <= 1 and last.words
    line = position
    for move in last.pv:
        line = line.play(move)


def test_a_proven_result_is_exact() -> None:
    reports = list(grandline.Agent("in104-connect4-threats").analyse(grandline.Position("connect4", "112233"), time=5))
    assert reports[-1].exact and reports[-1].move == "4" and "win" in reports[-1].words


def test_leaving_an_analysis_early_stops_it() -> None:
    agent = grandline.Agent("mcts")
    position = grandline.Position("divercite")
    for report in agent.analyse(position):
        assert report.nodes > 0
        break
    analysis = agent.analyse(position)
    next(analysis)
    # The agent can be asked meanwhile.
    assert agent.choose(position, nodes=10) in position.legal_moves
    analysis.stop()
    assert len(list(analysis)) < 1000


def test_other_threads_run_while_it_thinks() -> None:
    ticks = 0
    over = threading.Event()

    def tick() -> None:
        nonlocal ticks
        while not over.wait(0.005):
            ticks += 1

    thread = threading.Thread(target=tick)
    thread.start()
    grandline.Agent("mcts").choose(grandline.Position("divercite"), time=0.5)
    over.set()
    thread.join()
    assert ticks > 0


def test_ctrl_c_stops_a_search() -> None:
    threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT)).start()
    with pytest.raises(KeyboardInterrupt):
        grandline.Agent("mcts").choose(grandline.Position("divercite"), time=600)
    threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT)).start()
    with pytest.raises(KeyboardInterrupt):
        for _ in grandline.Agent("mcts").analyse(grandline.Position("divercite"), time=600):
            time.sleep(0.01)


def test_a_preset_file_is_an_agent(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text('search = "greedy"\nevaluation = "score"\n')
    position = grandline.Position("divercite")
    assert grandline.Agent(str(file), "divercite").choose(position) in position.legal_moves


def test_agents_can_be_pickled() -> None:
    agent = pickle.loads(pickle.dumps(grandline.Agent("random", "connect4", seed=3)))
    assert repr(agent) == "Agent('random', 'connect4')"
    start = grandline.Position("connect4")
    assert agent.choose(start) == grandline.Agent("random", "connect4", seed=3).choose(start)


def test_what_is_wrong_is_said() -> None:
    with pytest.raises(ValueError, match="no game has an agent 'nobody'"):
        grandline.Agent("nobody")
    with pytest.raises(ValueError, match="depht"):
        grandline.Agent("skypiea-v5:depht=3")
    with pytest.raises(ValueError, match="skypiea-v5"):
        grandline.Agent("skypiea-v5", "connect4")
    with pytest.raises(ValueError, match="was made for connect4"):
        grandline.Agent("greedy", "connect4").choose(grandline.Position("divercite"))
    with pytest.raises(ValueError, match="the game is over"):
        grandline.Agent("greedy").choose(grandline.Position("connect4", "1212121"))
    with pytest.raises(ValueError, match="not a duration"):
        grandline.Agent("greedy").choose(grandline.Position("connect4"), time="soon")
    with pytest.raises(ValueError, match="not a duration"):
        grandline.Agent("greedy").choose(grandline.Position("connect4"), time=-1)
