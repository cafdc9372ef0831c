"""Payments that keep the deal winnable come first: the search judges them in the order of the objective."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from time import monotonic

from regicide_solver.actions import make_discard
from regicide_solver.discards.answers import Payment
from regicide_solver.engine import successor
from regicide_solver.search import Limits, Verdict, solve
from regicide_solver.state import State

__all__ = ["Judged", "judge_payments"]

_PLACES = {Verdict.WINNABLE: 0, Verdict.UNDECIDED: 1, Verdict.UNWINNABLE: 2}
_WHY = {
    Verdict.UNDECIDED: "whether the deal can be won after it was not decided within the limits",
    Verdict.UNWINNABLE: "the deal cannot be won after it",
}


@dataclass(frozen=True)
class Judged:
    """Payments with their verdicts, the winnable ones first, then the undecided ones, in the objective's order."""

    payments: tuple[Payment, ...]
    optima: tuple[Payment, ...]
    optima_complete: bool


def judge_payments(
    state: State, payments: Iterable[Payment], count: int, top: int, optima_limit: int, limits: Limits
) -> Judged:
    """Judge payments by the search until the best are known.

    Parameters
    ----------
    state : State
        The state that has to pay.
    payments : iterable of Payment
        Its payments, the best on the objective first.
    count : int
        How many there are.
    top, optima_limit : int
        How many winnable payments are wanted, and how many that are equal to the best.
    limits : Limits
        For all payments together: each may spend an equal share of the nodes that are left.
    """
    judged: list[Payment] = []
    nodes_left, started = limits.nodes, monotonic()
    winnable: list[Payment] = []
    for number, payment in enumerate(payments):
        equal = winnable and payment.costs == winnable[0].costs and len(winnable) <= optima_limit
        if len(winnable) >= top and not equal:
            break
        seconds_left = limits.seconds - (monotonic() - started)
        verdict = Verdict.UNDECIDED
        if nodes_left > 0 and seconds_left > 0:
            share = Limits(max(1, nodes_left // (count - number)), seconds_left, limits.memory)
            solution = solve(successor(state, make_discard(payment.cards.mask)), share)
            verdict = solution.verdict
            nodes_left -= solution.stats.nodes
        judged.append(replace(payment, verdict=verdict))
        if verdict is Verdict.WINNABLE:
            winnable.append(judged[-1])
    ranked = sorted(judged, key=lambda payment: _PLACES[payment.verdict or Verdict.UNDECIDED])
    best = ranked[0]
    equals = [payment for payment in judged if payment.costs == best.costs]
    optima = tuple(payment for payment in equals if payment.verdict is best.verdict)
    complete = len(optima) <= optima_limit and all(payment.verdict is not Verdict.UNDECIDED for payment in equals)
    return Judged(tuple(_reason(payment, best) for payment in ranked[:top]), optima[:optima_limit], complete)


def _reason(payment: Payment, best: Payment) -> Payment:
    if payment.verdict is best.verdict or payment.verdict is None:
        return payment
    return replace(payment, why=_WHY[payment.verdict])
