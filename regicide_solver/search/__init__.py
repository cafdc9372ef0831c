"""Deciding games: limits, verdicts, the memoised search and the choice of its engine."""

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
from regicide_solver.search.solve import GOALS, is_win, solve, start_of

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
    "start_of",
]
