"""Insight into games: every action's verdict, reviews of played games, difficulty, puzzles, shortest wins."""

from regicide_solver.analysis.analyse import Analysis, Choice, analyse
from regicide_solver.analysis.difficulty import Decision, Difficulty, difficulty
from regicide_solver.analysis.puzzles import PUZZLE_LIMITS, Puzzle, find_puzzles
from regicide_solver.analysis.review import Review, ReviewedAction, review
from regicide_solver.analysis.shortest import ShortestWin, shortest_win

__all__ = [
    "PUZZLE_LIMITS",
    "Analysis",
    "Choice",
    "Decision",
    "Difficulty",
    "Puzzle",
    "Review",
    "ReviewedAction",
    "ShortestWin",
    "analyse",
    "difficulty",
    "find_puzzles",
    "review",
    "shortest_win",
]
