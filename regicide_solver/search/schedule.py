"""The stages of a search, from cheap to complete, and what their ends mean.

The schedule goes in rounds, each three times as long as the one before. A round makes, for each of two evaluations,

- passes of the stage `restart`: depth-first, minimal payments, from the second round on with noise on the evaluation;
- in long rounds a pass of the stage `columns`: column search, minimal payments, going on from the round before;

and then a pass of the stage `complete`: depth-first, every legal action.

Most deals that can be won are won in the first stage, narrow ones at times in the second; neither proves anything
else. A complete pass that comes to its end proves that there is no win. All stages keep what they have searched to the
end, so that no pass repeats another.

The schedule does not depend on the limits: a larger limit goes on where a smaller one stopped.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count

from regicide_solver.rules import Rules
from regicide_solver.search.limits import Stage, Verdict
from regicide_solver.search.passes import Budget, Pass, PassEnd, Searcher
from regicide_solver.search.weights import ORDERS

__all__ = ["COLUMNS", "COMPLETE", "RESTART", "passes", "run_schedule"]

#: The names of the stages.
RESTART, COLUMNS, COMPLETE = "restart", "columns", "complete"

_FIRST_NODES = 100
_GROWTH = 3
_RESTARTS = 8  # of each evaluation, from the second round on
_FIRST_COLUMNS = 4  # the round from which on there are columns
_COLUMNS_LENGTH = 2  # so many times as long as one of the round's restarts
_COMPLETE_LENGTH = 2
_NOISE = 12_000


def passes() -> Iterator[Pass]:
    """Go through the passes in their order, without end."""
    seeds = count()
    for number in count():
        nodes = _FIRST_NODES * _GROWTH**number
        noise = _NOISE if number else 0
        for order in range(ORDERS):
            for _ in range(_RESTARTS if number else 1):
                yield Pass(RESTART, nodes, complete=False, noise=noise, noise_seed=next(seeds), order=order)
            if number >= _FIRST_COLUMNS:
                yield Pass(COLUMNS, _COLUMNS_LENGTH * nodes, complete=False, order=order, columns=True)
        yield Pass(COMPLETE, _COMPLETE_LENGTH * nodes, complete=True, noise=noise, noise_seed=next(seeds))


def run_schedule(
    searcher: Searcher, rules: Rules, budget: Budget, *, complete: bool | None = None
) -> tuple[Verdict, tuple[Stage, ...]]:
    """Make passes until one of them decides, or the budget is spent.

    Parameters
    ----------
    searcher : Searcher
        The engine at work.
    rules : Rules
        The rules of the game.
    budget : Budget
        What may be spent.
    complete : bool or None
        Only complete passes, only the others, or both.

    Returns
    -------
    verdict, stages
        With `WINNABLE` the searcher has the line; undecided, `budget.stopped_by` says why.
    """
    stages: dict[str, Stage] = {}
    minimal_exhausted = False
    full: set[int] = set()
    for plan in passes():
        if minimal_exhausted and complete is False:
            break
        if (minimal_exhausted and not plan.complete) or (plan.columns and plan.order in full):
            continue
        if complete not in (None, plan.complete):
            continue
        before = budget.spent
        end = searcher.run(plan, budget)
        done = stages.get(plan.stage, Stage(plan.stage, 0, 0))
        stages[plan.stage] = Stage(plan.stage, done.runs + 1, done.nodes + budget.spent - before)
        if end is PassEnd.WON:
            return Verdict.WINNABLE, tuple(stages.values())
        if end is PassEnd.EXHAUSTED:
            if plan.complete or rules.overpay == "minimal":
                return Verdict.UNWINNABLE, tuple(stages.values())
            minimal_exhausted = True
        if end is PassEnd.FULL:
            full.add(plan.order)
        if budget.stopped_by is not None:
            break
    return Verdict.UNDECIDED, tuple(stages.values())
