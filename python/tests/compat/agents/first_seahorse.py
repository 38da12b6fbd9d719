"""Plays the first action there is."""

from player_divercite import PlayerDivercite


class MyPlayer(PlayerDivercite):
    def compute_action(self, current_state, remaining_time=0, **kwargs):
        return next(iter(current_state.generate_possible_light_actions()))
