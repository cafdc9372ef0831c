"""Insight into games: every action's verdict, reviews of played games, difficulty, puzzles, shortest wins."""

from regicide_solver.analysis.analyse import Analysis, Choice, analyse

__all__ = [
    "Analysis",
    "Choice",
    "analyse",
]
