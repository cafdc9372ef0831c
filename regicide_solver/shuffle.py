"""Seed scheme 1: the generator, the shuffle, and the order in which a heal counts the discard pile off.

A seed is a file format: what stands here may never change. Another way to shuffle is another scheme.
The documentation of the scheme is ``docs/seeds.md``.
"""

from __future__ import annotations

from functools import lru_cache

from regicide_solver.cards import JESTER_INDEX, quoted
from regicide_solver.errors import NotationError

__all__ = ["SCHEME", "SEED_LIMIT", "Generator", "check_seed", "deck_indices", "heal_order", "mix", "parse_seed"]

#: The number of this seed scheme.
SCHEME = 1
#: Seeds are below this.
SEED_LIMIT = 1 << 64
_WORD = SEED_LIMIT - 1
_INCREMENT = 0x9E3779B97F4A7C15  # SplitMix64's, the golden ratio as a fraction of 2^64
_SEED_DIGITS = 20


def mix(word: int) -> int:
    """Scramble a 64-bit word: SplitMix64's output step without the increment.

    Examples
    --------
    >>> mix(0), hex(mix(1))
    (0, '0x5692161d100b05e5')
    """
    word ^= word >> 30
    word = word * 0xBF58476D1CE4E5B9 & _WORD
    word ^= word >> 27
    word = word * 0x94D049BB133111EB & _WORD
    return word ^ word >> 31


class Generator:
    """SplitMix64 with a seed as its state.

    Parameters
    ----------
    seed : int
        0 <= seed < 2**64.

    Examples
    --------
    >>> Generator(42).below(52) < 52
    True
    """

    def __init__(self, seed: int) -> None:
        self._state = seed

    def word(self) -> int:
        """Draw the next 64-bit word."""
        self._state = (self._state + _INCREMENT) & _WORD
        return mix(self._state)

    def below(self, bound: int) -> int:
        """Draw a number from 0 to `bound` - 1, every one equally likely."""
        rejected = SEED_LIMIT % bound
        while (word := self.word()) < rejected:
            pass
        return word % bound

    def shuffle(self, cards: list[int]) -> None:
        """Shuffle a list in place (Fisher and Yates, from the last place down)."""
        for place in range(len(cards) - 1, 0, -1):
            other = self.below(place + 1)
            cards[place], cards[other] = cards[other], cards[place]


def deck_indices(ones: bool, jesters: int) -> list[int]:
    """List a full deck in card order: royals included, Jesters last.

    Parameters
    ----------
    ones : bool
        Whether the rank 1 is in the deck.
    jesters : int
        The Jesters of the Tavern; they are two cards here, of indices 56 and 57.
    """
    suited = [index for index in range(JESTER_INDEX) if ones or index // 4 != 1]
    return suited + [JESTER_INDEX + number for number in range(jesters)]


@lru_cache(maxsize=4096)
def heal_order(seed: int, heals: int, ones: bool, jesters: int) -> tuple[int, ...]:
    """Give the order in which the hearts power number `heals` of a game (from 0) counts the discard pile off.

    Parameters
    ----------
    seed : int
        The game's heal seed.
    heals : int
        How many hearts powers came before.
    ones, jesters
        As for `deck_indices`.

    Returns
    -------
    tuple of int
        Card indices; the two Jesters are 56 and 57, and a pile that holds one looks at 56 only.

    Examples
    --------
    >>> from regicide_solver.cards import CARDS
    >>> [str(CARDS[index]) for index in heal_order(42, 0, False, 0)[:4]]
    ['AH', '9H', 'QS', '4H']
    """
    order = deck_indices(ones, jesters)
    Generator(mix(seed ^ mix(heals + 1))).shuffle(order)
    return tuple(order)


def check_seed(seed: object) -> int:
    """Make sure that a value is a seed.

    Raises
    ------
    NotationError
        When it is not a whole number from 0 to 2**64 - 1.
    """
    if type(seed) is not int or not 0 <= seed < SEED_LIMIT:
        raise NotationError(f"not a seed: {quoted(seed)}; expected a whole number from 0 to {SEED_LIMIT - 1}")
    return seed


def parse_seed(text: str) -> int:
    """Read a seed: one to twenty ASCII digits, below 2**64.

    Raises
    ------
    NotationError
        When it is not one.

    Examples
    --------
    >>> parse_seed("42")
    42
    """
    if not isinstance(text, str) or not (
        text.isascii() and text.isdigit() and len(text) <= _SEED_DIGITS and int(text) < SEED_LIMIT
    ):
        raise NotationError(f"not a seed: {quoted(text)}; expected a whole number from 0 to {SEED_LIMIT - 1}")
    return int(text)
