"""The program `regicide-solver`: its list of commands, each imported when it is asked for."""

from __future__ import annotations

import platform
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Any, NoReturn

import click

import regicide_solver
from regicide_solver.cli.failures import exit_with

__all__ = ["COMMANDS", "HIDDEN_COMMANDS", "PROGRAM_NAME", "main", "program"]

PROGRAM_NAME = "regicide-solver"

#: Every command in the order of the help, with its short help; its module in this package has the same name.
COMMANDS = {
    "deal": "Show the deals of a seed or a range of seeds.",
    "solve": "Decide deals: winnable or not, with a winning line.",
    "replay": "Show a line turn by turn.",
    "verify": "Check results of solve by replaying their lines.",
    "discard": "Find the best payment for an attack.",
    "fight": "Find the best way to defeat the enemy at hand.",
    "analyse": "Give every action of a state its verdict.",
    "review": "Find the action that lost a played game.",
    "puzzle": "Look for positions with exactly one winning action.",
    "graph": "Make the graph of the states below a state.",
    "odds": "Compute the probability of a win under the best play.",
    "rules": "Show presets, options, and what the rule texts say.",
    "perft": "Count the action sequences below a position.",
}
#: Commands that the short help leaves out.
HIDDEN_COMMANDS = frozenset({"perft"})


class Program(click.Group):
    """A group whose commands are modules, and whose `main` turns every failure into one line and an exit code."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 (click's signature)
        """Name the commands, in the order of the help."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        """Import a command."""
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = import_module(f"regicide_solver.cli.{cmd_name}").command
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        """Write the short help without importing any command."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, text) for name, text in COMMANDS.items() if name not in HIDDEN_COMMANDS])

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        windows_expand_args: bool = True,
        **extra: Any,
    ) -> NoReturn:
        """Run the program and end the process with its exit code."""
        del complete_var, standalone_mode, windows_expand_args, extra  # there is one way in, and nothing leaves it
        words = sys.argv[1:] if args is None else list(args)

        def run() -> int:
            try:
                # Not click's own `main`, for which a closed pipe is exit code 1: that is a verdict here.
                with self.make_context(prog_name or PROGRAM_NAME, words) as ctx:
                    result = self.invoke(ctx)
            except click.exceptions.Exit as ending:
                return ending.exit_code
            return result if isinstance(result, int) else 0

        exit_with(run)


def _show_version(ctx: click.Context, _parameter: click.Parameter, wanted: bool) -> None:
    if not wanted or ctx.resilient_parsing:
        return
    from regicide_solver.search import solve

    # The search itself is asked which engine runs, on a position that is one play from won.
    engine = solve(regicide_solver.State(["10C"], "KD", damage=20)).stats.engine
    version, python = regicide_solver.__version__, platform.python_version()
    click.echo(f"{PROGRAM_NAME} {version} (Python {python}, engine: {engine})")
    ctx.exit()


@click.group(
    cls=Program,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="""\b
Examples:
  regicide-solver solve 42
  regicide-solver solve 0:100 --players 3 --json > results.jsonl
  regicide-solver verify results.jsonl

Every command takes --help. Unofficial; exact for 1 to 4 players.""",
)
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_show_version,
    help="Show the version, Python's, and which engine runs, and exit.",
)
@click.pass_context
def program(ctx: click.Context) -> None:
    """Exact analysis of the cooperative card game Regicide: decide deals, replay and check lines."""
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())


def main() -> NoReturn:
    """Run the command line of this process."""
    program.main(prog_name=PROGRAM_NAME)
