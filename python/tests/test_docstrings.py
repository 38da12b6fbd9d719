"""The examples in the documentation of the package, run as they stand."""

from __future__ import annotations

import doctest
from types import ModuleType

import pytest

import grandline
from grandline import _native, agent, arena, learned, results, show, training, tuning


@pytest.mark.parametrize("module", [grandline, arena, agent, learned, results, show, training, tuning])
def test_examples_of_modules(module: ModuleType) -> None:
    failed, tried = doctest.testmod(module)
    assert failed == 0 and (tried > 0 or module in (agent, show))


def test_examples_of_native_classes() -> None:
    """The finder of doctest does not look into compiled modules, so it is led there by hand."""
    finder, runner = doctest.DocTestFinder(recurse=False), doctest.DocTestRunner()
    names = {name: value for name, value in vars(_native).items() if not name.startswith("__")}
    members = {
        f"{name}.{attribute}": value
        for name, owner in names.items()
        if isinstance(owner, type)
        for attribute, value in vars(owner).items()
        if not attribute.startswith("_")
    }
    undocumented = [name for name, value in {**names, **members}.items() if not getattr(value, "__doc__", None)]
    assert undocumented == []
    for name, value in {**names, **members}.items():
        for test in finder.find(getattr(value, "__func__", value), name, module=False, globs={}):
            runner.run(test)
    assert runner.failures == 0 and runner.tries > 20
