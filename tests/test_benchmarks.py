"""The benchmarks run: each, in a process of its own, on next to nothing."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from regicide_solver import kernel

FOLDER = Path(__file__).parent.parent / "benchmarks"

pytestmark = [
    pytest.mark.skipif(not FOLDER.is_dir(), reason="the benchmarks are not beside these tests"),
    pytest.mark.skipif(os.name != "posix", reason="the benchmarks ask a POSIX system for its memory"),
]
needs_kernel = pytest.mark.skipif(not kernel.available(), reason="there is no kernel to compare with")


def run(script, *arguments):
    """Run a benchmark; its exit code, and what it printed."""
    # A safe path would keep the scripts from the modules beside them.
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONSAFEPATH"}
    done = subprocess.run(
        [sys.executable, FOLDER / script, *map(str, arguments)],
        capture_output=True,
        encoding="utf-8",
        env=environment | {"PYTHONIOENCODING": "utf-8"},
        timeout=120,
        check=False,
    )
    return done.returncode, done.stdout + done.stderr


def table_rows(text):
    """The cells of the rows of a table in Markdown, without its head."""
    lines = [line.strip("| ").split(" | ") for line in text.splitlines() if line.startswith("| ")]
    return lines[2:]


def test_decide_counts_every_deal(tmp_path):
    out = tmp_path / "three.jsonl"
    code, text = run("decide.py", "--players", 3, "--seeds", "0:3", "--nodes", 2000, "--out", out)
    assert code == 0, text
    ((name, seeds, *counts, _),) = [[*row[:5], row[5:]] for row in table_rows(text)]
    assert (name, seeds) == ("3 players", "0 to 2")
    assert sum(map(int, counts)) == 3
    assert len(out.read_text("utf-8").splitlines()) == 4  # the settings, and a row for each deal
    summed_up, again = run("decide.py", "--summary", out)
    assert summed_up == 0
    assert table_rows(again) == table_rows(text)


def test_decide_refuses_what_is_no_range():
    code, text = run("decide.py", "--seeds", "3:0")
    assert code == 2
    assert "expected FIRST:END" in text


@needs_kernel
def test_engines_tells_the_rates_of_both():
    code, text = run("engines.py", "--kernel-nodes", 300, "--python-nodes", 20, "--repetitions", 1)
    assert code == 0, text
    rows = table_rows(text)
    assert [row[:2] for row in rows] == [[kind, str(players)] for kind in ("minimal", "all") for players in range(1, 5)]
    assert all(int(row[column].replace(",", "")) > 0 for row in rows for column in (3, 5))


@needs_kernel
def test_agree_finds_no_disagreement():
    code, text = run("agree.py", "--positions", 20)
    assert code == 0, text
    assert "; 0 disagreements" in text
    verdicts = {tuple(row[1:4]) for row in table_rows(text)}
    assert len(verdicts) == 1, "every search finds as many wins and as many losses"


@needs_kernel
def test_agree_proves_unwinnable_deals_again(tmp_path):
    out = tmp_path / "gold.jsonl"
    code, text = run("decide.py", "--players", 1, "--flips", 0, "--seeds", "23:24", "--out", out)
    assert code == 0, text
    code, text = run("agree.py", "--unwinnable", out, "--nodes", 200_000, "--memory", 0.25)
    assert code == 0, text
    assert "1 unwinnable of 1 deals; 1 proved again" in text
