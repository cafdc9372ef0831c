"""The command `discard`."""

from __future__ import annotations

import json
import re

import click
from rich.table import Table
from rich.text import Text

from regicide_solver.cards import quoted
from regicide_solver.cli.drawing import Drawing
from regicide_solver.cli.failures import EXIT_NO, EXIT_YES
from regicide_solver.cli.inputs import read_one_game
from regicide_solver.cli.options import (
    GameOptions,
    examples,
    game_options,
    json_option,
    whole_number,
    whole_number_option,
)
from regicide_solver.cli.searching import limit_options
from regicide_solver.discards import DEFAULT_OBJECTIVE, TERM_NOTES, Payment, PaymentAnswer, optimal_discard
from regicide_solver.discards.optimal import DEFAULT_LIMITS
from regicide_solver.errors import NotationError
from regicide_solver.search import Limits
from regicide_solver.state import State

__all__ = ["command"]

_LARGEST_NUMBER = 9_999
_LARGEST_LIST = 100_000
_NEGATIVE_NUMBER = re.compile(r"-[0-9]+", re.ASCII)


class _DiscardCommand(click.Command):
    """A command for which ``-5`` is a bad attack, and not an unknown option."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        words = list(args)  # click takes the list apart
        try:
            return super().parse_args(ctx, args)
        except click.NoSuchOption:
            for word in words:
                if _NEGATIVE_NUMBER.fullmatch(word):
                    raise NotationError(
                        f"attack: {quoted(word)}; expected a whole number from 1 to {_LARGEST_NUMBER}"
                    ) from None
            raise


@click.command(
    "discard",
    cls=_DiscardCommand,
    short_help="Find the best payment for an attack.",
    epilog=examples(
        'regicide-solver discard "7S 5D 10C AH" 12',
        'regicide-solver discard "7S 5D 10C AH" 11 --objective "keep:AH, waste" --keep 7S',
        'regicide-solver discard "7S 5D / 10C AH" 15 --set overpay=minimal',
        "regicide-solver discard position.json --winnable",
    ),
)
@click.argument("input_text", metavar="CARDS")
@click.argument("attack", required=False, type=str, callback=whole_number(1, _LARGEST_NUMBER))
@click.option(
    "--objective",
    default=DEFAULT_OBJECTIVE,
    show_default=True,
    metavar="TERMS",
    help=f"What to spare, the most important first: {', '.join(TERM_NOTES)}, as in 'keep:H/AS, 2*cards+sets'.",
)
@click.option("--keep", default="", metavar="CARDS", help="Cards that stay.")
@click.option("--pay", default="", metavar="CARDS", help="Cards that go.")
@click.option("--enemy", metavar="CARD", help="The enemy, for the term exact.")
@whole_number_option("--health", 1, _LARGEST_NUMBER, "The health that it has left, for the term exact")
@whole_number_option("--top", 1, _LARGEST_LIST, "How many payments to rank", 20)
@click.option("--winnable", is_flag=True, help="Payments after which the deal can still be won come first.")
@limit_options(DEFAULT_LIMITS, "all verdicts of --winnable together")
@game_options
@json_option
def command(
    input_text: str,
    attack: int | None,
    objective: str,
    keep: str,
    pay: str,
    enemy: str | None,
    health: int | None,
    top: int,
    winnable: bool,
    limits: Limits,
    options: GameOptions,
    as_json: bool,
) -> int:
    """Find the cards to pay for an attack: the best payment, its equals, and why others lose.

    CARDS is a hand, or hands with / between them that pay together, and ATTACK is what has to be paid. Without ATTACK
    it is a position that has an attack to pay: a file, - for standard input, or a position in one line.

    Exit code: 0 payable, 1 not.
    """
    asked: State | list[str]
    if attack is None:
        asked = read_one_game(input_text, options).state
        rules = None
    else:
        if options.players is not None or options.first is not None:
            raise NotationError("--players and --first go with a position; here hands stand with / between them")
        asked = input_text.split("/")
        rules = options.rules
    answer = optimal_discard(
        asked,
        attack,
        objective=objective,
        must_keep=keep,
        must_pay=pay,
        rules=rules,
        enemy=enemy,
        health=health,
        top=top,
        keep_winnable=winnable,
        limits=limits,
    )
    if as_json:
        click.echo(json.dumps(answer.to_json()))
    else:
        _show(answer)
    return EXIT_YES if answer.payable else EXIT_NO


def _show(answer: PaymentAnswer) -> None:
    drawing = Drawing()
    if answer.best is None:
        drawing.heading(f"Nothing pays for an attack of {answer.attack}")
        short = f"; {answer.shortfall} short" if answer.shortfall else ""
        drawing.print(f"{answer.reason}{short}")
        return
    drawing.print(Text.assemble("Pay ", _cards(drawing, answer.best), f" for an attack of {answer.attack}"))
    table = Table.grid(padding=(0, 2, 0, 0))
    table.add_column(justify="right", style="dim")
    table.add_column(min_width=12)
    for _ in range(2):
        table.add_column(justify="right")
    if answer.best.verdict is not None:
        table.add_column()
    table.add_column()
    verdict = ["deal"] if answer.best.verdict is not None else []
    table.add_row("", *(Text(name, style="dim") for name in ("cards", "value", "waste", *verdict, "")))
    for number, payment in enumerate(answer.ranking, 1):
        word = [] if payment.verdict is None else [drawing.verdict(str(payment.verdict))]
        figures = str(number), _cards(drawing, payment), str(payment.value), str(payment.waste)
        table.add_row(*figures, *word, payment.why)
    drawing.print(table)
    best_of = (
        f"{'' if answer.optima_complete else 'at least '}{len(answer.optima)} best on {', '.join(answer.objective)}"
    )
    drawing.print(f"{answer.count} legal payment{'' if answer.count == 1 else 's'}, {best_of}")


def _cards(drawing: Drawing, payment: Payment) -> Text:
    return Text(" / ").join([drawing.cards(share) for share in payment.shares])
