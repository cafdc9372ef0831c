"""Reading JSON from outside: hostile until parsed.

Refused are duplicate keys, NaN and infinities, nesting deeper than `DEPTH_LIMIT`, texts over `SIZE_LIMIT` bytes and
numbers of absurd length. `ObjectReader` then takes an object apart field by field, with types checked (a boolean is
no number) and unknown fields refused.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping
from typing import NoReturn, TypeVar

from regicide_solver.cards import JESTER_INDEX, Card, parse_card, quoted
from regicide_solver.errors import NotationError, RegicideError

__all__ = ["DEPTH_LIMIT", "SIZE_LIMIT", "ObjectReader", "load_json"]

#: The deepest nesting that is read.
DEPTH_LIMIT = 50
#: The longest text that is read, in bytes.
SIZE_LIMIT = 10_000_000

_STRING_PATTERN = re.compile(r'"(?:[^"\\]|\\.)*"', re.DOTALL)
_NUMBER_LENGTH = 30  # longer than any number of this library's formats
_LARGEST_PILE = 58

_Value = TypeVar("_Value")


def load_json(text: str | bytes, where: str = "input") -> object:
    """Read one JSON value.

    Parameters
    ----------
    text : str or bytes
        UTF-8 where it is bytes.
    where : str
        What is read, for messages.

    Raises
    ------
    NotationError
        When it is not JSON, or refused as the module's first lines say.

    Examples
    --------
    >>> load_json('{"seed": 42}')
    {'seed': 42}
    """
    if not isinstance(text, str | bytes):
        raise NotationError(f"{where}: {quoted(text)}; expected a text of JSON")
    if len(text) > SIZE_LIMIT:
        raise NotationError(f"{where}: over {SIZE_LIMIT} bytes of JSON; expected less")
    if isinstance(text, bytes):
        try:
            text = text.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            raise NotationError(f"{where}: not a UTF-8 text (byte {error.start})") from None
    if _depth(text) > DEPTH_LIMIT:
        raise NotationError(f"{where}: JSON nested deeper than {DEPTH_LIMIT}")
    try:
        return json.loads(
            text,
            object_pairs_hook=_unique,
            parse_constant=_refuse_constant,
            parse_int=lambda digits: int(_short(digits)),
            parse_float=lambda digits: float(_short(digits)),
        )
    except json.JSONDecodeError as error:
        raise NotationError(f"{where}: not JSON: {error.msg} at line {error.lineno}, column {error.colno}") from None
    except NotationError as error:
        raise NotationError(f"{where}: {error}") from None


def _depth(text: str) -> int:
    depth = deepest = 0
    for character in re.sub(r"[^][{}]", "", _STRING_PATTERN.sub("", text)):
        depth += 1 if character in "[{" else -1
        deepest = max(deepest, depth)
    return deepest


def _unique(pairs: list[tuple[str, object]]) -> dict[str, object]:
    fields = dict(pairs)
    if len(fields) != len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise NotationError(f"the field {quoted(twice)} stands twice")
    return fields


def _refuse_constant(name: str) -> NoReturn:
    raise NotationError(f"{name} is no number here")


def _short(digits: str) -> str:
    if len(digits) > _NUMBER_LENGTH:
        raise NotationError(f"a number of {len(digits)} characters; expected at most {_NUMBER_LENGTH}")
    return digits


class ObjectReader:
    """Takes a JSON object apart, field by field.

    Parameters
    ----------
    value : object
        What should be an object.
    where : str
        What it is, for messages.
    known : iterable of str
        The fields it may have.

    Raises
    ------
    NotationError
        When it is no object or has a field that is not known.
    """

    def __init__(self, value: object, where: str, known: Iterable[str]) -> None:
        if not isinstance(value, Mapping):
            raise NotationError(f"{where}: {quoted(value)}; expected an object")
        self.where = where
        self._fields = value
        expected = tuple(known)
        for name in value:
            if name not in expected:
                raise NotationError(f"{where}: unknown field {quoted(name)}; expected some of {', '.join(expected)}")

    def __contains__(self, name: str) -> bool:
        return name in self._fields

    def required(self, name: str) -> object:
        """Give a field's value, whatever it is."""
        if name not in self._fields:
            raise NotationError(f"{self.where}: the field {name} is missing")
        return self._fields[name]

    def optional(self, name: str, default: object) -> object:
        """Give a field's value, whatever it is, or the default where it is left out."""
        return self._fields.get(name, default)

    def number(self, name: str, default: int | None, least: int, most: int) -> int:
        """Give a whole number within bounds; `default` None means that the field is required."""
        value = self._fields.get(name, default) if default is not None else self.required(name)
        if type(value) is not int or not least <= value <= most:
            self.fail(name, value, f"a whole number from {least} to {most}")
        return value

    def boolean(self, name: str, default: bool) -> bool:
        """Give a truth value."""
        value = self._fields.get(name, default)
        if type(value) is not bool:
            self.fail(name, value, "true or false")
        return value

    def word(self, name: str, default: str, words: tuple[str, ...]) -> str:
        """Give one of some words."""
        value = self._fields.get(name, default)
        if not isinstance(value, str) or value not in words:
            self.fail(name, value, " or ".join(words))
        return value

    def items(self, name: str, default: tuple[object, ...] | None = ()) -> list[object]:
        """Give a list; `default` None means that the field is required."""
        value = self._fields.get(name, default) if default is not None else self.required(name)
        if not isinstance(value, (list, tuple)):
            self.fail(name, value, "a list")
        return list(value)

    def cards(self, name: str, default: tuple[object, ...] | None = ()) -> list[Card]:
        """Give a list of cards, in its order."""
        return self.card_list(self.items(name, default), name)

    def card_list(self, items: object, name: str) -> list[Card]:
        """Read a list of cards that stands somewhere inside the field `name`."""
        if not isinstance(items, (list, tuple)) or len(items) > _LARGEST_PILE:
            self.fail(name, items, f"a list of at most {_LARGEST_PILE} cards")
        return [self.reading(name, parse_card, item) for item in items]

    def reading(self, name: str, reader: Callable[..., _Value], value: object) -> _Value:
        """Read a value with a reader of this library; its errors are told with the field's name."""
        try:
            return reader(value)
        except RegicideError as error:
            raise type(error)(f"{self.where}, {name}: {error}") from None

    def fail(self, name: str, value: object, expected: str) -> NoReturn:
        """Raise for a field that is not as expected."""
        raise NotationError(f"{self.where}, {name}: {quoted(value)}; expected {expected}")


def pile_mask(cards: Iterable[Card], name: str, problems: list[str]) -> int:
    """Pack a pile that should be a set of cards; what keeps it from being one is added to `problems`."""
    mask = 0
    for card in cards:
        if card.index == JESTER_INDEX:
            if mask >> JESTER_INDEX == 2:
                problems.append(f"over two Jesters in {name}")
                continue
        elif mask >> card.index & 1:
            problems.append(f"{card} stands twice in {name}")
            continue
        mask += 1 << card.index
    return mask
