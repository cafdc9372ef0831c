"""The stages of a search, from cheap to complete, and what their ends mean.

Stage `restart`: short passes with minimal payments only, the first in the plain order, the others with noise on the
evaluation. A deal that can be won is mostly won here; such a pass proves nothing else. Stage `complete`: one pass
over every legal action, on a table that forgets nothing; when it is exhausted, there is no win.

The schedule does not depend on the limits: a larger limit goes on where a smaller one stopped.
"""

from __future__ import annotations

from collections.abc import Iterator

from regicide_solver.actions import Action
from regicide_solver.search.depth_first import Budget, Pass, PassEnd, search_pass
from regicide_solver.search.evaluation import WEIGHTS, Weights
from regicide_solver.search.limits import Stage, Verdict
from regicide_solver.search.reductions import NO_DRAW
from regicide_solver.state import State

__all__ = ["passes", "run_schedule"]

_RESTARTS = 12
_RESTART_NODES = 1_000
_NOISE = 6.0


def passes() -> Iterator[Pass]:
    """Go through the passes in their order; the last one has no end of its own."""
    for number in range(_RESTARTS):
        yield Pass("restart", _RESTART_NODES, complete=False, noise=_NOISE if number else 0.0, noise_seed=number)
    yield Pass("complete", None, complete=True)


def run_schedule(
    root: State,
    budget: Budget,
    weights: Weights = WEIGHTS,
    reductions: tuple[str, ...] = (NO_DRAW,),
) -> tuple[Verdict, tuple[Action, ...] | None, tuple[Stage, ...]]:
    """Make passes until one of them decides, or the budget is spent.

    Returns
    -------
    verdict, line, stages
        The line is None unless the verdict is `WINNABLE`; undecided, `budget.stopped_by` says why.
    """
    stages: list[Stage] = []
    skipped: set[str] = set()
    for plan in passes():
        if plan.stage in skipped:
            continue
        before = budget.spent
        end, line = search_pass(root, plan, budget, weights, reductions)
        _count(stages, plan.stage, budget.spent - before)
        if end is PassEnd.WON:
            return Verdict.WINNABLE, line, tuple(stages)
        if end is PassEnd.EXHAUSTED:
            if plan.complete or root.rules.overpay == "minimal":
                return Verdict.UNWINNABLE, None, tuple(stages)
            skipped.add(plan.stage)  # another order of the same exhausted space finds nothing new
        if budget.stopped_by is not None:
            break
    return Verdict.UNDECIDED, None, tuple(stages)


def _count(stages: list[Stage], name: str, nodes: int) -> None:
    if stages and stages[-1].name == name:
        stages[-1] = Stage(name, stages[-1].runs + 1, stages[-1].nodes + nodes)
    else:
        stages.append(Stage(name, 1, nodes))
