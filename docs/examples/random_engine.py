"""Any game at random, for json: one question a line in, one answer a line out."""
import json
import random
import sys

for line in sys.stdin:
    question = json.loads(line)
    print(json.dumps({"move": random.choice(question["legal"])}), flush=True)
