"""What makes one payment better than another: objectives by name, in order of importance, with weights of one's own.

An objective is a list of *levels*; a later level only decides where all earlier ones are equal. A level is a weighted
sum of *terms*, each a cost that is at least 0 and the smaller the better. This module knows no solver and no cards in
hands; it reads objectives and says what their costs mean.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from regicide_solver.cards import SUIT_MASKS, parse_card, quoted
from regicide_solver.errors import NotationError, RegicideError

__all__ = ["DEFAULT_OBJECTIVE", "TERM_NOTES", "Level", "ObjectiveLike", "Term", "parse_objective"]

#: The objective that holds where none is named.
DEFAULT_OBJECTIVE = "waste, cards"

#: What each term counts; smaller is better.
TERM_NOTES: Mapping[str, str] = {
    "waste": "value paid beyond the attack",
    "cards": "cards paid",
    "value": "value paid (keeps the most value; for one attack the same order as waste)",
    "keep": "cards paid of those named: keep:H, keep:AS/10C, keep:H/S/*",
    "exact": "1 when no play is left that deals exactly the health that the enemy has left, otherwise 0",
    "sets": "playable sets of one rank that are broken",
    "companions": "playable pairs of an Ace and another card that are broken",
}

_LOSSES: Mapping[str, str] = {
    "waste": "wastes {cost}, not {best}",
    "cards": "takes {cost} cards, not {best}",
    "value": "gives {cost} of value away, not {best}",
    "keep": "gives {cost} of {argument} away, not {best}",
    "exact": "leaves no play that kills exactly",
    "sets": "breaks {cost} playable sets, not {best}",
    "companions": "breaks {cost} pairs with an Ace, not {best}",
}
_TERM_PATTERN = re.compile(r"(?:([0-9]{1,9})\s*\*\s*)?([a-z]+)(?::(\S+))?", re.ASCII)
_SUIT_LETTERS = tuple("CDHS")
_LARGEST_WEIGHT = 1_000_000
_MOST_LEVELS = 8
_EXPECTED = f"expected levels such as 'waste, cards' or '2*cards+keep:H/AS', of {', '.join(TERM_NOTES)}"


@dataclass(frozen=True)
class Term:
    """One cost.

    Parameters
    ----------
    name : str
        A name of `TERM_NOTES`.
    argument : str
        For `keep` the cards and suits, as written; otherwise empty.

    Examples
    --------
    >>> str(Term("keep", "H/AS"))
    'keep:H/AS'
    """

    name: str
    argument: str = ""

    def __str__(self) -> str:
        return f"{self.name}:{self.argument}" if self.argument else self.name

    @property
    def keep_mask(self) -> int:
        """The suited cards that a `keep` names, as a mask, with one Jester for all of them."""
        mask = 0
        for part in self.argument.split("/"):
            mask |= SUIT_MASKS["CDHS".index(part)] if part in _SUIT_LETTERS else 1 << parse_card(part).index
        return mask


@dataclass(frozen=True)
class Level:
    """A weighted sum of terms.

    Parameters
    ----------
    terms : tuple of (int, Term)
        The terms with their weights, 1 to 1,000,000.

    Examples
    --------
    >>> str(Level(((2, Term("cards")), (1, Term("sets")))))
    '2*cards+sets'
    """

    terms: tuple[tuple[int, Term], ...]

    def __str__(self) -> str:
        return "+".join(f"{weight}*{term}" if weight != 1 else str(term) for weight, term in self.terms)

    def why_worse(self, cost: int, best: int) -> str:
        """Say what a payment loses by on this level.

        Examples
        --------
        >>> Level(((1, Term("waste")),)).why_worse(3, 1)
        'wastes 3, not 1'
        """
        if len(self.terms) == 1 and self.terms[0][0] == 1:
            term = self.terms[0][1]
            return _LOSSES[term.name].format(cost=cost, best=best, argument=term.argument)
        return f"costs {cost} by {self}, not {best}"


ObjectiveLike = str | Mapping[str, int] | Iterable[str | Mapping[str, int]]


def parse_objective(objective: ObjectiveLike) -> tuple[Level, ...]:
    """Read an objective.

    Parameters
    ----------
    objective : str, mapping, or iterable of these
        A text has levels with commas between them, the most important first; a level has terms with ``+`` between
        them, each with a weight in front if it likes: ``waste, 2*cards+keep:H/AS``. A mapping is one level, terms to
        weights. An iterable is a list of levels.

    Raises
    ------
    NotationError
        When it cannot be read, a term is unknown, or a weight is out of range.

    Examples
    --------
    >>> print(*parse_objective("waste, 2*cards+keep:H/AS"), sep=" | ")
    waste | 2*cards+keep:H/AS
    >>> parse_objective({"cards": 2, "sets": 1}) == parse_objective("2*cards+sets")
    True
    """
    if isinstance(objective, str):
        parts: list[str | Mapping[str, int]] = list(objective.split(","))
    elif isinstance(objective, Mapping):
        parts = [objective]
    elif isinstance(objective, Iterable):
        parts = [piece for part in objective for piece in (part.split(",") if isinstance(part, str) else [part])]
    else:
        raise NotationError(f"not an objective: {quoted(objective)}; {_EXPECTED}")
    if not 1 <= len(parts) <= _MOST_LEVELS:
        raise NotationError(f"an objective of {len(parts)} levels; expected 1 to {_MOST_LEVELS}")
    return tuple(_read_level(part) for part in parts)


def _read_level(part: str | Mapping[str, int]) -> Level:
    if isinstance(part, str):
        return Level(tuple(_read_term(text) for text in part.split("+")))
    if not isinstance(part, Mapping) or not part:
        raise NotationError(f"not a level of an objective: {quoted(part)}; {_EXPECTED}")
    return Level(tuple((_weight(weight), _read_term(name)[1]) for name, weight in part.items()))


def _read_term(text: object) -> tuple[int, Term]:
    match = _TERM_PATTERN.fullmatch(text.strip()) if isinstance(text, str) else None
    if match is None or match[2] not in TERM_NOTES:
        raise NotationError(f"not a term of an objective: {quoted(text)}; {_EXPECTED}")
    weight = _weight(int(match[1])) if match[1] else 1
    term = Term(match[2], _read_argument(match[2], match[3] or ""))
    return weight, term


def _read_argument(name: str, argument: str) -> str:
    if (name == "keep") != bool(argument):
        raise NotationError(f"not a term of an objective: {quoted(f'{name}:{argument}')}; {_EXPECTED}")
    written = argument.upper()
    try:
        _ = Term(name, written).keep_mask if argument else 0
    except RegicideError as error:
        raise NotationError(f"not a term of an objective: {quoted(f'keep:{argument}')}: {error}") from None
    return written


def _weight(weight: object) -> int:
    if type(weight) is not int or not 1 <= weight <= _LARGEST_WEIGHT:
        raise NotationError(f"not a weight: {quoted(weight)}; expected a whole number from 1 to {_LARGEST_WEIGHT}")
    return weight
