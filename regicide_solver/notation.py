"""Actions and lines as text: tolerant in, canonical out (`str` of an action)."""

from __future__ import annotations

import re

from regicide_solver.actions import Action, Discard, Flip, Play, Yield
from regicide_solver.cards import parse_cards, quoted
from regicide_solver.errors import NotationError

__all__ = ["parse_action", "parse_line"]

_EXPECTED = "expected 'play 7S', 'play AS+7C', 'play *>3', 'yield', 'discard 10C+3D' or 'flip'"
_JESTER_PATTERN = re.compile(r"\*\s*>\s*([1-4])", re.ASCII)
_LONGEST_LINE = 100_000


def parse_action(text: str) -> Action:
    """Read one action.

    Parameters
    ----------
    text : str
        As `str` writes it. The case of letters and the order of cards do not matter; cards as `parse_card` takes
        them, with ``+``, commas or spaces between them.

    Raises
    ------
    NotationError
        When it is not an action.

    Examples
    --------
    >>> parse_action("play 7c+as"), parse_action("play *>3"), parse_action("YIELD")
    (Play('AS 7C'), Play('*', next_seat=2), Yield())
    """
    if not isinstance(text, str):
        raise NotationError(f"not an action: {quoted(text)}; {_EXPECTED}")
    word, _, rest = text.strip().partition(" ")
    word, rest = word.lower(), rest.strip()
    try:
        if word == "play":
            jester = _JESTER_PATTERN.fullmatch(rest)
            return Play("*", int(jester[1]) - 1) if jester else Play(parse_cards(rest))
        if word == "discard":
            return Discard(parse_cards(rest))
    except NotationError as error:
        raise NotationError(f"not an action: {quoted(text)}: {error}") from None
    if word == "yield" and not rest:
        return Yield()
    if word == "flip" and not rest:
        return Flip()
    raise NotationError(f"not an action: {quoted(text)}; {_EXPECTED}")


def parse_line(text: str) -> tuple[Action, ...]:
    """Read a line: actions with semicolons or line ends between them.

    Text from a ``#`` to the end of its line is a remark.

    Raises
    ------
    NotationError
        When one of them is not an action, with its number; when the text is over 100,000 characters long.

    Examples
    --------
    >>> parse_line("play 7S; discard 10C")
    (Play('7S'), Discard('10C'))
    """
    if not isinstance(text, str) or len(text) > _LONGEST_LINE:
        raise NotationError(f"not a line of actions; expected a text of at most {_LONGEST_LINE} characters")
    parts = [part.strip() for part in re.split(r"[;\n]", re.sub(r"#[^\n]*", "", text)) if part.strip()]
    actions = []
    for number, part in enumerate(parts, 1):
        try:
            actions.append(parse_action(part))
        except NotationError as error:
            raise NotationError(f"action {number} of the line: {error}") from None
    return tuple(actions)
