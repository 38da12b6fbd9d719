"""Positions of every game: moves, numbers, copies, texts."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import grandline
from conftest import GAMES, positions

any_position = st.sampled_from(GAMES).flatmap(positions)


@given(any_position)
def test_texts_and_numbers_name_the_same_moves(position: grandline.Position) -> None:
    actions = position.legal_actions()
    texts = position.legal_moves
    assert actions == sorted(set(actions))
    assert all(0 <= action < position.game.actions for action in actions)
    assert len(actions) == len(texts) == position.legal_count
    assert {position.string_to_action(text) for text in texts} == set(actions)
    assert {position.action_to_string(action) for action in actions} == set(texts)
    mask = position.legal_actions_mask()
    assert [action for action, legal in enumerate(mask) if legal] == actions
    assert len(mask) == position.game.num_distinct_actions()
    for text, action in zip(texts[:5], map(position.string_to_action, texts)):
        assert position.play(text) == position.child(action)


@given(any_position, st.data())
def test_play_leaves_a_position_alone_and_push_can_be_taken_back(
    position: grandline.Position, data: st.DataObject
) -> None:
    before = (position.text, position.key, position.moves, position.score, position.to_move)
    if position.is_over:
        with pytest.raises(ValueError, match="over"):
            position.apply_action(0)
        return
    move = data.draw(st.sampled_from(position.legal_moves))
    child = position.play(move)
    assert (position.text, position.key, position.moves, position.score, position.to_move) == before
    assert child.moves == [*position.moves, move] and child.ply == position.ply + 1
    again = position.copy()
    again.push(move)
    assert again == child and again.text == child.text and again.outcome == child.outcome
    assert again.pop() == move
    assert again == position and again.moves == position.moves
    action, player = position.string_to_action(move), position.to_move
    again.apply_action(action)
    assert again.history()[-1] == action
    with pytest.raises(ValueError, match="last action"):
        again.undo_action(1 - player, action)
    again.undo_action(player, action)
    assert (again.text, again.key, again.moves, again.score, again.to_move) == before


@given(any_position)
def test_copies_are_equal_and_independent(position: grandline.Position) -> None:
    copies = [
        position.copy(),
        position.clone(),
        copy.copy(position),
        copy.deepcopy(position),
        pickle.loads(pickle.dumps(position)),
        grandline.Position.deserialize(position.serialize()),
        grandline.Position(position.game, moves=[], setup=position.text),
    ]
    for other in copies:
        assert other == position and hash(other) == hash(position) and other.key == position.key
        assert other.legal_actions() == position.legal_actions() or other.moves != position.moves
    for other in copies[:-1]:
        assert other.moves == position.moves and other.outcome == position.outcome
        if not other.is_over:
            other.apply_action(other.legal_actions()[0])
            assert other != position
    assert position != position.text


@given(any_position)
def test_the_end_is_the_end(position: grandline.Position) -> None:
    assert position.is_over == position.is_terminal() == (position.outcome is not None)
    assert (position.legal_moves == []) == position.is_over
    if position.outcome is None:
        assert position.returns() == [0, 0] and position.current_player() == position.to_move
        return
    outcome = position.outcome
    assert position.current_player() == -4
    assert outcome.reason and (outcome.margin == 0) == (outcome.winner is None)
    if outcome.winner is not None:
        assert position.returns()[outcome.winner] == 1 and position.returns()[1 - outcome.winner] == -1
        assert (outcome.margin > 0) == (outcome.winner == 0)


@given(any_position, st.sampled_from([None, 0, 1]))
def test_observations_have_their_shape(position: grandline.Position, player: int | None) -> None:
    numbers = position.observation_tensor(player)
    planes, rows, columns = position.game.observation_shape
    assert len(numbers) == planes * rows * columns == position.game.observation_tensor_size()
    array = position.observation(player)
    assert array.shape == (planes, rows, columns)
    assert array.ravel().tolist() == numbers
    array[:] = 0


@given(any_position)
def test_pictures_and_words(position: grandline.Position) -> None:
    svg = position._repr_svg_()
    assert svg.startswith("<svg") and "<style>" in svg
    arrows = position.svg(arrows=position.legal_moves[:3], last_move=False, turned=True)
    assert arrows.count("<g ") >= svg.count("<g ") or position.is_over
    assert str(position).strip()
    assert eval(repr(position), {"Position": grandline.Position}) == position


def test_random_playouts_are_reproducible(game: str) -> None:
    position = grandline.Position(game)
    once = position.random_playouts(500, seed=3)
    assert once.games == once.first + once.draws + once.second == 500
    assert once == position.random_playouts(500, seed=3)
    assert once != position.random_playouts(500, seed=4)
    assert position.random_playouts(0).games == 0


def test_random_playouts_of_a_finished_game_are_its_result() -> None:
    over = grandline.Position("connect4", "1212121")
    playouts = over.random_playouts(10)
    assert (playouts.first, playouts.draws, playouts.second) == (10, 0, 0)


def test_a_random_setup_without_a_seed_is_seed_0() -> None:
    name = "hand-of-the-king"
    assert grandline.Position(name) == grandline.Position(name, "seed:0") != grandline.Position(name, "seed:1")


def test_repetition_ends_a_game_of_checkers_and_can_be_taken_back() -> None:
    position = grandline.Position("checkers", "B:WK32:BK1")
    for move in ["1-6", "32-27", "6-1", "27-32"] * 2:
        assert not position.is_over
        position.push(move)
    outcome = position.outcome
    assert outcome is not None and outcome.winner is None and "third occurrence" in outcome.reason
    assert position.legal_moves == [] and position.legal_actions() == []
    with pytest.raises(ValueError, match="over"):
        position.push("1-6")
    position.pop()
    assert not position.is_over


def test_a_long_game_is_freed_without_trouble() -> None:
    position = grandline.Position("checkers", "B:WK32:BK1")
    kept = []
    for step in range(60):
        move = ["1-6", "32-27", "6-1", "27-32"][step % 4]
        try:
            position = position.play(move)
        except ValueError:
            position = grandline.Position("checkers", position.text)
        kept.append(position.copy())
    del kept, position


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("chess",), "game 'chess' does not exist"),
        (("connect4", "48"), "expected a column"),
        (("connect4", "-", ["4", "x"]), "move 2: 'x' is not a move"),
        (("checkers", "-", ["11-16", "11-15"]), "move 2"),
        (("hand-of-the-king", "seed:x"), "not a seed"),
    ],
)
def test_what_is_wrong_is_said(arguments: tuple[Any, ...], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        grandline.Position(*arguments)


def test_moves_are_texts_and_whole_numbers_their_digits() -> None:
    position = grandline.Position("connect4")
    assert position.play(4) == position.play("4") == position.child(3)
    for nonsense in (None, True, 4.0, ["4"]):
        with pytest.raises(TypeError, match="not a move"):
            position.play(nonsense)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="legal actions: 0, 1"):
        position.apply_action(7)
    with pytest.raises(IndexError, match="where the game began"):
        position.pop()
    with pytest.raises(ValueError, match="players are 0 and 1"):
        position.observation_tensor(2)
    with pytest.raises(ValueError, match="no cell"):
        position.svg(arrows=[("1", "9")])


def test_games_know_themselves(game: str) -> None:
    known = grandline.Game(game)
    assert known == grandline.Position(game).game == grandline.Position(game).get_game()
    assert known.name == str(known) == game and known.title and known.summary
    assert known.num_players() == len(known.players) == 2
    assert set(known.parameters) == {"max_margin", "alternates", "recurs", "symmetries", "random_setup"}
    assert pickle.loads(pickle.dumps(known)) == known and hash(known) == hash(grandline.Game(game))
    assert known.new_initial_state() == known.position() == grandline.Position(known)


def test_actions_keep_their_numbers() -> None:
    """What was learned with these numbers must stay true."""
    numbers = {game.name: game.actions for game in grandline.games()}
    assert numbers.items() >= {
        "divercite": 164,
        "divercite/classic": 164,
        "connect4": 7,
        "checkers": 1456,
        "checkers/aiarena": 1456,
        "hand-of-the-king": 36,
        "hand-of-the-king/companions": 4520,
        "hand-of-the-king/published": 36,
        "othello": 65,
    }.items()
    known = [
        ("divercite", "-", "RC34", 12),
        ("checkers", "-", "11-15", 40),
        ("checkers", "B:W18,26:B15", "15x22x31", 708),
    ]
    for name, setup, move, action in known:
        assert grandline.Position(name, setup).string_to_action(move) == action


def test_tables_know_positions_of_few_pieces() -> None:
    won = grandline.Position("checkers", "W:WK14,K18:BK1")
    found = won.table()
    assert found is not None
    assert (found.result, found.distance) == ("win", 15)
    assert repr(found) == "TableResult(result='win', distance=15)"
    # A quickest move is a ply closer.
    after = [won.play(move).table() for move in won.legal_moves]
    assert min(child.distance or 0 for child in after if child is not None and child.result == "loss") == 14
    drawn = grandline.Position("checkers", "W:WK14:BK1").table()
    assert drawn is not None and (drawn.result, drawn.distance) == ("draw", None)
    assert grandline.Position("checkers").table() is None
    course = grandline.Position("checkers/aiarena", "k____________K___K______________/w/0").table()
    assert course is not None and (course.result, course.distance) == ("win", 15)
    with pytest.raises(ValueError, match="connect4 has no endgame tables: checkers and checkers/aiarena have"):
        grandline.Position("connect4").table()
