"""The kinds of agents there are: each is a module with a function `load(file, name)`."""

from __future__ import annotations

import importlib
from pathlib import Path
from typing import Any, Callable, Dict, Optional, Tuple, Union

from .loading import WrongAgent
from .protocol import Answer, Question

Choose = Callable[[Question], Union[Answer, str]]
"""An agent in a game: from a question comes a move."""


class Form:
    """An agent's file, loaded. From it comes a new agent for each game."""

    games: Tuple[str, ...] = ()
    """The games that are played this way; none means all."""

    def begin(self, question: Question) -> Choose:
        """The agent for a game that begins, or that is joined, with this question."""
        raise NotImplementedError


MODULES: Dict[str, str] = {
    "python": "grandline.run.own",
    "seahorse": "grandline.compat.seahorse.agent",
    "aiarena": "grandline.compat.aiarena.agent",
    "hotk": "grandline.compat.hotk.agent",
    "kaggle": "grandline.compat.kaggle",
}


def load(form: str, file: Path, name: Optional[str]) -> Form:
    """Loads a file as an agent of some form."""
    if form not in MODULES:
        raise WrongAgent(f"'{form}' is no form of agent; there are {', '.join(MODULES)}")
    module: Any = importlib.import_module(MODULES[form])
    loaded: Form = module.load(file, name)
    return loaded
