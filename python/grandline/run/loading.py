"""Loads the file of an agent as a module and finds the agent in it."""

from __future__ import annotations

import importlib.util
import inspect
import sys
from pathlib import Path
from types import ModuleType
from typing import Any, Callable, List, Optional, Tuple


class WrongAgent(Exception):
    """The file or the name is wrong; the message says what would be right."""


def split_name(text: str) -> Tuple[Path, Optional[str]]:
    """The file and the name of `FILE.py:NAME`; a colon within the path does not start a name.

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
    """Loads a file as a module. Modules in the same folder can be imported, as when the file is run as a script."""
    if not file.is_file():
        raise WrongAgent(f"file '{file}' does not exist")
    file = file.resolve()
    sys.path.insert(0, str(file.parent))
    name = file.stem if file.stem not in sys.modules else f"{file.stem}_agent"
    spec = importlib.util.spec_from_file_location(name, file)
    if spec is None or spec.loader is None:
        raise WrongAgent(f"'{file}' is not a Python file: its name must end in .py")
    module = importlib.util.module_from_spec(spec)
    # Pickled objects of the agent and imports of the file by other files refer to this module.
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


def defined_in(module: ModuleType) -> List[Tuple[str, Any]]:
    """The classes and functions that the file defines itself, in order."""
    return [
        (name, value)
        for name, value in vars(module).items()
        if (inspect.isclass(value) or inspect.isfunction(value)) and value.__module__ == module.__name__
    ]


def named(module: ModuleType, name: str) -> Any:
    """The object of a name; the error lists the available names."""
    try:
        return getattr(module, name)
    except AttributeError:
        raise WrongAgent(f"'{file_name(module)}' has no '{name}'; {listed(module)}") from None


def the_only(module: ModuleType, fits: Callable[[str, Any], bool], wanted: str) -> Any:
    """The only object of a file that fits."""
    found = [(name, value) for name, value in defined_in(module) if fits(name, value)]
    if len(found) == 1:
        return found[0][1]
    if not found:
        raise WrongAgent(f"'{file_name(module)}' has no {wanted}; {listed(module)}")
    names = ", ".join(name for name, _ in found)
    raise WrongAgent(f"'{file_name(module)}' has more than one {wanted}: {names}; select one with {file_name(module)}:NAME")


def file_name(module: ModuleType) -> str:
    """The name of a module's file."""
    return Path(module.__file__ or module.__name__).name


def listed(module: ModuleType) -> str:
    """The classes and functions of a file, for error messages."""
    names = [name for name, _ in defined_in(module)]
    return f"it has {', '.join(names)}" if names else "it has neither classes nor functions"
