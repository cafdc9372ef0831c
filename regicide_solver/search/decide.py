"""Deciding a deal or a position: the front door of the search.

Here a game becomes a verdict: the engine is chosen, the limits are watched, the line is replayed through the rules
before anybody sees it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from time import monotonic

from regicide_solver.actions import Action, Flip
from regicide_solver.cards import quoted
from regicide_solver.deals import Deal
from regicide_solver.engine import apply_line, outcome
from regicide_solver.errors import ImpossiblePositionError, RegicideError
from regicide_solver.kernel import choose_engine
from regicide_solver.search.depth_first import PythonSearcher
from regicide_solver.search.kernel_search import KERNEL_REDUCTIONS, KernelSearcher
from regicide_solver.search.limits import (
    Limits,
    Progress,
    ProgressCallback,
    Solution,
    Stage,
    Stats,
    StopCallback,
    Verdict,
)
from regicide_solver.search.parallel import decide_in_parallel
from regicide_solver.search.passes import Budget, Searcher
from regicide_solver.search.schedule import run_schedule
from regicide_solver.state import State, replace_fields

__all__ = ["GOALS", "is_win", "solve", "start_of"]

#: The goals of `solve`.
GOALS = ("win", "fewest_flips")

_PROGRESS_INTERVAL = 0.1  # seconds
_MOST_THREADS = 256


def solve(
    game: Deal | State,
    limits: Limits | None = None,
    goal: str = "win",
    engine: str = "auto",
    threads: int = 1,
    progress: ProgressCallback | None = None,
    stop: StopCallback | None = None,
) -> Solution:
    """Decide whether a game can be won, with every card known and the deal's own heals.

    Parameters
    ----------
    game : Deal or State
        A deal, decided from its first state, or any possible state.
    limits : Limits, optional
        What may be spent; by default `Limits()`.
    goal : {"win", "fewest_flips"}
        Any winning line, or one with as few flips as possible (solo: the best medal); `Solution.flips_proved` tells
        whether fewer were refuted.
    engine : {"auto", "kernel", "python"}
        Which engine searches. The answers are the same; the counters are not.
    threads : int
        How many threads may be used. The kernel uses up to two for one game, which leaves the counters open; the
        Python engine uses one.
    progress : callable, optional
        Called with a `Progress` about ten times a second.
    stop : callable, optional
        Polled; when it answers True, the search ends undecided, stopped by `interrupt`.

    Returns
    -------
    Solution
        The verdict, with a line that was replayed through the rules where it is `WINNABLE`.

    Raises
    ------
    ImpossiblePositionError
        When the state is one that no game can hold.
    RegicideError
        When an argument is unknown, or the engine is not there.

    Examples
    --------
    >>> from regicide_solver import Deal
    >>> solution = solve(Deal.from_seed(42, players=2), Limits(nodes=20_000))
    >>> str(solution.verdict), is_win(Deal.from_seed(42, players=2), solution.line)
    ('winnable', True)
    """
    root = start_of(game)
    allowed = Limits() if limits is None else limits
    if goal not in GOALS:
        raise RegicideError(f"goal: {quoted(goal)} is unknown; expected {' or '.join(GOALS)}")
    if type(threads) is not int or not 1 <= threads <= _MOST_THREADS:
        raise RegicideError(f"threads: {quoted(threads)}; expected a whole number from 1 to {_MOST_THREADS}")
    problems = root.problems() if root is game else ()  # the cards of a deal were checked when it was made
    if problems:
        raise ImpossiblePositionError("impossible position", problems)
    search = _Search(choose_engine(engine), threads, allowed, progress, stop)
    verdict, line = search.decide(root)
    flips = None if line is None else _count_flips(line)
    proved = flips == 0
    while goal == "fewest_flips" and flips:
        # A line with at most k flips is a line of the game that has only k; so the first refusal ends it.
        fewer, better = search.decide(replace_fields(root, flips=flips - 1))
        if better is None:
            proved = fewer is Verdict.UNWINNABLE
            break
        line, flips = better, _count_flips(better)
        proved = flips == 0
    if line is not None and not is_win(root, line):
        raise RuntimeError(f"the search found a line that does not win: {'; '.join(map(str, line))}")
    return Solution(
        verdict=verdict,
        line=line,
        stopped_by=search.budget.stopped_by,
        stats=search.stats(),
        limits=allowed,
        flips_used=flips,
        flips_proved=proved,
    )


def start_of(game: Deal | State) -> State:
    """Give the state that a game begins in: a deal's first state, or the state itself.

    Raises
    ------
    RegicideError
        When it is neither.

    Examples
    --------
    >>> start_of(Deal.from_seed(42)).players
    2
    """
    if isinstance(game, Deal):
        return game.state()
    if isinstance(game, State):
        return game
    raise RegicideError(f"not a game: {quoted(game)}; expected a Deal or a State")


def is_win(game: Deal | State, line: Iterable[Action]) -> bool:
    """Replay a line through the rules and say whether it wins.

    Raises
    ------
    IllegalActionError
        When the rules do not allow an action of the line, with its number.

    Examples
    --------
    >>> from regicide_solver import Play
    >>> is_win(State(["10C"], "KD", damage=20), [Play("10C")])
    True
    """
    return outcome(apply_line(start_of(game), list(line))) == "won"


@dataclass
class _Search:
    """One call of `solve`: what it may spend, and what it has spent in all its schedules."""

    engine: str
    threads: int
    limits: Limits
    progress: ProgressCallback | None
    stop: StopCallback | None
    reductions: tuple[str, ...] = ()
    started: float = field(default_factory=monotonic)
    told: float = 0.0
    stages: list[Stage] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.budget = Budget(self.limits.nodes, self.limits.memory, self.watch)

    def decide(self, root: State) -> tuple[Verdict, tuple[Action, ...] | None]:
        """Run the schedule on one state."""
        state = outcome(root)
        if state is not None:
            return (Verdict.WINNABLE, ()) if state == "won" else (Verdict.UNWINNABLE, None)
        if self.threads > 1 and self.engine == "kernel":
            self.reductions = KERNEL_REDUCTIONS
            verdict, line, stages = decide_in_parallel(root, self.budget)
            self.stages += stages
            return verdict, line
        searcher: Searcher = KernelSearcher(root, self.budget) if self.engine == "kernel" else PythonSearcher(root)
        self.reductions = searcher.reductions
        verdict, stages = run_schedule(searcher, root, self.budget)
        self.stages += stages
        return verdict, searcher.line() if verdict is Verdict.WINNABLE else None

    def watch(self, nodes: int, fewest_enemies: int) -> str | None:
        """Report the progress, and give the reason to stop, if there is one."""
        seconds = monotonic() - self.started
        if self.progress is not None and seconds - self.told >= _PROGRESS_INTERVAL:
            self.told = seconds
            self.progress(Progress(nodes, seconds, fewest_enemies))
        if self.stop is not None and self.stop():
            return "interrupt"
        return "seconds" if seconds >= self.limits.seconds else None

    def stats(self) -> Stats:
        """Sum the search up."""
        merged: dict[str, Stage] = {}
        for stage in self.stages:
            before = merged.get(stage.name, Stage(stage.name, 0, 0))
            merged[stage.name] = Stage(stage.name, before.runs + stage.runs, before.nodes + stage.nodes)
        return Stats(
            nodes=self.budget.spent,
            seconds=monotonic() - self.started,
            engine=self.engine,
            stage=self.stages[-1].name if self.stages else "",
            stages=tuple(merged.values()),
            reductions=self.reductions,
            memory=self.budget.largest_table,
        )


def _count_flips(line: tuple[Action, ...]) -> int:
    return sum([isinstance(action, Flip) for action in line])
