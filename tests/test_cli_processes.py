"""The command line as a process of its own: exit codes, pipes, signals, terminals, encodings."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from cli_runs import HOPELESS, WON_NEXT, command_of_process, run_process

on_posix = pytest.mark.skipif(os.name != "posix", reason="signals, pipes and terminals as POSIX has them")

#: A deal that the Python engine does not decide in the time of a test.
ENDLESS = ["174", "--players", "3", "--engine", "python"]


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["solve", WON_NEXT], 0),
        (["solve", HOPELESS], 1),
        (["solve", "-5"], 2),
        (["solve", "42", "--players", "1", "--nodes", "3"], 3),
        (["deal", "42"], 0),
        (["nonsense"], 2),
    ],
)
def test_exit_codes(arguments, code):
    result = run_process(*arguments)
    assert result.code == code
    assert result.is_refused() == (code == 2)


def test_both_names_of_the_program_are_the_same():
    script = Path(sys.executable).with_name("regicide-solver")
    if not script.exists():
        pytest.skip("the package is not installed here")
    told = subprocess.run([script, "deal", "42"], capture_output=True, check=True, timeout=60).stdout.decode()
    assert told == run_process("deal", "42").out


def test_help_and_version_load_no_command_and_no_rich():
    program = """
import sys
from regicide_solver.cli import program
try:
    program(sys.argv[1:])
except SystemExit as ending:
    loaded = [name for name in sys.modules if name.split(".")[0] in ("rich", "ortools", "networkx", "numpy")]
    loaded += [name for name in ("deal", "solve", "replay") if f"regicide_solver.cli.{name}" in sys.modules]
    print(ending.code, loaded)
"""
    for argument in ("--help", "--version"):
        ran = subprocess.run([sys.executable, "-c", program, argument], capture_output=True, check=True, timeout=60)
        assert ran.stdout.decode().splitlines()[-1] == "0 []"


def test_results_flow_through_pipes():
    solved = run_process("solve", "0:2", "--players", "4", "--nodes", "20000", "--json")
    assert solved.code == 0
    assert run_process("verify", "-", stdin=solved.out.encode()).code == 0


@on_posix
@pytest.mark.parametrize("arguments", [["--help"], ["deal", "0:2000"], ["deal", "0:2000", "--json"]])
def test_a_closed_pipe_ends_quietly(arguments):
    reading, writing = os.pipe()
    os.close(reading)
    process = subprocess.Popen(command_of_process(*arguments), stdout=writing, stderr=subprocess.PIPE)
    os.close(writing)
    _, told = process.communicate(timeout=60)
    assert (process.returncode, told) == (141, b"")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a full disk to write to")
def test_a_full_disk_is_one_line():
    with Path("/dev/full").open("wb") as full:
        result = subprocess.run(
            command_of_process("deal", "42"), stdout=full, stderr=subprocess.PIPE, timeout=60, check=False
        )
    assert result.returncode == 70
    assert result.stderr.startswith(b"regicide-solver: cannot write the output: ")
    assert result.stderr.count(b"\n") == 1


def test_output_that_cannot_hold_suit_signs_has_letters():
    plain = run_process("deal", "42", PYTHONIOENCODING="ascii", PYTHONUTF8="0")
    assert plain.code == 0
    assert "Hand 1 <  AC 4S 6C 7S 8C 9C 10D\n" in plain.out


@on_posix
def test_ctrl_c_on_a_long_search_ends_with_what_is_known(tmp_path):
    told = tmp_path / "out"
    with Terminal(["solve", *ENDLESS, "--json"], told) as terminal:
        terminal.wait_for("seed 174: ")
        terminal.process.send_signal(signal.SIGINT)
        assert terminal.end() == 3
    fields = json.loads(told.read_text())
    assert (fields["verdict"], fields["stopped_by"], fields["line"]) == ("undecided", "interrupt", None)
    assert fields["stats"]["nodes"] > 0
    assert "Traceback" not in terminal.shown


@on_posix
def test_ctrl_c_elsewhere_is_130():
    with Terminal(["deal", "0:1000000000"], None) as terminal:
        terminal.wait_for("Castle")
        terminal.process.send_signal(signal.SIGINT)
        assert terminal.end() == 130
    assert terminal.shown.replace("\r", "").endswith("regicide-solver: interrupted\n")
    assert "Traceback" not in terminal.shown


@on_posix
def test_colours_are_for_terminals_without_no_color():
    for environment, coloured in (({}, True), ({"NO_COLOR": "1"}, False)):
        with Terminal(["deal", "42"], None, **environment) as terminal:
            assert terminal.end() == 0
        assert ("\x1b[31m10♦" in terminal.shown) == coloured
        assert "10♦" in terminal.shown
    assert "\x1b" not in run_process("deal", "42").out


class Terminal:
    """A process on a terminal of its own; standard output may go to a file instead."""

    def __init__(self, arguments, output, **environment):
        import pty

        self._ours, theirs = pty.openpty()
        cleared = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "FORCE_COLOR")}
        settings = {"TERM": "xterm-256color", "COLUMNS": "100", **environment}
        out = theirs if output is None else output.open("wb")
        self.process = subprocess.Popen(
            command_of_process(*arguments), stdin=theirs, stdout=out, stderr=theirs, env=cleared | settings
        )
        os.close(theirs)
        if output is not None:
            out.close()
        self._read = b""

    def __enter__(self):
        return self

    def __exit__(self, *_error):
        self.process.kill()
        self.process.wait()
        os.close(self._ours)

    @property
    def shown(self):
        return self._read.decode()

    def _read_more(self):
        try:
            more = os.read(self._ours, 65536)
        except OSError:  # how Linux tells the end of a terminal
            return False
        self._read += more
        return bool(more)

    def wait_for(self, text):
        while text.encode() not in self._read:
            assert self._read_more(), self._read

    def end(self):
        while self._read_more():
            pass
        return self.process.wait(60)
