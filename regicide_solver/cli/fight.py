"""The command `fight`."""

from __future__ import annotations

import json

import click

from regicide_solver.cli.drawing import Drawing, describe_game
from regicide_solver.cli.failures import EXIT_NO, EXIT_UNDECIDED, EXIT_YES
from regicide_solver.cli.inputs import Game, read_one_game
from regicide_solver.cli.options import GameCommand, GameOptions, examples, game_options, json_option, read_seconds
from regicide_solver.cli.steps import play_line, turns_of
from regicide_solver.fights import DEFAULT_OBJECTIVE, DRAWS, MEASURES, FightPlan, FightStatus, plan_fight

__all__ = ["command"]

_EXIT_CODES = {
    FightStatus.BEST: EXIT_YES,
    FightStatus.WON: EXIT_YES,
    FightStatus.IMPOSSIBLE: EXIT_NO,
    FightStatus.UNDECIDED: EXIT_UNDECIDED,
}
_WORDS = {
    FightStatus.BEST: "The best way through the fight",
    FightStatus.WON: "A way through the fight; whether there is a better one was not decided",
    FightStatus.IMPOSSIBLE: "There is no way through the fight (proved)",
    FightStatus.UNDECIDED: "Whether there is a way through the fight was not decided",
}


@click.command(
    "fight",
    cls=GameCommand,
    short_help="Find the best way to defeat the enemy at hand.",
    epilog=examples(
        "regicide-solver fight 42",
        'regicide-solver fight position.json --objective "exact, paid"',
        "regicide-solver fight 42 --players 3 --draws known --seconds 10",
    ),
)
@click.argument("input_text", metavar="INPUT")
@click.option(
    "--objective",
    default=DEFAULT_OBJECTIVE,
    show_default=True,
    metavar="MEASURES",
    help=f"What counts, the most important first: {', '.join(MEASURES)}.",
)
@click.option(
    "--draws",
    type=click.Choice(DRAWS),
    default=DRAWS[0],
    show_default=True,
    help="What diamonds and flips draw: nothing, or the Tavern's known cards.",
)
@click.option(
    "--work",
    type=str,
    callback=read_seconds,
    default="60",
    show_default=True,
    metavar="W",
    help="Most work, in the solver's own unit, which is the same everywhere.",
)
@click.option(
    "--seconds", type=str, callback=read_seconds, default="60", show_default=True, metavar="S", help="Most seconds."
)
@game_options
@json_option
def command(
    input_text: str, objective: str, draws: str, work: float, seconds: float, options: GameOptions, as_json: bool
) -> int:
    """Find the best way through the fight at hand, with the cards in the hands.

    INPUT is a seed, a file with a deal or a position, - for standard input, or a position in one line.

    Exit code: 0 the enemy falls, 1 it cannot (proved), 3 undecided.
    """
    game = read_one_game(input_text, options)
    plan = plan_fight(game.state, objective, draws=draws, work=work, seconds=seconds)
    if as_json:
        click.echo(json.dumps(plan.to_json()))
    else:
        _show(game, plan)
    return _EXIT_CODES[plan.status]


def _show(game: Game, plan: FightPlan) -> None:
    drawing = Drawing()
    drawing.heading(describe_game(game))
    stopped = "" if plan.stopped_by is None else f" (stopped by {plan.stopped_by})"
    drawing.print(_WORDS[plan.status] + stopped)
    if plan.plan is not None:
        drawing.print(*drawing.short_turns(turns_of(play_line(game.state, plan.plan))))
        exact = ", an exact kill" if plan.exact else ""
        turns = f"{plan.turns} turn{'' if plan.turns == 1 else 's'}"
        drawing.print(f"\n{turns}, {plan.paid} paid, {plan.left} left in hand{exact}; by {', '.join(plan.objective)}")
    drawing.print(plan.note)
