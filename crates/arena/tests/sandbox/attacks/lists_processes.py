"""Finds another process in /proc and reads its command line and environment."""
import sys

from agent import serve

serve(lambda: bool(open(f"/proc/{sys.argv[1]}/cmdline").read()))
