"""The input of a command: seeds, ranges of seeds, files, standard input.

Everything that comes in is hostile until it is parsed: sizes are limited, and whatever cannot be read ends in a
`RegicideError` of one line.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import BinaryIO

from regicide_solver.cards import quoted
from regicide_solver.cli.options import DEFAULT_PLAYERS, GameOptions
from regicide_solver.deals import Deal, read_game
from regicide_solver.errors import NotationError, RegicideError
from regicide_solver.rules import Rules, value_text
from regicide_solver.shuffle import SEED_LIMIT, parse_seed
from regicide_solver.state import State
from regicide_solver.strict_json import SIZE_LIMIT, load_json

__all__ = [
    "Game",
    "check_options",
    "complete_fields",
    "names_file",
    "place_of",
    "read_entries",
    "read_games",
    "read_one_game",
    "read_text",
]

_EXPECTED = "expected a seed, a range A:B, - for standard input, or a file with a deal or a position"
# Also what only looks like a seed or a range, so that it is called a bad seed and not a missing file.
_NUMBERS_PATTERN = re.compile(r"[-+]?[\d_]+(:[-+\d_]*)*|(:[-+\d_]*)+")
_FEWEST_LINE_FIELDS = 4  # a position's line has many more; what has fewer is rather the name of a file
_LONGEST_NAME = 200
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"


@dataclass(frozen=True)
class Game:
    """A deal or a position that a command works on.

    Parameters
    ----------
    source : Deal or State
        What the library is called with.
    name : str
        What people call it: the seed, or where it was read.
    from_seed : bool
        Whether the seed and the options say everything.
    """

    source: Deal | State
    name: str
    from_seed: bool = False

    @property
    def state(self) -> State:
        """The state that it starts from."""
        return self.source.state() if isinstance(self.source, Deal) else self.source

    @property
    def rules(self) -> Rules:
        """The rules of the game."""
        return self.source.rules

    @property
    def players(self) -> int:
        """The number of seats."""
        return self.source.players

    @property
    def first(self) -> int:
        """The seat that begins, counted from 1."""
        return self.source.first if isinstance(self.source, Deal) else self.source.turn + 1


class _SeedRange(Sequence[Game]):
    """The deals of a range of seeds, each dealt when it is looked at."""

    def __init__(self, seeds: range, options: GameOptions) -> None:
        self.seeds = seeds
        self.options = options

    def __len__(self) -> int:
        return min(self.seeds.stop - self.seeds.start, sys.maxsize)

    def __getitem__(self, place: int) -> Game:  # type: ignore[override]  # nobody slices it
        return _deal_seed(self.seeds[place], self.options)

    def __iter__(self) -> Iterator[Game]:
        return (_deal_seed(seed, self.options) for seed in self.seeds)


def read_games(text: str, options: GameOptions) -> tuple[Sequence[Game], bool]:
    """Read the input of a command that takes several games.

    Parameters
    ----------
    text : str
        The argument: a seed, a range ``A:B`` (end excluded), ``-``, a file's name, or a position in one line.
    options : GameOptions
        The options beside it.

    Returns
    -------
    games : sequence of Game
        At least one.
    several : bool
        Whether the input is of the kind that gives several results: a range, or several lines.

    Raises
    ------
    RegicideError
        When it cannot be read, or the options contradict it.
    """
    if _NUMBERS_PATTERN.fullmatch(text):
        if ":" not in text:
            return [_deal_seed(parse_seed(text), options)], False
        games = _SeedRange(_parse_range(text), options)
        games[0]  # rules and players that make no deal are refused before anything is printed
        return games, True
    if _is_position_line(text):
        return [_read_told_game(text, "position", options)], False
    entries = list(read_entries(text, _EXPECTED))
    if len(entries) == 1:
        return [_read_told_game(entries[0][1], place_of(text), options)], False
    place = place_of(text)
    return [_read_told_game(value, f"{place}, line {number}", options) for number, value in entries], True


def read_one_game(text: str, options: GameOptions) -> Game:
    """Read the input of a command that takes one game; see `read_games`."""
    games, several = read_games(text, options)
    if several:
        raise NotationError(f"{quoted(text)}: {len(games)} games; expected one seed, deal or position")
    return games[0]


def _deal_seed(seed: int, options: GameOptions) -> Game:
    deal = Deal.from_seed(seed, options.players or DEFAULT_PLAYERS, options.rules or Rules(), options.first or 1)
    return Game(deal, f"seed {seed}", from_seed=True)


def _parse_range(text: str) -> range:
    ends = text.split(":")
    if len(ends) != 2 or not all(ends):
        raise NotationError(f"not a range of seeds: {quoted(text)}; expected FIRST:END, the end excluded")
    first = parse_seed(ends[0])
    end = SEED_LIMIT if ends[1] == str(SEED_LIMIT) else parse_seed(ends[1])
    if first >= end:
        raise NotationError(f"an empty range of seeds: {quoted(text)}; expected FIRST:END with FIRST below END")
    return range(first, end)


def names_file(text: str) -> bool:
    """Whether an input is a file's name or ``-``, and not a seed, a range, or a position in one line.

    Examples
    --------
    >>> [names_file(text) for text in ("deal.json", "-", "42", "0:10", "-5")]
    [True, True, False, False, False]
    """
    return _NUMBERS_PATTERN.fullmatch(text) is None and not _is_position_line(text)


def _is_position_line(text: str) -> bool:
    return len(text.split()) >= _FEWEST_LINE_FIELDS and not os.path.lexists(text)


def _read_told_game(value: object, where: str, options: GameOptions) -> Game:
    """Read a deal or a position, told as JSON or as a line; what it leaves out the options may say."""
    try:
        source: Deal | State
        source = State.parse(value) if isinstance(value, str) else read_game(complete_fields(value, options))
    except RegicideError as error:
        raise NotationError(f"{where}: {error}") from None
    game = Game(source, where)
    check_options(game, options)
    return game


def complete_fields(value: object, options: GameOptions) -> object:
    """Add what the options say to a JSON object of a game that does not say it itself."""
    if not isinstance(value, Mapping):
        return value
    rules = options.rules
    told = {
        "players": options.players,
        "turn" if "enemy" in value else "first": options.first,
        "rules": None if rules is None else rules.to_json(),
    }
    return {name: field for name, field in told.items() if field is not None} | dict(value)


def check_options(game: Game, options: GameOptions) -> None:
    """Refuse options that contradict a game which was told as a whole.

    Raises
    ------
    NotationError
        When one of them does.
    """
    kind = "deal" if isinstance(game.source, Deal) else "position"
    if options.players not in (None, game.players):
        raise NotationError(f"--players {options.players} contradicts the {kind}, which has {game.players} hands")
    if options.first not in (None, game.first):
        raise NotationError(f"--first {options.first} contradicts the {kind}, in which seat {game.first} begins")
    if options.preset is not None and options.rules != game.rules:
        raise NotationError(f"--rules {options.rules} contradicts the {kind}, whose rules are {game.rules}")
    for name, setting in (options.settings or {}).items():
        own = game.rules.options()[name]
        if game.rules.replace(**{name: setting}) != game.rules:
            shown = f"--set {name}={value_text(setting)}"
            raise NotationError(f"{shown} contradicts the {kind}, whose {name} is {value_text(own)}")


def place_of(name: str) -> str:
    """Name an input in messages; of a very long file name the end, which tells most."""
    if name == "-":
        return "standard input"
    return repr(name) if len(name) <= _LONGEST_NAME else repr("..." + name[-_LONGEST_NAME:])


def read_text(name: str, expected: str) -> str:
    """Read a whole file, or standard input for ``-``, as UTF-8 text of limited size.

    Raises
    ------
    NotationError
        When it cannot be read.
    """
    with _opened(name, expected) as stream:
        return _decoded(stream.read(SIZE_LIMIT + 1), place_of(name))


def read_entries(name: str, expected: str) -> Iterator[tuple[int, object]]:
    """Read a file's entries: one JSON value over all its lines, or one entry a line.

    Parameters
    ----------
    name : str
        The file's name, or ``-``.
    expected : str
        What should be there, for messages.

    Yields
    ------
    number : int
        The line that the entry begins on, counted from 1.
    value : object
        A JSON value, or the text of a line that does not begin with a brace.

    Raises
    ------
    NotationError
        When the file or an entry cannot be read.
    """
    place = place_of(name)
    with _opened(name, expected) as stream:
        lines = enumerate(iter(lambda: stream.readline(SIZE_LIMIT + 1), b""), 1)
        entries = ((number, line.removeprefix(_BYTE_ORDER_MARK)) for number, line in lines if line.strip())
        number, head = next(entries, (0, b""))
        if not head.strip():
            raise NotationError(f"{place}: empty; {expected}")
        if head.startswith(b"{") and not _is_whole(head):
            yield number, load_json(head + stream.read(SIZE_LIMIT + 1), place)
            return
        yield number, _entry(head, place)
        for number, line in entries:
            yield number, _entry(line, f"{place}, line {number}")


def _entry(line: bytes, where: str) -> object:
    return load_json(line, where) if line.startswith(b"{") else _decoded(line, where).strip()


def _is_whole(line: bytes) -> bool:
    """Whether a line is a JSON value by itself, and not the first line of one."""
    try:
        load_json(line)
    except NotationError:
        return False
    return True


def _decoded(content: bytes, where: str) -> str:
    if len(content) > SIZE_LIMIT:
        raise NotationError(f"{where}: over {SIZE_LIMIT} bytes; expected less")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise NotationError(f"{where}: not a UTF-8 text (byte {error.start})") from None


@contextmanager
def _opened(name: str, expected: str) -> Iterator[BinaryIO]:
    """Open an input; whatever goes wrong with it while it is read is a `NotationError`."""
    try:
        if name == "-":
            yield sys.stdin.buffer
        else:
            with open(name, "rb") as stream:  # noqa: PTH123 (a hostile name is for the system to refuse)
                yield stream
    except NotationError:
        raise
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise NotationError(f"cannot read {place_of(name)}: {reason}; {expected}") from None
