"""Brains of the course IN104, written for the package aiarena, without changes.

- `agent`: a brain's file in the arena (`aiarena:FILE.py[:CLASS]`)
- `state`: the common part of the states of both games
- `checkers`, `connect4`: the states, cells and moves of each game
- `modules`: the modules that agents import
"""
