"""A lower bound on the turns that a win still takes.

A turn plays at most one set of cards, and a fight uses every card at most once, since what is in play stays there until
the enemy falls. So a fight takes at least as many turns as the most damaging plays of different cards need for the
enemy's health. The argument stands in ``docs/analysis.md``.
"""

from __future__ import annotations

from functools import lru_cache

from regicide_solver.cards import (
    JESTER_INDEX,
    JESTER_UNIT,
    RANK_MASKS,
    SUIT_MASKS,
    VALUES,
    Rank,
    Suit,
    mask_count,
    mask_indices,
)
from regicide_solver.rules import Rules
from regicide_solver.state import HEALTHS, State

__all__ = ["MORE_THAN_ANY_GAME", "fewest_turns"]

#: What the bound gives where no number of turns is enough.
MORE_THAN_ANY_GAME = 10_000

_SUITED = (1 << JESTER_INDEX) - 1
_ACES = RANK_MASKS[Rank.ACE]
_CLUBS = SUIT_MASKS[Suit.CLUBS]
_DIAMONDS = SUIT_MASKS[Suit.DIAMONDS]
_SETS = range(Rank.TWO, Rank.JACK)


def fewest_turns(state: State) -> int:
    """Give a number of plays and yields that no win from this state goes below.

    Examples
    --------
    >>> fewest_turns(State(["10C 2C", "5H"], "KD", "KS")), fewest_turns(State(["10C"], "KD", damage=20))
    (10000, 1)
    """
    if state.enemy_index < 0:
        return 0
    rules = state.rules
    cards = 0
    for hand in state.hand_masks:
        cards |= hand
    draws = state.flips > 0 or cards & _DIAMONDS
    jester = any(hand >= JESTER_UNIT for hand in state.hand_masks)
    if draws:
        cards |= state.discard_mask
        for index in state.tavern_indices:
            cards |= 1 << index
        jester = rules.tavern_jesters[state.players - 1] > 0
    cards &= _SUITED
    freed = state.cancelled or jester
    turns = _fight_turns(cards, HEALTHS[state.enemy_index] - state.damage, state.enemy_index % 4, freed, rules)
    if draws:
        # Whatever lies anywhere may be in a hand in a later fight, the royals that have fallen by then too.
        cards |= (state.in_play_mask & _SUITED) | 1 << state.enemy_index
    for royal in state.castle_indices:
        if turns >= MORE_THAN_ANY_GAME:
            break
        turns += _fight_turns(cards, HEALTHS[royal], royal % 4, jester, rules)
        if draws:
            cards |= 1 << royal
    return min(turns, MORE_THAN_ANY_GAME)


@lru_cache(maxsize=1 << 16)
def _fight_turns(cards: int, health: int, suit: int, freed: bool, rules: Rules) -> int:
    """Count the plays that a fight takes at least, whichever of the cards are played."""
    # Plays of different cards have different highest cards. So the most damaging play under each card, the best few
    # of them together, are at least what that many plays deal.
    blows = sorted(_blows(cards, freed or suit != Suit.CLUBS, rules), reverse=True)
    for turns, blow in enumerate(blows, 1):
        health -= blow
        if health <= 0:
            return turns
    return MORE_THAN_ANY_GAME


def _blows(cards: int, clubs_act: bool, rules: Rules) -> list[int]:
    """For each card, the most damage of a play in which it is the highest card."""
    blows = []
    aces = cards & _ACES if rules.companions else 0
    for index in mask_indices(cards):
        value, rank = VALUES[index], index // 4
        club = 1 << index & _CLUBS
        lower = cards & ((1 << index) - 1)
        best = value * (2 if club and clubs_act else 1)
        companions = aces & lower
        if companions:
            best = max(best, (value + 1) * (2 if (club or companions & _CLUBS) and clubs_act else 1))
        if rank in _SETS:
            mates = lower & RANK_MASKS[rank]
            most = 4 if rules.combo_limit is None else rules.combo_limit // rank
            size = min(1 + mask_count(mates), most)
            if size > 1:
                best = max(best, size * value * (2 if (club or mates & _CLUBS) and clubs_act else 1))
        blows.append(best)
    return blows
