"""The best payment for an attack: any hand, any objective, also several seats together."""

from regicide_solver.discards.answers import Payment, PaymentAnswer
from regicide_solver.discards.objectives import (
    DEFAULT_OBJECTIVE,
    TERM_NOTES,
    Level,
    ObjectiveLike,
    Term,
    parse_objective,
)
from regicide_solver.discards.optimal import optimal_discard

__all__ = [
    "DEFAULT_OBJECTIVE",
    "TERM_NOTES",
    "Level",
    "ObjectiveLike",
    "Payment",
    "PaymentAnswer",
    "Term",
    "optimal_discard",
    "parse_objective",
]
