"""The command `replay`."""

from __future__ import annotations

import json
from itertools import islice

import click

from regicide_solver.actions import Action
from regicide_solver.cli.inputs import Game, names_file, place_of, read_entries, read_one_game, read_text
from regicide_solver.cli.options import GameCommand, GameOptions, examples, game_options, json_option
from regicide_solver.cli.results import game_fields, is_result, read_result
from regicide_solver.cli.steps import Step, play_line, turns_of
from regicide_solver.engine import outcome
from regicide_solver.errors import NotationError, RegicideError
from regicide_solver.notation import parse_line

__all__ = ["command"]

_EXPECTED_LINE = "expected a file with a line of actions"
_EXPECTED_RESULT = "expected a result of solve, or a seed, deal or position with a line"


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
    told = _read_line(line_file, line_text)
    if input_text == line_file == "-":
        raise NotationError("the deal and the line cannot both come from standard input")
    game, line = _read_input(input_text, told, options)
    steps = play_line(game.state, line)
    if as_json:
        click.echo(json.dumps(_replay_fields(game, steps)))
    else:
        _print_replay(game, steps)


def _read_line(line_file: str | None, line_text: str | None) -> tuple[Action, ...] | None:
    if line_file is not None and line_text is not None:
        raise NotationError("both a line file and --line; expected one or the other")
    if line_text is not None:
        return parse_line(line_text)
    if line_file is None:
        return None
    try:
        return parse_line(read_text(line_file, _EXPECTED_LINE))
    except RegicideError as error:
        raise NotationError(f"{place_of(line_file)}: {error}") from None


def _read_input(
    text: str, told: tuple[Action, ...] | None, options: GameOptions
) -> tuple[Game, tuple[Action, ...]]:  # fmt: skip
    """Read the game, and the line, which a result of `solve` brings along."""
    if told is not None:
        return read_one_game(text, options), told
    place = place_of(text)
    entries = list(islice(read_entries(text, _EXPECTED_RESULT), 2)) if names_file(text) else []
    if not entries or not is_result(entries[0][1]):
        raise NotationError(f"no line to replay on {place}; expected --line TEXT, a LINE_FILE, or a result of solve")
    if len(entries) > 1:
        raise NotationError(f"{place}: several results; expected one")
    result = read_result(entries[0][1], place, options)
    if result.line is None:
        raise NotationError(f"{place}: a result without a line ({result.verdict}); expected a winnable one")
    return result.game, result.line


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
