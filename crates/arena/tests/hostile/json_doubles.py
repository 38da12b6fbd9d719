import os
import sys

for line in sys.stdin:
    # In one piece, so that the second line is there when the next question is asked.
    os.write(1, b'{"move": 4}\n{"move": 4}\n')
