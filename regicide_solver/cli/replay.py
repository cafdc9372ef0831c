"""The command `replay`."""

from __future__ import annotations

import json

import click

from regicide_solver.cli.inputs import Game
from regicide_solver.cli.lines import read_game_and_line
from regicide_solver.cli.options import GameCommand, GameOptions, examples, game_options, json_option
from regicide_solver.cli.results import game_fields
from regicide_solver.cli.steps import Step, play_line, turns_of
from regicide_solver.engine import outcome

__all__ = ["command"]


@click.command(
    "replay",
    cls=GameCommand,
    short_help="Show a line turn by turn.",
    epilog=examples(
        "regicide-solver solve 42 --json | regicide-solver replay -",
        "regicide-solver replay 42 --line 'play 9C; discard 6C+8C'",
        "regicide-solver replay deal.json game.txt --json",
    ),
)
@click.argument("input_text", metavar="INPUT")
@click.argument("line_file", metavar="[LINE_FILE]", required=False)
@click.option("--line", "line_text", metavar="TEXT", help="The line: actions with semicolons between them.")
@game_options
@json_option
def command(input_text: str, line_file: str | None, line_text: str | None, options: GameOptions, as_json: bool) -> None:
    """Show a line turn by turn, with all hands and piles.

    INPUT is a result of solve (its JSON, in a file or - for standard input), or a seed, or a file with a deal or a
    position; with these goes a line: in LINE_FILE, or as --line TEXT.
    """
    game, line = read_game_and_line(input_text, line_file, line_text, options)
    steps = play_line(game.state, line)
    if as_json:
        click.echo(json.dumps(_replay_fields(game, steps)))
    else:
        _print_replay(game, steps)


def _replay_fields(game: Game, steps: list[Step]) -> dict[str, object]:
    end = steps[-1].after if steps else game.state
    return {
        **game_fields(game),
        "outcome": outcome(end),
        "start": game.state.to_json(),
        "steps": [{"action": str(step.action), "position": step.after.to_json()} for step in steps],
    }


def _print_replay(game: Game, steps: list[Step]) -> None:
    from regicide_solver.cli.drawing import Drawing, describe_game

    drawing = Drawing()
    drawing.heading(describe_game(game))
    turns = turns_of(steps)
    for turn in turns:
        drawing.print(*drawing.full_turn(turn))
    end = turns[-1].after if turns else game.state
    ending = {"won": "Won", "lost": "Lost: no legal action is left", None: "The game goes on"}[outcome(end)]
    drawing.print("")
    drawing.heading(f"{ending}, after {turns[-1].number if turns else 0} turns")
    drawing.print(drawing.position(end))
