"""Options that several commands share, and how a command line is read strictly."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import wraps
from typing import Any, TypeVar

import click

from regicide_solver.cards import quoted
from regicide_solver.errors import RulesError
from regicide_solver.rules import Rules, parse_setting
from regicide_solver.shuffle import parse_seed

__all__ = [
    "DEFAULT_PLAYERS",
    "GameCommand",
    "GameOptions",
    "engine_option",
    "examples",
    "game_options",
    "json_option",
    "read_memory",
    "read_seconds",
    "rules_options",
    "whole_number",
    "whole_number_option",
]

#: The number of players where nothing says otherwise.
DEFAULT_PLAYERS = 2

_MEMORY_UNITS = {"": 1, "K": 1 << 10, "M": 1 << 20, "G": 1 << 30, "T": 1 << 40}
_NEGATIVE_NUMBER = re.compile(r"-[0-9]")

_Callback = Callable[[click.Context, click.Parameter, str | None], int | None]
_Function = TypeVar("_Function", bound=Callable[..., Any])


class GameCommand(click.Command):
    """A command whose input may be a seed, so that ``-5`` is a bad seed and not an unknown option."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the command line."""
        words = list(args)  # click takes the list apart
        try:
            return super().parse_args(ctx, args)
        except click.NoSuchOption as error:
            for word in words:
                if _NEGATIVE_NUMBER.match(word) and word.startswith(error.option_name):
                    parse_seed(word)
            raise


def whole_number(least: int, most: int) -> _Callback:
    """Make the callback of an option that is a whole number within bounds, written in ASCII digits."""

    def read(ctx: click.Context, param: click.Parameter, value: str | None) -> int | None:
        if value is None:
            return None
        if re.fullmatch("[0-9]{1,19}", value, re.ASCII) is None or not least <= int(value) <= most:
            expected = f"expected a whole number from {least} to {most}"
            raise click.BadParameter(f"{quoted(value)}; {expected}", ctx, param)
        return int(value)

    return read


def whole_number_option(
    name: str, least: int, most: int, what: str, default: int | None = None
) -> Callable[[_Function], _Function]:
    """Make the decorator that adds an option which is a whole number.

    Parameters
    ----------
    name : str
        The option, with its dashes.
    least, most : int
        Bounds on it.
    what : str
        Its help, without the default and the full stop.
    default : int, optional
        What holds where the command line says nothing.
    """
    told = "" if default is None else f" (default: {default})"
    return click.option(
        name,
        type=str,
        callback=whole_number(least, most),
        default=None if default is None else str(default),
        metavar="N",
        help=f"{what}{told}.",
    )


def read_seconds(ctx: click.Context, param: click.Parameter, value: str) -> float:
    """Read a time in seconds, a decimal number: a callback for an option."""
    if re.fullmatch(r"[0-9]{1,9}(\.[0-9]{1,9})?", value, re.ASCII) is None or float(value) == 0:
        raise click.BadParameter(f"{quoted(value)}; expected a number above 0 such as 60 or 0.5", ctx, param)
    return float(value)


def read_memory(ctx: click.Context, param: click.Parameter, value: str) -> int:
    """Read a number of bytes; the suffixes K, M, G and T are powers of 1024: a callback for an option."""
    match = re.fullmatch("([0-9]{1,19})([KMGT]?)", value, re.ASCII | re.IGNORECASE)
    if match is None or not 0 < (size := int(match[1]) * _MEMORY_UNITS[match[2].upper()]) < 1 << 63:
        raise click.BadParameter(f"{quoted(value)}; expected bytes above 0, or a size such as 512M or 4G", ctx, param)
    return size


@dataclass(frozen=True)
class GameOptions:
    """What the command line says of the game; None and empty where it says nothing.

    Parameters
    ----------
    players, first : int or None
        The number of seats, and the seat that begins, counted from 1.
    preset : Rules or None
        The rules of ``--rules``.
    settings : mapping of str to object
        The options of ``--set``.
    """

    players: int | None = None
    first: int | None = None
    preset: Rules | None = None
    settings: Mapping[str, object] | None = None

    @property
    def rules(self) -> Rules | None:
        """The rules that the command line gives as a whole; None when it says nothing of them."""
        if self.preset is None and not self.settings:
            return None
        return (self.preset or Rules()).replace(**(self.settings or {}))


def _read_settings(texts: tuple[str, ...]) -> dict[str, object]:
    settings: dict[str, object] = {}
    for text in texts:
        name, value = parse_setting(text)
        if name in settings:
            raise RulesError(f"--set: the option {name} stands twice")
        settings[name] = value
    Rules().replace(**settings)  # what is out of range is refused even where nothing else would look at it
    return settings


def rules_options(function: _Function) -> _Function:
    """Add ``--rules`` and ``--set``, handed over as the keyword `options`."""

    @click.option("--rules", "preset", metavar="PRESET", help="Preset of rules (default: official); see 'rules'.")
    @click.option("--set", "settings", metavar="OPTION=VALUE", multiple=True, help="Change one rule; again and again.")
    @wraps(function)
    def wrapper(
        *args: Any, preset: str | None, settings: tuple[str, ...], players: int | None = None,
        first: int | None = None, **others: Any,
    ) -> Any:  # fmt: skip
        rules = None if preset is None else Rules.parse(preset)
        return function(*args, options=GameOptions(players, first, rules, _read_settings(settings)), **others)

    return wrapper  # type: ignore[return-value]


def game_options(function: _Function) -> _Function:
    """Add ``--players``, ``--first``, ``--rules`` and ``--set``, handed over as the keyword `options`."""
    function = rules_options(function)
    function = click.option(
        "--first", callback=whole_number(1, 4), metavar="N", help="Seat that begins (default: 1)."
    )(function)  # fmt: skip
    return click.option(
        "--players", callback=whole_number(1, 4), metavar="N", help=f"Number of players (default: {DEFAULT_PLAYERS})."
    )(function)


def json_option(function: _Function) -> _Function:
    """Add ``--json``, handed over as `as_json`."""
    return click.option("--json", "as_json", is_flag=True, help="Print JSON, one object a line.")(function)


def engine_option(function: _Function) -> _Function:
    """Add ``--engine``."""
    return click.option(
        "--engine",
        type=click.Choice(["auto", "kernel", "python"]),
        default="auto",
        show_default=True,
        help="Which engine runs.",
    )(function)


def examples(*lines: str) -> str:
    r"""Write the examples that end a command's help.

    Examples
    --------
    >>> examples("regicide-solver deal 42")
    '\x08\nExamples:\n  regicide-solver deal 42'
    """
    return "\n  ".join(["\b\nExamples:", *lines])
