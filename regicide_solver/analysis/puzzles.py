"""Positions with exactly one winning action, proved: puzzles."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import islice
from time import monotonic

from regicide_solver.actions import Action
from regicide_solver.analysis.analyse import count_turns, open_choices
from regicide_solver.analysis.shared_search import Question, SharedSearch
from regicide_solver.cards import quoted
from regicide_solver.deals import Deal
from regicide_solver.engine import outcome, successor
from regicide_solver.errors import RegicideError
from regicide_solver.kernel import choose_engine
from regicide_solver.rules import Rules
from regicide_solver.search import Limits, Progress, ProgressCallback, StopCallback, Verdict
from regicide_solver.state import State

__all__ = ["PUZZLE_LIMITS", "Puzzle", "find_puzzles"]

#: What one seed may cost where nothing else is said.
PUZZLE_LIMITS = Limits(nodes=2_000_000, seconds=60.0)


@dataclass(frozen=True)
class Puzzle:
    """A position with exactly one winning choice: all others are proved to lose.

    Parameters
    ----------
    state : State
        The position.
    solution : tuple of Action
        The winning action, with those that are interchangeable with it.
    line : tuple of Action
        A line that wins, the solution first.
    choices : int
        How many choices there are; interchangeable actions are one.
    traps : int
        How many of the losing choices do not end the game at once.
    nodes : int
        The nodes that the analysis took: the more, the harder the losing choices are to refute.
    deal : Deal
        The deal that it comes from.
    way : tuple of Action
        The actions that lead from the deal's first state to the position.
    """

    state: State
    solution: tuple[Action, ...]
    line: tuple[Action, ...]
    choices: int
    traps: int
    nodes: int
    deal: Deal
    way: tuple[Action, ...]

    @property
    def turns(self) -> int:
        """The plays and yields of the line."""
        return count_turns(self.line)


def find_puzzles(
    seeds: Iterable[int],
    players: int = 2,
    rules: Rules | str = "official",
    first: int = 1,
    *,
    enemies: int = 3,
    choices: int = 4,
    turns: int = 2,
    traps: int = 1,
    a_deal: int = 1,
    limits: Limits = PUZZLE_LIMITS,
    engine: str = "auto",
    progress: ProgressCallback | None = None,
    stop: StopCallback | None = None,
) -> Iterator[Puzzle]:
    """Look for puzzles on winning lines of deals.

    From every seed a deal is dealt and a winning line found. Its positions are analysed, the earliest that is small
    enough first.

    Parameters
    ----------
    seeds : iterable of int
        The seeds, in the order in which they are tried.
    players, rules, first : int, Rules or str, int
        As for `Deal.from_seed`.
    enemies : int
        The most enemies left in a puzzle, the one that is face up included.
    choices : int
        The fewest choices that a puzzle gives.
    turns : int
        The fewest turns of its line.
    traps : int
        The fewest losing choices that do not end the game at once.
    a_deal : int
        The most puzzles from one deal.
    limits : Limits
        What one deal may cost. A position that is not decided within them is no puzzle. With a limit on nodes alone
        that is met before the others, the same arguments give the same puzzles everywhere.
    engine : {"auto", "kernel", "python"}
        Which engine searches. Another engine finds other puzzles.
    progress : callable, optional
        Called with a `Progress` about ten times a second; nodes and seconds are those of all seeds.
    stop : callable, optional
        Polled; when it answers True, the puzzles end.

    Yields
    ------
    Puzzle
        Each as it is found.

    Raises
    ------
    RegicideError
        When an argument is unknown or out of range, or the engine is not there.

    Examples
    --------
    >>> puzzle = next(find_puzzles(range(4, 40), players=1, enemies=2, limits=Limits(nodes=3_000)))
    >>> len(puzzle.solution), puzzle.choices >= 4, outcome(puzzle.state)
    (1, True, None)
    """
    bounds = {"enemies": enemies, "choices": choices, "turns": turns, "traps": traps, "a_deal": a_deal}
    for name, bound in bounds.items():
        least = 0 if name == "traps" else 1
        if type(bound) is not int or bound < least:
            raise RegicideError(f"{name}: {quoted(bound)}; expected a whole number, at least {least}")
    choose_engine(engine)
    deals = (Deal.from_seed(seed, players, rules, first) for seed in seeds)
    return _puzzles(deals, _Sizes(enemies, choices, turns, traps), a_deal, limits, engine, progress, stop)


@dataclass(frozen=True)
class _Sizes:
    """The limits of `find_puzzles` on what a puzzle is."""

    enemies: int
    choices: int
    turns: int
    traps: int


def _puzzles(
    deals: Iterable[Deal],
    sizes: _Sizes,
    a_deal: int,
    limits: Limits,
    engine: str,
    progress: ProgressCallback | None,
    stop: StopCallback | None,
) -> Iterator[Puzzle]:
    nodes, started = 0, monotonic()

    def tell(of_deal: Progress) -> None:
        if progress is not None:
            progress(replace(of_deal, nodes=nodes + of_deal.nodes, seconds=monotonic() - started))

    for deal in deals:
        if stop is not None and stop():
            return
        search = SharedSearch(deal.state(), limits, engine, tell, stop)
        yield from islice(_puzzles_of(deal, search, sizes), a_deal)
        nodes += search.budget.spent


def _puzzles_of(deal: Deal, search: SharedSearch, sizes: _Sizes) -> Iterator[Puzzle]:
    whole = Question(deal.state())
    search.decide([whole])
    line = whole.line or ()
    state = whole.state
    for place, action in enumerate(line):
        if search.stopped_by is not None or count_turns(line[place:]) < sizes.turns:
            return
        if 1 + len(state.castle_indices) <= sizes.enemies:
            puzzle = _puzzle_at(deal, state, place, line, search, sizes)
            if puzzle is not None:
                yield puzzle
        state = successor(state, action)


def _puzzle_at(
    deal: Deal, state: State, place: int, line: tuple[Action, ...], search: SharedSearch, sizes: _Sizes
) -> Puzzle | None:
    """See whether a position on a winning line of a deal is a puzzle."""
    asked = {actions: question for actions, question in open_choices(state).items() if question is not None}
    solution = next((actions for actions in asked if line[place] in actions), None)
    if solution is None:  # the line goes on with an action that changes nothing
        return None
    losing = [question for actions, question in asked.items() if actions != solution]
    traps = sum(outcome(question.state) != "lost" for question in losing)
    if len(asked) < sizes.choices or traps < sizes.traps:
        return None
    before = search.budget.spent
    search.decide(losing, lambda question: question.verdict is Verdict.WINNABLE)
    if any(question.verdict is not Verdict.UNWINNABLE for question in losing):
        return None
    return Puzzle(state, solution, line[place:], len(asked), traps, search.budget.spent - before, deal, line[:place])
