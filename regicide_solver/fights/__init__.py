"""The best way through the fight at hand, with the cards at hand."""

from regicide_solver.fights.answers import FightPlan, FightStatus
from regicide_solver.fights.objectives import DEFAULT_OBJECTIVE, MEASURES, parse_fight_objective
from regicide_solver.fights.plan import plan_fight
from regicide_solver.fights.relaxed import DRAWS, relax, relaxed_apply

__all__ = [
    "DEFAULT_OBJECTIVE",
    "DRAWS",
    "MEASURES",
    "FightPlan",
    "FightStatus",
    "parse_fight_objective",
    "plan_fight",
    "relax",
    "relaxed_apply",
]
