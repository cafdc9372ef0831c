"""The weights of the evaluation that orders the search, one set for each kind of game.

They are data, tuned offline on seeds from 10^6 up (``benchmarks/tune.py``); a bad weight costs time, never a wrong
verdict.
"""

from __future__ import annotations

from typing import NamedTuple

from regicide_solver.state import State

__all__ = ["ORDERS", "Weights", "weights_for"]

#: How many evaluations there are for each kind of game: what one of them ranks badly, another finds.
ORDERS = 2


class Weights(NamedTuple):
    """What each feature of a state is worth, per unit, in thousandths: whole numbers, so that sums are exact.

    Parameters
    ----------
    damage : int
        Damage dealt so far, to all enemies together.
    enemies_defeated : int
        Enemies defeated.
    hand_value, hand_cards : int
        Value and number of the cards in all hands.
    clubs, diamonds, hearts, spades : int
        Value in hands by suit.
    poorest_hand : int
        Value of the poorest hand.
    tavern_value, tavern_cards, tavern_top : int
        Value and number of the cards in the Tavern; value of its eight top cards.
    discard_value : int
        Value of the discard pile.
    shield : int
        Shield, up to the attack.
    attack : int
        Attack that is not shielded.
    flips : int
        Flips left.
    immune : int
        Value in hands of the suit that the enemy is immune to.
    acting_hand : int
        Value of the hand of the seat that acts.
    top_diamonds : int
        Value of the diamonds among the eight top cards of the Tavern.
    jesters : int
        Jesters in hands.
    healable : int
        Cards of the discard pile that the hearts in hands can heal.
    """

    damage: int
    enemies_defeated: int
    hand_value: int
    hand_cards: int
    clubs: int
    diamonds: int
    hearts: int
    spades: int
    poorest_hand: int
    tavern_value: int
    tavern_cards: int
    tavern_top: int
    discard_value: int
    shield: int
    attack: int
    flips: int
    immune: int
    acting_hand: int
    top_diamonds: int
    jesters: int
    healable: int


_BY_GAME = {
    (1, False): (
        Weights(
            5907, -234, 4083, -444, 220, 4116, -26, -4675, -236, 1018, -729,
            348, -903, 2759, -92, -258, 36, -76, 3335, 496, -156,
        ),
        Weights(
            3947, -12, 2387, -437, 757, 3058, 38, -921, -251, 475, -262,
            1126, -126, 736, 318, 97, -314, 77, 798, -3, 161,
        ),
    ),
    (1, True): (
        Weights(
            5907, -234, 4083, -444, 220, 4116, -26, -4675, -236, 1018, -729,
            348, -903, 2759, -92, -258, 36, -76, 3335, 496, -156,
        ),
        Weights(
            8092, 234, 1209, -293, 29, 970, -87, -1012, -138, 782, -431,
            -273, -199, 127, 369, -66, -943, 408, 998, -949, 455,
        ),
    ),
    (2, False): (
        Weights(
            3947, -12, 2387, -437, 757, 3058, 38, -921, -251, 475, -262,
            1126, -126, 736, 318, 97, -314, 77, 798, -3, 161,
        ),
        Weights(
            4268, 627, 2387, -302, 232, 1677, -14, -389, 248, 679, -487,
            928, -389, 1447, 406, -77, -400, 209, 476, 53, 364,
        ),
    ),
    (3, False): (
        Weights(
            2150, -80, 1028, 6011, -207, 2493, 141, -62, -18, 628, 1202,
            298, 324, 5099, 3819, -32, -548, -318, 389, 1043, 506,
        ),
        Weights(
            3947, -12, 2387, -437, 757, 3058, 38, -921, -251, 475, -262,
            1126, -126, 736, 318, 97, -314, 77, 798, -3, 161,
        ),
    ),
    (4, False): (
        Weights(
            2697, 2205, 3420, 13, -185, 1192, -207, -191, 643, 1326, -189,
            162, 252, 1969, -1054, 3306, -557, 37, 409, 205, 1308,
        ),
        Weights(
            3947, -12, 2387, -437, 757, 3058, 38, -921, -251, 475, -262,
            1126, -126, 736, 318, 97, -314, 77, 798, -3, 161,
        ),
    ),
}  # fmt: skip


def weights_for(state: State) -> tuple[Weights, ...]:
    """Give the evaluations for a game with this state's number of players, and with or without flips.

    Examples
    --------
    >>> len(weights_for(State(["2C", "3C"], "JH"))) == ORDERS
    True
    """
    return _BY_GAME[state.players, state.flips > 0]
