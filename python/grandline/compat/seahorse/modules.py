"""The classes of each module: the names of seahorse 1.1 and 1.2, and the files of the course."""

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
"""The names that modules of seahorse import from each other: agents that use `import *` rely on them."""

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
"""The names that the course's files import from the standard library, for the same reason."""

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
    """Provides the modules."""
    provided = Provided(MODULES)
    provided.install()
    return provided
