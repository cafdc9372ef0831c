"""The question: which cards should go? Here the arguments are read and the answer is put together."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import islice

from regicide_solver.cards import (
    JESTER_UNIT,
    SUITED_MASK,
    Card,
    CardSet,
    CardsLike,
    card_set,
    mask_contains,
    parse_card,
    quoted,
)
from regicide_solver.discards.answers import Payment, PaymentAnswer
from regicide_solver.discards.counting import count_payments
from regicide_solver.discards.model import PaymentModel
from regicide_solver.discards.objectives import DEFAULT_OBJECTIVE, ObjectiveLike, parse_objective
from regicide_solver.discards.problem import PaymentProblem
from regicide_solver.discards.winnable import judge_payments
from regicide_solver.errors import ImpossiblePositionError, NotationError
from regicide_solver.rules import Rules, rules_from
from regicide_solver.search.limits import Limits
from regicide_solver.state import NO_CARD, State

__all__ = ["optimal_discard"]

#: What the search may spend on the verdicts of all payments together.
DEFAULT_LIMITS = Limits(nodes=5_000_000, seconds=30.0)

_LARGEST_NUMBER = 9_999
_LARGEST_LIST = 100_000


def optimal_discard(
    cards: CardsLike | State | Iterable[CardsLike],
    attack: int | None = None,
    *,
    objective: ObjectiveLike = DEFAULT_OBJECTIVE,
    must_keep: CardsLike = (),
    must_pay: CardsLike = (),
    overpay: str | None = None,
    rules: Rules | str | None = None,
    enemy: Card | str | None = None,
    health: int | None = None,
    top: int = 20,
    optima_limit: int = 1000,
    keep_winnable: bool = False,
    limits: Limits | None = None,
) -> PaymentAnswer:
    """Find the best payment for an attack (step 4), why it is best, and what else there is.

    Parameters
    ----------
    cards : str, iterable of Card, State, or iterable of hands
        One hand of any size; several hands that pay together, as a what-if study; or a state that has to pay, which
        also says what the attack, the rules and the enemy are.
    attack : int
        What has to be paid, 1 to 9,999; left out for a state.
    objective : str, mapping, or iterable of these
        What makes a payment good; see `parse_objective`. By default the least waste, then the fewest cards.
    must_keep, must_pay : str or iterable of Card
        Cards that stay, and cards that go, whatever else.
    overpay : {"any", "until_covered", "minimal"}, optional
        The rule on paying too much; by default that of `rules`.
    rules : Rules or str, optional
        Rules or a preset's name, for `overpay` and for what a playable set or pair is; by default `official`.
    enemy : Card or str, optional
        The enemy that an exact kill is kept for; without one nothing is immune.
    health : int, optional
        The health that it has left; needed by the term `exact`.
    top : int
        How long the ranking is at the most, at least 1.
    optima_limit : int
        How many optima are listed at the most, at least 1.
    keep_winnable : bool
        For a state: payments after which the deal can still be won come first, then those that were not decided; the
        objective decides among them.
    limits : Limits, optional
        What the search may spend on all verdicts together; by default 5,000,000 nodes and 30 seconds.

    Returns
    -------
    PaymentAnswer
        Also where nothing covers the attack: then with the shortfall.

    Raises
    ------
    NotationError
        When an argument cannot be read, or does not go with the others.
    RulesError
        When the rules cannot be read.
    ImpossiblePositionError
        When the state is one that no game can hold.

    Examples
    --------
    >>> answer = optimal_discard("7S 5D 10C AH", 11)
    >>> str(answer.best.cards), answer.count
    ('AH 10C', 9)
    >>> [(str(payment.cards), payment.why) for payment in answer.ranking[1:3]]
    [('5D 7S', 'wastes 1, not 0'), ('AH 5D 7S', 'wastes 2, not 0')]
    >>> str(optimal_discard("7S 5D 10C AH", 11, objective="keep:AH, waste").best.cards)
    '5D 7S'
    >>> [str(share) for share in optimal_discard(["7S 5D", "10C AH"], 15).best.shares]
    ['5D', '10C']
    """
    if isinstance(cards, State):
        if not all(value is None for value in (attack, overpay, rules, enemy, health)):
            raise NotationError("a state says itself what the attack, overpay, rules, enemy and health are")
        problem = _problem_of_state(cards)
    else:
        if keep_winnable:
            raise NotationError("keep_winnable: whether a deal can be won needs a whole state, not just cards")
        problem = _problem_of_cards(cards, attack, overpay, rules, enemy, health)
    levels = parse_objective(objective)
    if problem.health is None and any(term.name == "exact" for level in levels for _, term in level.terms):
        raise NotationError("the objective 'exact' needs the health that the enemy has left")
    held = CardSet.from_mask(sum(problem.hands))
    problem = replace(
        problem,
        levels=levels,
        must_keep=_part_of(held, must_keep, "must_keep"),
        must_pay=_part_of(held, must_pay, "must_pay"),
    )
    _check_wishes(held.mask, problem.must_keep, problem.must_pay)
    _check_number("top", top, _LARGEST_LIST)
    _check_number("optima_limit", optima_limit, _LARGEST_LIST)
    if problem.payable_value < problem.attack:
        return _unpayable(problem, f"everything that may go is worth {problem.payable_value}, the attack is")
    count = count_payments(problem)
    if count == 0:
        return _unpayable(problem, f"with these cards kept and paid, overpay {problem.rules.overpay} forbids to pay")
    model = PaymentModel(problem)
    if keep_winnable and isinstance(cards, State):
        judged = judge_payments(cards, _payments(model), count, top, optima_limit, limits or DEFAULT_LIMITS)
        ranking, optima, complete = judged.payments, judged.optima, judged.optima_complete
    else:
        ranking = tuple(islice(_payments(model), top))
        optima, complete = _optima(model, ranking, count, optima_limit)
    return _answer(problem, ranking=ranking, optima=optima, optima_complete=complete, count=count)


def _problem_of_state(state: State) -> PaymentProblem:
    problems = state.problems()
    if problems:
        raise ImpossiblePositionError("impossible position", problems)
    if state.phase != "suffer":
        raise NotationError("the state has no attack to pay; expected one in step 4 (phase suffer)")
    return PaymentProblem(
        hands=(state.hand_masks[state.turn],),
        attack=state.attack,
        rules=state.rules,
        must_keep=0,
        must_pay=0,
        levels=(),
        enemy=state.enemy_index,
        cancelled=state.cancelled,
        health=state.health,
    )


def _problem_of_cards(
    cards: CardsLike | Iterable[CardsLike],
    attack: int | None,
    overpay: str | None,
    rules: Rules | str | None,
    enemy: Card | str | None,
    health: int | None,
) -> PaymentProblem:
    game_rules = Rules() if rules is None else rules_from(rules)
    if overpay is not None:
        game_rules = game_rules.replace(overpay=overpay)
    if attack is None:
        raise NotationError("attack: nothing says what has to be paid; expected a number or a state")
    _check_number("attack", attack, _LARGEST_NUMBER)
    if health is not None:
        _check_number("health", health, _LARGEST_NUMBER)
    royal = parse_card(enemy) if isinstance(enemy, str) else enemy
    if royal is not None and not (isinstance(royal, Card) and royal.is_royal):
        raise NotationError(f"enemy: {quoted(str(royal))}; expected a Jack, a Queen or a King")
    return PaymentProblem(
        hands=tuple(hand.mask for hand in _hands(cards)),
        attack=attack,
        rules=game_rules,
        must_keep=0,
        must_pay=0,
        levels=(),
        enemy=NO_CARD if royal is None else royal.index,
        health=health,
    )


def _hands(cards: CardsLike | Iterable[CardsLike]) -> tuple[CardSet, ...]:
    if isinstance(cards, str | CardSet):
        return (card_set(cards),)
    if not isinstance(cards, Iterable):
        raise NotationError(f"not cards: {quoted(cards)}; expected a hand, several hands, or a state")
    listed = list(cards)
    if all(isinstance(card, Card) for card in listed):
        return (card_set(card for card in listed if isinstance(card, Card)),)
    hands = tuple(card_set(hand) for hand in listed if not isinstance(hand, Card))
    if len(hands) != len(listed):
        raise NotationError("cards: some are single cards, some are hands; expected one kind")
    _ = card_set(card for hand in hands for card in hand)  # no card is in two hands
    return hands


def _part_of(held: CardSet, cards: CardsLike, name: str) -> int:
    mask = card_set(cards).mask
    if not mask_contains(held.mask, mask):
        raise NotationError(f"{name}: {CardSet.from_mask(mask)} is not all in the hand {held or 'without cards'}")
    return mask


def _check_wishes(held: int, must_keep: int, must_pay: int) -> None:
    both = must_keep & must_pay & SUITED_MASK
    jesters_over = must_keep // JESTER_UNIT + must_pay // JESTER_UNIT > held // JESTER_UNIT
    if both or jesters_over:
        clash = CardSet.from_mask(both or JESTER_UNIT)
        raise NotationError(f"must_keep, must_pay: {clash} cannot be kept and paid")


def _check_number(name: str, value: object, most: int) -> None:
    if type(value) is not int or not 1 <= value <= most:
        raise NotationError(f"{name}: {quoted(value)}; expected a whole number from 1 to {most}")


def _payments(model: PaymentModel) -> Iterator[Payment]:
    """Go through the legal payments, the best first, each with why it loses against the first."""
    best: Payment | None = None
    for chosen in model.payments():
        payment = _payment(model.problem, chosen, best)
        best = best or payment
        yield payment


def _optima(
    model: PaymentModel, ranking: tuple[Payment, ...], count: int, limit: int
) -> tuple[tuple[Payment, ...], bool]:
    """List the payments that are equal to the best, and tell whether these are all."""
    best = ranking[0]
    equals = [payment for payment in ranking if payment.costs == best.costs]
    if len(equals) < len(ranking) or len(ranking) == count:
        # The ranking has them all already.
        return tuple(equals[:limit]), len(equals) <= limit
    found, complete = model.equal_payments(best.costs, limit)
    payments = [_payment(model.problem, chosen, best) for chosen in sorted(found, key=_legal_order)]
    return (best, *[payment for payment in payments if payment.shares != best.shares][: limit - 1]), complete


def _legal_order(chosen: tuple[int, ...]) -> tuple[int, ...]:
    return len(chosen), *chosen


def _payment(problem: PaymentProblem, chosen: tuple[int, ...], best: Payment | None) -> Payment:
    value = sum(problem.values[item] for item in chosen)
    shares = problem.shares(chosen)
    payment = Payment(
        cards=CardSet.from_mask(sum(share.mask for share in shares)),
        value=value,
        waste=value - problem.attack,
        costs=problem.costs(chosen),
        shares=shares,
    )
    return payment if best is None else replace(payment, why=_why(problem, payment, best))


def _why(problem: PaymentProblem, payment: Payment, best: Payment) -> str:
    """Say what decides between a payment and the best one: the first level on which they differ."""
    for level, cost, least in zip(problem.levels, payment.costs, best.costs, strict=True):
        if cost != least:
            return level.why_worse(cost, least)
    if len(payment.cards) != len(best.cards):
        return f"as good; listed later, it takes {len(payment.cards)} cards, not {len(best.cards)}"
    if payment.cards == best.cards and payment.shares == best.shares:
        return ""
    return "as good; listed later in card order"


def _unpayable(problem: PaymentProblem, reason: str) -> PaymentAnswer:
    return _answer(problem, ranking=(), optima=(), optima_complete=True, count=0, reason=f"{reason} {problem.attack}")


def _answer(
    problem: PaymentProblem,
    ranking: tuple[Payment, ...],
    optima: tuple[Payment, ...],
    optima_complete: bool,
    count: int,
    reason: str = "",
) -> PaymentAnswer:
    return PaymentAnswer(
        payable=count > 0,
        attack=problem.attack,
        shortfall=max(0, problem.attack - problem.payable_value),
        best=ranking[0] if ranking else None,
        optima=optima,
        optima_complete=optima_complete,
        ranking=ranking,
        count=count,
        objective=tuple(map(str, problem.levels)),
        overpay=problem.rules.overpay,
        reason=reason,
    )
