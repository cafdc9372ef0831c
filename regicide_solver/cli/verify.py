"""The command `verify`."""

from __future__ import annotations

import json

import click

from regicide_solver.cli.failures import EXIT_NO, EXIT_YES
from regicide_solver.cli.inputs import place_of, read_entries
from regicide_solver.cli.options import GameOptions, examples, game_options, json_option
from regicide_solver.cli.results import Result, game_fields, read_result
from regicide_solver.errors import IllegalActionError
from regicide_solver.search import Verdict, is_win

__all__ = ["command"]


@click.command(
    "verify",
    short_help="Check results of solve by replaying their lines.",
    epilog=examples(
        "regicide-solver verify result.json",
        "regicide-solver solve 0:10 --json | regicide-solver verify - --json",
    ),
)
@click.argument("file_name", metavar="FILE")
@game_options
@json_option
def command(file_name: str, options: GameOptions, as_json: bool) -> int:
    """Replay the lines of results of solve through the rules, and say whether each wins its deal.

    FILE holds one result, or one a line; - is standard input. What a result says of its seed, rules and players
    counts; options fill in what it leaves out. A result that claims no win (unwinnable, undecided) is no win.

    Exit code: 0 every result is a win of its deal, 1 not, 2 something cannot be read.
    """
    place = place_of(file_name)
    checked = []
    for number, value in read_entries(file_name, "expected a result of solve"):
        result = read_result(value, place if number == 1 else f"{place}, line {number}", options)
        checked.append((result, _why_no_win(result)))
    for result, reason in checked:
        _show(result, reason, as_json)
    return EXIT_YES if all(reason is None for _, reason in checked) else EXIT_NO


def _why_no_win(result: Result) -> str | None:
    """Say why a result is not a win of its deal, or None when it is."""
    if result.line is None:
        return f"no line ({result.verdict or 'no verdict'})"
    if result.verdict not in (None, str(Verdict.WINNABLE)):
        return f"a line, but the verdict {result.verdict}"
    try:
        if not is_win(result.game.source, result.line):
            return "the line ends before the game is won"
    except IllegalActionError as error:
        return str(error)
    return result.false_count()


def _show(result: Result, reason: str | None, as_json: bool) -> None:
    if as_json:
        click.echo(json.dumps({**game_fields(result.game), "verified": reason is None, "reason": reason}))
    elif reason is None:
        click.echo(f"{result.game.name}: verified, the line wins in {len(result.line or ())} actions")
    else:
        click.echo(f"{result.game.name}: no win: {reason}")
