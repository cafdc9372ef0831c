"""The rules of a game as data: one frozen value with every option, and named presets.

This module knows what each option may be and which combinations make no sense. What an option *does* is written
in `regicide_solver.engine`, at the step of the turn where it counts.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from functools import cached_property, lru_cache
from typing import Any

from regicide_solver.cards import quoted
from regicide_solver.errors import RulesError

__all__ = ["OPTION_NOTES", "PRESET_NOTES", "Rules", "rules_from"]

#: What each option means, for people.
OPTION_NOTES: Mapping[str, str] = {
    "seats": "numbers of players that the rules are for",
    "hand_limits": "hand limit with 1, 2, 3 and 4 players",
    "tavern_jesters": "Jesters in the Tavern with 1, 2, 3 and 4 players",
    "solo_flips": "set-aside Jesters of a solo game, each good for one flip",
    "solo_flips_from": "where those come from: beside the deck, or cards off the top of the Tavern",
    "companions": "an Ace may be played with one other card",
    "ones": "a rank 1 stands beside the Ace (56 cards)",
    "combo_limit": "the highest total of a set of one rank",
    "overpay": "payments: any covering set, none dropped after it is covered, or none with a card to spare",
    "solo_yield": "yields in a solo game",
    "yield_record": "whether a play clears its own seat's yield only, or ends the whole streak",
    "retro_spades": "what earlier spades count when a Jester frees a spade royal",
    "jester_self": "a Jester's player may go on with the next turn",
    "exact_kill": "where a royal goes that is killed exactly",
}

#: The presets and the rule text behind each.
PRESET_NOTES: Mapping[str, str] = {
    "official": "rule text 004, with 002 where it breaks off",
    "how-to-play": "rule text 002; the same as official",
    "gamehelp": "rule text 003, counts from official; the same as official",
    "two-player": "rule text 000: 52 cards, two players, no Jesters",
    "ace-to-x": "rule text 001, counted as 52 cards: no Jesters in the Tavern, no companions",
    "ace-to-x-56": "rule text 001, as its list of ranks reads: ace-to-x with a rank 1 beside the Ace",
}

_PRESETS: Mapping[str, Mapping[str, Any]] = {
    "official": {},
    "how-to-play": {},
    "gamehelp": {},
    "two-player": {"seats": (2,)},
    "ace-to-x": {"tavern_jesters": (0, 0, 0, 0), "solo_flips_from": "tavern", "companions": False},
    "ace-to-x-56": {"tavern_jesters": (0, 0, 0, 0), "solo_flips_from": "tavern", "companions": False, "ones": True},
}

_WORDS: Mapping[str, tuple[str, ...]] = {
    "solo_flips_from": ("aside", "tavern"),
    "overpay": ("any", "until_covered", "minimal"),
    "solo_yield": ("never", "always", "not_twice"),
    "yield_record": ("seat", "streak"),
    "retro_spades": ("play", "card", "none"),
    "exact_kill": ("top", "bottom", "discard"),
}
_BOOLEANS = ("companions", "ones", "jester_self")
_MOST_PLAYERS = 4
_LARGEST_HAND = 10  # four hands of ten are the whole Tavern, so a larger one could not always be dealt
_MOST_JESTERS = 2
_MOST_FLIPS = 2
_LARGEST_COMBO_LIMIT = 99  # four tens make 40; anything above that is as good as none


@dataclass(frozen=True)
class Rules:
    """Every option of the rules. Two values with the same options are equal, whatever preset they came from.

    Parameters
    ----------
    seats : tuple of int
        The numbers of players the rules are for, 1 to 4, ascending.
    hand_limits : tuple of four int
        For 1, 2, 3 and 4 players, 1 to 10 each.
    tavern_jesters : tuple of four int
        For 1, 2, 3 and 4 players, 0 to 2 each; the first is 0, since a solo player's Jesters are set aside.
    solo_flips : int
        0 to 2.
    solo_flips_from : {"aside", "tavern"}
        `tavern`: as many cards as there are flips leave the top of the Tavern before dealing.
    companions, ones : bool
        Whether an Ace may go with another card; whether a rank 1 is in the deck.
    combo_limit : int or None
        The highest total of a set of one rank (2 to 10), None for no limit.
    overpay : {"any", "until_covered", "minimal"}
        Which sets of cards that cover the attack are payments.
    solo_yield : {"never", "always", "not_twice"}
    yield_record : {"seat", "streak"}
    retro_spades : {"play", "card", "none"}
    jester_self : bool
    exact_kill : {"top", "bottom", "discard"}

    Raises
    ------
    RulesError
        When an option is out of range or contradicts another, with the reason.

    Examples
    --------
    >>> rules = Rules.preset("ace-to-x")
    >>> rules.companions, rules.replace(companions=True).companions
    (False, True)
    >>> Rules() == Rules.preset("official") == Rules.preset("gamehelp")
    True
    """

    seats: tuple[int, ...] = (1, 2, 3, 4)
    hand_limits: tuple[int, int, int, int] = (8, 7, 6, 5)
    tavern_jesters: tuple[int, int, int, int] = (0, 0, 1, 2)
    solo_flips: int = 2
    solo_flips_from: str = "aside"
    companions: bool = True
    ones: bool = False
    combo_limit: int | None = 10
    overpay: str = "any"
    solo_yield: str = "never"
    yield_record: str = "seat"
    retro_spades: str = "play"
    jester_self: bool = True
    exact_kill: str = "top"

    def __post_init__(self) -> None:
        for name in ("seats", "hand_limits", "tavern_jesters"):
            value = getattr(self, name)
            if not isinstance(value, (list, tuple)) or not all(type(number) is int for number in value):
                raise _bad_option(name, value, "a list of whole numbers")
            object.__setattr__(self, name, tuple(value))
        object.__setattr__(self, "seats", tuple(sorted(set(self.seats))))
        if not self.seats or not all(1 <= seat <= _MOST_PLAYERS for seat in self.seats):
            raise _bad_option("seats", self.seats, "some of 1, 2, 3, 4")
        _check_table("hand_limits", self.hand_limits, 1, _LARGEST_HAND)
        _check_table("tavern_jesters", self.tavern_jesters, 0, _MOST_JESTERS)
        if self.tavern_jesters[0] != 0:
            raise RulesError(
                f"tavern_jesters {_to_text(self.tavern_jesters)}: the first must be 0, "
                "nobody can hold a Jester in a solo game"
            )
        _check_number("solo_flips", self.solo_flips, _MOST_FLIPS)
        if self.combo_limit is not None:
            _check_number("combo_limit", self.combo_limit, _LARGEST_COMBO_LIMIT)
        for name in _BOOLEANS:
            if type(getattr(self, name)) is not bool:
                raise _bad_option(name, getattr(self, name), "yes or no")
        for name, words in _WORDS.items():
            value = getattr(self, name)
            if not isinstance(value, str) or value not in words:
                raise _bad_option(name, value, f"one of {', '.join(words)}")

    @classmethod
    def preset(cls, name: str) -> Rules:
        """Look a preset up by its name.

        Raises
        ------
        RulesError
            When there is no such preset.

        Examples
        --------
        >>> Rules.preset("two-player").seats
        (2,)
        """
        if not isinstance(name, str) or name not in _PRESETS:
            raise RulesError(f"unknown rules: {quoted(name)}; expected one of {', '.join(_PRESETS)}")
        return _make_preset(name)

    @staticmethod
    def preset_names() -> tuple[str, ...]:
        """List the names of all presets.

        Examples
        --------
        >>> Rules.preset_names()[0]
        'official'
        """
        return tuple(_PRESETS)

    def replace(self, /, **options: object) -> Rules:
        """Make the same rules with other values for some options.

        Raises
        ------
        RulesError
            When an option is unknown, out of range, or contradicts another.

        Examples
        --------
        >>> Rules().replace(overpay="minimal", combo_limit=None).combo_limit is None
        True
        """
        if not options:
            return self
        for name in options:
            _check_name(name)
        values: dict[str, Any] = self.options() | options
        return Rules(**values)

    def options(self) -> dict[str, object]:
        """Give every option and its value, in the order of the documentation.

        Examples
        --------
        >>> Rules().options()["hand_limits"]
        (8, 7, 6, 5)
        """
        return {field.name: getattr(self, field.name) for field in fields(self)}

    @cached_property
    def base(self) -> str:
        """Name the preset that differs in the fewest options; of several, the first.

        Examples
        --------
        >>> Rules.preset("ace-to-x").replace(overpay="minimal").base
        'ace-to-x'
        """
        return min(_PRESETS, key=lambda name: len(self.differences(name)))

    def differences(self, preset: str) -> dict[str, object]:
        """List the options in which the rules differ from a preset, with the values they have here.

        Raises
        ------
        RulesError
            When there is no such preset.

        Examples
        --------
        >>> Rules(ones=True).differences("official")
        {'ones': True}
        """
        other = Rules.preset(preset).options()
        return {name: value for name, value in self.options().items() if other[name] != value}

    def check_players(self, players: int) -> None:
        """Make sure that the rules are for this many players.

        Raises
        ------
        RulesError
            When they are not.

        Examples
        --------
        >>> Rules.preset("two-player").check_players(2)
        """
        if type(players) is not int or players not in self.seats:
            expected = " or ".join(map(str, self.seats))
            raise RulesError(f"players: {quoted(players)} is not possible under these rules; expected {expected}")

    @classmethod
    def from_json(cls, value: object) -> Rules:
        """Read rules from their JSON form.

        Parameters
        ----------
        value : object
            A preset's name, or an object with `preset` (left out: `official`) and options.

        Raises
        ------
        RulesError
            When the form is wrong, an option is unknown, out of range, or contradicts another.

        Examples
        --------
        >>> Rules.from_json({"preset": "official", "combo_limit": None, "seats": [1, 2]}).seats
        (1, 2)
        """
        if isinstance(value, str):
            return cls.preset(value)
        if not isinstance(value, Mapping):
            raise RulesError(f"rules: {quoted(value)}; expected a preset's name or an object of options")
        options = {str(name): option for name, option in value.items()}
        preset = options.pop("preset", "official")
        if not isinstance(preset, str):
            raise RulesError(f"unknown rules: {quoted(preset)}; expected one of {', '.join(_PRESETS)}")
        return cls.preset(preset).replace(**options)

    def to_json(self) -> str | dict[str, object]:
        """Write the rules in their JSON form: a preset's name, or an object with what differs from one.

        Examples
        --------
        >>> Rules.preset("gamehelp").to_json(), Rules(hand_limits=(9, 8, 7, 6)).to_json()
        ('official', {'preset': 'official', 'hand_limits': [9, 8, 7, 6]})
        """
        changed = self.differences(self.base)
        if not changed:
            return self.base
        listed = {name: list(value) if isinstance(value, tuple) else value for name, value in changed.items()}
        return {"preset": self.base, **listed}

    @classmethod
    def parse(cls, text: str) -> Rules:
        """Read rules from one word: a preset's name, then ``;option=value`` for each option that differs.

        Raises
        ------
        RulesError
            When the text cannot be read, or as for `replace`.

        Examples
        --------
        >>> Rules.parse("official;combo_limit=none;companions=no").companions
        False
        """
        if not isinstance(text, str):
            raise RulesError(f"unknown rules: {quoted(text)}; expected one of {', '.join(_PRESETS)}")
        preset, *words = text.split(";")
        settings = [parse_setting(word) for word in words]
        names = [name for name, _ in settings]
        if len(set(names)) < len(names):
            raise RulesError(f"rules: an option stands twice in {quoted(text)}; expected each option once")
        return cls.preset(preset).replace(**dict(settings))

    def __str__(self) -> str:
        changed = self.differences(self.base)
        return ";".join([self.base, *(f"{name}={_to_text(value)}" for name, value in changed.items())])


@lru_cache(maxsize=len(_PRESETS))
def _make_preset(name: str) -> Rules:
    return Rules(**_PRESETS[name])


def parse_setting(text: str) -> tuple[str, object]:
    """Read ``OPTION=VALUE`` as the command line takes it.

    Returns
    -------
    name, value : str, object
        The option and its value; its range is checked by `Rules`.

    Raises
    ------
    RulesError
        When there is no ``=``, the option is unknown, or the value is not of its kind.

    Examples
    --------
    >>> parse_setting("hand_limits=8,7,6,5"), parse_setting("ones=yes")
    (('hand_limits', (8, 7, 6, 5)), ('ones', True))
    """
    name, equals, value = text.partition("=") if isinstance(text, str) else ("", "", "")
    if not equals:
        raise RulesError(f"not a setting: {quoted(text)}; expected OPTION=VALUE such as overpay=minimal")
    _check_name(name)
    reader = _READERS.get(name)
    return name, reader(name, value.strip()) if reader else value.strip()


def option_values(name: str) -> str:
    """Say what values an option takes, for people.

    Examples
    --------
    >>> option_values("overpay")
    'any, until_covered, minimal'
    """
    _check_name(name)
    if name in _WORDS:
        return ", ".join(_WORDS[name])
    if name in _BOOLEANS:
        return "yes, no"
    return {
        "seats": "any of 1,2,3,4",
        "hand_limits": f"four numbers from 1 to {_LARGEST_HAND}",
        "tavern_jesters": f"four numbers from 0 to {_MOST_JESTERS}, the first 0",
        "solo_flips": f"0 to {_MOST_FLIPS}",
        "combo_limit": f"0 to {_LARGEST_COMBO_LIMIT}, none",
    }[name]


def value_text(value: object) -> str:
    """Write an option's value as the command line takes it.

    Examples
    --------
    >>> value_text(True), value_text(None), value_text((8, 7, 6, 5))
    ('yes', 'none', '8,7,6,5')
    """
    return _to_text(value)


def rules_from(rules: Rules | str | Mapping[str, object]) -> Rules:
    """Take rules in any of the forms that the library's functions accept: a value, a text, or a JSON object.

    Raises
    ------
    RulesError
        When it is none of them, or as for `Rules.parse` and `Rules.from_json`.

    Examples
    --------
    >>> rules_from("two-player") == rules_from({"preset": "two-player"})
    True
    """
    if isinstance(rules, Rules):
        return rules
    return Rules.parse(rules) if isinstance(rules, str) else Rules.from_json(rules)


def _read_boolean(name: str, text: str) -> bool:
    if text not in ("yes", "no"):
        raise _bad_option(name, text, "yes or no")
    return text == "yes"


def _read_numbers(name: str, text: str) -> tuple[int, ...]:
    return tuple(_read_number(name, part) for part in text.split(","))


def _read_number(name: str, text: str) -> int:
    if re.fullmatch("[0-9]{1,3}", text.strip(), re.ASCII) is None:
        raise _bad_option(name, text, option_values(name))
    return int(text)


def _read_limit(name: str, text: str) -> int | None:
    return None if text == "none" else _read_number(name, text)


_READERS: Mapping[str, Callable[[str, str], object]] = {
    "seats": _read_numbers,
    "hand_limits": _read_numbers,
    "tavern_jesters": _read_numbers,
    "solo_flips": _read_number,
    "combo_limit": _read_limit,
    **dict.fromkeys(_BOOLEANS, _read_boolean),
}


def _to_text(value: object) -> str:
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return ",".join(map(str, value)) if isinstance(value, tuple) else str(value)


def _check_name(name: str) -> None:
    if name not in OPTION_NOTES:
        raise RulesError(f"unknown option: {quoted(name)}; expected one of {', '.join(OPTION_NOTES)}")


def _check_table(name: str, values: tuple[int, ...], least: int, most: int) -> None:
    if len(values) != _MOST_PLAYERS or not all(least <= value <= most for value in values):
        reason = "; four larger hands could exceed the Tavern" if name == "hand_limits" else ""
        raise _bad_option(name, values, f"four numbers from {least} to {most}{reason}")


def _check_number(name: str, value: object, most: int) -> None:
    if type(value) is not int or not 0 <= value <= most:
        raise _bad_option(name, value, option_values(name))


def _bad_option(name: str, value: object, expected: str) -> RulesError:
    shown = value if isinstance(value, str) else _to_text(value)
    return RulesError(f"{name}: {quoted(shown)} is not possible; expected {expected}")
