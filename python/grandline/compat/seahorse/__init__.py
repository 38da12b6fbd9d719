"""Divercité agents of the course INF8175, written for the framework seahorse, without changes.

- `agent`: a player's file in the arena (`seahorse:FILE.py`)
- `classes`: seahorse's classes that are not native
- `modules`: which module has which class, in seahorse 1.1 and 1.2
- `local`: a game between files, as `main_divercite.py` plays it
- `export`: a player's file for the original seahorse that calls an agent of Grandline
"""
