"""The kinds of agents: each is a module with a function `load(file, name)`."""

from __future__ import annotations

import importlib
from pathlib import Path
from typing import Any, Callable, Dict, Optional, Tuple, Union

from .loading import WrongAgent
from .protocol import Answer, Question

Choose = Callable[[Question], Union[Answer, str]]
"""An agent in a game: returns a move for a question."""


class Form:
    """A loaded agent file, which creates a new agent for each game."""

    games: Tuple[str, ...] = ()
    """The games that this kind of agent plays; empty means all."""

    def begin(self, question: Question) -> Choose:
        """The agent for a game whose first question is this one."""
        raise NotImplementedError


MODULES: Dict[str, str] = {
    "python": "grandline.run.own",
    "seahorse": "grandline.compat.seahorse.agent",
    "aiarena": "grandline.compat.aiarena.agent",
    "hotk": "grandline.compat.hotk.agent",
    "kaggle": "grandline.compat.kaggle",
}


def load(form: str, file: Path, name: Optional[str]) -> Form:
    """Loads a file as an agent of this kind."""
    if form not in MODULES:
        raise WrongAgent(f"'{form}' is not a kind of agent; the kinds are {', '.join(MODULES)}")
    module: Any = importlib.import_module(MODULES[form])
    loaded: Form = module.load(file, name)
    return loaded
