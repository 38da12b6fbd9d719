"""Agents written for other frameworks, without changes.

Each of these provides the modules that an agent imports, backed by the rules of this package, and only inside the process
that runs the agent: installed modules of the same name are neither used nor changed.

- `seahorse`: Divercité as in the course INF8175
- `aiarena`: checkers and Connect 4 as in the course IN104
- `hotk`: Hand of the King, both phases
- `kaggle`: Connect 4 as in Kaggle's Connect X
- `provided`: an import hook that provides modules
"""
