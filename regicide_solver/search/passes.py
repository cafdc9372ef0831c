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

#: The watch is asked once in this many nodes of the Python engine.
_WATCH_INTERVAL = 128


class PassEnd(Enum):
    """How a pass came to its end."""

    WON = "won"
    EXHAUSTED = "exhausted"
    NARROWED = "narrowed"  # all was searched that a pass of limited width goes into, which proves nothing
    NODES = "nodes"
    STOPPED = "stopped"
    FULL = "full"  # the columns have no room to go on


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
    noise : int
        The spread of what is added to each evaluation, in its thousandths.
    noise_seed : int
        Where the noise comes from.
    width : int
        How many actions are tried in a state: the best ones that are not known to lose; 0 for all. With a width a pass
        proves of a state that it is lost only where no action was left out.
    order : int
        Which of the searcher's evaluations orders the actions.
    columns : bool
        Whether to go on with the column search, which is never complete and knows neither noise nor width, instead of
        going depth-first from the root.
    """

    stage: str
    nodes: int
    complete: bool
    noise: int = 0
    noise_seed: int = 0
    width: int = 0
    order: int = 0
    columns: bool = False


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
    fewest_enemies: int = 12
    stopped_by: str | None = None

    def over(self, limit: int) -> PassEnd | None:
        """Say whether a pass that may go on to `limit` nodes is over, and how; ask the watch now and then."""
        if self.spent >= limit:
            self.stopped_by = "nodes" if self.spent >= self.nodes else None
            return PassEnd.NODES
        if self.spent % _WATCH_INTERVAL == 0:
            self.stopped_by = self.watch(self.spent, self.fewest_enemies)
            if self.stopped_by is not None:
                return PassEnd.STOPPED
        return None

    def charge(self, enemies_left: int) -> None:
        """Charge a node."""
        self.spent += 1
        self.fewest_enemies = min(self.fewest_enemies, enemies_left)


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
