"""Actions: the one decision of a step. Immutable, hashable, equal by value; their `str` is the notation.

This module knows no states: whether an action is legal is the engine's business.
"""

from __future__ import annotations

from regicide_solver.cards import JESTER_UNIT, CardSet, CardsLike, card_set, mask_count
from regicide_solver.errors import NotationError

__all__ = ["Action", "Discard", "Flip", "Play", "Yield"]


class _Frozen:
    """What the actions share: no attribute can be set, equality and hash by value."""

    __slots__ = ()

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"an action cannot be changed (attribute {name})")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"an action cannot be changed (attribute {name})")

    def __copy__(self) -> _Frozen:
        return self

    def __deepcopy__(self, memo: object) -> _Frozen:
        return self


class Play(_Frozen):
    """Step 1: play cards against the enemy, or a Jester.

    Parameters
    ----------
    cards : str or iterable of Card
        One card, a set of one rank, or an Ace with its companion; a Jester alone.
    next_seat : int or None
        The seat, from 0, that goes next; given for a Jester and for nothing else.

    Raises
    ------
    NotationError
        When there are no cards, or the seat is missing, out of range or out of place.

    Examples
    --------
    >>> print(Play("AS 7C"), "|", Play("*", next_seat=2))
    play AS+7C | play *>3
    """

    __slots__ = ("mask", "next_seat")

    mask: int
    next_seat: int | None

    def __new__(cls, cards: CardsLike, next_seat: int | None = None) -> Play:  # noqa: D102 (the class says it)
        mask = card_set(cards).mask
        if mask == 0:
            raise NotationError("a play needs at least one card")
        if (mask == JESTER_UNIT) != (next_seat is not None):
            raise NotationError("a Jester, and nothing else, names the seat that goes next: play *>2")
        if next_seat is not None and (type(next_seat) is not int or not 0 <= next_seat <= 3):
            raise NotationError(f"no such seat: {next_seat!r}; expected 0 to 3")
        return make_play(mask, next_seat)

    def __reduce__(self) -> tuple[object, ...]:
        return Play, (str(self.cards), self.next_seat)

    @property
    def cards(self) -> CardSet:
        """The cards that are played."""
        return CardSet.from_mask(self.mask)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Play):
            return NotImplemented
        return self.mask == other.mask and self.next_seat == other.next_seat

    def __hash__(self) -> int:
        return hash((self.mask, self.next_seat))

    def __repr__(self) -> str:
        seat = "" if self.next_seat is None else f", next_seat={self.next_seat}"
        return f"Play({str(self.cards)!r}{seat})"

    def __str__(self) -> str:
        seat = "" if self.next_seat is None else f">{self.next_seat + 1}"
        return "play " + "+".join(map(str, self.cards)) + seat


class Discard(_Frozen):
    """Step 4: pay for the attack with cards from the hand.

    Parameters
    ----------
    cards : str or iterable of Card
        The payment.

    Raises
    ------
    NotationError
        When there are no cards.

    Examples
    --------
    >>> print(Discard("10C 3D"))
    discard 3D+10C
    """

    __slots__ = ("mask",)

    mask: int

    def __new__(cls, cards: CardsLike) -> Discard:  # noqa: D102 (the class says it)
        mask = card_set(cards).mask
        if mask == 0:
            raise NotationError("a payment needs at least one card")
        return make_discard(mask)

    def __reduce__(self) -> tuple[object, ...]:
        return Discard, (str(self.cards),)

    @property
    def cards(self) -> CardSet:
        """The cards that are paid."""
        return CardSet.from_mask(self.mask)

    def __eq__(self, other: object) -> bool:
        return self.mask == other.mask if isinstance(other, Discard) else NotImplemented

    def __hash__(self) -> int:
        return hash((Discard, self.mask))

    def __repr__(self) -> str:
        return f"Discard({str(self.cards)!r})"

    def __str__(self) -> str:
        return "discard " + "+".join(map(str, self.cards))


class Yield(_Frozen):
    """Step 1: play nothing and go straight to step 4.

    Examples
    --------
    >>> Yield() == Yield(), str(Yield())
    (True, 'yield')
    """

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Yield) or NotImplemented

    def __hash__(self) -> int:
        return hash(Yield)

    def __repr__(self) -> str:
        return "Yield()"

    def __str__(self) -> str:
        return "yield"


class Flip(_Frozen):
    """Solo, steps 1 and 4: turn a set-aside Jester over, discard the hand, refill it.

    Examples
    --------
    >>> Flip() == Flip(), str(Flip())
    (True, 'flip')
    """

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Flip) or NotImplemented

    def __hash__(self) -> int:
        return hash(Flip)

    def __repr__(self) -> str:
        return "Flip()"

    def __str__(self) -> str:
        return "flip"


Action = Play | Yield | Discard | Flip

_new = object.__new__
_set_play_mask, _set_next_seat = (getattr(Play, name).__set__ for name in Play.__slots__)
(_set_discard_mask,) = (getattr(Discard, name).__set__ for name in Discard.__slots__)


def make_play(mask: int, next_seat: int | None = None) -> Play:
    """Make a play from a mask that is known to be good."""
    play = _new(Play)
    _set_play_mask(play, mask)
    _set_next_seat(play, next_seat)
    return play


def make_discard(mask: int) -> Discard:
    """Make a payment from a mask that is known to be good."""
    payment = _new(Discard)
    _set_discard_mask(payment, mask)
    return payment


def action_order(action: Action) -> tuple[int, ...]:
    """The sort key of the documented order of actions.

    Plays come first, then payments, the yield, and the flip. Plays and payments: fewer cards first, then card order;
    a Jester's seats ascending.

    Examples
    --------
    >>> sorted([Flip(), Yield(), Play("2C 2D"), Play("3C")], key=action_order)
    [Play('3C'), Play('2C 2D'), Yield(), Flip()]
    """
    match action:
        case Play():
            cards = (card.index for card in action.cards)
            return 0, mask_count(action.mask), *cards, -1 if action.next_seat is None else action.next_seat
        case Discard():
            return 1, mask_count(action.mask), *(card.index for card in action.cards)
        case Yield():
            return (2,)
        case Flip():
            return (3,)
