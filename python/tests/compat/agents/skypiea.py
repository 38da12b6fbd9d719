"""Skypiea v5 of the report "Orque des Tranchées", as a student of INF8175 writes it."""

import random
from functools import lru_cache

from game_state_divercite import GameStateDivercite
from player_divercite import PlayerDivercite
from seahorse.game.action import Action
from seahorse.game.game_state import GameState
from seahorse.utils.custom_exceptions import MethodNotImplementedError


class MyPlayer(PlayerDivercite):
    """Alpha-beta; children are sorted by the evaluation, which is kept for 5,000 states."""

    def __init__(self, piece_type: str, name: str = "MyPlayer"):
        super().__init__(piece_type, name)
        self.visited = 0
        self.evaluate = lru_cache(maxsize=5000)(self._evaluate)

    def compute_action(self, current_state: GameState, remaining_time: int = 1e9, **kwargs) -> Action:
        self.visited = 0
        if current_state.get_step() < 2:
            actions = list(current_state.generate_possible_light_actions())
            return random.choice([action for action in actions if action.data["piece"][1] == "C"])
        _, action = self.search(current_state, self.depth(current_state), float("-inf"), float("inf"))
        return action

    def depth(self, state: GameStateDivercite) -> int:
        left = sum(sum(pieces.values()) for pieces in state.players_pieces_left.values())
        if left >= 35:
            return 2
        if left >= 24:
            return 4
        return 5 if left >= 16 else 7

    def search(self, state: GameStateDivercite, depth: int, alpha: float, beta: float):
        self.visited += 1
        if depth == 0 or state.is_done():
            return self.evaluate(state), None
        mine = state.get_next_player().get_id() == self.get_id()
        children = [(action, state.apply_action(action)) for action in state.generate_possible_light_actions()]
        if len(children) > 5:
            children.sort(key=lambda child: self.evaluate(child[1]), reverse=mine)
        best, best_action = (float("-inf"), None) if mine else (float("inf"), None)
        for action, child in children:
            value, _ = self.search(child, depth - 1, alpha, beta)
            if (value > best) if mine else (value < best):
                best, best_action = value, action
            if mine:
                alpha = max(alpha, best)
            else:
                beta = min(beta, best)
            if alpha >= beta:
                break
        return best, best_action

    def _evaluate(self, state: GameStateDivercite) -> float:
        scores = state.scores
        own = self.get_id()
        score = sum(points if player == own else -points for player, points in scores.items())
        cities = resources = 0
        for piece, count in state.players_pieces_left[own].items():
            if piece[1] == "C":
                cities += count
            else:
                resources += count
        return score + (1 - 24 * state.step / 40) * cities + (1 + 24 * state.step / 40) * resources
