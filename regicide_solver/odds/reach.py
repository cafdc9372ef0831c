"""How deep into the Tavern anybody can still draw, and which games are lost because of it.

The argument for both bounds is in ``docs/odds.md``.
"""

from __future__ import annotations

from regicide_solver.cards import JESTER_UNIT, RANK_MASKS, SUIT_MASKS, VALUES, Rank, Suit, mask_count, mask_indices
from regicide_solver.cards import mask_value as value_of
from regicide_solver.state import HEALTHS, State

__all__ = ["draw_bound", "is_hopeless"]

_ACES = RANK_MASKS[Rank.ACE]
_CLUBS = SUIT_MASKS[Suit.CLUBS]
_DIAMONDS = SUIT_MASKS[Suit.DIAMONDS]


def draw_bound(state: State, sizes: tuple[int, ...] | None = None) -> int | None:
    """Bound the number of cards that can still be drawn, when they all come from the Tavern as it lies.

    Parameters
    ----------
    state : State
        Where to draw from.
    sizes : tuple of int, optional
        The sizes of the Tavern's parts from the top, where the order within a part is unknown; by default every card
        is a part of its own.

    Returns
    -------
    int or None
        At most this many cards are drawn on any line, none of them put beneath the Tavern later on; a number that
        ends a part. None when the bound would go beyond the Tavern.

    Examples
    --------
    >>> draw_bound(State(["3D 7S", "AC"], "KS", tavern="2C 4C 5C 6C 7C"))
    4
    >>> draw_bound(State(["3D 7S", "AC"], "KS", tavern="2D 4C 5C 6C 7C")) is None
    True
    """
    tavern = state.tavern_indices
    if not state.flips and not sum(state.hand_masks) & _DIAMONDS:
        return 0
    ends = range(1, len(tavern) + 1) if sizes is None else _ends(sizes)
    drawn = 0
    while True:
        needed = _most_drawn(state, _reached(state, drawn))
        if needed <= drawn:
            return drawn
        if needed > len(tavern):
            return None
        drawn = next(end for end in ends if end >= needed)


def _ends(sizes: tuple[int, ...]) -> list[int]:
    return [sum(sizes[: number + 1]) for number in range(len(sizes))]


def _reached(state: State, drawn: int) -> int:
    """Collect the cards that may ever be in a hand when so many are drawn: a mask, each card once."""
    reached = sum(state.hand_masks)
    for index in state.tavern_indices[:drawn]:
        reached += 1 << index
    if drawn and state.rules.exact_kill == "top":
        # Each royal but the last may be killed exactly and drawn.
        for royal in (state.enemy_index, *state.castle_indices)[:-1]:
            reached += 1 << royal
    return reached


def _most_drawn(state: State, reached: int) -> int:
    """Bound what diamonds and flips draw, when every card that is reached is played once at most."""
    rules = state.rules
    limit = rules.hand_limits[state.players - 1]
    drawn = state.flips * limit
    diamonds = reached & _DIAMONDS
    if diamonds and _diamonds_work(state, reached):
        room = state.players * limit
        drawn += sum([min(room, _largest_play(state, reached, index)) for index in mask_indices(diamonds)])
    return drawn


def _diamonds_work(state: State, reached: int) -> bool:
    """Whether some enemy lets diamonds draw: one of another suit, or one whose immunity is or may be cancelled."""
    if state.cancelled or reached >= JESTER_UNIT:
        return True
    return any(royal % 4 != Suit.DIAMONDS for royal in (state.enemy_index, *state.castle_indices))


def _largest_play(state: State, reached: int, index: int) -> int:
    """The most that a play with this card can total."""
    rules = state.rules
    others = reached & (JESTER_UNIT - 1) & ~(1 << index)
    value = VALUES[index]
    largest = value
    rank = index // 4
    if rules.companions:
        if rank == Rank.ACE:
            largest += max([VALUES[other] for other in mask_indices(others)], default=0)
        elif others & _ACES:
            largest += 1
    if Rank.TWO <= rank <= Rank.TEN:
        size = 1 + mask_count(others & RANK_MASKS[rank])
        while size > 1 and rules.combo_limit is not None and size * rank > rules.combo_limit:
            size -= 1
        largest = max(largest, size * value)
    return largest


def is_hopeless(state: State, drawn: int) -> bool:
    """Whether all cards that can be reached cannot do the damage that is still needed.

    Parameters
    ----------
    state : State
        Whose game goes on.
    drawn : int
        Its `draw_bound`.

    Examples
    --------
    >>> is_hopeless(State(["10S", "9H"], "KS", damage=20), 0), is_hopeless(State(["10S", "9C"], "KS", damage=20), 0)
    (True, False)
    """
    reached = _reached(state, drawn)
    value = value_of(reached)
    needed = HEALTHS[state.enemy_index] - state.damage + sum([HEALTHS[royal] for royal in state.castle_indices])
    return (2 * value if reached & _CLUBS else value) < needed
