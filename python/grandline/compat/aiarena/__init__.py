"""Brains of the course IN104, written for the package aiarena, as they are.

- `agent`: a brain's file in the arena (`aiarena:FILE.py[:CLASS]`)
- `state`: what the states of both games have in common
- `checkers`, `connect4`: the states, cells and moves of each game
- `modules`: which module has what
"""
