"""Exact analysis of the cooperative card game Regicide, 1 to 4 players.

Unofficial. The names below are the library's front door; the layers behind them are described in the documentation.

Examples
--------
>>> import regicide_solver
>>> state = regicide_solver.Deal.from_seed(42, players=2).state()
>>> print(*state.legal_actions()[:3], sep=", ")
play AC, play 4S, play 6C
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from regicide_solver.actions import Action, Discard, Flip, Play, Yield
from regicide_solver.cards import JESTER, Card, CardSet, Rank, Suit, card_set, parse_card, parse_cards
from regicide_solver.deals import Deal
from regicide_solver.engine import apply, apply_line, legal_actions, outcome
from regicide_solver.errors import (
    IllegalActionError,
    ImpossiblePositionError,
    NotationError,
    RegicideError,
    RulesError,
)
from regicide_solver.notation import parse_action, parse_line
from regicide_solver.rules import Rules
from regicide_solver.search import Limits, Progress, Solution, Stage, Stats, Verdict, is_win, solve, solve_each
from regicide_solver.state import State

if TYPE_CHECKING:
    from regicide_solver.analysis.analyse import analyse
    from regicide_solver.analysis.difficulty import difficulty
    from regicide_solver.analysis.puzzles import find_puzzles
    from regicide_solver.analysis.review import review
    from regicide_solver.analysis.shortest import shortest_win
    from regicide_solver.discards import optimal_discard
    from regicide_solver.fights import plan_fight
    from regicide_solver.graphs import state_graph
    from regicide_solver.odds import win_probability

__version__ = "0.1.0"

__all__ = [
    "JESTER",
    "Action",
    "Card",
    "CardSet",
    "Deal",
    "Discard",
    "Flip",
    "IllegalActionError",
    "ImpossiblePositionError",
    "Limits",
    "NotationError",
    "Play",
    "Progress",
    "Rank",
    "RegicideError",
    "Rules",
    "RulesError",
    "Solution",
    "Stage",
    "State",
    "Stats",
    "Suit",
    "Verdict",
    "Yield",
    "analyse",
    "apply",
    "apply_line",
    "card_set",
    "difficulty",
    "find_puzzles",
    "is_win",
    "legal_actions",
    "optimal_discard",
    "outcome",
    "parse_action",
    "parse_card",
    "parse_cards",
    "parse_line",
    "plan_fight",
    "review",
    "shortest_win",
    "solve",
    "solve_each",
    "state_graph",
    "win_probability",
]

#: Names whose modules are imported when they are first asked for, so that importing the package stays quick.
_IMPORTED_ON_DEMAND = {
    "analyse": "analysis",
    "difficulty": "analysis",
    "find_puzzles": "analysis",
    "optimal_discard": "discards",
    "plan_fight": "fights",
    "review": "analysis",
    "shortest_win": "analysis",
    "state_graph": "graphs",
    "win_probability": "odds",
}


def __getattr__(name: str) -> Any:
    if name not in _IMPORTED_ON_DEMAND:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_IMPORTED_ON_DEMAND[name]}"), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
