"""An agent of INF8175 that uses all that the course's states offer, and checks what it sees."""

import copy
import json
import pickle
from typing import Dict

from board_divercite import BoardDivercite
from game_state_divercite import GameStateDivercite
from player_divercite import PlayerDivercite
from seahorse.game.action import Action
from seahorse.game.game_layout.board import Board, Piece
from seahorse.game.game_state import GameState
from seahorse.game.heavy_action import HeavyAction
from seahorse.game.light_action import LightAction
from seahorse.game.representation import Representation
from seahorse.game.stateful_action import StatefulAction
from seahorse.game.stateless_action import StatelessAction
from seahorse.player.player import Player
from seahorse.utils.custom_exceptions import ActionNotPermittedError, MethodNotImplementedError
from seahorse.utils.serializer import Serializable


class MyPlayer(PlayerDivercite):
    def __init__(self, piece_type: str, name: str = "MyPlayer"):
        super().__init__(piece_type, name)
        self.turns = 0

    def compute_action(self, current_state: GameState, remaining_time: int = 1e9, **kwargs) -> Action:
        print("thinking", remaining_time)
        self.turns += 1
        state = current_state
        assert isinstance(state, GameState) and isinstance(state, GameStateDivercite)
        assert state.step == state.get_step() < state.max_step == 40 and not state.is_done()
        # A new player for each game sees its own turns, one after the other.
        self.first = state.step if self.turns == 1 else self.first
        assert state.step == self.first + 2 * (self.turns - 1)
        own, other = self.people(state)
        assert state.scores == state.get_scores() and set(state.scores) == {own, other}
        assert state.get_player_score(self) == state.scores[own]
        assert state.next_player is self and state.get_next_player() is self and state.get_active_player() is self
        assert state.compute_next_player().get_id() == other
        assert state.get_player_id(own) is self and state.get_player_id(-5) is None
        self.look_at_board(state, own)
        self.try_actions(state)
        self.copies(state)
        # The last action alternates between light and heavy ones.
        light = next(iter(state.generate_possible_light_actions()))
        return light if state.step % 4 < 2 else light.get_heavy_action(state)

    def people(self, state):
        assert [player.piece_type for player in state.players] == ["W", "B"] and state.players == state.get_players()
        other = [player for player in state.players if player.get_id() != self.get_id()][0]
        assert isinstance(other, Player) and isinstance(other.get_name(), str) and other.get_piece_type() in "WB"
        return self.get_id(), other.get_id()

    def look_at_board(self, state, own):
        board = state.get_rep()
        assert isinstance(board, (BoardDivercite, Board, Representation)) and board is state.rep
        env: Dict = board.get_env()
        assert env is board.env and len(env) == state.step and board.get_dimensions() == [9, 9]
        left = state.players_pieces_left[own]
        assert list(left) == ["RC", "RR", "GC", "GR", "BC", "BR", "YC", "YR"]
        count, places = board.get_pieces_player(self)
        assert count == len(places) == 20 - sum(left.values())
        for (i, j), piece in env.items():
            assert isinstance(piece, Piece) and len(piece.get_type()) == 3 and piece.get_owner_id() in state.scores
            assert state.in_board((i, j)) and state.piece_type_match(piece.get_type()[1], (i, j))
            assert piece.to_json() == {"piece_type": piece.piece_type, "owner_id": piece.owner_id}
            assert Piece.from_json(json.dumps(piece.to_json())) == piece and board.find((i, j)) is piece
        assert not state.in_board((0, 0)) and board.find((0, 0)) == -1
        neighbours = state.get_neighbours(4, 3)
        assert {side: place for side, (_, place) in neighbours.items()} == {
            "top_right": (3, 3), "top_left": (4, 2), "bot_left": (4, 4), "bot_right": (5, 3),
        }
        for piece, place in neighbours.values():
            assert piece == env.get(place, "EMPTY")
        assert state.get_neighbours(0, 4)["top_right"] == ("OUTSIDE", (-1, 4))
        colours = {piece.get_type()[0] for piece, _ in neighbours.values() if isinstance(piece, Piece)}
        assert state.check_divercite((4, 3)) == state.check_divercite([4, 3], None, board) == (len(colours) == 4)
        grid = board.get_grid()
        empty = sum(cell in (("◇ ", "Black"), ("▢ ", "Black")) for row in grid for cell in row)
        assert empty == 41 - len(env) and BoardDivercite.BOARD_MASK[4][4] == "R" and BoardDivercite.FORBIDDEN_MASK[0][0]
        assert str(board).count("\n") == 10
        assert [len(row) for row in board.rotate_grid_45(grid)] == [5, 4] * 4 + [5]

    def try_actions(self, state):
        light = list(state.generate_possible_light_actions())
        heavy = list(state.generate_possible_heavy_actions())
        assert len(light) == len(heavy) == len(state.get_possible_light_actions())
        assert isinstance(light[0], (LightAction, StatelessAction, Action)) and StatelessAction is LightAction
        assert isinstance(heavy[0], (HeavyAction, StatefulAction, Action)) and isinstance(heavy[0], Action)
        assert set(heavy) == state.get_possible_heavy_actions() == state.get_possible_stateful_actions()
        assert set(light) == state.get_possible_stateless_actions()
        assert set(state.generate_possible_stateless_actions()) == set(light)
        assert heavy[0] in set(state.generate_possible_stateful_actions())
        first, last = light[0], light[-1]
        assert set(first.data) == {"piece", "position"} and isinstance(first.data["position"], tuple)
        assert LightAction(dict(first.data)) == first and hash(LightAction(dict(first.data))) == hash(first)
        for action, with_states in ((first, heavy[0]), (last, heavy[-1])):
            after = state.apply_action(action)
            assert with_states.get_current_game_state() is state and with_states.get_next_game_state() == after
            assert action.get_heavy_action(state) == with_states and with_states.get_heavy_action() is with_states
            place, piece = action.data["position"], action.data["piece"]
            play_info = (place, piece, self.get_id())
            assert state.compute_scores(play_info) == after.scores
            assert state.compute_players_pieces_left(play_info) == after.players_pieces_left
            assert after.get_rep().get_env()[place].get_type() == piece + self.piece_type
            assert state.check_action(action) and state.check_action(with_states) and not after.check_action(action)
            # Students put states together themselves.
            env = copy.copy(state.get_rep().get_env())
            env[place] = Piece(piece_type=piece + self.get_piece_type(), owner=self)
            board = BoardDivercite(env=env, dim=state.get_rep().get_dimensions())
            made = GameStateDivercite(
                state.compute_scores(play_info), state.compute_next_player(), state.players, board,
                step=state.step + 1, players_pieces_left=state.compute_players_pieces_left(play_info),
            )
            assert made == after and hash(made) == hash(after) and made.scores == after.scores
            assert board == after.get_rep() and hash(board) == hash(after.get_rep())
        try:
            state.apply_action(LightAction({"piece": "RC", "position": (0, 0)}))
        except ValueError:
            pass
        else:
            raise AssertionError("a piece beside the board")
        assert issubclass(MethodNotImplementedError, Exception) and ActionNotPermittedError().message

    def copies(self, state):
        for same in (copy.copy(state), copy.deepcopy(state)):
            assert same == state and hash(same) == hash(state) and same is not state
        state.note = "students write on their states"
        state.scores["bonus"] = 3
        for same in (copy.copy(state), copy.deepcopy(state)):
            assert same.note == state.note and same.scores == state.scores
        assert copy.copy(state).scores is state.scores is not copy.deepcopy(state).scores
        del state.scores["bonus"]
        assert pickle.loads(pickle.dumps(state.get_rep())) == state.get_rep()
        text = json.dumps(state.to_json(), default=lambda value: value.to_json())
        assert list(json.loads(text)) == [
            "scores", "next_player", "players", "rep", "max_step", "step", "players_pieces_left",
        ]
        read = GameStateDivercite.from_json(text, next_player=self)
        assert read == state and read.scores == state.scores and read.players_pieces_left == state.players_pieces_left
        board = state.get_rep()
        assert isinstance(board, Serializable)
        again = BoardDivercite.from_json(json.dumps(board.to_json(), default=lambda value: value.to_json()))
        assert again == board
        action = next(state.generate_possible_light_actions())
        assert pickle.loads(pickle.dumps(action)) == action
        assert "Current scores" in str(state)
