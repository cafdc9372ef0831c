"""The command `solve`."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import tee
from time import monotonic
from typing import NamedTuple

import click

from regicide_solver.cli.failures import EXIT_NO, EXIT_UNDECIDED, EXIT_YES
from regicide_solver.cli.inputs import Game, read_games
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
from regicide_solver.cli.results import result_fields
from regicide_solver.cli.searching import limit_options
from regicide_solver.search import GOALS, Limits, Solution, Verdict, solve, solve_each

__all__ = ["command"]

_EXIT_CODES = {
    Verdict.WINNABLE: EXIT_YES,
    Verdict.UNWINNABLE: EXIT_NO,
    Verdict.UNDECIDED: EXIT_UNDECIDED,
}


@click.command(
    "solve",
    cls=GameCommand,
    short_help="Decide deals: winnable or not, with a winning line.",
    epilog=examples(
        "regicide-solver solve 42",
        "regicide-solver solve 42 --players 1 --goal fewest_flips",
        "regicide-solver solve 0:100 --nodes 20000 --json > results.jsonl",
        "regicide-solver solve position.json --seconds 10",
    ),
)
@click.argument("input_text", metavar="INPUT")
@game_options
@limit_options(Limits(), "one deal")
@whole_number_option("--threads", 1, 256, "Threads to use", 1)
@engine_option
@click.option(
    "--goal",
    type=click.Choice(GOALS),
    default="win",
    show_default=True,
    help="Any winning line, or (solo) one with the fewest flips.",
)
@json_option
def command(
    input_text: str,
    options: GameOptions,
    limits: Limits,
    threads: int,
    engine: str,
    goal: str,
    as_json: bool,
) -> int:
    """Decide whether deals can be won, with every card known and the deal's own heals.

    INPUT is a seed, a range of seeds A:B (B excluded), a file with a deal or a position, or - for standard input.

    Exit code for one deal: 0 winnable, 1 unwinnable (proved), 3 undecided; for several: 0 all decided, 3 not.
    Ctrl-C ends with what is known so far, exit code 3.
    """
    games, several = read_games(input_text, options)
    verdicts: Counter[Verdict] = Counter()
    report: _JsonReport | _TextReport = _JsonReport() if as_json else _TextReport(several, len(games))
    started = monotonic()
    with InterruptFlag() as interrupted:
        settings = _Settings(limits, goal, engine, threads, interrupted.is_set)
        at_once = several and threads > 1
        for game, solution in (_side_by_side if at_once else _one_by_one)(games, settings):
            verdicts[solution.verdict] += 1
            report.show(game, solution)
            if interrupted.is_set():
                break
    report.end(verdicts, monotonic() - started)
    if not several:
        return _EXIT_CODES[solution.verdict]
    all_decided = verdicts.total() == len(games) and not verdicts[Verdict.UNDECIDED]
    return EXIT_YES if all_decided else EXIT_UNDECIDED


class _Settings(NamedTuple):
    """How each game is searched."""

    limits: Limits
    goal: str
    engine: str
    threads: int
    stop: Callable[[], bool]


def _one_by_one(games: Sequence[Game], settings: _Settings) -> Iterator[tuple[Game, Solution]]:
    for number, game in enumerate(games, 1):
        with ProgressLine(game.name, number, len(games)) as progress:
            solution = solve(game.source, progress=progress, **settings._asdict())
        yield game, solution


def _side_by_side(games: Sequence[Game], settings: _Settings) -> Iterator[tuple[Game, Solution]]:
    first, second = tee(games)  # a range makes its deals when they are asked for
    yield from zip(first, solve_each((game.source for game in second), **settings._asdict()), strict=False)


class _JsonReport:
    """Results as JSON, one a line as each is known."""

    def show(self, game: Game, solution: Solution) -> None:
        click.echo(json.dumps(result_fields(game, solution)))

    def end(self, verdicts: Counter[Verdict], seconds: float) -> None:
        """Add nothing: every line is a result."""


class _TextReport:
    """Results for people: one deal at length, several one a line with a sum at the end."""

    def __init__(self, several: bool, expected: int) -> None:
        from regicide_solver.cli.drawing import Drawing

        self.drawing = Drawing()
        self.several = several
        self.expected = expected

    def show(self, game: Game, solution: Solution) -> None:
        if self.several:
            self.drawing.print(self.drawing.result_row(game, solution))
        else:
            self.drawing.print(*self.drawing.result(game, solution))

    def end(self, verdicts: Counter[Verdict], seconds: float) -> None:
        if not self.several:
            return
        counted = ", ".join(f"{verdicts[verdict]} {verdict}" for verdict in Verdict if verdicts[verdict])
        done = verdicts.total()
        of_all = f" of {self.expected}, interrupted" if done < self.expected else ""
        self.drawing.heading(f"{done} game{'' if done == 1 else 's'}{of_all}: {counted}; {seconds:.1f} s")
