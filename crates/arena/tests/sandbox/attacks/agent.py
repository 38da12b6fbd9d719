"""An agent for Connect 4 that speaks JSON lines and plays the first legal move. The other files attack before they move.

An attack gets its targets as arguments. The test looks at the targets from outside. What only the attack can see, it reports
as its number of nodes: 1 if it got what it wanted.
"""
import json
import sys


def serve(attack):
    achieved = 0
    for number, line in enumerate(sys.stdin):
        question = json.loads(line)
        if number == 0:
            try:
                achieved = 1 if attack() else 0
            except Exception as error:
                print(f"{type(error).__name__}: {error}", file=sys.stderr)
        print(json.dumps({"move": question["legal"][0], "nodes": achieved}), flush=True)


if __name__ == "__main__":
    serve(lambda: False)
