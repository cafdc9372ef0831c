# ruff: noqa: INP001, S603, T201 (a script that talks)
"""Measures what `import regicide_solver` costs beyond Python itself, and refuses heavy modules.

Run with the interpreter of an environment in which the package is installed.
"""

import json
import os
import subprocess
import sys
import sysconfig
from pathlib import Path

LIMIT = 0.1  # seconds of CPU time: what else the machine does at the moment does not count
RUNS = 9  # the fastest counts, for the same reason
HEAVY = ("click", "matplotlib", "networkx", "numpy", "ortools", "pandas", "rich")

PROGRAM = """
import json, sys, time
began = time.process_time()
import regicide_solver
seconds = time.process_time() - began
print(json.dumps([seconds, regicide_solver.__file__, sorted(sys.modules)]))
"""


def main() -> int:
    """Run the import several times in fresh interpreters."""
    environment = os.environ | {"PYTHONSAFEPATH": "1"}
    environment.pop("PYTHONPATH", None)
    times = []
    for _ in range(RUNS):
        command = [sys.executable, "-c", PROGRAM]
        answer = subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout
        seconds, origin, modules = json.loads(answer)
        times.append(seconds)
    if Path(sysconfig.get_path("platlib")) not in Path(origin).parents:
        print(f"regicide_solver comes from {origin}, not from the installation")
        return 1
    loaded = sorted({name.partition(".")[0] for name in modules} & set(HEAVY))
    if loaded:
        print(f"import regicide_solver loads {', '.join(loaded)}")
        return 1
    if min(times) >= LIMIT:
        print(f"import regicide_solver takes {min(times):.3f} s of CPU time; expected less than {LIMIT} s")
        return 1
    print(f"import regicide_solver takes {1000 * min(times):.0f} ms of CPU time and loads nothing heavy")
    return 0


if __name__ == "__main__":
    sys.exit(main())
