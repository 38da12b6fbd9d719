"""Modules of other frameworks, made of objects of ours, for the process of one agent."""

from __future__ import annotations

import sys
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any, Dict, Mapping, Optional, Sequence


class Provided(MetaPathFinder, Loader):
    """Finds modules in a table of their contents before Python looks for files.

    A name that has others below it is a package; it is enough to name those.
    """

    def __init__(self, contents: Mapping[str, Mapping[str, Any]]) -> None:
        self.contents: Dict[str, Mapping[str, Any]] = {}
        for name in contents:
            parts = name.split(".")
            for length in range(1, len(parts)):
                self.contents.setdefault(".".join(parts[:length]), {})
        self.contents.update(contents)

    def find_spec(
        self, fullname: str, path: Optional[Sequence[str]], target: Optional[ModuleType] = None
    ) -> Optional[ModuleSpec]:
        """The module of a name, if it is one of ours."""
        if fullname not in self.contents:
            return None
        package = any(name.startswith(fullname + ".") for name in self.contents)
        return ModuleSpec(fullname, self, origin="grandline.compat", is_package=package)

    def create_module(self, spec: ModuleSpec) -> Optional[ModuleType]:
        """Python's own way is right."""
        return None

    def exec_module(self, module: ModuleType) -> None:
        """Fills a module."""
        contents = self.contents[module.__name__]
        module.__doc__ = contents.get("__doc__", f"What agents need of {module.__name__}, over Grandline's rules.")
        module.__dict__.update(contents)
        module.__dict__.setdefault("__all__", [name for name in contents if not name.startswith("_")])

    def install(self) -> None:
        """Provides the modules from now on in this process."""
        for name in self.contents:
            sys.modules.pop(name, None)
        sys.meta_path.insert(0, self)

    def remove(self) -> None:
        """Provides them no more; what was imported stays with those who have it."""
        sys.meta_path.remove(self)
        for name in self.contents:
            sys.modules.pop(name, None)
