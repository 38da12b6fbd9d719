"""An engine of the soak: speaks JSON lines, plays a random legal move, and is killed from time to time."""
import json
import random
import sys

for line in sys.stdin:
    print(json.dumps({"move": random.choice(json.loads(line)["legal"])}), flush=True)
