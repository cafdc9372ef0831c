"""What a search may spend, what it found, and what it has to say meanwhile.

Values only: nothing here searches.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum

from regicide_solver.actions import Action, Play, Yield
from regicide_solver.cards import quoted
from regicide_solver.errors import RegicideError

__all__ = ["Limits", "Progress", "ProgressCallback", "Solution", "Stage", "Stats", "StopCallback", "Verdict"]

_GIBIBYTE = 1 << 30


class Verdict(Enum):
    """Whether a game can be won with every card known, as far as that was found out.

    Examples
    --------
    >>> str(Verdict.UNWINNABLE)
    'unwinnable'
    """

    WINNABLE = "winnable"
    UNWINNABLE = "unwinnable"
    UNDECIDED = "undecided"

    def __str__(self) -> str:
        return self.value


@dataclass(frozen=True)
class Limits:
    """What one search may spend. A larger limit goes on with the same sequence of steps.

    Parameters
    ----------
    nodes : int
        States whose actions are generated, all stages together. The limit that gives the same answer everywhere.
    seconds : float
        Time, as a safety cap.
    memory : int
        Bytes for the memo tables.

    Raises
    ------
    RegicideError
        When a limit is not a positive number.

    Examples
    --------
    >>> Limits(nodes=20_000).nodes
    20000
    """

    nodes: int = 200_000_000
    seconds: float = 600.0
    memory: int = 4 * _GIBIBYTE

    def __post_init__(self) -> None:
        for name in ("nodes", "memory"):
            value = getattr(self, name)
            if type(value) is not int or not 0 < value < 1 << 63:
                raise RegicideError(f"{name}: {quoted(value)} is no limit; expected a whole number above 0")
        if type(self.seconds) not in (int, float) or not 0 < self.seconds < 1e9:
            raise RegicideError(f"seconds: {quoted(self.seconds)} is no limit; expected a number above 0")


@dataclass(frozen=True)
class Stage:
    """One stage of a search and its share of the work.

    Parameters
    ----------
    name : str
        Which stage: `restart`, `columns` or `complete`; see `regicide_solver.search.schedule`.
    runs : int
        How many times it ran.
    nodes : int
        The nodes it took.
    """

    name: str
    runs: int
    nodes: int


@dataclass(frozen=True)
class Stats:
    """The counters of a search.

    Parameters
    ----------
    nodes : int
        States whose actions were generated; expanded again in a later stage, a state counts again.
    seconds : float
        Wall-clock time.
    engine : str
        `python` or `kernel`.
    stage : str
        The stage that ended the search.
    stages : tuple of Stage
        Every stage that ran.
    reductions : tuple of str
        The reductions and bounds that the verdict rests on; see ``docs/verdicts.md``.
    memory : int
        The largest size of the memo table, in bytes (estimated in the Python engine).
    """

    nodes: int = 0
    seconds: float = 0.0
    engine: str = "python"
    stage: str = ""
    stages: tuple[Stage, ...] = ()
    reductions: tuple[str, ...] = ()
    memory: int = 0


@dataclass(frozen=True)
class Solution:
    """What a search found.

    Parameters
    ----------
    verdict : Verdict
        `WINNABLE` with a line, `UNWINNABLE` after a finished proof, `UNDECIDED` when a limit came first.
    line : tuple of Action or None
        A line that wins, replayed through the engine; None unless winnable.
    stopped_by : str or None
        The limit that left it undecided: `nodes`, `seconds`, `memory` or `interrupt`.
    stats : Stats
        The counters.
    limits : Limits
        What the search was allowed.
    flips_used : int or None
        The flips in the line; None unless winnable.
    flips_proved : bool
        Whether no line wins with fewer flips, as far as that is proved.

    Examples
    --------
    >>> Solution(Verdict.UNDECIDED, stopped_by="nodes").turns is None
    True
    """

    verdict: Verdict
    line: tuple[Action, ...] | None = None
    stopped_by: str | None = None
    stats: Stats = field(default_factory=Stats)
    limits: Limits = field(default_factory=Limits)
    flips_used: int | None = None
    flips_proved: bool = False

    @property
    def turns(self) -> int | None:
        """The plays and yields of the line, None unless winnable."""
        return None if self.line is None else sum(isinstance(action, Play | Yield) for action in self.line)

    @property
    def medal(self) -> str | None:
        """The solo medal of the line: gold, silver or bronze for no, one or two flips; None unless winnable."""
        return None if self.flips_used is None else ("gold", "silver", "bronze")[self.flips_used]


@dataclass(frozen=True)
class Progress:
    """A word from a search that is under way.

    Parameters
    ----------
    nodes : int
        Nodes so far.
    seconds : float
        Time so far.
    enemies_left : int
        The fewest enemies left in any state so far.
    """

    nodes: int
    seconds: float
    enemies_left: int


ProgressCallback = Callable[[Progress], None]
StopCallback = Callable[[], bool]
