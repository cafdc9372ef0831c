"""The fight laid out: which cards can matter, which plays can be made of them, and how many turns it can take.

Everything here is arithmetic on a state; the CP-SAT model is made from it in `fights.model`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate, chain, islice, repeat

from regicide_solver.cards import JESTER_INDEX, JESTER_UNIT, SUIT_MASKS, VALUES, Suit, mask_indices
from regicide_solver.engine import active_powers, plays, strike
from regicide_solver.state import ATTACKS, HEALTHS, State

__all__ = ["Item", "Option", "Table"]

_DIAMONDS = 1 << Suit.DIAMONDS


@dataclass(frozen=True)
class Item:
    """One card that a plan may use: its card index, and its seat or, for a card of the Tavern, None."""

    index: int
    seat: int | None

    @property
    def value(self) -> int:
        """What the card is worth."""
        return VALUES[self.index]


@dataclass(frozen=True)
class Option:
    """One play that a seat may be able to make, and what it does.

    Parameters
    ----------
    seat : int
        Who plays.
    mask : int
        The cards.
    items : tuple of int
        The same cards as numbers of items.
    cancelled : bool or None
        The play does this only while the immunity is (not) cancelled; None where that makes no difference.
    dealt, shielded, locked, drawn : int
        Damage, shield, shield that a Jester could free, and cards that diamonds draw.
    """

    seat: int
    mask: int
    items: tuple[int, ...]
    cancelled: bool | None
    dealt: int
    shielded: int
    locked: int
    drawn: int


class Table:
    """The cards, plays and bounds of one fight.

    Parameters
    ----------
    state : State
        The relaxed state that the plan starts from.
    """

    def __init__(self, state: State) -> None:
        self.state = state
        self.players = state.players
        self.attack = ATTACKS[state.enemy_index]
        self.health = HEALTHS[state.enemy_index] - state.damage
        self.hand_limit = state.rules.hand_limits[state.players - 1]
        #: Step 4 comes first: the acting seat owes a payment before anybody plays.
        self.owed = state.phase == "suffer"

    @cached_property
    def items(self) -> tuple[Item, ...]:
        """The cards of all hands, then as many of the Tavern as a fight can possibly draw, in their order."""
        held = [Item(index, seat) for seat, hand in enumerate(self.state.hand_masks) for index in mask_indices(hand)]
        drawn = 0
        while True:
            items = (*held, *(Item(index, None) for index in self.state.tavern_indices[:drawn]))
            most = min(len(self.state.tavern_indices), self._most_drawn(items))
            if most <= drawn:
                return items
            drawn = most

    @property
    def drawable(self) -> range:
        """The numbers of the items that lie in the Tavern."""
        held = sum(item.seat is not None for item in self.items)
        return range(held, len(self.items))

    def _most_drawn(self, items: tuple[Item, ...]) -> int:
        """Bound what diamonds and flips can draw when only these cards are there."""
        drawn = self.state.flips * self.hand_limit
        return drawn + sum(self._largest_by_card(items, Suit.DIAMONDS))

    def _largest_by_card(self, items: tuple[Item, ...], suit: Suit) -> list[int]:
        """For each card of a suit whose power can work, the value of the largest play that has it; largest first."""
        if not self._can_cancel(items) and not active_powers(SUIT_MASKS[suit], self.state.enemy_index, False):
            return []
        largest: dict[int, int] = {}
        for option in _plays_of(self.state, items):
            for index in mask_indices(option & SUIT_MASKS[suit]):
                largest[index] = max(largest.get(index, 0), sum(VALUES[card] for card in mask_indices(option)))
        return sorted(largest.values(), reverse=True)

    def _can_cancel(self, items: tuple[Item, ...]) -> bool:
        return self.state.cancelled or any(item.index == JESTER_INDEX for item in items)

    @cached_property
    def has_jesters(self) -> bool:
        """Whether a Jester can be played."""
        return self._jesters > 0

    @cached_property
    def options(self) -> tuple[Option, ...]:
        """Every play of every seat, Jesters left out."""
        return tuple(option for seat in range(self.players) for option in self._options_of(seat))

    def _options_of(self, seat: int) -> Iterator[Option]:
        own = {item.index: number for number, item in enumerate(self.items) if item.seat in (seat, None)}
        state = self.state
        for mask in _plays_of(state, tuple(item for item in self.items if item.seat in (seat, None))):
            items = tuple(own[index] for index in mask_indices(mask))
            free, held = (active_powers(mask, state.enemy_index, cancelled) for cancelled in (True, False))
            if state.cancelled or free == held:
                ways: tuple[tuple[bool | None, int], ...] = ((None, free if state.cancelled else held),)
            else:
                ways = ((False, held), (True, free)) if self.has_jesters else ((None, held),)
            for cancelled, powers in ways:
                dealt, shielded, locked = strike(mask, powers, state.rules.retro_spades)
                drawn = sum(VALUES[index] for index in mask_indices(mask)) if powers & _DIAMONDS else 0
                yield Option(seat, mask, items, cancelled, dealt, shielded, locked, drawn)

    @cached_property
    def most_turns(self) -> int:
        """The most plays and yields that any way through the fight can have; ``docs/fights.md`` argues the bound."""
        cards, jesters = len(self.items), self._jesters
        always_owed = self._least_dues[-1] > 0
        survived = self._most_survived()
        most = 1
        for played in range(1, cards + 1):
            yields = self._most_yields(played)
            if always_owed:
                # Each turn but the last costs a card, unless a Jester is played in it.
                yields = min(yields, cards - played + 1 - max(0, played - jesters))
            if survived is not None:
                yields = min(yields, survived + 1 - max(0, played - jesters))
            if yields >= 0:
                most = max(most, played + yields)
        return most

    def _most_yields(self, played: int) -> int:
        """Bound the yields among so many plays: before each of them there are only so many in a row."""
        if self.players > 1:
            return (self.players - 1) * played
        # With `always` a yield that owes nothing changes nothing and is left out; any other costs a card.
        return {"never": 0, "not_twice": played, "always": len(self.items) - played}[self.state.rules.solo_yield]

    def _most_survived(self) -> int | None:
        """Bound the turns that have to be survived by what they cost; None where shields can hold everything."""
        value = self.value
        for turns, due in enumerate(chain(self._least_dues, repeat(self._least_dues[-1]))):
            if due == 0:
                return None
            value -= due
            if value < 0:
                return turns
        raise AssertionError("dues never end")

    def least_paid(self, turns: int) -> int:
        """Bound from below what a way through the fight pays that survives so many plays and yields."""
        owed = self.state.attack if self.owed else 0
        # A Jester's turn owes nothing.
        return owed + sum(islice(chain(self._least_dues, repeat(self._least_dues[-1])), max(0, turns - self._jesters)))

    @cached_property
    def _least_dues(self) -> tuple[int, ...]:
        """What is due at the least after the first play or yield, the second, and so on; the last one ever after."""
        bare = self.attack - self.state.shield - (self.state.locked_shield if self.has_jesters else 0)
        sums = accumulate([0, *self._largest_by_card(self.items, Suit.SPADES)])
        dues = [max(0, bare - shield) for shield in sums]
        return tuple(dues[1:] or dues)

    @cached_property
    def value(self) -> int:
        """What all cards are worth that a plan may use."""
        return sum(item.value for item in self.items)

    @cached_property
    def _jesters(self) -> int:
        return sum(item.index == JESTER_INDEX for item in self.items)


def _plays_of(state: State, items: tuple[Item, ...]) -> list[int]:
    """The masks of all plays that these cards could make in one hand."""
    mask = sum({1 << item.index for item in items if item.index != JESTER_INDEX})
    return [play.mask for play in plays(mask % JESTER_UNIT, state.rules.companions, state.rules.combo_limit, ())]
