"""The command `perft`."""

from __future__ import annotations

import json

import click

from regicide_solver.cli.inputs import read_one_game
from regicide_solver.cli.options import (
    GameCommand,
    GameOptions,
    engine_option,
    examples,
    game_options,
    json_option,
    whole_number,
)

__all__ = ["command"]


@click.command(
    "perft",
    cls=GameCommand,
    short_help="Count the action sequences below a position.",
    epilog=examples(
        "regicide-solver perft 42 4",
        "regicide-solver perft position.json 3 --split --json",
        "regicide-solver perft 'official 1 play KD - 20 0 0 no - 10C/2C - - -- 0 0 0' 2",
    ),
)
@click.argument("input_text", metavar="POSITION")
@click.argument("depth", callback=whole_number(0, 99))
@click.option("--split", is_flag=True, help="Show the counts below each first action.")
@engine_option
@game_options
@json_option
def command(input_text: str, depth: int, split: bool, engine: str, options: GameOptions, as_json: bool) -> None:
    """Count the sequences of DEPTH legal actions, to compare engines.

    POSITION is a seed, a file with a deal or a position, - for standard input, or a position in one line.
    """
    from regicide_solver.perft import perft, perft_split

    game = read_one_game(input_text, options)
    if not split:
        count = perft(game.state, depth, engine=engine)
        click.echo(json.dumps({"depth": depth, "count": count}) if as_json else count)
        return
    counts = perft_split(game.state, depth, engine=engine)
    total = sum(counts.values())
    if as_json:
        click.echo(json.dumps({"depth": depth, "count": total, "split": counts}))
        return
    for action, count in counts.items():
        click.echo(f"{action}: {count}")
    click.echo(f"{len(counts)} actions: {total}")
