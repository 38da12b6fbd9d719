"""`seahorse:FILE.py[:CLASS]`: a player of the course, called as seahorse calls it."""

from __future__ import annotations

import inspect
from pathlib import Path
from typing import Any, Callable, Optional

from ..._native import GameStateDivercite, HeavyAction, LightAction, seahorse_state, seahorse_states
from ...run.forms import Choose, Form
from ...run.loading import WrongAgent, file_name, load_module, named
from ...run.protocol import Answer, Question
from .classes import PlayerDivercite
from .modules import provide

LETTERS = ("W", "B")

COURSE_TIME = 900.0
"""Seconds per game in the course, for games without a clock."""


class Seahorse(Form):
    """A class of players."""

    games = ("divercite",)

    def __init__(self, maker: Callable[..., Any], name: str) -> None:
        self.maker = maker
        self.name = name

    def begin(self, question: Question) -> Choose:
        own, other = LETTERS[question.player], LETTERS[1 - question.player]
        player = self.maker(own, name=self.name)
        opponent = PlayerDivercite(other, name="opponent" if self.name != "opponent" else "other")
        players = [player, opponent] if question.player == 0 else [opponent, player]

        def choose(question: Question) -> Answer:
            state = seahorse_state(players, question.start, list(question.moves))
            remaining = COURSE_TIME if question.remaining is None else question.remaining
            before = seahorse_states()
            ask = getattr(player, "play", None)
            if ask is None:
                action = player.compute_action(current_state=state, remaining_time=remaining)
            else:
                action = ask(state, remaining_time=remaining)
            return Answer(move_text(state, action), seahorse_states() - before)

        return choose


def move_text(state: GameStateDivercite, action: Any) -> str:
    """The text of an action. The arena checks whether it is legal."""
    if isinstance(action, HeavyAction):
        try:
            action = state.convert_stateful_action_to_stateless_action(action)
        except (TypeError, ValueError) as error:
            raise ValueError(f"compute_action returned an action of another state: {error}") from None
    if not isinstance(action, LightAction):
        raise TypeError(f"compute_action returned {action!r}, and not an action of the state it was given")
    row, column = action.data["position"]
    return f"{action.data['piece']}{row}{column}"


def load(file: Path, name: Optional[str]) -> Form:
    """The player of a file: the class of this name, by default MyPlayer."""
    provide()
    module = load_module(file)
    maker = named(module, name or "MyPlayer")
    if not inspect.isclass(maker) or not callable(getattr(maker, "compute_action", None)):
        wanted = name or "MyPlayer"
        raise WrongAgent(f"'{wanted}' in '{file_name(module)}' is not a class of players with compute_action")
    return Seahorse(maker, file.stem)
