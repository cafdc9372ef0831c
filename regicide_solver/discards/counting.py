"""How many payments are legal: counted by dynamic programming over the sum that is paid, never by listing them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import product

from regicide_solver.cards import JESTER_INDEX, JESTER_UNIT, mask_holds
from regicide_solver.discards.problem import PaymentProblem

__all__ = ["count_payments"]

_Choice = tuple[int, bool, bool]  # the value of a suited card, whether it may stay, whether it may go


def count_payments(problem: PaymentProblem) -> int:
    """Count the legal payments of a problem exactly.

    Two payments that differ only in which of two Jesters of one hand goes are one payment.
    """
    choices = [
        (problem.values[item], not mask_holds(problem.must_pay, index), not mask_holds(problem.must_keep, index))
        for item, (index, _) in enumerate(problem.items)
        if index != JESTER_INDEX
    ]
    return _suited_payments(problem, choices) * _jester_payments(problem)


def _suited_payments(problem: PaymentProblem, choices: list[_Choice]) -> int:
    attack, overpay = problem.attack, problem.rules.overpay
    if overpay == "any":
        return sum(ways for total, ways in _sums(choices).items() if total >= attack)
    # The largest (or the smallest) card of a payment has some value. The payments with this value: what cards up to
    # it (from it on) can make, less what they can make without any card of just this value.
    count = 0
    for extreme in {value for value, _, _ in choices}:
        left_out = {value for value, _, _ in choices if (value > extreme) == (overpay == "until_covered")} - {extreme}
        ways = _sums(_without(choices, left_out))
        ways.subtract(_sums(_without(choices, left_out | {extreme})))
        count += sum(ways[total] for total in range(attack, attack + extreme))
    return count


def _without(choices: list[_Choice], left_out: set[int]) -> list[_Choice]:
    return [(value, may_stay, may_go and value not in left_out) for value, may_stay, may_go in choices]


def _sums(choices: Iterable[_Choice]) -> Counter[int]:
    """Count the ways to every sum."""
    sums = Counter({0: 1})
    for value, may_stay, may_go in choices:
        after = Counter(sums) if may_stay else Counter()
        if may_go:
            for total, ways in sums.items():
                after[total + value] += ways
        sums = after
    return sums


def _jester_payments(problem: PaymentProblem) -> int:
    """Count the ways to add Jesters, which are worth nothing."""
    held = [hand // JESTER_UNIT for hand in problem.hands]
    least = problem.must_pay // JESTER_UNIT
    # Without its smallest card a minimal payment has to be short, so that a card worth nothing never goes along.
    most = 0 if problem.rules.overpay == "minimal" else sum(held) - problem.must_keep // JESTER_UNIT
    return sum(least <= sum(numbers) <= most for numbers in product(*(range(count + 1) for count in held)))
