"""The command `deal`."""

from __future__ import annotations

import json

import click

from regicide_solver.cli.inputs import read_games
from regicide_solver.cli.options import GameCommand, GameOptions, examples, game_options, json_option
from regicide_solver.deals import Deal

__all__ = ["command"]


@click.command(
    "deal",
    cls=GameCommand,
    short_help="Show the deals of a seed or a range of seeds.",
    epilog=examples(
        "regicide-solver deal 42",
        "regicide-solver deal 42 --players 1 --rules ace-to-x",
        "regicide-solver deal 0:10 --json > deals.jsonl",
    ),
)
@click.argument("input_text", metavar="INPUT")
@game_options
@json_option
def command(input_text: str, options: GameOptions, as_json: bool) -> None:
    """Show how cards are dealt: hands, Tavern, Castle.

    INPUT is a seed, a range of seeds A:B (B excluded), a file with a deal or a position, or - for standard input.
    """
    games, several = read_games(input_text, options)
    if as_json:
        for game in games:
            click.echo(json.dumps(game.source.to_json()))
        return
    from regicide_solver.cli.drawing import Drawing, describe_game

    drawing = Drawing()
    for number, game in enumerate(games):
        if several and number:
            drawing.print("")
        drawing.heading(describe_game(game))
        source = game.source
        drawing.print(drawing.deal(source) if isinstance(source, Deal) else drawing.position(source))
