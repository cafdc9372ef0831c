"""Every exception that this library raises on purpose.

Each of them is a `ValueError` with a message of one line: what is wrong, where, and what was expected.
"""

from __future__ import annotations

__all__ = [
    "IllegalActionError",
    "ImpossiblePositionError",
    "NotationError",
    "RegicideError",
    "RulesError",
]


class RegicideError(ValueError):
    """The base of this library's exceptions."""


class NotationError(RegicideError):
    """A text or a JSON value cannot be read."""


class RulesError(RegicideError):
    """Rule options that are unknown, out of range, or contradict each other."""


class IllegalActionError(RegicideError):
    """An action that the rules do not allow in this state."""


class ImpossiblePositionError(RegicideError):
    """A position that no game can hold.

    Attributes
    ----------
    problems : tuple of str
        Every defect that was found, one phrase each.
    """

    def __init__(self, where: str, problems: tuple[str, ...]) -> None:
        super().__init__(f"{where}: {'; '.join(problems)}")
        self.problems = problems
