import sys

for line in sys.stdin:
    print("let me see", flush=True)
