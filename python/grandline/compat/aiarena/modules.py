"""The modules of aiarena and their contents."""

from __future__ import annotations

from typing import Any, Dict

from ..provided import Provided
from . import checkers, connect4
from .state import BLACK, NONE, WHITE

CELLS: Dict[str, Dict[str, Any]] = {
    "checkers": {
        "Cell": checkers.Cell,
        "NONE": checkers.NONE,
        "MAN": checkers.MAN,
        "KING": checkers.KING,
        "WHITE": WHITE,
        "BLACK": BLACK,
    },
    "connect4": {"Cell": connect4.Cell, "NONE": NONE, "WHITE": WHITE, "BLACK": BLACK},
}


def modules() -> Dict[str, Dict[str, Any]]:
    """The contents of each module."""
    contents: Dict[str, Dict[str, Any]] = {"aiarena": {}}
    for name, state, move in (
        ("checkers", checkers.GameState, checkers.CheckersMove),
        ("connect4", connect4.GameState, connect4.ColumnMove),
    ):
        contents[f"aiarena.{name}"] = {"GameState": state, "Move": move, "Cell": CELLS[name]["Cell"]}
        contents[f"aiarena.{name}.cell"] = CELLS[name]
        contents[f"aiarena.{name}.gameState"] = {"GameState": state}
        contents[f"aiarena.{name}.move"] = {"Move": move}
    return contents


def provide() -> Provided:
    """Provides all modules, because brains use `aiarena.checkers.cell` without importing it."""
    import importlib

    contents = modules()
    provided = Provided(contents)
    provided.install()
    for name in contents:
        importlib.import_module(name)
    return provided
