"""The command line as ``python -m regicide_solver``."""

from __future__ import annotations

from regicide_solver.cli import main

if __name__ == "__main__":
    main()
