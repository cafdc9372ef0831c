"""The order in which actions are tried: a linear evaluation of the state after each.

The weights are data, tuned offline on seeds from 10^6 up (``benchmarks/tune.py``); a bad weight costs time, never a
wrong verdict.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from regicide_solver.cards import JESTER_INDEX, SUIT_MASKS, VALUES, mask_count, mask_value
from regicide_solver.state import ATTACKS, HEALTHS, State

__all__ = ["WEIGHTS", "Weights", "evaluate"]

_VALUE_OF_BYTE = bytes(VALUES).ljust(256, b"\0")
_TOP_OF_TAVERN = 8


class Weights(NamedTuple):
    """What each feature of a state is worth, per unit.

    Parameters
    ----------
    damage : float
        Damage dealt so far, to all enemies together.
    enemies_defeated : float
        Enemies defeated.
    hand_value, hand_cards : float
        Value and number of the cards in all hands.
    clubs, diamonds, hearts, spades : float
        Value in hands by suit.
    poorest_hand : float
        Value of the poorest hand.
    tavern_value, tavern_cards, tavern_top : float
        Value and number of the cards in the Tavern; value of its eight top cards.
    discard_value : float
        Value of the discard pile.
    shield : float
        Shield, up to the attack.
    attack : float
        Attack that is not shielded.
    """

    damage: float
    enemies_defeated: float
    hand_value: float
    hand_cards: float
    clubs: float
    diamonds: float
    hearts: float
    spades: float
    poorest_hand: float
    tavern_value: float
    tavern_cards: float
    tavern_top: float
    discard_value: float
    shield: float
    attack: float


WEIGHTS = Weights(
    damage=0.97,
    enemies_defeated=-4.6,
    hand_value=1.34,
    hand_cards=2.22,
    clubs=-0.65,
    diamonds=1.49,
    hearts=-0.32,
    spades=-0.16,
    poorest_hand=-0.62,
    tavern_value=0.44,
    tavern_cards=-0.24,
    tavern_top=0.24,
    discard_value=-0.08,
    shield=0.57,
    attack=0.43,
)


def evaluate(state: State, weights: Weights = WEIGHTS) -> float:
    """Say how good a state looks: the higher, the sooner it is searched.

    Examples
    --------
    >>> poor, rich = State(["2C", "3C"], "JH"), State(["2C KD", "3C QD"], "JH")
    >>> evaluate(poor) < evaluate(rich)
    True
    """
    enemy = state.enemy_index
    attack = ATTACKS[enemy]
    shield = min(state.shield, attack)
    hands = state.hand_masks
    poorest = min([mask_value(hand) for hand in hands])
    health, enemies = _standing(enemy, state.castle_indices)
    return (
        weights.damage * (state.damage - health)
        - weights.enemies_defeated * enemies
        + sum([_hand_score(hand, weights) for hand in hands])
        + weights.poorest_hand * poorest
        + _tavern_score(state.tavern_indices, weights)
        + weights.discard_value * mask_value(state.discard_mask)
        + weights.shield * shield
        + weights.attack * (attack - shield)
    )


@lru_cache(maxsize=1 << 10)
def _standing(enemy: int, castle: bytes) -> tuple[int, int]:
    """The full health and the number of the enemies that still stand."""
    royals = (enemy, *castle) if enemy >= 0 else castle
    return sum(HEALTHS[royal] for royal in royals), len(royals)


@lru_cache(maxsize=1 << 17)
def _hand_score(hand: int, weights: Weights) -> float:
    score = weights.hand_value * mask_value(hand) + weights.hand_cards * mask_count(hand)
    for suit, weight in enumerate((weights.clubs, weights.diamonds, weights.hearts, weights.spades)):
        score += weight * mask_value(hand & SUIT_MASKS[suit])
    return score


@lru_cache(maxsize=1 << 15)
def _tavern_score(tavern: bytes, weights: Weights) -> float:
    values = tavern.translate(_VALUE_OF_BYTE)
    return (
        weights.tavern_value * sum(values)
        + weights.tavern_cards * len(values)
        + weights.tavern_top * sum(values[:_TOP_OF_TAVERN])
    )


assert len(VALUES) == JESTER_INDEX + 1
