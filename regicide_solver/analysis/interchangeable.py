"""Which states are the same to whoever wants to win: the key by which actions are grouped.

Equal keys mean the same verdict and the same winning lines, up to the names of the cards that are exchanged. The
argument stands in ``docs/analysis.md``.
"""

from __future__ import annotations

from regicide_solver.cards import JESTER_UNIT, RANK_MASKS, SUIT_MASKS, Suit, mask_count
from regicide_solver.engine import outcome
from regicide_solver.search.reductions import reduced_key
from regicide_solver.state import State, replace_fields

__all__ = ["class_key"]

_DIAMONDS = SUIT_MASKS[Suit.DIAMONDS]


def class_key(state: State) -> bytes:
    """Give the key that interchangeable states of one game share.

    Examples
    --------
    >>> hearts, clubs = (State([hand], "KC", damage=30) for hand in ("7H 3H", "7C 3H"))
    >>> class_key(hearts) == class_key(clubs), hearts.key == clubs.key
    (True, False)
    """
    ended = outcome(state)
    if ended is not None:
        return ended.encode()
    if state.flips or any(hand & _DIAMONDS for hand in state.hand_masks):
        return b"key:" + state.key
    # Nobody draws again.
    jester = any(hand >= JESTER_UNIT for hand in state.hand_masks)
    plain = _plain_cards(state, jester)
    counts = bytes(mask_count(hand & plain & rank) for hand in state.hand_masks for rank in RANK_MASKS)
    rest = replace_fields(
        state,
        hand_masks=tuple(hand & ~plain for hand in state.hand_masks),
        locked_shield=state.locked_shield if jester else 0,
    )
    return b"plain:" + counts + reduced_key(rest)


def _plain_cards(state: State, jester: bool) -> int:
    """Find the cards whose suit does nothing any more, where nobody draws again."""
    plain = SUIT_MASKS[Suit.HEARTS]
    if jester or state.cancelled:
        return plain
    for suit in (Suit.CLUBS, Suit.SPADES):
        if all(royal % 4 == suit for royal in (state.enemy_index, *state.castle_indices)):
            plain |= SUIT_MASKS[suit]
    return plain
