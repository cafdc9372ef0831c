"""Running the command line in tests: in this process, or as a process of its own."""

import json
import os
import subprocess
import sys
from dataclasses import dataclass

from click.testing import CliRunner

from regicide_solver.cli import program

#: One play from the win, and a position whose every line loses.
WON_NEXT = "official 1 play KD - 20 0 0 no - 10C/2C - - -- 0 0 0"
HOPELESS = "official 1 play KD - 0 0 0 no - 10C/2C - - -- 0 0 0"


@dataclass
class Run:
    code: int
    out: str
    err: str

    @property
    def json(self):
        return json.loads(self.out)

    @property
    def json_lines(self):
        return [json.loads(line) for line in self.out.splitlines()]

    def is_refused(self):
        """Whether it ended as bad input must: exit code 2, one line on standard error, nothing on standard output."""
        one_line = self.err.startswith("regicide-solver: ") and self.err.endswith("\n") and self.err.count("\n") == 1
        return self.code == 2 and self.out == "" and one_line


def run(*arguments, stdin=None):
    result = CliRunner().invoke(program, [str(argument) for argument in arguments], input=stdin)
    return Run(result.exit_code, result.stdout, result.stderr)


def command_of_process(*arguments):
    return [sys.executable, "-m", "regicide_solver", *map(str, arguments)]


def run_process(*arguments, stdin=None, **environment):
    result = subprocess.run(
        command_of_process(*arguments),
        input=stdin,
        capture_output=True,
        env={**os.environ, **environment},
        timeout=120,
        check=False,
    )
    return Run(result.returncode, result.stdout.decode(), result.stderr.decode())
