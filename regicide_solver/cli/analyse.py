"""The command `analyse`."""

from __future__ import annotations

import json
from itertools import islice

import click

import regicide_solver
from regicide_solver.analysis import Analysis, Choice, analyse
from regicide_solver.cli.failures import EXIT_UNDECIDED, EXIT_YES
from regicide_solver.cli.inputs import Game, read_games
from regicide_solver.cli.interrupts import InterruptFlag
from regicide_solver.cli.options import (
    GameCommand,
    GameOptions,
    engine_option,
    examples,
    game_options,
    json_option,
)
from regicide_solver.cli.progress import ProgressLine
from regicide_solver.cli.results import game_fields
from regicide_solver.cli.searching import columns, limit_options, limits_text, search_fields, search_text
from regicide_solver.search import Limits, Verdict

__all__ = ["choice_fields", "command"]

_ACTIONS_AHEAD = 3


@click.command(
    "analyse",
    cls=GameCommand,
    short_help="Give every action of a state its verdict.",
    epilog=examples(
        "regicide-solver analyse 42",
        "regicide-solver analyse position.json --seconds 30",
        "regicide-solver analyse 42 --players 3 --json",
    ),
)
@click.argument("input_text", metavar="INPUT")
@game_options
@limit_options(Limits(), "all actions of a state together")
@engine_option
@json_option
def command(input_text: str, options: GameOptions, limits: Limits, engine: str, as_json: bool) -> int:
    """Say for every legal action whether the game can still be won after it, with every card known.

    INPUT is a seed, a range of seeds A:B (B excluded), a file with a deal or a position, or - for standard input. Of a
    deal, its first state is meant.

    Exit code: 0 all actions decided, 3 not. Ctrl-C ends with what is known so far, exit code 3.
    """
    games, _ = read_games(input_text, options)
    all_decided = True
    with InterruptFlag() as interrupted:
        for number, game in enumerate(games, 1):
            with ProgressLine(game.name, number, len(games)) as progress:
                analysis = analyse(game.source, limits, engine, progress, interrupted.is_set)
            all_decided &= not analysis.with_verdict(Verdict.UNDECIDED)
            if as_json:
                click.echo(json.dumps(_analysis_fields(game, analysis)))
            else:
                _show(game, analysis, last=number == len(games))
            if interrupted.is_set():
                all_decided &= number == len(games)
                break
    return EXIT_YES if all_decided else EXIT_UNDECIDED


def _analysis_fields(game: Game, analysis: Analysis) -> dict[str, object]:
    return {
        "version": regicide_solver.__version__,
        **game_fields(game),
        "verdict": str(analysis.verdict),
        "choices": [choice_fields(choice) for choice in analysis.choices],
        **search_fields(analysis.stopped_by, analysis.limits, analysis.stats),
    }


def choice_fields(choice: Choice) -> dict[str, object]:
    """Write one choice of an analysis."""
    return {
        "actions": [str(action) for action in choice.actions],
        "verdict": str(choice.verdict),
        "turns": choice.turns,
        "line": None if choice.line is None else [str(action) for action in choice.line],
        "progress": choice.progress,
    }


def _show(game: Game, analysis: Analysis, *, last: bool) -> None:
    from rich.text import Text

    from regicide_solver.cli.drawing import Drawing, describe_game
    from regicide_solver.cli.steps import play_line

    drawing = Drawing()
    drawing.heading(describe_game(game))
    drawing.print(drawing.position(analysis.state), "", drawing.verdict(str(analysis.verdict)))
    if analysis.choices:
        table = columns("verdict", "turns", "action", "goes on")
        for choice in analysis.choices:
            state = analysis.state
            names = [drawing.action(play_line(state, [action])[0]) for action in choice.actions]
            ahead = islice(play_line(state, choice.line or ()), 1, 1 + _ACTIONS_AHEAD)
            table.add_row(
                drawing.verdict(str(choice.verdict)),
                "" if choice.turns is None else str(choice.turns),
                Text(", ").join(names),
                Text(", ").join(map(drawing.action, ahead)),
            )
        drawing.print(table)
    spent, allowed = search_text(analysis.stopped_by, analysis.stats), limits_text(analysis.limits)
    drawing.print("", drawing.table([("Search", spent), ("Limits", allowed)]))
    if not last:
        drawing.print("")
