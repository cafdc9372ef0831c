"""What has to be paid, by whom, with which cards: one payment problem, and what a payment costs in it.

Here stand the two ways of looking at a payment that need no solver: whether it is legal, and its cost on each level.
Every part of this package that talks of items means the cards of all hands in card order, equal cards seat by seat.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from regicide_solver.cards import (
    JESTER_INDEX,
    JESTER_UNIT,
    RANK_MASKS,
    VALUES,
    CardSet,
    Rank,
    mask_count,
    mask_holds,
    mask_indices,
    mask_value,
)
from regicide_solver.discards.objectives import Level, Term
from regicide_solver.engine import active_powers, plays, strike
from regicide_solver.rules import Rules
from regicide_solver.state import NO_CARD

__all__ = ["PaymentProblem"]


@dataclass(frozen=True)
class PaymentProblem:
    """One attack and the hands that pay for it.

    Parameters
    ----------
    hands : tuple of int
        The masks of the hands that pay together; one in a game, several in a what-if study.
    attack : int
        What has to be paid.
    rules : Rules
        Where `overpay`, `combo_limit` and `companions` come from.
    must_keep, must_pay : int
        Masks of cards that no payment, and that every payment, may hold.
    levels : tuple of Level
        The objective.
    enemy : int
        The card index of the enemy whose exact kill counts, or `NO_CARD` for one without immunity.
    cancelled : bool
        Whether its immunity is cancelled.
    health : int or None
        The health that it has left.
    """

    hands: tuple[int, ...]
    attack: int
    rules: Rules
    must_keep: int
    must_pay: int
    levels: tuple[Level, ...]
    enemy: int = NO_CARD
    cancelled: bool = False
    health: int | None = None

    @cached_property
    def items(self) -> tuple[tuple[int, int], ...]:
        """The cards of all hands, each as its card index and its seat."""
        return tuple(sorted((index, seat) for seat, hand in enumerate(self.hands) for index in mask_indices(hand)))

    @cached_property
    def values(self) -> tuple[int, ...]:
        """The items' values."""
        return tuple(VALUES[index] for index, _ in self.items)

    @cached_property
    def payable_value(self) -> int:
        """The value of everything that may be paid."""
        return mask_value(sum(self.hands)) - mask_value(self.must_keep)

    def shares(self, chosen: tuple[int, ...]) -> tuple[CardSet, ...]:
        """Part chosen items by seat."""
        masks = [0] * len(self.hands)
        for item in chosen:
            index, seat = self.items[item]
            masks[seat] += 1 << index
        return tuple(CardSet.from_mask(mask) for mask in masks)

    def costs(self, chosen: tuple[int, ...]) -> tuple[int, ...]:
        """Give what a payment costs, level by level."""
        paid = tuple(share.mask for share in self.shares(chosen))
        return tuple(
            sum(weight * self._cost(term, chosen, paid) for weight, term in level.terms) for level in self.levels
        )

    def _cost(self, term: Term, chosen: tuple[int, ...], paid: tuple[int, ...]) -> int:
        value = sum(self.values[item] for item in chosen)
        match term.name:
            case "waste":
                return value - self.attack
            case "cards":
                return len(chosen)
            case "value":
                return value
            case "keep":
                return sum(mask_holds(term.keep_mask, self.items[item][0]) for item in chosen)
        left = [hand - share for hand, share in zip(self.hands, paid, strict=True)]
        kept = sum(play & left[seat] == play for seat, play in self.watched_plays(term.name))
        if term.name == "exact":
            return int(kept == 0)
        return len(self.watched_plays(term.name)) - kept

    def watched_plays(self, name: str) -> tuple[tuple[int, int], ...]:
        """List the plays that a term wants to keep, each as its seat and its mask (never with a Jester)."""
        return self._watched[name]

    @cached_property
    def _watched(self) -> dict[str, tuple[tuple[int, int], ...]]:
        found: dict[str, list[tuple[int, int]]] = {"exact": [], "sets": [], "companions": []}
        for seat, hand in enumerate(self.hands):
            for play in plays(hand % JESTER_UNIT, self.rules.companions, self.rules.combo_limit, ()):
                mask = play.mask
                if self._damage(mask) == self.health:
                    found["exact"].append((seat, mask))
                if mask_count(mask) > 1:
                    found["companions" if mask & RANK_MASKS[Rank.ACE] else "sets"].append((seat, mask))
        return {name: tuple(listed) for name, listed in found.items()}

    def _damage(self, mask: int) -> int:
        powers = active_powers(mask, self.enemy, self.cancelled or self.enemy == NO_CARD)
        return strike(mask, powers, self.rules.retro_spades)[0]

    @property
    def twin_jesters(self) -> tuple[tuple[int, int], ...]:
        """Pairs of items that are two Jesters of one hand, the same card."""
        return tuple(
            (item - 1, item)
            for item in range(1, len(self.items))
            if self.items[item] == self.items[item - 1] and self.items[item][0] == JESTER_INDEX
        )
