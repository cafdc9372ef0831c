"""The stages of a search, from cheap to complete, and what their ends mean.

The schedule goes in rounds, each three times as long as the one before. A round makes, for each of two evaluations,

- passes of the stage `restart`: depth-first, minimal payments, only the two best actions of each state, from the second
  round on with noise on the evaluation; where minimal payments are known not to win, every payment;
- in long rounds a short pass of the stage `columns`: column search, minimal payments, going on from the round before;

and then, from the second round on, a pass of the stage `complete`: depth-first, every legal action, without noise.

Most deals that can be won are won in the first stage, a few in the second; neither proves anything else. A complete
pass that comes to its end proves that there is no win. All stages keep what they have proved, so that no pass repeats a
proof of another.

The schedule does not depend on the limits: a larger limit goes on where a smaller one stopped.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count

from regicide_solver.search.limits import Stage, Verdict
from regicide_solver.search.passes import Budget, Pass, PassEnd, Searcher
from regicide_solver.search.weights import ORDERS
from regicide_solver.state import State

__all__ = ["COLUMNS", "COMPLETE", "RESTART", "passes", "run_schedule", "still_worthwhile"]

#: The names of the stages.
RESTART, COLUMNS, COMPLETE = "restart", "columns", "complete"

_FIRST_NODES = 100
_GROWTH = 3
_LONGEST_ROUND = 30  # later rounds are no longer: nobody sees the end of this one
_RESTARTS = 6  # by each evaluation, from the second round on
_WIDTH = 2  # how many actions of a state a restart tries
_NOISE = 24_000
# The round from which on there are columns, as long as a restart of the round before: they win games that restarts
# miss, but so few that longer ones cost more than they bring.
_FIRST_COLUMNS = 6
_FIRST_COMPLETE = 1
# How many restarts go into a complete pass. Solo, hard deals are won narrowly and hardly ever lost, and with hands of
# eight a node of a complete pass takes three times as long as another.
_COMPLETE_LENGTH, _SOLO_COMPLETE_LENGTH = 4, 1


def passes(players: int) -> Iterator[Pass]:
    """Go through the passes for a game of so many players in their order, without end."""
    complete_length = _SOLO_COMPLETE_LENGTH if players == 1 else _COMPLETE_LENGTH
    seeds = count()
    for number in count():
        nodes = _FIRST_NODES * _GROWTH ** min(number, _LONGEST_ROUND)
        noise = _NOISE if number else 0
        for order in range(ORDERS):
            for _ in range(_RESTARTS if number else 1):
                yield Pass(
                    RESTART, nodes, complete=False, noise=noise, noise_seed=next(seeds), width=_WIDTH, order=order
                )
            if number >= _FIRST_COLUMNS:
                yield Pass(COLUMNS, nodes // _GROWTH, complete=False, order=order, columns=True)
        if number >= _FIRST_COMPLETE:
            # Without noise each of them goes on where the one before was stopped.
            yield Pass(COMPLETE, complete_length * nodes, complete=True)


def still_worthwhile(plan: Pass, *, minimal_exhausted: bool, columns_full: bool) -> Pass | None:
    """Say what is left to make of a pass.

    Parameters
    ----------
    plan : Pass
        A pass of the schedule.
    minimal_exhausted : bool
        Whether minimal payments are known not to win: restarts go over every payment then.
    columns_full : bool
        Whether the columns of this pass have no room to go on.

    Returns
    -------
    Pass or None
        The pass to make, if any.
    """
    if plan.columns and (minimal_exhausted or columns_full):
        return None
    return plan._replace(complete=True) if minimal_exhausted else plan


def run_schedule(
    searcher: Searcher, root: State, budget: Budget, *, complete: bool | None = None
) -> tuple[Verdict, tuple[Stage, ...]]:
    """Make passes until one of them decides, or the budget is spent.

    Parameters
    ----------
    searcher : Searcher
        The engine at work.
    root : State
        Where the searcher begins.
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
    for scheduled in passes(root.players):
        if minimal_exhausted and complete is False:
            break
        if complete not in (None, scheduled.complete):
            continue
        plan = still_worthwhile(scheduled, minimal_exhausted=minimal_exhausted, columns_full=scheduled.order in full)
        if plan is None:
            continue
        before = budget.spent
        end = searcher.run(plan, budget)
        done = stages.get(plan.stage, Stage(plan.stage, 0, 0))
        stages[plan.stage] = Stage(plan.stage, done.runs + 1, done.nodes + budget.spent - before)
        if end is PassEnd.WON:
            return Verdict.WINNABLE, tuple(stages.values())
        if end is PassEnd.EXHAUSTED:
            if plan.complete or root.rules.overpay == "minimal":
                return Verdict.UNWINNABLE, tuple(stages.values())
            minimal_exhausted = True
        if end is PassEnd.FULL:
            full.add(plan.order)
        if budget.stopped_by is not None:
            break
    return Verdict.UNDECIDED, tuple(stages.values())
