"""Deciding games: limits, verdicts, the memoised search and the choice of its engine."""

from regicide_solver.search.decide import GOALS, is_win, solve, start_of
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
from regicide_solver.search.many import solve_each

__all__ = [
    "GOALS",
    "Limits",
    "Progress",
    "ProgressCallback",
    "Solution",
    "Stage",
    "Stats",
    "StopCallback",
    "Verdict",
    "is_win",
    "solve",
    "solve_each",
    "start_of",
]
