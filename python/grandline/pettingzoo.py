"""Every game as a PettingZoo environment, for reinforcement learning.

>>> from grandline import pettingzoo                                # doctest: +SKIP
>>> env = pettingzoo.env("connect4")                                # doctest: +SKIP

Two agents, `player_0` and `player_1`, take turns. An observation is a dictionary of `observation`, the planes of
`Position.observation_tensor` for this agent, and `action_mask`, which is 1 for legal actions; actions are the numbers of
`Position.legal_actions`. The reward at the end is 1 for the winner, -1 for the loser and 0 for a draw. An agent that takes
an illegal action loses.
"""

from __future__ import annotations

from typing import Any, Dict, List, Optional

try:
    import numpy
    from gymnasium import spaces  # type: ignore[import-not-found,unused-ignore]
    from pettingzoo import AECEnv  # type: ignore[import-not-found,import-untyped,unused-ignore]
except ImportError:
    raise ImportError("grandline.pettingzoo needs PettingZoo and numpy: pip install pettingzoo numpy")

from ._native import Game, Position


class GameEnv(AECEnv):  # type: ignore[misc,unused-ignore]
    """A game, one agent at a time."""

    def __init__(self, game: str = "connect4", setup: str = "-", render_mode: Optional[str] = None) -> None:
        super().__init__()
        self.metadata = {
            "name": f"grandline_{game.replace('/', '_').replace('-', '_')}_v0",
            "render_modes": ["ansi", "svg"],
            "is_parallelizable": False,
        }
        self.game = Game(game)
        self.setup = setup
        self.render_mode = render_mode
        self.possible_agents: List[str] = ["player_0", "player_1"]
        self.agents: List[str] = []
        actions, shape = self.game.actions, self.game.observation_shape
        observation = spaces.Dict(
            {
                "observation": spaces.Box(-1.0, 1.0, shape, numpy.float32),
                "action_mask": spaces.Box(0, 1, (actions,), numpy.int8),
            }
        )
        self.observation_spaces = {agent: observation for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(actions) for agent in self.possible_agents}
        self.position = Position(self.game, setup)

    def observation_space(self, agent: str) -> Any:
        """The space of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """The space of an agent's actions."""
        return self.action_spaces[agent]

    def reset(self, seed: Optional[int] = None, options: Optional[Dict[str, Any]] = None) -> None:
        """Begins a game. A seed, or `options={"setup": ...}`, selects the setup in games with random setups."""
        setup = (options or {}).get("setup", self.setup)
        if seed is not None and setup == "-" and self.game.parameters["random_setup"]:
            setup = f"seed:{seed}"
        self.position = Position(self.game, setup)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: Dict[str, Dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self.position.to_move]

    def observe(self, agent: str) -> Dict[str, Any]:
        """The observation of an agent; only the agent to move has legal actions."""
        player = self.possible_agents.index(agent)
        planes = numpy.array(self.position.observation_tensor(player), dtype=numpy.float32)
        mask = numpy.zeros(self.game.actions, dtype=numpy.int8)
        if agent == self.agent_selection and not self.position.is_over:
            mask[self.position.legal_actions()] = 1
        return {"observation": planes.reshape(self.game.observation_shape), "action_mask": mask}

    def step(self, action: Optional[int]) -> None:
        """Makes the move of the agent whose turn it is."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        player = self.possible_agents.index(agent)
        if action is None or int(action) not in self.position.legal_actions():
            self._finish(1 - player)
        else:
            self.position.apply_action(int(action))
            outcome = self.position.outcome
            if outcome is not None:
                self._finish(outcome.winner)
        over = self.terminations[agent]
        self.agent_selection = self.possible_agents[1 - player if over else self.position.to_move]
        self._accumulate_rewards()

    def _finish(self, winner: Optional[int]) -> None:
        for player, agent in enumerate(self.possible_agents):
            self.rewards[agent] = 0.0 if winner is None else 1.0 if player == winner else -1.0
            self.terminations[agent] = True

    def render(self) -> Optional[str]:
        """The position as text, or as SVG if `render_mode` is "svg"."""
        if self.render_mode == "svg":
            return str(self.position.svg())
        return str(self.position) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Does nothing."""


def env(game: str = "connect4", setup: str = "-", render_mode: Optional[str] = None) -> GameEnv:
    """A game as a PettingZoo environment."""
    return GameEnv(game, setup, render_mode)
