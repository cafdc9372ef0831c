"""What a search may leave out without changing a verdict.

Each reduction has a name, which `Stats.reductions` gives, an argument in ``docs/verdicts.md``, and a test against the
search without it.
"""

from __future__ import annotations

from regicide_solver.cards import SUIT_MASKS, Suit, mask_value
from regicide_solver.state import HEALTHS, State, packed_state, replace_fields

__all__ = ["NO_DRAW", "is_hopeless", "reduced_key"]

#: Where no hand holds a diamond and no flip is left, nobody draws again.
NO_DRAW = "no-draw"

_DIAMONDS = SUIT_MASKS[Suit.DIAMONDS]
_CLUBS = SUIT_MASKS[Suit.CLUBS]


def _nobody_draws_again(state: State) -> bool:
    if state.flips:
        return False
    diamonds = 0
    for hand in state.hand_masks:
        diamonds |= hand & _DIAMONDS
    return diamonds == 0


def reduced_key(state: State) -> bytes:
    """Pack a state for the memo table, without what can no longer matter.

    Where nobody draws again, the Tavern, the discard pile, the number of heals and the cards in play are left out.
    """
    if _nobody_draws_again(state):
        return packed_state(replace_fields(state, tavern_indices=b"", discard_mask=0, heals=0, in_play_mask=0))
    return packed_state(state)


def is_hopeless(state: State) -> bool:
    """Whether the hands can never do the damage that is still needed, because nobody draws again.

    Every card in hand is played at most once, for its value, or twice that in a play with a club.
    """
    if not _nobody_draws_again(state) or state.enemy_index < 0:
        return False
    value = clubs = 0
    for hand in state.hand_masks:
        value += mask_value(hand)
        clubs |= hand & _CLUBS
    needed = HEALTHS[state.enemy_index] - state.damage + sum([HEALTHS[royal] for royal in state.castle_indices])
    return (2 * value if clubs else value) < needed
