import sys

for line in sys.stdin:
    print('{"move": "8"}', flush=True)
