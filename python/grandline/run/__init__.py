"""The process of one agent written in Python, as the program `grandline` starts it.

`python -m grandline.run FORM FILE[:NAME]` loads a file and answers questions: one JSON object a line comes in on standard
input, one goes out on standard output. Whatever the agent prints goes to standard error.

- `protocol`: the lines, and whose standard output is whose
- `loading`: the agent's file as a module, and the right object in it
- `trouble`: what an agent's error looks like to the person who wrote it
- `forms`: the kinds of agents there are
- `own`: agents written for this package
"""
