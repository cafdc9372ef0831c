"""The examples in the docstrings of every module of the package."""

import doctest
import importlib
import pkgutil

import pytest

import regicide_solver

MODULES = sorted(
    module.name
    for module in pkgutil.walk_packages(regicide_solver.__path__, "regicide_solver.")
    if not module.name.endswith(("__main__", "._kernel"))
)


@pytest.mark.parametrize("name", ["regicide_solver", *MODULES])
def test_examples_run(name):
    module = importlib.import_module(name)
    result = doctest.testmod(module, optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
    assert result.failed == 0


def test_modules_are_found():
    assert {"regicide_solver.engine", "regicide_solver.cards", "regicide_solver.state"} <= set(MODULES)
    assert doctest.testmod(importlib.import_module("regicide_solver.cards")).attempted > 10
