"""Which module has which class: the names of seahorse 1.1, those of 1.2, and the files of the course."""

from __future__ import annotations

import copy
import json
import random
from typing import Any, Dict, Generator, List, Optional, Set, Tuple

from ..._native import BoardDivercite, GameStateDivercite, HeavyAction, LightAction, Piece
from ..provided import Provided
from .classes import EXCEPTIONS, Action, Board, GameState, Player, PlayerDivercite, Representation, Serializable

COMMON: Dict[str, Any] = {
    "Action": Action,
    "GameState": GameState,
    "HeavyAction": HeavyAction,
    "LightAction": LightAction,
    "MethodNotImplementedError": EXCEPTIONS["MethodNotImplementedError"],
    "Piece": Piece,
    "Player": Player,
    "Representation": Representation,
    "Serializable": Serializable,
    "StatefulAction": HeavyAction,
    "StatelessAction": LightAction,
}
"""What modules of seahorse import of each other: agents that say `import *` count on it."""

ALSO: Dict[str, Any] = {
    "Dict": Dict,
    "Generator": Generator,
    "List": List,
    "Optional": Optional,
    "Set": Set,
    "Tuple": Tuple,
    "copy": copy,
    "json": json,
    "random": random,
}
"""What the course's own files import of Python itself, for the same reason."""

MODULES: Dict[str, Dict[str, Any]] = {
    "seahorse.game.action": COMMON,
    "seahorse.game.custom_stat": {"CustomStat": dict},
    "seahorse.game.game_layout.board": {**COMMON, "Board": Board},
    "seahorse.game.game_state": COMMON,
    "seahorse.game.heavy_action": COMMON,
    "seahorse.game.light_action": {
        **COMMON,
        "NoGameStateProvidedError": EXCEPTIONS["NoGameStateProvidedError"],
    },
    "seahorse.game.representation": COMMON,
    "seahorse.game.stateful_action": COMMON,
    "seahorse.game.stateless_action": COMMON,
    "seahorse.player.player": COMMON,
    "seahorse.utils.custom_exceptions": dict(EXCEPTIONS),
    "seahorse.utils.serializer": {"Serializable": Serializable},
    "board_divercite": {**COMMON, **ALSO, "Board": Board, "BoardDivercite": BoardDivercite},
    "game_state_divercite": {
        **COMMON,
        **ALSO,
        "BoardDivercite": BoardDivercite,
        "GameStateDivercite": GameStateDivercite,
        "PlayerDivercite": PlayerDivercite,
    },
    "player_divercite": {**COMMON, "PlayerDivercite": PlayerDivercite},
}


def provide() -> Provided:
    """Puts the modules where an agent looks for them."""
    provided = Provided(MODULES)
    provided.install()
    return provided
