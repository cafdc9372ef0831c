"""The search in Python: one pass, depth-first, iterative, memoised, ordered by an evaluation.

Which passes are made, and what follows from their ends, is decided in `regicide_solver.search.schedule`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from random import Random
from typing import NamedTuple

from regicide_solver.actions import Action
from regicide_solver.engine import legal_actions, minimal_actions, outcome, successor
from regicide_solver.search.evaluation import Weights, evaluate
from regicide_solver.search.reductions import NO_DRAW, is_hopeless, reduced_key
from regicide_solver.state import NO_CARD, State, packed_state

__all__ = ["Budget", "Pass", "PassEnd", "search_pass"]

#: What one entry of the memo table costs beside the bytes of its key: the object's head and its place in the set.
_ENTRY_OVERHEAD = 33 + 64
#: The budget's watch is asked once in this many nodes.
_WATCH_INTERVAL = 128


class PassEnd(Enum):
    """How a pass came to its end."""

    WON = "won"
    EXHAUSTED = "exhausted"
    NODES = "nodes"
    STOPPED = "stopped"


@dataclass
class Budget:
    """What may be spent by all passes together, and what was spent.

    Parameters
    ----------
    nodes : int
        The most nodes.
    memory : int
        The most bytes that a memo table may take.
    watch : callable
        Asked now and then with the nodes so far and the fewest enemies left; it answers with the reason to stop, or
        None to go on.
    """

    nodes: int
    memory: int
    watch: Callable[[int, int], str | None]
    spent: int = 0
    largest_table: int = 0
    fewest_enemies: int = 13
    stopped_by: str | None = None


class Pass(NamedTuple):
    """What a pass does: how many nodes, in what order, what it leaves out.

    Parameters
    ----------
    stage : str
        The stage that it belongs to.
    nodes : int or None
        The most nodes of this pass, None for no end but the budget's.
    complete : bool
        All legal actions; otherwise only minimal payments, so that the pass can prove nothing but a win.
    noise : float
        The spread of what is added to each evaluation.
    noise_seed : int
        Where the noise comes from.
    """

    stage: str
    nodes: int | None
    complete: bool
    noise: float = 0.0
    noise_seed: int = 0


class _Child(NamedTuple):
    """An action that is still to be tried, and the state after it; children compare by score, then by order."""

    score: float
    order: int
    action: Action
    state: State
    key: bytes


def search_pass(
    root: State,
    plan: Pass,
    budget: Budget,
    weights: Weights,
    reductions: tuple[str, ...] = (NO_DRAW,),
    *,
    memo: bool = True,
) -> tuple[PassEnd, tuple[Action, ...] | None]:
    """Search below a state once.

    Parameters
    ----------
    root : State
        Where to begin: a state in which the game goes on.
    plan : Pass
        What to do.
    budget : Budget
        What may be spent; it is charged.
    weights : Weights
        The evaluation.
    reductions : tuple of str
        The reductions in use; see `regicide_solver.search.reductions`.
    memo : bool
        Whether states that were expanded before are skipped.

    Returns
    -------
    end, line : PassEnd, tuple of Action or None
        How the pass ended; with `WON` a line from the root.
    """
    reduced = NO_DRAW in reductions
    make_key = reduced_key if reduced else packed_state
    noise = Random(plan.noise_seed).random if plan.noise else None  # noqa: S311 (no secret here)
    list_actions = legal_actions if plan.complete else minimal_actions
    limit = budget.nodes if plan.nodes is None else min(budget.nodes, budget.spent + plan.nodes)
    table: set[bytes] = set()
    table_bytes = 0
    path: list[Action] = []
    state, key = root, make_key(root)
    stack: list[list[_Child]] = []
    while True:
        if budget.spent >= limit:
            budget.stopped_by = "nodes" if budget.spent >= budget.nodes else None
            return PassEnd.NODES, None
        if budget.spent % _WATCH_INTERVAL == 0:
            budget.stopped_by = budget.watch(budget.spent, budget.fewest_enemies)
            if budget.stopped_by is not None:
                return PassEnd.STOPPED, None
        if table_bytes > budget.memory:
            budget.stopped_by = "memory"
            return PassEnd.STOPPED, None
        budget.spent += 1
        if memo:
            table.add(key)
            table_bytes += len(key) + _ENTRY_OVERHEAD
            budget.largest_table = max(budget.largest_table, table_bytes)
        children: list[_Child] = []
        for order, action in enumerate(list_actions(state)):
            child = successor(state, action)
            if child.enemy_index == NO_CARD:
                return PassEnd.WON, (*path, action)
            child_key = make_key(child)
            # A yield that changes nothing (solo, attack 0) is the only cycle in the game: no progress.
            if child_key in table or child_key == key or outcome(child) == "lost":
                continue
            if reduced and is_hopeless(child):
                continue
            score = evaluate(child, weights)
            if noise:
                score += plan.noise * noise()
            children.append(_Child(score, -order, action, child, child_key))
        budget.fewest_enemies = min(budget.fewest_enemies, 1 + len(state.castle_indices))
        children.sort(key=_score_and_order)
        stack.append(children)
        while True:
            if not stack:
                return PassEnd.EXHAUSTED, None
            children = stack[-1]
            while children and children[-1].key in table:  # expanded since it was put there
                children.pop()
            if children:
                break
            stack.pop()
            if path:
                path.pop()
        best = children.pop()
        path.append(best.action)
        state, key = best.state, best.key


def _score_and_order(child: _Child) -> tuple[float, int]:
    return child.score, child.order
