"""What makes one way through a fight better than another: measures by name, in order of importance."""

from __future__ import annotations

from collections.abc import Iterable

from regicide_solver.cards import quoted
from regicide_solver.errors import NotationError

__all__ = ["DEFAULT_OBJECTIVE", "LARGER_IS_BETTER", "MEASURES", "parse_fight_objective"]

#: The objective that holds where none is named.
DEFAULT_OBJECTIVE = "paid, turns"

#: Every measure and what it counts.
MEASURES = {
    "paid": "value paid in the whole fight, the less the better",
    "turns": "plays and yields, the fewer the better",
    "left": "value in all hands when the enemy has fallen, the more the better",
    "exact": "1 for an exact kill, otherwise 0, the more the better",
}
#: The measures that a plan makes as large as it can.
LARGER_IS_BETTER = frozenset({"left", "exact"})


def parse_fight_objective(objective: str | Iterable[str]) -> tuple[str, ...]:
    """Read an objective.

    Parameters
    ----------
    objective : str or iterable of str
        Measures, the most important first; in a text with commas between them.

    Raises
    ------
    NotationError
        When there is none, one is unknown, or one stands twice.

    Examples
    --------
    >>> parse_fight_objective("exact, paid")
    ('exact', 'paid')
    """
    parts = objective.split(",") if isinstance(objective, str) else list(objective)
    names = tuple(part.strip() if isinstance(part, str) else part for part in parts)
    known = ", ".join(MEASURES)
    if not names:
        raise NotationError(f"an objective without measures; expected some of {known}")
    for name in names:
        if name not in MEASURES:
            raise NotationError(f"not a measure of a fight: {quoted(name)}; expected some of {known}")
    if len(set(names)) != len(names):
        raise NotationError(f"an objective names a measure twice: {quoted(', '.join(names))}")
    return names
