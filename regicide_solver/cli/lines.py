"""The line that a command takes: in a file, as text, or in a result of `solve`."""

from __future__ import annotations

from itertools import islice

from regicide_solver.actions import Action
from regicide_solver.cli.inputs import Game, names_file, place_of, read_entries, read_one_game, read_text
from regicide_solver.cli.options import GameOptions
from regicide_solver.cli.results import is_result, read_result
from regicide_solver.errors import NotationError, RegicideError
from regicide_solver.notation import parse_line

__all__ = ["read_game_and_line"]

_EXPECTED_LINE = "expected a file with a line of actions"
_EXPECTED_RESULT = "expected a result of solve, or a seed, deal or position with a line"


def read_game_and_line(
    input_text: str, line_file: str | None, line_text: str | None, options: GameOptions
) -> tuple[Game, tuple[Action, ...]]:
    """Read a game and its line.

    Parameters
    ----------
    input_text : str
        A seed, a file with a deal or a position, or one with a result of `solve`, which brings its line along.
    line_file, line_text : str or None
        A file with the line, or the line itself; at most one of them.
    options : GameOptions
        What the command line says of the game.

    Raises
    ------
    NotationError
        If something cannot be read, or there is not exactly one line.
    """
    if input_text == line_file == "-":
        raise NotationError("the game and the line cannot both come from standard input")
    told = _read_line(line_file, line_text)
    return _read_result(input_text, options) if told is None else (read_one_game(input_text, options), told)


def _read_line(line_file: str | None, line_text: str | None) -> tuple[Action, ...] | None:
    if line_file is not None and line_text is not None:
        raise NotationError("both a line file and --line; expected one or the other")
    if line_text is not None:
        return parse_line(line_text)
    if line_file is None:
        return None
    try:
        return parse_line(read_text(line_file, _EXPECTED_LINE))
    except RegicideError as error:
        raise NotationError(f"{place_of(line_file)}: {error}") from None


def _read_result(text: str, options: GameOptions) -> tuple[Game, tuple[Action, ...]]:
    place = place_of(text)
    entries = list(islice(read_entries(text, _EXPECTED_RESULT), 2)) if names_file(text) else []
    if not entries or not is_result(entries[0][1]):
        raise NotationError(f"no line to replay on {place}; expected --line TEXT, a LINE_FILE, or a result of solve")
    if len(entries) > 1:
        raise NotationError(f"{place}: several results; expected one")
    result = read_result(entries[0][1], place, options)
    if result.line is None:
        raise NotationError(f"{place}: a result without a line ({result.verdict}); expected a winnable one")
    return result.game, result.line
