import sys

import honest

games = []


def ready():
    """Ends when a second game begins."""
    if not honest.moves and len(games) > 2:
        sys.exit(0)
    games.append(1)


honest.serve(ready=ready)
