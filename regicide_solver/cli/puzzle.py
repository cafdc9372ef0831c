"""The command `puzzle`."""

from __future__ import annotations

import json
from collections.abc import Sequence
from itertools import islice

import click

import regicide_solver
from regicide_solver.analysis import PUZZLE_LIMITS, Puzzle, find_puzzles
from regicide_solver.cards import quoted
from regicide_solver.cli.failures import EXIT_NO, EXIT_UNDECIDED, EXIT_YES
from regicide_solver.cli.inputs import Game, names_file, read_games
from regicide_solver.cli.interrupts import InterruptFlag
from regicide_solver.cli.options import (
    GameCommand,
    GameOptions,
    engine_option,
    examples,
    game_options,
    json_option,
    whole_number_option,
)
from regicide_solver.cli.progress import ProgressLine
from regicide_solver.cli.results import game_fields
from regicide_solver.cli.searching import limit_options
from regicide_solver.errors import NotationError
from regicide_solver.search import Limits

__all__ = ["command"]

_MOST = 1_000_000


@click.command(
    "puzzle",
    cls=GameCommand,
    short_help="Look for positions with exactly one winning action.",
    epilog=examples(
        "regicide-solver puzzle 0:100",
        "regicide-solver puzzle 0:100 --enemies 1 --traps 5 --solutions",
        "regicide-solver puzzle 0:1000 --players 3 --count 20 --json > puzzles.jsonl",
    ),
)
@click.argument("seeds_text", metavar="SEEDS")
@game_options
@whole_number_option("--count", 1, _MOST, "How many", 1)
@whole_number_option("--enemies", 1, 12, "Most enemies", 3)
@whole_number_option("--choices", 1, _MOST, "Fewest actions to choose from", 4)
@whole_number_option("--turns", 1, _MOST, "Fewest turns of the solution", 2)
@whole_number_option("--traps", 0, _MOST, "Fewest losing actions that do not lose at once", 1)
@click.option("--solutions", is_flag=True, help="Show the solutions too.")
@limit_options(PUZZLE_LIMITS, "one deal")
@engine_option
@json_option
def command(
    seeds_text: str,
    options: GameOptions,
    count: int,
    enemies: int,
    choices: int,
    turns: int,
    traps: int,
    solutions: bool,
    limits: Limits,
    engine: str,
    as_json: bool,
) -> int:
    """Look for positions with exactly one winning action; that all others lose is proved.

    SEEDS is a seed or a range of seeds A:B (B excluded). Each deal is won by the search; the positions on the way are
    looked at, at most one puzzle a deal. Actions that are the same to whoever wants to win count as one.

    Exit code: 0 as many were found as were wanted, 1 fewer, 3 interrupted.
    """
    games = _read_seeds(seeds_text, options)
    found = 0
    with InterruptFlag() as interrupted, ProgressLine(f"seeds {seeds_text}", 1, 1) as progress:
        puzzles = find_puzzles(
            (game.source.seed for game in games),
            games[0].players,
            games[0].rules,
            games[0].first,
            enemies=enemies,
            choices=choices,
            turns=turns,
            traps=traps,
            limits=limits,
            engine=engine,
            progress=progress,
            stop=interrupted.is_set,
        )
        for found, puzzle in enumerate(islice(puzzles, count), 1):
            if as_json:
                click.echo(json.dumps(_puzzle_fields(puzzle)))
            else:
                _show(puzzle, found, solutions)
    if interrupted.is_set():
        return EXIT_UNDECIDED
    if not as_json and found < count:
        click.echo(f"{found} found in {seeds_text}, {count} wanted")
    return EXIT_YES if found == count else EXIT_NO


def _read_seeds(text: str, options: GameOptions) -> Sequence[Game]:
    games, _ = read_games(text, options) if not names_file(text) else ((), False)
    if not games or not games[0].from_seed:
        raise NotationError(f"not seeds: {quoted(text)}; expected a seed or a range FIRST:END")
    return games


def _puzzle_fields(puzzle: Puzzle) -> dict[str, object]:
    return {
        "version": regicide_solver.__version__,
        **game_fields(Game(puzzle.deal, f"seed {puzzle.deal.seed}", from_seed=True)),
        "way": [str(action) for action in puzzle.way],
        "position": puzzle.state.to_json(),
        "choices": puzzle.choices,
        "traps": puzzle.traps,
        "solution": [str(action) for action in puzzle.solution],
        "turns": puzzle.turns,
        "line": [str(action) for action in puzzle.line],
        "nodes": puzzle.nodes,
    }


def _show(puzzle: Puzzle, number: int, solutions: bool) -> None:
    from rich.text import Text

    from regicide_solver.cli.drawing import Drawing
    from regicide_solver.cli.steps import play_line, turns_of

    drawing = Drawing()
    deal, state = puzzle.deal, puzzle.state
    drawing.heading(f"Puzzle {number}: seed {deal.seed} after {len(puzzle.way)} actions, rules {deal.rules}")
    what = "pays for the attack" if state.phase == "suffer" else "is to play"
    who = "The hand" if deal.players == 1 else f"Seat {state.turn + 1}"
    drawing.print(drawing.position(state), "")
    drawing.print(f"{who} {what}: 1 of {puzzle.choices} choices wins, in {puzzle.turns} turns")
    click.echo(str(state))  # in one piece, to be copied
    if solutions:
        names = [drawing.action(play_line(state, [action])[0]) for action in puzzle.solution]
        drawing.print("", Text.assemble("Solution: ", Text(", ").join(names)))
        drawing.print(*drawing.short_turns(turns_of(play_line(state, puzzle.line))))
    drawing.print("")
