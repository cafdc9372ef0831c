"""What the benchmarks share: where they ran, numbers in words, and tables in Markdown."""

from __future__ import annotations

import os
import platform
import re
import shlex
import subprocess
import sys
from collections.abc import Iterable, Sequence
from math import ceil
from pathlib import Path

import regicide_solver
from regicide_solver import kernel

ROOT = Path(__file__).parent.parent


def machine() -> dict[str, str]:
    """Describe the machine, without its name."""
    model = platform.machine()
    processors = Path("/proc/cpuinfo")
    if processors.exists():
        found = re.search(r"^model name\s*: (.*)$", processors.read_text("utf-8"), re.MULTILINE)
        model = found[1] if found else model
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    return {"processor": model, "cores": str(os.cpu_count()), "memory": gibibytes(memory)}


def versions() -> dict[str, str]:
    """Tell what ran: the package, its last commit where this is a clone, Python, and the kernel's compiler."""
    commit = _output("log", "-1", "--format=%h", "--abbrev=10", "--", "regicide_solver")
    changed = " and changes" if _output("status", "--porcelain", "--", "regicide_solver") else ""
    return {
        "package": f"{regicide_solver.__version__}{f' ({commit}{changed})' if commit else ''}",
        "python": platform.python_version(),
        "kernel": _kernel_compiler() if kernel.available() else "none",
    }


def surroundings() -> str:
    """Give machine, versions and command as Markdown."""
    told = ", ".join(f"{name} {value}" for name, value in (machine() | versions()).items())
    return f"{told}\n\n`{command()}`\n"


def command() -> str:
    """Give the command that runs, as it can be repeated."""
    return shlex.join(["python", f"benchmarks/{Path(sys.argv[0]).name}", *sys.argv[1:]])


def table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Write a table in Markdown, numbers with separators."""
    lines = [head, ["---"] * len(head), *rows]
    return "".join(f"| {' | '.join(map(written, line))} |\n" for line in lines)


def written(value: object) -> str:
    """Write a cell."""
    return f"{value:,}" if type(value) is int else str(value)


def milliseconds(seconds: float) -> str:
    """Write a time in milliseconds, with three digits that count."""
    value = 1000 * seconds
    return f"{value:,.0f}" if value >= 100 else f"{value:.1f}" if value >= 10 else f"{value:.2f}"


def gibibytes(count: int) -> str:
    """Write a number of bytes."""
    return f"{count / (1 << 20):.1f} MiB" if count < 1 << 30 else f"{count / (1 << 30):.2f} GiB"


def quantile(ordered: Sequence[float], share: float) -> float:
    """Give the smallest of some numbers, in order, that this share of them does not exceed."""
    return ordered[max(0, ceil(share * len(ordered)) - 1)]


def _kernel_compiler() -> str:
    found = re.search(rb"GCC: \([^)\0]*\) [\d.]+|clang version [\d.]+", Path(kernel.load().__file__).read_bytes())
    return found[0].decode() if found else "compiler not told"


def _output(*words: str) -> str:
    try:
        run = subprocess.run(["git", "-C", str(ROOT), *words], capture_output=True, encoding="utf-8", check=False)
    except OSError:
        return ""
    return run.stdout.strip() if run.returncode == 0 else ""
