import json
import sys

question = json.loads(sys.stdin.readline())
print(json.dumps({"move": question["legal"][0]}))
