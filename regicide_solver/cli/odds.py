"""The command `odds`."""

from __future__ import annotations

import json
import re
from fractions import Fraction

import click

import regicide_solver
from regicide_solver.cards import quoted
from regicide_solver.cli.failures import EXIT_UNDECIDED, EXIT_YES
from regicide_solver.cli.inputs import Game, read_games
from regicide_solver.cli.interrupts import InterruptFlag
from regicide_solver.cli.options import GameCommand, GameOptions, examples, game_options, json_option
from regicide_solver.cli.progress import StatusLine
from regicide_solver.cli.results import game_fields
from regicide_solver.cli.searching import columns, limit_fields, limit_options, limits_text
from regicide_solver.odds import HIDDEN, Odds, OddsProgress, win_probability
from regicide_solver.search import Limits

__all__ = ["command"]

_LONGEST_FRACTION = 24  # characters; a longer one is told as a decimal number


def _read_parts(ctx: click.Context, param: click.Parameter, value: str | None) -> tuple[int, ...] | None:
    if value is None:
        return None
    if re.fullmatch("[0-9]{1,2}(,[0-9]{1,2})*", value, re.ASCII) is None:
        raise click.BadParameter(f"{quoted(value)}; expected sizes from the top such as 1,1,20", ctx, param)
    return tuple(map(int, value.split(",")))


@click.command(
    "odds",
    cls=GameCommand,
    short_help="Compute the probability of a win under the best play.",
    epilog=examples(
        "regicide-solver odds position.json",
        "regicide-solver odds position.json --hidden tavern --parts 1,12",
        "regicide-solver odds position.json --nodes 100000 --json",
    ),
)
@click.argument("input_text", metavar="INPUT")
@click.option(
    "--hidden",
    type=click.Choice(HIDDEN),
    default=HIDDEN[0],
    show_default=True,
    help="What is hidden: the results of later heals, or (solo) these and the Tavern's order.",
)
@click.option(
    "--parts",
    callback=_read_parts,
    metavar="SIZES",
    help="With --hidden tavern: sizes of the Tavern's parts from the top, the order within each unknown.",
)
@game_options
@limit_options(Limits(), "the odds of a state")
@json_option
def command(
    input_text: str, hidden: str, parts: tuple[int, ...] | None, options: GameOptions, limits: Limits, as_json: bool
) -> int:
    """Compute the probability of a win when shuffles are real and the players play their best.

    INPUT is a seed, a range of seeds A:B (B excluded), a file with a deal or a position, or - for standard input. It is
    meant for the ends of games: earlier, a limit comes first, and what is printed are bounds.

    Exit code: 0 exact, 3 not. Ctrl-C ends with the bounds so far, exit code 3.
    """
    games, _ = read_games(input_text, options)
    all_exact = True
    with InterruptFlag() as interrupted:
        for number, game in enumerate(games, 1):
            with _BoundsLine(game.name, number, len(games)) as progress:
                odds = win_probability(game.source, hidden, limits, parts, progress, interrupted.is_set)
            all_exact &= odds.exact
            if as_json:
                click.echo(json.dumps(_odds_fields(game, odds)))
            else:
                _show(game, odds, last=number == len(games))
            if interrupted.is_set():
                all_exact &= number == len(games)
                break
    return EXIT_YES if all_exact else EXIT_UNDECIDED


class _BoundsLine(StatusLine):
    """A callback for the progress of `win_probability`."""

    def __call__(self, progress: OddsProgress) -> None:
        bounds = f"{float(progress.lower):.4f} to {float(progress.upper):.4f}"
        self.show(progress.nodes, progress.seconds, bounds)


def _odds_fields(game: Game, odds: Odds) -> dict[str, object]:
    return {
        "version": regicide_solver.__version__,
        **game_fields(game),
        "hidden": odds.hidden,
        "probability": None if odds.probability is None else str(odds.probability),
        "lower": str(odds.lower),
        "upper": str(odds.upper),
        "best": None if odds.best is None else str(odds.best),
        "actions": [
            {"action": str(rated.action), "lower": str(rated.lower), "upper": str(rated.upper)}
            for rated in odds.actions
        ],
        "stopped_by": odds.stopped_by,
        "limits": limit_fields(odds.limits),
        "stats": {"nodes": odds.nodes, "seconds": round(odds.seconds, 6)},
    }


def _show(game: Game, odds: Odds, *, last: bool) -> None:
    from regicide_solver.cli.drawing import Drawing, describe_game
    from regicide_solver.cli.steps import play_line

    drawing = Drawing()
    drawing.heading(describe_game(game))
    drawing.print(drawing.position(game.state), "")
    drawing.heading(f"Probability of a win: {_bounds_text(odds.lower, odds.upper)}")
    if odds.actions:
        table = columns("odds", "action")
        for rated in odds.actions:
            action = drawing.action(play_line(game.state, [rated.action])[0])
            table.add_row(_bounds_text(rated.lower, rated.upper), action)
        drawing.print(table)
    stopped = "" if odds.stopped_by is None else f", stopped by {odds.stopped_by}"
    spent = f"{odds.nodes:,} nodes in {odds.seconds:.2f} s{stopped}"
    drawing.print("", drawing.table([("Search", spent), ("Limits", limits_text(odds.limits))]))
    if not last:
        drawing.print("")


def _bounds_text(lower: Fraction, upper: Fraction) -> str:
    """Write a probability, or bounds on it.

    Examples
    --------
    >>> _bounds_text(Fraction(2, 3), Fraction(2, 3)), _bounds_text(Fraction(0), Fraction(1, 2))
    ('2/3 (0.6667)', '0 to 1/2 (0.5)')
    """
    return _odds_text(lower) if lower == upper else f"{_odds_text(lower)} to {_odds_text(upper)}"


def _odds_text(odds: Fraction) -> str:
    exact, decimal = str(odds), f"{float(odds):.4g}"
    if odds.denominator == 1:
        return exact
    return f"{exact} ({decimal})" if len(exact) <= _LONGEST_FRACTION else f"about {decimal}"
