"""Suits, ranks, cards and sets of cards: the words of the game.

A card has an index, its place in *card order*: rank by rank (A, 1, 2 to 10, J, Q, K), within a rank clubs,
diamonds, hearts, spades; the Jester comes last. A set of cards is a whole number, its *mask*: one bit for each
suited card at its index, and above them the number of Jesters as a two-bit count. Because no suited card is in
two places, the masks of disjoint sets add up with ``+`` and part with ``-``, Jesters included.

This module knows nothing of the rules of play, only what cards are worth.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from enum import IntEnum
from functools import lru_cache, total_ordering
from typing import overload

from regicide_solver.errors import NotationError

__all__ = [
    "JESTER",
    "Card",
    "CardSet",
    "CardsLike",
    "Rank",
    "Suit",
    "card_set",
    "parse_card",
    "parse_cards",
]


class Suit(IntEnum):
    """A suit, in card order. Its name in text is its first letter.

    Examples
    --------
    >>> Suit.HEARTS.letter, Suit.HEARTS.sign
    ('H', '♥')
    """

    CLUBS = 0
    DIAMONDS = 1
    HEARTS = 2
    SPADES = 3

    @property
    def letter(self) -> str:
        """The letter that stands for the suit in notation."""
        return "CDHS"[self]

    @property
    def sign(self) -> str:
        """The suit's sign, for people."""
        return "♣♦♥♠"[self]


class Rank(IntEnum):
    """A rank, in card order; `ONE` is the extra rank of the 56-card deck.

    Examples
    --------
    >>> Rank.QUEEN.text, Rank.QUEEN.value_of_card
    ('Q', 15)
    """

    ACE = 0
    ONE = 1
    TWO = 2
    THREE = 3
    FOUR = 4
    FIVE = 5
    SIX = 6
    SEVEN = 7
    EIGHT = 8
    NINE = 9
    TEN = 10
    JACK = 11
    QUEEN = 12
    KING = 13

    @property
    def text(self) -> str:
        """The rank as it is written in notation."""
        return _RANK_TEXTS[self]

    @property
    def value_of_card(self) -> int:
        """What a card of this rank is worth when it is played or paid."""
        return _RANK_VALUES[self]


