"""`python -m grandline.run FORM FILE[:NAME]`."""

from __future__ import annotations

import argparse
import os
import sys
from typing import List, Optional

from .forms import MODULES, Choose, load
from .loading import WrongAgent, split_name
from .protocol import Answer, Channel, Question
from .trouble import report

WRONG = 3
"""The exit status if the agent cannot be loaded."""


def main(arguments: Optional[List[str]] = None) -> int:
    """Runs an agent until the host closes the connection, and returns the exit status."""
    parser = argparse.ArgumentParser(
        prog="python -m grandline.run",
        description="Runs one agent. Reads requests as JSON lines and writes moves as JSON lines.",
        epilog="The command grandline starts this itself: grandline match divercite seahorse:my_player.py greedy",
    )
    parser.add_argument("form", metavar="FORM", help=f"how the agent is written: {', '.join(MODULES)}")
    parser.add_argument("file", metavar="FILE[:NAME]", help="the file, and the name of the agent if the file has several")
    parser.add_argument("--ready", action="store_true", help="report when the agent is loaded")
    options = parser.parse_args(arguments)
    channel = Channel()
    try:
        file, name = split_name(options.file)
        form = load(options.form, file, name)
    except WrongAgent as wrong:
        print(wrong, file=sys.stderr)
        return WRONG
    except KeyboardInterrupt:
        return 130
    except BaseException as error:
        report(error)
        return WRONG
    if options.ready:
        channel.say({"ready": True})
    earlier: Optional[Question] = None
    choose: Optional[Choose] = None
    try:
        for question in channel.questions():
            if choose is None or not question.continues(earlier):
                choose = form.begin(question)
            answer = choose(question)
            channel.answer(answer if isinstance(answer, Answer) else Answer(answer))
            earlier = question
    except KeyboardInterrupt:
        return 130
    except BaseException as error:
        report(error)
        return 1
    return 0


def leave(status: int) -> None:
    """Ends the process, even if threads of the agent are still running."""
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(status)


if __name__ == "__main__":
    leave(main())
