"""Agents of the Hand of the King course, without changes.

- `agent`: an agent's file in the arena (`hotk:FILE.py[:VIEW]`)
- `classes`: the course's cards and players, under the name `classes`
- `course`: the course's functions that agents look ahead with, under the name `main`
- `table`: cards and players of a game in progress
"""
