"""Column search in Python: many states at a time, compared with those that face the same enemy.

The states that wait stand in columns, one for each enemy, the best first; sweeps from the first enemy to the last
expand a few of each. A depth-first pass stays for long below a choice that was wrong early; the columns do not, and
find the narrow wins. After Vadlamudi, Gaurav, Aine and Chakrabarti, "Anytime Column Search" (2012).
"""

from __future__ import annotations

from collections.abc import Callable
from heapq import heappop, heappush
from typing import NamedTuple

from regicide_solver.actions import Action
from regicide_solver.engine import minimal_actions, outcome, successor
from regicide_solver.search.evaluation import evaluate
from regicide_solver.search.passes import Budget, Pass, PassEnd
from regicide_solver.search.weights import Weights
from regicide_solver.state import NO_CARD, State

__all__ = ["Columns"]

#: How many states a sweep expands in a column.
_WIDTH = 16
#: When there is no room to go on; what waits below this many states takes about 1 GB.
_MOST_EXPANDED = 200_000
#: What a state that waits costs, with its place in a column, in bytes.
_WAITING_BYTES = 600


class _Waiting(NamedTuple):
    """A state that waits to be expanded; the lowest comes first."""

    score: int  # turned round
    order: int
    state: State
    parent: int
    action: Action


class Columns:
    """The columns below one state, over minimal payments only.

    Parameters
    ----------
    root : State
        Where to begin.
    weights : Weights
        The evaluation.
    make_key : callable
        Packs a state for the set of those that were expanded.
    is_lost : callable
        Says of a state whether a bound gives it up.
    """

    def __init__(
        self, root: State, weights: Weights, make_key: Callable[[State], bytes], is_lost: Callable[[State], bool]
    ) -> None:
        self._weights = weights
        self._make_key = make_key
        self._is_lost = is_lost
        self._columns: list[list[_Waiting]] = [[] for _ in range(1 + len(root.castle_indices))]
        self._expanded: list[tuple[int, Action | None]] = []  # the parent's place, and the action that led here
        self._seen: set[bytes] = set()
        self._order = 0
        self._root: State | None = root
        self._line: tuple[Action, ...] = ()

    def line(self) -> tuple[Action, ...]:
        """Give the line of the sweep that won."""
        return self._line

    def run(self, plan: Pass, table: set[bytes], budget: Budget) -> PassEnd:
        """Go on with the sweeps; states that the table holds are passed over."""
        limit = min(budget.nodes, budget.spent + plan.nodes)
        end = budget.over(limit)
        if end is not None:
            return end
        if self._root is not None:
            root, self._root = self._root, None
            key = self._make_key(root)
            if key in table or self._is_lost(root):
                return PassEnd.EXHAUSTED
            self._seen.add(key)
            budget.charge(len(self._columns))
            if self._expand(root, -1, None):
                return PassEnd.WON
        while any(self._columns):
            for column in reversed(self._columns):
                taken = 0
                while taken < _WIDTH and column:
                    end = budget.over(limit)
                    if end is not None:
                        return end
                    if len(self._expanded) >= _MOST_EXPANDED or self._order * _WAITING_BYTES > budget.memory:
                        return PassEnd.FULL
                    best = heappop(column)
                    # Most states that wait are never taken, so that only those that are get a closer look.
                    if outcome(best.state) == "lost" or self._is_lost(best.state):
                        continue
                    key = self._make_key(best.state)
                    if key in self._seen or key in table:
                        continue
                    self._seen.add(key)
                    budget.charge(1 + len(best.state.castle_indices))
                    taken += 1
                    if self._expand(best.state, best.parent, best.action):
                        return PassEnd.WON
        return PassEnd.EXHAUSTED

    def _expand(self, state: State, parent: int, action: Action | None) -> bool:
        """Put the children of a state into their columns; whether one of them has won."""
        place = len(self._expanded)
        self._expanded.append((parent, action))
        for choice in minimal_actions(state):
            child = successor(state, choice)
            if child.enemy_index == NO_CARD:
                self._keep_line(place, choice)
                return True
            self._order += 1
            waiting = _Waiting(-evaluate(child, self._weights), self._order, child, place, choice)
            heappush(self._columns[len(child.castle_indices)], waiting)
        return False

    def _keep_line(self, place: int, last: Action) -> None:
        line = [last]
        while True:
            place, action = self._expanded[place]
            if action is None:
                break
            line.append(action)
        self._line = tuple(reversed(line))
