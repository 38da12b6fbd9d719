"""The rules of Divercité for the original seahorse, as the rules page has them."""

import copy

from board_divercite import KINDS, BoardDivercite
from seahorse.game.game_layout.board import Piece
from seahorse.game.game_state import GameState
from seahorse.game.heavy_action import HeavyAction
from seahorse.game.light_action import LightAction


class GameStateDivercite(GameState):
    """A position with its players."""

    def __init__(self, scores, next_player, players, rep, step, players_pieces_left):
        super().__init__(scores, next_player, players, rep)
        self.max_step = 40
        self.step = step
        self.players_pieces_left = players_pieces_left

    @classmethod
    def start(cls, players):
        stock = {colour + kind: count for colour in "RGBY" for kind, count in (("C", 2), ("R", 3))}
        left = {player.get_id(): dict(stock) for player in players}
        return cls({player.get_id(): 0 for player in players}, players[0], players, BoardDivercite({}, [9, 9]), 0, left)

    def get_step(self):
        return self.step

    def is_done(self):
        return self.step == self.max_step

    def get_neighbours(self, i, j):
        return self.rep.get_neighbours(i, j)

    def in_board(self, index):
        return index in KINDS

    def piece_type_match(self, resource_or_city, pos):
        return KINDS.get(pos) == resource_or_city

    def get_player_id(self, pid):
        return next((player for player in self.players if player.get_id() == pid), None)

    def generate_possible_light_actions(self):
        env, (rows, columns) = self.rep.get_env(), self.rep.get_dimensions()
        places = [(i, j) for i in range(rows) for j in range(columns)]
        for piece, count in self.players_pieces_left[self.next_player.get_id()].items():
            for place in places if count > 0 else ():
                if self.in_board(place) and place not in env and self.piece_type_match(piece[1], place):
                    yield LightAction({"piece": piece, "position": place})

    def generate_possible_heavy_actions(self):
        for action in self.generate_possible_light_actions():
            yield HeavyAction(self, self.apply_action(action))

    def apply_action(self, action):
        piece, place = action.data["piece"], tuple(action.data["position"])
        own = self.next_player.get_id()
        env = dict(self.rep.get_env())
        env[place] = Piece(piece + self.next_player.get_piece_type(), owner=self.next_player)
        # The course copies them deeply too, which is most of what a state costs there.
        left = copy.deepcopy(self.players_pieces_left)
        left[own][piece] -= 1
        scores = self.compute_scores((place, piece, own))
        board = BoardDivercite(env, self.rep.get_dimensions())
        return GameStateDivercite(scores, self.compute_next_player(), self.players, board, self.step + 1, left)

    def convert_gui_data_to_action_data(self, data):
        return {"piece": data["piece"], "position": tuple(data["position"])}

    def compute_scores(self, play_info):
        place, piece, own = play_info
        colour, scores = piece[0], dict(self.scores)
        around = [(beside, at) for beside, at in self.get_neighbours(*place).values() if isinstance(beside, Piece)]
        if piece[1] == "C":
            scores[own] += points(colour, [resource.get_type()[0] for resource, _ in around])
        else:
            for city, at in around:
                beside = [p.get_type()[0] for p, _ in self.get_neighbours(*at).values() if isinstance(p, Piece)]
                name = city.get_type()
                scores[city.get_owner_id()] += points(name[0], beside + [colour]) - points(name[0], beside)
        if self.step == self.max_step - 1:
            env = dict(self.rep.get_env())
            env[place] = Piece(piece + self.get_player_id(own).get_piece_type(), owner=self.get_player_id(own))
            self.break_tie(scores, BoardDivercite(env, [9, 9]))
        return scores

    def check_divercite(self, pos, piece_color=None, board=None):
        neighbours = (board or self.rep).get_neighbours(pos[0], pos[1])
        colours = {piece.get_type()[0] for piece, _ in neighbours.values() if isinstance(piece, Piece)}
        return len(colours | ({piece_color} if piece_color else set())) == 4

    def break_tie(self, scores, board):
        first, second = (player.get_id() for player in self.players)
        if scores[first] != scores[second]:
            return
        counts = {first: [0] * 4, second: [0] * 4}
        for (i, j), city in board.get_env().items():
            if city.get_type()[1] == "C":
                neighbours = board.get_neighbours(i, j).values()
                beside = [piece.get_type()[0] for piece, _ in neighbours if isinstance(piece, Piece)]
                own = counts[city.get_owner_id()]
                own[0] += len(set(beside)) == 4
                same = beside.count(city.get_type()[0])
                if same >= 2:
                    own[5 - same] += 1
        for stage in range(4):
            one, other = counts[first][stage], counts[second][stage]
            if one != other:
                scores[first if one > other else second] += 1
            if one != other and stage < 3:
                return
        scores[first] += 1

    def to_json(self):
        return {key: value for key, value in vars(self).items() if not key.startswith("_possible")}


def points(colour, beside):
    return 5 if len(set(beside)) == 4 else beside.count(colour)
