"""Seed scheme 1: the generator, the shuffle, and the order in which a heal counts the discard pile off.

A seed is a file format: what stands here may never change. Another way to shuffle is another scheme.
The documentation of the scheme is ``docs/seeds.md``.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from operator import mod
from struct import Struct

from regicide_solver.cards import JESTER_INDEX, Rank, quoted
from regicide_solver.errors import NotationError

__all__ = ["SCHEME", "SEED_LIMIT", "Generator", "check_seed", "deck_indices", "heal_order", "mix", "parse_seed"]

#: The number of this seed scheme.
SCHEME = 1
#: Seeds are below this.
SEED_LIMIT = 1 << 64
_WORD = SEED_LIMIT - 1
_INCREMENT = 0x9E3779B97F4A7C15  # SplitMix64's, the golden ratio as a fraction of 2^64
_SEED_DIGITS = 20
_LANE = 128  # bits
_ACES, _ONES = range(4 * Rank.ONE), range(4 * Rank.ONE, 4 * Rank.TWO)


def mix(word: int, lanes: int = _WORD) -> int:
    """Scramble a 64-bit word: SplitMix64's output step without the increment.

    Parameters
    ----------
    word : int
        The word, or many words side by side in one number, each in a lane of 128 bits, which holds its products.
    lanes : int
        Where the words stand: the mask of the lower half of each lane; by default for one word.

    Examples
    --------
    >>> mix(0), hex(mix(1))
    (0, '0x5692161d100b05e5')
    >>> mix(1 << 128 | 1, _WORD << 128 | _WORD) == mix(1) << 128 | mix(1)
    True
    """
    word = (word ^ word >> 30) & lanes
    word = word * 0xBF58476D1CE4E5B9 & lanes
    word = (word ^ word >> 27) & lanes
    word = word * 0x94D049BB133111EB & lanes
    return (word ^ word >> 31) & lanes


@lru_cache(maxsize=64)
def _lanes(count: int) -> tuple[int, int, int, Struct]:
    """For `count` words side by side: a one in each lane, the steps from a state, the lanes' mask, how to part them."""
    ones = sum(1 << _LANE * number for number in range(count))
    steps = sum(_INCREMENT * (number + 1) % SEED_LIMIT << _LANE * number for number in range(count))
    return ones, steps, _WORD * ones, Struct("<" + "Q8x" * count)


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
        for place, other in zip(range(len(cards) - 1, 0, -1), self._places(len(cards)), strict=True):
            cards[place], cards[other] = cards[other], cards[place]

    def _places(self, size: int) -> Iterable[int]:
        """Draw a number below each bound from `size` down to 2, all at once where no word can be rejected."""
        bounds = range(size, 1, -1)
        ones, steps, lanes, struct = _lanes(len(bounds))
        words = struct.unpack(mix(self._state * ones + steps & lanes, lanes).to_bytes(struct.size, "little"))
        if min(words, default=size) < size:  # only a word below its bound can be one that `below` rejects
            return [self.below(bound) for bound in bounds]
        self._state = (self._state + len(bounds) * _INCREMENT) & _WORD
        return map(mod, words, bounds)


def deck_indices(ones: bool, jesters: int) -> list[int]:
    """List a full deck in card order: royals included, Jesters last.

    Parameters
    ----------
    ones : bool
        Whether the rank 1 is in the deck.
    jesters : int
        The Jesters of the Tavern; they are two cards here, of indices 56 and 57.
    """
    return [*_ACES, *(_ONES if ones else ()), *range(4 * Rank.TWO, JESTER_INDEX + jesters)]


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
