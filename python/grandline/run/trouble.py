"""Reports the errors of an agent to its author: the traceback without the frames of this package, and a summary as the last
line, which the host shows first."""

from __future__ import annotations

import sys
import traceback
from pathlib import Path
from types import TracebackType
from typing import Optional, TextIO, Tuple

OURS = str(Path(__file__).resolve().parent.parent)


def is_ours(filename: str) -> bool:
    """Whether a frame belongs to this package or to the machinery of imports."""
    return filename.startswith((OURS, "<frozen"))


def describe(error: BaseException) -> str:
    """An error in one line: what, and where in the agent's code."""
    words = " ".join(str(error).split())
    if isinstance(error, SystemExit):
        words = f"the agent ended its process with exit({error.code!r})"
    elif isinstance(error, MemoryError) and not words:
        words = "the agent wanted more memory than it may have"
    kind = type(error).__name__
    place = last_place(error.__traceback__)
    if isinstance(error, SyntaxError):
        place = f"{Path(error.filename or '').name}, line {error.lineno}"
        words = error.msg
    message = f"{kind}: {words}" if words else kind
    return f"{message} ({place})" if place else message


def traced(error: BaseException, trace: Optional[TracebackType]) -> Tuple[Optional[str], str]:
    """The place where an error was raised, and its whole traceback."""
    frames = traceback.extract_tb(trace)
    place = f"{frames[-1].filename}, line {frames[-1].lineno}, in {frames[-1].name}" if frames else None
    return place, "".join(traceback.format_exception(type(error), error, trace))


def last_place(trace: Optional[TracebackType]) -> Optional[str]:
    """The last frame of the agent, as file, line and function."""
    frames = [frame for frame in traceback.extract_tb(trace) if not is_ours(frame.filename)]
    if not frames:
        return None
    frame = frames[-1]
    return f"{Path(frame.filename).name}, line {frame.lineno}, in {frame.name}"


def report(error: BaseException, file: Optional[TextIO] = None) -> None:
    """Writes the error of an agent for its author."""
    file = sys.stderr if file is None else file
    try:
        summary = traceback.TracebackException.from_exception(error)
        part: Optional[traceback.TracebackException] = summary
        while part is not None:
            frames = [frame for frame in part.stack if not is_ours(frame.filename)]
            part.stack = traceback.StackSummary.from_list(frames)
            part = part.__cause__ or (None if part.__suppress_context__ else part.__context__)
        file.write("".join(summary.format()))
    except Exception:
        # The traceback may fail, for example without free memory; the summary below is still written.
        pass
    file.write(describe(error) + "\n")
    file.flush()
