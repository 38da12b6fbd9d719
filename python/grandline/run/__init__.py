"""The process of one agent written in Python, as the program `grandline` starts it.

`python -m grandline.run FORM FILE[:NAME]` loads a file and answers requests: it reads JSON lines from standard input and
writes JSON lines to standard output. The output of the agent itself goes to standard error.

- `protocol`: the JSON lines, and the separation of standard output
- `loading`: loads the agent's file as a module and finds the agent in it
- `trouble`: reports the errors of an agent to its author
- `forms`: the kinds of agents
- `own`: agents written for this package
"""
