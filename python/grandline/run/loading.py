"""An agent's file as a module, and the right object in it."""

from __future__ import annotations

import importlib.util
import inspect
import sys
from pathlib import Path
from types import ModuleType
from typing import Any, Callable, List, Optional, Tuple


class WrongAgent(Exception):
    """The file or the name cannot be right, whatever the game; the text says what would be."""


def split_name(text: str) -> Tuple[Path, Optional[str]]:
    """The file and the name of `FILE.py:NAME`; a colon in a path is no name.

    >>> split_name("agents/mine.py:Deep")[1]
    'Deep'
    >>> split_name("mine.py")
    (PosixPath('mine.py'), None)
    """
    file, colon, name = text.rpartition(":")
    if colon and file.endswith(".py"):
        return Path(file), name or None
    return Path(text), None


def load_module(file: Path) -> ModuleType:
    """Runs a file as the module of its own name. What lies beside it can be imported, as when it is run by itself."""
    if not file.is_file():
        raise WrongAgent(f"there is no file '{file}'")
    file = file.resolve()
    sys.path.insert(0, str(file.parent))
    name = file.stem if file.stem not in sys.modules else f"{file.stem}_agent"
    spec = importlib.util.spec_from_file_location(name, file)
    if spec is None or spec.loader is None:
        raise WrongAgent(f"'{file}' is not a Python file: its name must end in .py")
    module = importlib.util.module_from_spec(spec)
    # Whoever pickles an object of the agent, or imports the file again from beside it, means this module.
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


def defined_in(module: ModuleType) -> List[Tuple[str, Any]]:
    """The classes and functions that a file defines itself, in its order."""
    return [
        (name, value)
        for name, value in vars(module).items()
        if (inspect.isclass(value) or inspect.isfunction(value)) and value.__module__ == module.__name__
    ]


def named(module: ModuleType, name: str) -> Any:
    """The object of a name; an error says which names there are."""
    try:
        return getattr(module, name)
    except AttributeError:
        raise WrongAgent(f"'{file_name(module)}' has no '{name}'; {listed(module)}") from None


def the_only(module: ModuleType, fits: Callable[[str, Any], bool], wanted: str) -> Any:
    """The only object of a file that can be meant."""
    found = [(name, value) for name, value in defined_in(module) if fits(name, value)]
    if len(found) == 1:
        return found[0][1]
    if not found:
        raise WrongAgent(f"'{file_name(module)}' has no {wanted}; {listed(module)}")
    names = ", ".join(name for name, _ in found)
    raise WrongAgent(f"'{file_name(module)}' has more than one {wanted}: {names}; say which, as {file_name(module)}:NAME")


def file_name(module: ModuleType) -> str:
    """The name of a module's file."""
    return Path(module.__file__ or module.__name__).name


def listed(module: ModuleType) -> str:
    """What a file has, in words."""
    names = [name for name, _ in defined_in(module)]
    return f"it has {', '.join(names)}" if names else "it has neither classes nor functions"
