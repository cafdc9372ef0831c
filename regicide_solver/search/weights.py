"""The weights of the evaluation that orders the search, one set for each kind of game.

They are data, tuned offline on seeds from 10^6 up (``benchmarks/tune.py``); a bad weight costs time, never a wrong
verdict.
"""

from __future__ import annotations

from typing import NamedTuple

from regicide_solver.state import State

__all__ = ["Weights", "weights_for"]


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
    flips : float
        Flips left.
    immune : float
        Value in hands of the suit that the enemy is immune to.
    acting_hand : float
        Value of the hand of the seat that acts.
    top_diamonds : float
        Value of the diamonds among the eight top cards of the Tavern.
    jesters : float
        Jesters in hands.
    healable : float
        Cards of the discard pile that the hearts in hands can heal.
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
    flips: float
    immune: float
    acting_hand: float
    top_diamonds: float
    jesters: float
    healable: float


_FIRST = Weights(
    0.97, -4.6, 1.34, 2.22, -0.65, 1.49, -0.32, -0.16, -0.62, 0.44, -0.24, 0.24, -0.08, 0.57, 0.43, 0.0, *[0.0] * 5
)

_BY_PLAYERS = {1: _FIRST, 2: _FIRST, 3: _FIRST, 4: _FIRST}


def weights_for(state: State) -> Weights:
    """Give the weights for a game with this state's number of players.

    Examples
    --------
    >>> weights_for(State(["2C", "3C"], "JH")) == weights_for(State(["2C", "4C"], "JH"))
    True
    """
    return _BY_PLAYERS[state.players]
