"""The command `review`."""

from __future__ import annotations

import json

import click
from rich.text import Text

import regicide_solver
from regicide_solver.analysis import Review, ReviewedAction, review
from regicide_solver.cli.analyse import choice_fields
from regicide_solver.cli.drawing import Drawing, describe_game
from regicide_solver.cli.failures import EXIT_UNDECIDED, EXIT_YES
from regicide_solver.cli.inputs import Game
from regicide_solver.cli.interrupts import InterruptFlag
from regicide_solver.cli.lines import read_game_and_line
from regicide_solver.cli.options import GameCommand, GameOptions, engine_option, examples, game_options, json_option
from regicide_solver.cli.progress import ProgressLine
from regicide_solver.cli.results import game_fields
from regicide_solver.cli.searching import columns, limit_options, limits_text, search_fields, search_text
from regicide_solver.cli.steps import play_line, turns_of
from regicide_solver.engine import outcome
from regicide_solver.search import Limits, Verdict

__all__ = ["command"]

_MOST_SHOWN = 12  # actions that would have kept the win


@click.command(
    "review",
    cls=GameCommand,
    short_help="Find the action that lost a played game.",
    epilog=examples(
        "regicide-solver review game.json",
        "regicide-solver review 42 game.txt --seconds 60",
        "regicide-solver review 42 --line 'play 9C; discard 6C+8C'",
    ),
)
@click.argument("input_text", metavar="INPUT")
@click.argument("line_file", metavar="[LINE_FILE]", required=False)
@click.option("--line", "line_text", metavar="TEXT", help="The line: actions with semicolons between them.")
@game_options
@limit_options(Limits(), "the whole review")
@engine_option
@json_option
def command(
    input_text: str,
    line_file: str | None,
    line_text: str | None,
    options: GameOptions,
    limits: Limits,
    engine: str,
    as_json: bool,
) -> int:
    """Go through a played game, say before each turn whether it could still be won, and name the action that lost it.

    INPUT is a JSON object with a line and a deal, a position, or a seed (such as a result of solve), in a file or - for
    standard input; or a seed, or a file with a deal or a position, and with it a line: in LINE_FILE, or as --line TEXT.
    The game need not be over.

    Exit code: 0 everything decided, 3 not. Ctrl-C ends with what is known so far, exit code 3.
    """
    game, line = read_game_and_line(input_text, line_file, line_text, options)
    with InterruptFlag() as interrupted, ProgressLine(game.name, 1, 1) as progress:
        found = review(game.source, line, limits, engine, progress, interrupted.is_set)
    if as_json:
        click.echo(json.dumps(_review_fields(game, found)))
    else:
        _show(game, found)
    return EXIT_YES if found.stopped_by is None else EXIT_UNDECIDED


def _review_fields(game: Game, found: Review) -> dict[str, object]:
    alternatives = () if found.alternatives is None else found.alternatives.choices
    return {
        "version": regicide_solver.__version__,
        **game_fields(game),
        "outcome": outcome(found.end),
        "verdict": str(found.verdict),
        "end_verdict": str(found.end_verdict),
        "actions": [
            {
                "number": action.number,
                "action": str(action.action),
                "before": str(action.before),
                "after": str(action.after),
            }
            for action in found.actions
        ],
        "mistake": None if found.mistake is None else found.mistake.number,
        "suspects": [action.number for action in found.suspects],
        "alternatives": [choice_fields(choice) for choice in alternatives],
        **search_fields(found.stopped_by, found.limits, found.stats),
    }


def _show(game: Game, found: Review) -> None:
    drawing = Drawing()
    drawing.heading(describe_game(game))
    steps = play_line(game.state, [action.action for action in found.actions])
    table = columns("turn", "seat", "before", "actions")
    for turn in turns_of(steps):
        first = next(number for number, step in enumerate(steps) if step is turn.steps[0])
        of_turn = found.actions[first : first + len(turn.steps)]
        words = []
        for step, action in zip(turn.steps, of_turn, strict=True):
            words.append(Text.assemble(drawing.action(step), *_mark(action, found)))
        verdict = drawing.verdict(str(of_turn[0].before))
        table.add_row(str(turn.number), str(turn.before.turn + 1), verdict, Text(", ").join(words))
    if steps:
        drawing.print(table, "")
    drawing.heading(_conclusion(found))
    if found.mistake is not None and found.alternatives is not None:
        _show_alternatives(drawing, found)
    spent, allowed = search_text(found.stopped_by, found.stats), limits_text(found.limits)
    drawing.print("", drawing.table([("Search", spent), ("Limits", allowed)]))


def _mark(action: ReviewedAction, found: Review) -> tuple[tuple[str, str], ...]:
    if action is found.mistake:
        return ((" <- lost here", "bold red"),)
    return ((" <- lost here?", "bold yellow"),) if action.may_be_mistake else ()


def _conclusion(found: Review) -> str:
    """Sum a review up in one line."""
    if found.mistake is not None:
        return f"Lost by action {found.mistake.number} of {len(found.actions)}: {found.mistake.action}"
    if found.verdict is Verdict.UNWINNABLE:
        return "It could not be won from the start"
    if found.end_verdict is Verdict.WINNABLE:
        won = outcome(found.end) == "won"
        return "Won" if won else f"It can still be won after these {len(found.actions)} actions"
    if not found.suspects:
        return "Whether it can be won was not decided"
    first, last = found.suspects[0].number, found.suspects[-1].number
    where = f"action {first}" if first == last else f"one of the actions {first} to {last}"
    if found.verdict is Verdict.WINNABLE and found.end_verdict is Verdict.UNWINNABLE:
        return f"Lost by {where}; which one was not decided"
    return f"If it was lost, then by {where}; that was not decided"


def _show_alternatives(drawing: Drawing, found: Review) -> None:
    """Show what would have kept the win, and how the game could have gone on."""
    mistake, alternatives = found.mistake, found.alternatives
    if mistake is None or alternatives is None:
        return
    kept = [drawing.action(play_line(mistake.state, [action])[0]) for action in found.would_have_kept]
    more = [Text(f"and {len(kept) - _MOST_SHOWN} more")] if len(kept) > _MOST_SHOWN else []
    open_count = len(alternatives.with_verdict(Verdict.UNDECIDED))
    not_decided = f" ({open_count} not decided)" if open_count else ""
    listed = Text(", ").join([*kept[:_MOST_SHOWN], *more])
    drawing.print(Text.assemble(f"These would have kept the win{not_decided}: ", listed), "")
    drawing.print(drawing.position(mistake.state))
    if alternatives.line:
        drawing.print("", "A line that wins from there:")
        drawing.print(*drawing.short_turns(turns_of(play_line(mistake.state, alternatives.line))))
