import sys

sys.exit("the opening book is missing")