_RANK_TEXTS = ("A", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
_RANK_VALUES = (1, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 15, 20)

#: The Jester's index; the suited cards are 0 to 55.
JESTER_INDEX = 56
#: One Jester as a mask.
JESTER_UNIT = 1 << JESTER_INDEX
#: All suited cards as a mask.
SUITED_MASK = JESTER_UNIT - 1
#: The mask of every suit's cards.
SUIT_MASKS = tuple(sum(1 << index for index in range(suit, JESTER_INDEX, 4)) for suit in range(4))
#: The mask of each rank's cards.
RANK_MASKS = tuple(0b1111 << (4 * rank) for rank in range(14))
#: The value of each card by its index, the Jester's included.
VALUES = (*(_RANK_VALUES[index // 4] for index in range(JESTER_INDEX)), 0)

# The suited cards whose value has a given binary digit.
_VALUE_DIGIT_MASKS = tuple(
    sum(1 << index for index in range(JESTER_INDEX) if VALUES[index] >> digit & 1) for digit in range(5)
)
_MASK_LIMIT = 3 << JESTER_INDEX  # two Jesters at the most
_SIGNS = {"♣": "C", "♧": "C", "♦": "D", "♢": "D", "♥": "H", "♡": "H", "♠": "S", "♤": "S"}
_TEXT_TO_RANK = {text: Rank(number) for number, text in enumerate(_RANK_TEXTS)} | {"T": Rank.TEN}
_CARD_PATTERN = re.compile(r"(10|[A1-9TJQK])([CDHS♣♧♦♢♥♡♠♤])[\ufe0e\ufe0f]?", re.ASCII | re.IGNORECASE)
_QUOTED_LENGTH = 40
_LARGEST_SHOWN = 10**_QUOTED_LENGTH


def quoted(text: object) -> str:
    """Show a foreign value in an error message: on one line, cut where it is long, a text in quotes."""
    if isinstance(text, int) and abs(text) > _LARGEST_SHOWN:
        return f"a number of {text.bit_length()} bits"  # Python refuses to write the longest ones
    shown = text if isinstance(text, str) else repr(text)
    cut = shown if len(shown) <= _QUOTED_LENGTH else shown[:_QUOTED_LENGTH] + "..."
    if not cut.isprintable():
        return ascii(cut)
    return repr(cut) if isinstance(text, str) else cut


@total_ordering
class Card:
    """One card: a rank and a suit, or the Jester. There is one object for each card.

    Parameters
    ----------
    text : str
        The card in notation, as `parse_card` takes it.

    Attributes
    ----------
    index : int
        Place in card order, 0 to 56.
    rank, suit : Rank or None, Suit or None
        None for the Jester.
    value : int
        What the card is worth, played or paid: A and 1 one, J 10, Q 15, K 20, the Jester 0.

    Raises
    ------
    NotationError
        When `text` is not a card.

    Examples
    --------
    >>> card = Card("10H")
    >>> card, str(card), card.value, card.suit.name
    (Card('10H'), '10H', 10, 'HEARTS')
    >>> Card("K♠️") is Card("KS"), Card("AC") < Card("2C")
    (True, True)
    """

    __slots__ = ("index", "rank", "suit", "text", "value")

    index: int
    rank: Rank | None
    suit: Suit | None
    text: str
    value: int

    def __new__(cls, text: str) -> Card:  # noqa: D102 (the class says it)
        return parse_card(text)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a card cannot be changed (attribute {name})")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"a card cannot be changed (attribute {name})")

    def __reduce__(self) -> tuple[type[Card], tuple[str]]:
        return Card, (self.text,)

    def __copy__(self) -> Card:
        return self

    def __deepcopy__(self, memo: object) -> Card:
        return self

    def __hash__(self) -> int:
        return self.index

    def __lt__(self, other: object) -> bool:
        return self.index < other.index if isinstance(other, Card) else NotImplemented

    def __repr__(self) -> str:
        return f"Card({self.text!r})"

    def __str__(self) -> str:
        return self.text

    @property
    def sign(self) -> str:
        """The card with its suit's sign, for people.

        Examples
        --------
        >>> Card("QD").sign
        'Q♦'
        """
        return self.text if self.suit is None or self.rank is None else self.rank.text + self.suit.sign

    @property
    def is_royal(self) -> bool:
        """Whether the card is a Jack, a Queen or a King."""
        return self.rank is not None and self.rank >= Rank.JACK


def _make_card(index: int) -> Card:
    card = object.__new__(Card)
    suited = index < JESTER_INDEX
    rank, suit = (Rank(index // 4), Suit(index % 4)) if suited else (None, None)
    text = rank.text + suit.letter if rank is not None and suit is not None else "*"
    fields = {"index": index, "rank": rank, "suit": suit, "text": text, "value": VALUES[index]}
    for name, value in fields.items():
        object.__setattr__(card, name, value)
    return card


#: Every card by its index.
CARDS = tuple(_make_card(index) for index in range(JESTER_INDEX + 1))
#: The Jester.
JESTER = CARDS[JESTER_INDEX]


def parse_card(text: str) -> Card:
    """Read one card.

    Parameters
    ----------
    text : str
        Rank and suit (``10H``, ``TH``, ``ah``, ``K♠``, with or without a variation selector), or ``*``.

    Raises
    ------
    NotationError
        When `text` is not a card.

    Examples
    --------
    >>> parse_card("th")
    Card('10H')
    """
    if not isinstance(text, str):
        raise NotationError(f"not a card: {quoted(text)}; expected a text such as 10H, AS or *")
    stripped = text.strip()
    if stripped == "*":
        return JESTER
    match = _CARD_PATTERN.fullmatch(stripped)
    if match is None:
        raise NotationError(f"not a card: {quoted(text)}; expected a rank A 1 2-10 J Q K and a suit C D H S, or *")
    rank = _TEXT_TO_RANK[match[1].upper()]
    letter = match[2].upper()
    return CARDS[4 * rank + "CDHS".index(_SIGNS.get(letter, letter))]


def parse_cards(text: str) -> CardSet:
    """Read a set of cards.

    Parameters
    ----------
    text : str
        Cards with spaces, commas or ``+`` between them; empty for no cards.

    Returns
    -------
    CardSet
        The cards, in card order.

    Raises
    ------
    NotationError
        When something is not a card, a suited card stands twice, or there are over two Jesters.

    Examples
    --------
    >>> parse_cards("7S 5D,10C+AH")
    CardSet('AH 5D 7S 10C')
    """
    if not isinstance(text, str):
        raise NotationError(f"not a list of cards: {quoted(text)}; expected a text such as '7S 5D 10C'")
    return card_set(parse_card(part) for part in re.split(r"[\s,+]+", text) if part)


class CardSet(Sequence[Card]):
    """A set of cards, in card order; it may hold two Jesters. Immutable, hashable, equal by value.

    Parameters
    ----------
    cards : str or iterable of Card
        As for `card_set`.

    Attributes
    ----------
    mask : int
        The set as a number: bit i for the suited card of index i, the number of Jesters above bit 56.

    Examples
    --------
    >>> hand = CardSet("7S 5D *")
    >>> len(hand), hand.value, hand[0], Card("7S") in hand, str(hand)
    (3, 12, Card('5D'), True, '5D 7S *')
    """

    __slots__ = ("mask",)

    mask: int

    def __new__(cls, cards: CardsLike = ()) -> CardSet:  # noqa: D102 (the class says it)
        return card_set(cards)

    @classmethod
    def from_mask(cls, mask: int) -> CardSet:
        """Make the set from its mask.

        Raises
        ------
        NotationError
            When `mask` is not the mask of a set of cards.

        Examples
        --------
        >>> CardSet.from_mask(0b1001)
        CardSet('AC AS')
        """
        if not 0 <= mask < _MASK_LIMIT:
            raise NotationError(f"not the mask of a set of cards: {quoted(mask)}")
        new: CardSet = object.__new__(cls)
        object.__setattr__(new, "mask", mask)
        return new

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a set of cards cannot be changed (attribute {name})")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"a set of cards cannot be changed (attribute {name})")

    def __reduce__(self) -> tuple[type[CardSet], tuple[str]]:
        return CardSet, (str(self),)

    def __len__(self) -> int:
        return mask_count(self.mask)

    def __iter__(self) -> Iterator[Card]:
        return map(CARDS.__getitem__, mask_indices(self.mask))

    def __contains__(self, card: object) -> bool:
        return isinstance(card, Card) and mask_holds(self.mask, card.index)

    @overload
    def __getitem__(self, place: int) -> Card: ...
    @overload
    def __getitem__(self, place: slice) -> tuple[Card, ...]: ...
    def __getitem__(self, place: int | slice) -> Card | tuple[Card, ...]:
        return tuple(self)[place]

    def __eq__(self, other: object) -> bool:
        return self.mask == other.mask if isinstance(other, CardSet) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.mask)

    def __bool__(self) -> bool:
        return self.mask != 0

    def __repr__(self) -> str:
        return f"CardSet({str(self)!r})"

    def __str__(self) -> str:
        return " ".join(card.text for card in self)

    @property
    def value(self) -> int:
        """What the cards are worth together.

        Examples
        --------
        >>> CardSet("KC 3D *").value
        23
        """
        return mask_value(self.mask)


CardsLike = str | Iterable[Card]


def card_set(cards: CardsLike) -> CardSet:
    """Make a `CardSet` of cards or of a text.

    Raises
    ------
    NotationError
        When a suited card stands twice or there are over two Jesters; for a text, as `parse_cards`.

    Examples
    --------
    >>> card_set([Card("5D"), Card("AC")])
    CardSet('AC 5D')
    """
    if isinstance(cards, str):
        return parse_cards(cards)
    if isinstance(cards, CardSet):
        return cards
    mask = 0
    for card in cards:
        if not isinstance(card, Card):
            raise NotationError(f"not a card: {quoted(card)}; expected a Card")
        if card is JESTER:
            if mask >> JESTER_INDEX == 2:
                raise NotationError("there are only two Jesters")
        elif mask >> card.index & 1:
            raise NotationError(f"the card {card} stands twice")
        mask += 1 << card.index
    return CardSet.from_mask(mask)


def mask_count(mask: int) -> int:
    """Count the cards of a mask."""
    return mask.bit_count() + (mask >> JESTER_INDEX + 1)  # two Jesters are one bit


def mask_indices(mask: int) -> Iterator[int]:
    """Go through the indices of a mask's cards, in card order."""
    suited = mask & SUITED_MASK
    while suited:
        lowest = suited & -suited
        yield lowest.bit_length() - 1
        suited ^= lowest
    for _ in range(mask >> JESTER_INDEX):
        yield JESTER_INDEX


def mask_of(indices: Iterable[int]) -> int:
    """Pack the cards of these indices, which are a set; the Jesters are the same card."""
    return sum([1 << index for index in indices])


def mask_holds(mask: int, index: int) -> bool:
    """Whether the card of this index is among a mask's cards."""
    return mask >= JESTER_UNIT if index == JESTER_INDEX else mask >> index & 1 == 1


def mask_contains(mask: int, part: int) -> bool:
    """Whether all cards of `part` are among those of `mask`."""
    if part < JESTER_UNIT:
        return mask | part == mask
    return part & SUITED_MASK & ~mask == 0 and part >> JESTER_INDEX <= mask >> JESTER_INDEX


@lru_cache(maxsize=1 << 16)
def mask_value(mask: int) -> int:
    """Add up what a mask's cards are worth: for each binary digit of the values, count the cards that have it."""
    ones, twos, fours, eights, sixteens = _VALUE_DIGIT_MASKS
    return (
        (mask & ones).bit_count()
        + 2 * (mask & twos).bit_count()
        + 4 * (mask & fours).bit_count()
        + 8 * (mask & eights).bit_count()
        + 16 * (mask & sixteens).bit_count()
    )
