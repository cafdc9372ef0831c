"""Draws the README's picture: what `regicide-solver solve 42 --players 2` prints, shortened in the middle.

Run as ``python docs/picture.py`` with the package installed.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from io import StringIO
from pathlib import Path

from rich.console import Console
from rich.text import Text

PICTURE = Path(__file__).parent / "images" / "solved-deal.svg"
COMMAND = ("solve", "42", "--players", "2")
WIDTH = 88
FIRST_FIGHTS, LAST_FIGHTS = 3, 2


def printed() -> str:
    """Run the program as on a terminal with colours."""
    command = [sys.executable, "-m", "regicide_solver", *COMMAND]
    environment = os.environ | {"FORCE_COLOR": "1", "TERM": "xterm-256color", "COLUMNS": str(WIDTH)}
    return subprocess.run(command, env=environment, capture_output=True, encoding="utf-8", check=True).stdout  # noqa: S603


def shortened(text: str) -> str:
    """Keep the verdict, the first and the last fights, and leave the counters away."""
    verdict, *fights, _counters = text.strip("\n").split("\n\n")
    left_out = len(fights) - FIRST_FIGHTS - LAST_FIGHTS
    middle = f"        ({left_out} more fights)"
    return "\n\n".join([verdict, *fights[:FIRST_FIGHTS], middle, *fights[-LAST_FIGHTS:]])


def drawn(text: str) -> str:
    """Draw text with colours as an SVG, in whatever fixed-width font the reader has."""
    console = Console(file=StringIO(), record=True, width=WIDTH, force_terminal=True, color_system="truecolor")
    console.print(Text.from_ansi(text))
    svg = console.export_svg(title="$ regicide-solver " + " ".join(COMMAND), unique_id="solved-deal")
    return re.sub(r"\s*@font-face \{.*?\}", "", svg, flags=re.DOTALL)


if __name__ == "__main__":
    PICTURE.write_text(drawn(shortened(printed())), "utf-8")
