"""The command line: parse, call the library, print.

Each command is a module of this package, imported when it is used; click is imported here, rich only by the modules
that draw. Nothing outside this package prints.
"""

from __future__ import annotations

from regicide_solver.cli.program import main, program

__all__ = ["main", "program"]
