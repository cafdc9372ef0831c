"""What is answered about a payment problem: frozen values, and their JSON form."""

from __future__ import annotations

from dataclasses import dataclass

from regicide_solver.cards import CardSet
from regicide_solver.search.limits import Verdict

__all__ = ["Payment", "PaymentAnswer"]


@dataclass(frozen=True)
class Payment:
    """One legal payment and how good it is.

    Parameters
    ----------
    cards : CardSet
        The cards that are paid.
    value, waste : int
        What they are worth, and what of it is beyond the attack.
    costs : tuple of int
        What the payment costs on each level of the objective; smaller is better, earlier levels decide first.
    why : str
        Why it loses against the best payment; empty for the best.
    shares : tuple of CardSet
        What each hand gives; one entry where one hand pays.
    verdict : Verdict or None
        Whether the deal can still be won after it; None where nobody asked.

    Examples
    --------
    >>> from regicide_solver.discards import optimal_discard
    >>> best = optimal_discard("7S 5D 10C AH", 12).best
    >>> str(best.cards), best.value, best.waste
    ('5D 7S', 12, 0)
    """

    cards: CardSet
    value: int
    waste: int
    costs: tuple[int, ...]
    why: str = ""
    shares: tuple[CardSet, ...] = ()
    verdict: Verdict | None = None

    def to_json(self) -> dict[str, object]:
        """Write the payment in its JSON form.

        Examples
        --------
        >>> Payment(CardSet("5D 7S"), 12, 0, (0, 2)).to_json()
        {'cards': ['5D', '7S'], 'value': 12, 'waste': 0, 'costs': [0, 2], 'why': ''}
        """
        form: dict[str, object] = {
            "cards": [card.text for card in self.cards],
            "value": self.value,
            "waste": self.waste,
            "costs": list(self.costs),
            "why": self.why,
        }
        if len(self.shares) > 1:
            form["shares"] = [[card.text for card in share] for share in self.shares]
        if self.verdict is not None:
            form["verdict"] = str(self.verdict)
        return form


@dataclass(frozen=True)
class PaymentAnswer:
    """The best payments for an attack.

    Parameters
    ----------
    payable : bool
        Whether any legal payment covers the attack.
    attack : int
        What has to be paid.
    shortfall : int
        What is missing when everything that may go is paid; 0 where that covers the attack.
    best : Payment or None
        The best payment; of several that are equal on the objective the one that stands first among the legal
        actions (fewer cards first, then card order). None when nothing covers the attack.
    optima : tuple of Payment
        All payments that are equal to the best on every level of the objective, in the order of legal actions.
    optima_complete : bool
        Whether `optima` are all of them: False when there are more than asked for, or where verdicts are missing.
    ranking : tuple of Payment
        The best payments, the best first, each with why it loses.
    count : int
        How many legal payments there are.
    objective : tuple of str
        The levels of the objective, the most important first.
    overpay : str
        The rule on paying too much that held.
    reason : str
        Why there is no payment; empty where there is one.

    Examples
    --------
    >>> from regicide_solver.discards import optimal_discard
    >>> answer = optimal_discard("2C 3D", 10)
    >>> answer.payable, answer.shortfall, answer.reason
    (False, 5, 'everything that may go is worth 5, the attack is 10')
    """

    payable: bool
    attack: int
    shortfall: int
    best: Payment | None
    optima: tuple[Payment, ...]
    optima_complete: bool
    ranking: tuple[Payment, ...]
    count: int
    objective: tuple[str, ...]
    overpay: str
    reason: str = ""

    def to_json(self) -> dict[str, object]:
        """Write the answer in its JSON form.

        Examples
        --------
        >>> from regicide_solver.discards import optimal_discard
        >>> form = optimal_discard("7S 5D 10C AH", 12).to_json()
        >>> form["payable"], form["count"], form["optima"]
        (True, 8, [['5D', '7S']])
        """
        return {
            "payable": self.payable,
            "attack": self.attack,
            "shortfall": self.shortfall,
            "best": None if self.best is None else self.best.to_json(),
            "optima": [[card.text for card in payment.cards] for payment in self.optima],
            "optima_complete": self.optima_complete,
            "ranking": [payment.to_json() for payment in self.ranking],
            "count": self.count,
            "objective": list(self.objective),
            "overpay": self.overpay,
            "reason": self.reason,
        }
