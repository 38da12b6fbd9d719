"""Provides modules of other frameworks, backed by this package, in the process of one agent."""

from __future__ import annotations

import sys
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any, Dict, Mapping, Optional, Sequence


class Provided(MetaPathFinder, Loader):
    """An import hook that finds modules in a table before Python looks for files.

    The parent packages of a module are created automatically.
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
        """The spec of a module, if it is in the table."""
        if fullname not in self.contents:
            return None
        package = any(name.startswith(fullname + ".") for name in self.contents)
        return ModuleSpec(fullname, self, origin="grandline.compat", is_package=package)

    def create_module(self, spec: ModuleSpec) -> Optional[ModuleType]:
        """Uses the default module creation."""
        return None

    def exec_module(self, module: ModuleType) -> None:
        """Fills a module."""
        contents = self.contents[module.__name__]
        module.__doc__ = contents.get("__doc__", f"The part of {module.__name__} that agents need, over Grandline's rules.")
        module.__dict__.update(contents)
        module.__dict__.setdefault("__all__", [name for name in contents if not name.startswith("_")])

    def install(self) -> None:
        """Provides the modules from now on in this process."""
        for name in self.contents:
            sys.modules.pop(name, None)
        sys.meta_path.insert(0, self)

    def remove(self) -> None:
        """Stops providing the modules; modules that were imported before stay usable."""
        sys.meta_path.remove(self)
        for name in self.contents:
            sys.modules.pop(name, None)
