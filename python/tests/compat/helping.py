"""Where agents lie, and questions to ask them."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Dict, List

import grandline

AGENTS = Path(__file__).parent / "agents"
PLAIN = Path(__file__).parent / "plain"


def question(game: str, moves: List[str], start: str = "-", **more: Any) -> Dict[str, Any]:
    """The question of a game in progress."""
    position = grandline.Position(game, start, moves)
    return {
        "game": game,
        "start": start,
        "position": position.text,
        "moves": moves,
        "legal": position.legal_moves,
        "player": ("first", "second")[position.to_move],
        "clock_ms": None,
        "detail": position.score,
        "limits": {},
        **more,
    }
