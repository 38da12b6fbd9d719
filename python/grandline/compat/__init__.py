"""Agents written for other frameworks, run as they are.

Each of these gives an agent the modules it imports, backed by the rules of this package, and only inside the process that
runs the agent: whatever of the same name is installed is neither used nor changed.

- `seahorse`: Divercité as in the course INF8175
- `aiarena`: checkers and Connect 4 as in the course IN104
- `hotk`: Hand of the King, both phases
- `kaggle`: Connect 4 as in Kaggle's Connect X
- `provided`: how a module is put where an agent looks for it
"""
