"""Passes: the unit of work that an engine does, and what it may spend.

An engine searches below one state. It makes the passes that `regicide_solver.search.schedule` asks for, one after the
other, and keeps between them what it has proved.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple, Protocol

from regicide_solver.actions import Action

__all__ = ["Budget", "Pass", "PassEnd", "Searcher", "Watch"]

#: Asked now and then with the nodes so far and the fewest enemies left; answers with the reason to stop, or None.
Watch = Callable[[int, int], str | None]


class PassEnd(Enum):
    """How a pass came to its end."""

    WON = "won"
    EXHAUSTED = "exhausted"
    NODES = "nodes"
    STOPPED = "stopped"


class Pass(NamedTuple):
    """What a pass does: how many nodes, in what order, what it leaves out.

    Parameters
    ----------
    stage : str
        The stage that it belongs to.
    nodes : int
        The most nodes of this pass.
    complete : bool
        All legal actions; otherwise only minimal payments, so that the pass can prove nothing but a win.
    noise : float
        The spread of what is added to each evaluation.
    noise_seed : int
        Where the noise comes from.
    """

    stage: str
    nodes: int
    complete: bool
    noise: float = 0.0
    noise_seed: int = 0


@dataclass
class Budget:
    """What may be spent by all passes together, and what was spent.

    Parameters
    ----------
    nodes : int
        The most nodes.
    memory : int
        The most bytes that the memo tables may take.
    watch : callable
        See `Watch`.
    """

    nodes: int
    memory: int
    watch: Watch
    spent: int = 0
    largest_table: int = 0
    stopped_by: str | None = None


class Searcher(Protocol):
    """An engine at work below one state."""

    engine: str
    reductions: tuple[str, ...]

    def run(self, plan: Pass, budget: Budget) -> PassEnd:
        """Make a pass and charge the budget; where that has to stop, `budget.stopped_by` says why."""
        ...

    def line(self) -> tuple[Action, ...]:
        """Give the line of the pass that won."""
        ...
