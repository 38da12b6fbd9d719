"""`python:FILE.py[:NAME]`: an agent written for this package, as a function or as a class with `choose`."""

from __future__ import annotations

import inspect
from pathlib import Path
from typing import Any, Callable, Optional

from .._native import turn
from .forms import Choose, Form
from .loading import WrongAgent, file_name, load_module, named, the_only
from .protocol import Answer, Question


def is_agent_class(_: str, value: Any) -> bool:
    """Whether an object is a class with a method `choose`."""
    return inspect.isclass(value) and callable(getattr(value, "choose", None))


def is_agent_function(name: str, value: Any) -> bool:
    """Whether an object is a function that takes a position and a clock."""
    if not inspect.isfunction(value) or name.startswith("_"):
        return False
    try:
        inspect.signature(value).bind("position", "clock")
    except TypeError:
        return False
    return True


class Own(Form):
    """A function, or a class that is instantiated for every game."""

    def __init__(self, maker: Callable[..., Any]) -> None:
        self.maker = maker

    def begin(self, question: Question) -> Choose:
        agent: Any = self.maker() if inspect.isclass(self.maker) else self.maker
        ask = agent.choose if hasattr(agent, "choose") else agent

        def choose(question: Question) -> Answer:
            own = question.player
            clocks = question.clocks if question.limits.time is None else None
            position, clock = turn(
                question.game,
                question.start,
                list(question.moves),
                time=question.limits.time,
                nodes=question.limits.nodes,
                depth=question.limits.depth,
                remaining=None if clocks is None else clocks[own],
                opponent=None if clocks is None else clocks[1 - own],
                increment=question.limits.increment,
            )
            move = ask(position, clock)
            if isinstance(move, bool) or not isinstance(move, (str, int)):
                raise TypeError(f"the agent returned {move!r}, which is not a move such as {question.legal[0]!r}")
            depth, value, line = clock._said()
            return Answer(str(move), position.states, depth, value, line)

        return choose


def load(file: Path, name: Optional[str]) -> Form:
    """The agent of a file: the one of this name, or the only one."""
    module = load_module(file)
    if name is not None:
        found = named(module, name)
        if not callable(found):
            raise WrongAgent(f"'{name}' in '{file_name(module)}' is neither a function nor a class with choose")
        return Own(found)
    for usual in ("Agent", "agent", "choose"):
        found = vars(module).get(usual)
        if found is not None and (is_agent_class(usual, found) or is_agent_function(usual, found)):
            return Own(found)
    try:
        return Own(the_only(module, is_agent_class, "class with choose(position, clock)"))
    except WrongAgent as wrong:
        if "more than one" in str(wrong):
            raise
    return Own(the_only(module, is_agent_function, "function (position, clock) or class with choose(position, clock)"))
