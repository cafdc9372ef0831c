"""Importing the package is light: nothing heavy comes along."""

import json
import subprocess
import sys

import pytest

HEAVY = ("ortools", "networkx", "numpy", "rich", "click", "matplotlib", "pandas", "dask")
SCRIPT = """
import json, sys
import regicide_solver
state = regicide_solver.Deal.from_seed(42).state()
state.apply(state.legal_actions()[0]).to_json()
print(json.dumps(sorted(sys.modules)))
"""


def test_importing_and_playing_loads_nothing_heavy():
    done = subprocess.run([sys.executable, "-c", SCRIPT], capture_output=True, text=True, check=True, timeout=120)
    loaded = json.loads(done.stdout)
    assert "regicide_solver" in loaded
    assert [name for name in loaded if name.split(".")[0] in HEAVY] == []


def test_the_library_prints_nothing():
    script = SCRIPT.rsplit("\n", 2)[0]
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True, timeout=120)
    assert (done.stdout, done.stderr) == ("", "")


@pytest.mark.parametrize("package", ["discards", "fights"])
def test_ortools_is_imported_only_when_it_is_used(package):
    script = f"import sys, regicide_solver.{package}; print('ortools' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True, timeout=120)
    assert done.stdout.strip() == "False"
