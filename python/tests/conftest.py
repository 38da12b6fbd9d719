"""What the tests share: every game, and positions reached by random play."""

from __future__ import annotations

import os
import signal
import tempfile
from random import Random

import pytest
from hypothesis import settings
from hypothesis import strategies as st

# Tables that tests need are not kept in the user's folder; the package asks for its name when it is imported.
os.environ["GRANDLINE_TABLES"] = tempfile.mkdtemp(prefix="grandline-tables-")

import grandline  # noqa: E402

# How long an example takes is the machine's business.
settings.register_profile("grandline", deadline=None, max_examples=60)
settings.load_profile("grandline")

# Programs that were started in the background ignore Ctrl-C, and so would these tests.
signal.signal(signal.SIGINT, signal.default_int_handler)

GAMES = [game.name for game in grandline.games()]


def wander(game: str, seed: int, plies: int) -> grandline.Position:
    """A position some random moves from a random set-up."""
    random = Random(seed)
    position = grandline.Position(game, f"seed:{seed}")
    for _ in range(plies):
        actions = position.legal_actions()
        if not actions:
            break
        position.apply_action(random.choice(actions))
    return position


def positions(game: str) -> st.SearchStrategy[grandline.Position]:
    """Positions of a game."""
    return st.builds(wander, st.just(game), st.integers(0, 2**32), st.integers(0, 120))


@pytest.fixture(params=GAMES)
def game(request: pytest.FixtureRequest) -> str:
    """Every game in turn."""
    name: str = request.param
    return name
