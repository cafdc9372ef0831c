"""The stages of a search, from cheap to complete, and what their ends mean.

The schedule goes in rounds, each four times as long as the one before. A round makes

- passes of the stage `restart`: depth-first, minimal payments, with noise on the evaluation, the first without;
- a pass of the stage `columns`: column search, minimal payments only, going on from the round before;
- passes of the stage `complete`: depth-first, every legal action.

Most deals that can be won are won in the first two stages, which prove nothing else. A complete pass that comes to its
end proves that there is no win. All stages keep what they have searched to the end, so that no pass repeats another.

The schedule does not depend on the limits: a larger limit goes on where a smaller one stopped.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count

from regicide_solver.rules import Rules
from regicide_solver.search.limits import Stage, Verdict
from regicide_solver.search.passes import Budget, Pass, PassEnd, Searcher

__all__ = ["COLUMNS", "COMPLETE", "RESTART", "passes", "run_schedule"]

#: The names of the stages.
RESTART, COLUMNS, COMPLETE = "restart", "columns", "complete"

_FIRST_NODES = 500
_GROWTH = 4
_RESTARTS = 2
_COLUMNS_LENGTH = 8  # the columns of a round are this many times as long as one of its restarts
_COMPLETE_LENGTH = 2
_NOISE = 12.0


def passes() -> Iterator[Pass]:
    """Go through the passes in their order, without end."""
    seeds = count()
    for number in count():
        nodes = _FIRST_NODES * _GROWTH**number
        for _ in range(_RESTARTS):
            seed = next(seeds)
            yield Pass(RESTART, nodes, complete=False, noise=_NOISE if seed else 0.0, noise_seed=seed)
        yield Pass(COLUMNS, _COLUMNS_LENGTH * nodes, complete=False, columns=True)
        noise = _NOISE if number else 0.0
        yield Pass(COMPLETE, _COMPLETE_LENGTH * nodes, complete=True, noise=noise, noise_seed=next(seeds))


def run_schedule(searcher: Searcher, rules: Rules, budget: Budget) -> tuple[Verdict, tuple[Stage, ...]]:
    """Make passes until one of them decides, or the budget is spent.

    Returns
    -------
    verdict, stages
        With `WINNABLE` the searcher has the line; undecided, `budget.stopped_by` says why.
    """
    stages: dict[str, Stage] = {}
    minimal_exhausted = columns_full = False
    for plan in passes():
        if (minimal_exhausted and not plan.complete) or (columns_full and plan.columns):
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
        columns_full |= end is PassEnd.FULL
        if budget.stopped_by is not None:
            break
    return Verdict.UNDECIDED, tuple(stages.values())
