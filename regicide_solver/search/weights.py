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


_BY_PLAYERS = {
    1: Weights(
        3.947, -0.012, 2.387, -0.437, 0.757, 3.058, 0.038, -0.921, -0.251, 0.475, -0.262,
        1.126, -0.126, 0.736, 0.318, 0.097, -0.314, 0.077, 0.798, -0.003, 0.161,
    ),
    2: Weights(
        3.947, -0.012, 2.387, -0.437, 0.757, 3.058, 0.038, -0.921, -0.251, 0.475, -0.262,
        1.126, -0.126, 0.736, 0.318, 0.097, -0.314, 0.077, 0.798, -0.003, 0.161,
    ),
    3: Weights(
        2.15, -0.08, 1.028, 6.011, -0.207, 2.493, 0.141, -0.062, -0.018, 0.628, 1.202,
        0.298, 0.324, 5.099, 3.819, -0.032, -0.548, -0.318, 0.389, 1.043, 0.506,
    ),
    4: Weights(
        2.697, 2.205, 3.42, 0.013, -0.185, 1.192, -0.207, -0.191, 0.643, 1.326, -0.189,
        0.162, 0.252, 1.969, -1.054, 3.306, -0.557, 0.037, 0.409, 0.205, 1.308,
    ),
}  # fmt: skip


def weights_for(state: State) -> Weights:
    """Give the weights for a game with this state's number of players.

    Examples
    --------
    >>> weights_for(State(["2C", "3C"], "JH")) == weights_for(State(["2C", "4C"], "JH"))
    True
    """
    return _BY_PLAYERS[state.players]
