"""The order in which actions are tried: a linear evaluation of the state after each.

The weights stand in `regicide_solver.search.weights`; a bad weight costs time, never a wrong verdict.
"""

from __future__ import annotations

from functools import lru_cache

from regicide_solver.cards import JESTER_INDEX, SUIT_MASKS, VALUES, Suit, mask_count, mask_value
from regicide_solver.search.weights import Weights
from regicide_solver.state import ATTACKS, HEALTHS, State

__all__ = ["evaluate"]

_VALUE_OF_BYTE = bytes(VALUES).ljust(256, b"\0")
_DIAMOND_VALUE_OF_BYTE = bytes(value if index % 4 == Suit.DIAMONDS else 0 for index, value in enumerate(_VALUE_OF_BYTE))
_TOP_OF_TAVERN = 8
_MORE_THAN_ANY_HAND = 10_000


def evaluate(state: State, weights: Weights) -> int:
    """Say how good a state looks: the higher, the sooner it is searched.

    Examples
    --------
    >>> poor, rich = State(["2C", "3C"], "JH"), State(["2C KD", "3C QD"], "JH")
    >>> from regicide_solver.search.weights import weights_for
    >>> weights = weights_for(poor)[0]
    >>> evaluate(poor, weights) < evaluate(rich, weights)
    True
    """
    enemy = state.enemy_index
    attack = ATTACKS[enemy]
    shield = min(state.shield, attack)
    hands = state.hand_masks
    discard = state.discard_mask
    health, enemies = _standing(enemy, state.castle_indices)
    immune_suit = 0 if state.cancelled else SUIT_MASKS[enemy % 4]
    hearts = immune = jesters = 0
    scores = 0
    poorest = _MORE_THAN_ANY_HAND
    for hand in hands:
        scores += _hand_score(hand, weights)
        poorest = min(poorest, mask_value(hand))
        hearts += mask_value(hand & SUIT_MASKS[Suit.HEARTS])
        immune += mask_value(hand & immune_suit)
        jesters += hand >> JESTER_INDEX
    return (
        weights.damage * (state.damage - health)
        - weights.enemies_defeated * enemies
        + scores
        + weights.poorest_hand * poorest
        + _tavern_score(state.tavern_indices, weights)
        + weights.discard_value * mask_value(discard)
        + weights.shield * shield
        + weights.attack * (attack - shield)
        + weights.flips * state.flips
        + weights.immune * immune
        + weights.acting_hand * mask_value(hands[state.turn])
        + weights.jesters * jesters
        + weights.healable * min(hearts, mask_count(discard))
    )


@lru_cache(maxsize=1 << 10)
def _standing(enemy: int, castle: bytes) -> tuple[int, int]:
    """The full health and the number of the enemies that still stand."""
    royals = (enemy, *castle) if enemy >= 0 else castle
    return sum(HEALTHS[royal] for royal in royals), len(royals)


@lru_cache(maxsize=1 << 17)
def _hand_score(hand: int, weights: Weights) -> int:
    score = weights.hand_value * mask_value(hand) + weights.hand_cards * mask_count(hand)
    for suit, weight in enumerate((weights.clubs, weights.diamonds, weights.hearts, weights.spades)):
        score += weight * mask_value(hand & SUIT_MASKS[suit])
    return score


@lru_cache(maxsize=1 << 15)
def _tavern_score(tavern: bytes, weights: Weights) -> int:
    values = tavern.translate(_VALUE_OF_BYTE)
    return (
        weights.tavern_value * sum(values)
        + weights.tavern_cards * len(values)
        + weights.tavern_top * sum(values[:_TOP_OF_TAVERN])
        + weights.top_diamonds * sum(tavern[:_TOP_OF_TAVERN].translate(_DIAMOND_VALUE_OF_BYTE))
    )


assert len(VALUES) == JESTER_INDEX + 1
