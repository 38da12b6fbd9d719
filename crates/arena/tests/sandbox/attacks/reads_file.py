"""Reads a file of another user."""
import sys

from agent import serve

serve(lambda: "secret" in open(sys.argv[1]).read())
