"""Exact odds: the probability of a win under the best play, as a rational number or as bounds on it."""

from regicide_solver.odds.probability import (
    HIDDEN,
    ActionOdds,
    Odds,
    OddsProgress,
    OddsProgressCallback,
    win_probability,
)

__all__ = ["HIDDEN", "ActionOdds", "Odds", "OddsProgress", "OddsProgressCallback", "win_probability"]
