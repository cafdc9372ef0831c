"""The search in Python: depth-first, iterative, memoised, ordered by an evaluation."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import NamedTuple

from regicide_solver.actions import Action
from regicide_solver.engine import legal_actions, minimal_actions, outcome, successor
from regicide_solver.search.columns import Columns
from regicide_solver.search.evaluation import evaluate
from regicide_solver.search.passes import Budget, Pass, PassEnd
from regicide_solver.search.reductions import NO_DRAW, is_hopeless, reduced_key
from regicide_solver.search.weights import Weights, weights_for
from regicide_solver.state import NO_CARD, State, packed_state

__all__ = ["PythonSearcher"]

#: What one entry of a memo table costs beside the bytes of its key: the object's head and its place in the set.
_ENTRY_OVERHEAD = 33 + 64


class _Child(NamedTuple):
    """An action that is still to be tried, and the state after it."""

    score: int
    order: int
    action: Action
    state: State
    key: bytes


@dataclass(slots=True)
class _Frame:
    """A state on the path."""

    key: bytes
    children: list[_Child]  # those that are still to be tried, the best one last
    opened: int = 0
    narrowed: bool = False  # children were left out, here or below: no proof

    def take_next(self, plan: Pass, table: set[bytes], narrowed: set[bytes]) -> _Child | None:
        """Take the child to go on from, if there is one left; `narrowed` is what the pass has searched in part."""
        while self.children:
            child = self.children.pop()
            if child.key in table:  # searched since it was put there
                continue
            if plan.width and self.opened == plan.width:
                self.narrowed = True
                return None
            if child.key in narrowed:
                self.narrowed = True
                continue
            self.opened += 1
            return child
        return None


class PythonSearcher:
    """The Python engine at work below one state.

    Parameters
    ----------
    root : State
        Where to begin: a state in which the game goes on.
    weights : sequence of Weights, optional
        The evaluations; by default those for this kind of game.
    reduced : bool
        Whether to use the reductions of `regicide_solver.search.reductions`.
    memo : bool
        Whether to remember states that were searched to the end without a win.
    """

    engine = "python"

    def __init__(
        self, root: State, weights: Sequence[Weights] | None = None, *, reduced: bool = True, memo: bool = True
    ) -> None:
        self._root = root
        self._weights = weights_for(root) if weights is None else tuple(weights)
        self._make_key = reduced_key if reduced else packed_state
        self._reduced = reduced
        self._memo = memo
        # States that were searched to the end without a win, by whether that was with every action.
        self._tables: tuple[set[bytes], set[bytes]] = (set(), set())
        self._table_bytes = 0
        self._columns: dict[int, Columns] = {}
        self._line: tuple[Action, ...] = ()
        self.reductions: tuple[str, ...] = (NO_DRAW,) if reduced else ()

    def restart(self, root: State) -> None:
        """Go on below another state of the same game; what was proved of its states stays known."""
        self._root = root
        self._columns = {}

    def line(self) -> tuple[Action, ...]:
        """Give the line of the pass that won."""
        return self._line

    def run(self, plan: Pass, budget: Budget) -> PassEnd:
        """Make a pass and charge the budget; see `regicide_solver.search.passes.Searcher`.

        What an earlier pass over the same actions has searched to the end is not searched again.
        """
        if plan.columns:
            return self._run_columns(plan, budget)
        noise = Random(plan.noise_seed).random if plan.noise else None  # noqa: S311 (no secret here)
        list_actions = legal_actions if plan.complete else minimal_actions
        limit = min(budget.nodes, budget.spent + plan.nodes)
        table = self._tables[plan.complete]
        weights = self._weights[plan.order]
        state, key = self._root, self._make_key(self._root)
        if key in table or self._is_lost(state):
            return PassEnd.EXHAUSTED
        path: list[Action] = []
        stack: list[_Frame] = []
        narrowed: set[bytes] = set()
        while True:
            end = budget.over(limit)
            if end is not None:
                return end
            budget.charge(1 + len(state.castle_indices))
            children: list[_Child] = []
            for order, action in enumerate(list_actions(state)):
                child = successor(state, action)
                if child.enemy_index == NO_CARD:
                    self._line = (*path, action)
                    return PassEnd.WON
                child_key = self._make_key(child)
                # A yield that changes nothing (solo, attack 0) is the only cycle in the game: no progress.
                if child_key in table or child_key == key or outcome(child) == "lost":
                    continue
                if self._is_lost(child):
                    continue
                score = evaluate(child, weights)
                if noise:
                    score += int(plan.noise * noise())
                children.append(_Child(score, -order, action, child, child_key))
            children.sort(key=_score_and_order)
            stack.append(_Frame(key, children))
            while (best := stack[-1].take_next(plan, table, narrowed)) is None:
                done = stack.pop()
                if done.narrowed:
                    narrowed.add(done.key)
                elif self._memo and not self._remember(done.key, table, budget):
                    return PassEnd.STOPPED
                if not stack:
                    return PassEnd.NARROWED if done.narrowed else PassEnd.EXHAUSTED
                stack[-1].narrowed |= done.narrowed
                path.pop()
            path.append(best.action)
            state, key = best.state, best.key

    def _run_columns(self, plan: Pass, budget: Budget) -> PassEnd:
        columns = self._columns.get(plan.order)
        if columns is None:
            columns = Columns(self._root, self._weights[plan.order], self._make_key, self._is_lost)
            self._columns[plan.order] = columns
        end = columns.run(plan, self._tables[False], budget)
        self._line = columns.line()
        if end is PassEnd.FULL:
            del self._columns[plan.order]
        return end

    def _is_lost(self, state: State) -> bool:
        return self._reduced and is_hopeless(state)

    def _remember(self, key: bytes, table: set[bytes], budget: Budget) -> bool:
        table.add(key)
        self._table_bytes += len(key) + _ENTRY_OVERHEAD
        budget.largest_table = max(budget.largest_table, self._table_bytes)
        if self._table_bytes > budget.memory:
            budget.stopped_by = "memory"
            return False
        return True


def _score_and_order(child: _Child) -> tuple[int, int]:
    return child.score, child.order
