"""Agents of the other courses and of Kaggle: whole games, and what they are shown."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

import grandline
from grandline.compat.aiarena import checkers, connect4
from grandline.compat.hotk import course
from grandline.compat.hotk.classes import CHOICES
from grandline.compat.hotk.table import Table
from grandline.compat.kaggle import board_of

from .helping import AGENTS, question


@pytest.mark.parametrize(
    ("game", "agent"),
    [
        ("checkers/aiarena", "aiarena:everything_aiarena.py:Checkers"),
        ("checkers/aiarena", "aiarena:everything_aiarena.py:Plain"),
        ("connect4", "aiarena:everything_aiarena.py:Connect4"),
        ("hand-of-the-king", "hotk:everything_hotk.py"),
        ("hand-of-the-king", "hotk:everything_hotk.py:absolute"),
        ("hand-of-the-king/companions", "hotk:everything_hotk.py"),
        ("connect4", "kaggle:everything_kaggle.py"),
    ],
)
def test_agents_that_use_everything_play_whole_games(match: Any, game: str, agent: str) -> None:
    form, file = agent.split(":", 1)
    result, complaints = match(game, f"{form}:{AGENTS}/{file}", "random", games=4)
    assert result["games"] == 4
    assert result["forfeits"] == {"a": 0, "b": 0}, complaints


def test_a_brain_sees_itself_as_white() -> None:
    position = grandline.Position("checkers/aiarena", moves=["21-17"])
    state = checkers.GameState._of(position, True)
    assert state.isWhiteTurn
    mirror = position.text[:32][::-1].swapcase()
    assert state.toString() == f"{mirror}/w/1"
    moves = {str(move) for move in state.findPossibleMoves()}
    assert moves == {"-".join(str(31 - int(cell)) for cell in text.split("-")) for text in position.legal_moves}
    after = state.copy().doMove(state.findPossibleMoves()[0])
    assert after._position == position.play(position.legal_moves[0])


@pytest.mark.parametrize("seed", range(10))
def test_terminations_are_seen_from_either_side(seed: int) -> None:
    choices = random.Random(seed)
    for kind in (connect4.GameState, checkers.GameState):
        state = kind()
        while state.checkTermination() == 0:
            assert state.copy().reverse().checkTermination() == 0
            state.doMove(choices.choice(state.findPossibleMoves()))
        seen = {state.checkTermination(), state.copy().reverse().checkTermination()}
        assert seen in ({1, 2}, {3})
        outcome = state._position.outcome
        assert outcome is not None
        assert state.checkTermination() == (3 if outcome.winner is None else 1 + outcome.winner)


def test_connect4_is_written_as_the_course_does() -> None:
    assert connect4.GameState().toString() == "////// w"
    state = connect4.GameState._of(grandline.Position("connect4", "4453"))
    assert state.toString() == "//b/wb/w// w"
    assert [cell.color for cell in state.cells[:7]] == ["_", "_", "b", "w", "w", "_", "_"]
    assert grandline.Position("connect4", state.toString()) == state._position


@pytest.mark.parametrize("seed", range(15))
@pytest.mark.parametrize("game", ["hand-of-the-king", "hand-of-the-king/companions"])
def test_the_cards_follow_the_game_and_the_courses_functions_agree(game: str, seed: int) -> None:
    choices = random.Random(seed)
    start = grandline.Position(game, f"seed:{seed}").text
    table = Table(game, start)
    mirror = Table(game, start)
    companions = {name: {"Choice": count} for name, count in CHOICES.items()}
    house: Any = None
    while not table.position.is_over:
        position = table.position
        mover = position.to_move
        text = choices.choice(position.legal_moves)
        table.play(text)
        name, _, chosen = text.partition(":")
        if name.isdigit():
            assert int(name) in course.get_possible_moves(mirror.cards)
            house = course.make_move(mirror.cards, int(name), mirror.players[mover])
        else:
            del companions[name]
            words = [int(word) if word.isdigit() else word for word in chosen.split(",") if word]
            brought = course.make_companion_move(mirror.cards, companions, [name, *words], mirror.players[mover])
            house = brought or house
        if game.endswith("companions"):
            course.remove_unusable_companion_cards(mirror.cards, companions)
            assert sorted(companions) == sorted(table.companions()[0])
        course.set_banners(*mirror.players, house, mover + 1)
        board = sorted((card.location, card.house) for card in table.cards)
        assert board == sorted((card.location, card.house) for card in mirror.cards)
        for own, other in zip(table.players, mirror.players):
            counts = {house: len(cards) for house, cards in own.cards.items()}
            assert counts == {house: len(cards) for house, cards in other.cards.items()}
            assert own.banners == other.banners
        assert [list(map(len, player.cards.values())) for player in table.players] == table.position.score["counts"]
    outcome = table.position.outcome
    assert outcome is not None
    assert course.calculate_winner(*mirror.players) == (None if outcome.winner is None else 1 + outcome.winner)


def test_the_view_says_who_player_one_is(ask: Any, write: Any) -> None:
    agent = write(
        "agent.py",
        """
        def get_move(cards, player1, player2):
            print([sum(map(len, player.cards.values())) for player in (player1, player2)])
            return [card.location for card in cards if card.name != "Varys"][0]
        """,
    )
    start = grandline.Position("hand-of-the-king", "seed:3").text
    first = grandline.Position("hand-of-the-king", start).legal_moves[0]
    asked = question("hand-of-the-king", [first], start)
    assert ask("hotk", agent, asked).stderr.startswith("[0, ")
    assert not ask("hotk", f"{agent}:absolute", asked).stderr.startswith("[0, ")
    wrong = ask("hotk", f"{agent}:other")
    assert wrong.returncode == 3 and "the views are self and absolute" in wrong.stderr


def test_kaggle_boards_begin_at_the_top() -> None:
    board = board_of(grandline.Position("connect4", "445"))
    assert board[5 * 7 + 3] == 1 and board[4 * 7 + 3] == 2 and board[5 * 7 + 4] == 1 and sum(board) == 4


def test_a_class_and_a_function_of_our_own(ask: Any, write: Any) -> None:
    agent = write(
        "mine.py",
        """
        class Mine:
            def __init__(self):
                self.asked = 0

            def choose(self, position, clock):
                self.asked += 1
                print("asked", self.asked, clock.time, clock.remaining, clock.nodes)
                position.play(position.legal_moves[0])
                position.push(position.legal_moves[1])
                return 3

        def last(position, clock):
            return position.legal_moves[-1]
        """,
    )
    here = question("connect4", ["4", "4"], limits={"movetime_ms": 250, "nodes": 9})
    later = question("connect4", ["4", "4", "3", "1"], limits={}, clock_ms=[5000, 1000])
    other = question("connect4", [])
    run = ask("python", agent, here, later, other)
    assert [json.loads(line) for line in run.stdout.splitlines()] == [{"move": "3", "nodes": 2}] * 3, run.stderr
    assert run.stderr.splitlines() == ["asked 1 0.25 None 9", "asked 2 None 5.0 None", "asked 1 None None None"]
    assert json.loads(ask("python", f"{agent}:last", here).stdout)["move"] == "7"


def test_pettingzoo_accepts_every_game() -> None:
    pytest.importorskip("pettingzoo", reason="pip install pettingzoo")
    from pettingzoo.test import api_test

    from grandline import pettingzoo

    for game in grandline.games():
        api_test(pettingzoo.env(game.name), num_cycles=60)


def test_pettingzoo_rewards_the_winner() -> None:
    pytest.importorskip("pettingzoo", reason="pip install pettingzoo")
    from grandline import pettingzoo

    env = pettingzoo.env("connect4", render_mode="ansi")
    env.reset(seed=1)
    for action in (3, 2, 3, 2, 3, 2, 3):
        assert env.observe(env.agent_selection)["action_mask"][action] == 1
        env.step(action)
    assert env.rewards == {"player_0": 1.0, "player_1": -1.0} and all(env.terminations.values())
    env.reset()
    for action in (0, 0, 0, 0, 0, 0, 0):
        env.step(action)
    assert env.rewards == {"player_0": -1.0, "player_1": 1.0}
