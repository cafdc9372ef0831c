"""The search for the odds: bounds from below and above on every moment, tightened where it matters most.

The search goes down from the beginning: where the players choose, to the choice that promises most; where chance
chooses, to the outcome that leaves most open. The moment at the end is expanded, and what follows for the bounds is
told to all that lead there. Bounds only ever get tighter, and the next step never depends on the limits, so that more
nodes give bounds inside those of fewer.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from regicide_solver.odds.moments import Model
from regicide_solver.search.evaluation import evaluate
from regicide_solver.search.weights import Weights

__all__ = ["BoundsSearch", "Node"]

#: What a moment takes in memory beside its key, and each branch: measured with tracemalloc, rounded up.
_BYTES_PER_NODE = 650
_BYTES_PER_BRANCH = 24
#: The watch is asked once in this many nodes.
_WATCH_INTERVAL = 64

#: A probability. The whole numbers 0 and 1, by far the most frequent ones, stay such: fractions are slow.
_Odds = int | Fraction


class Node:
    """A moment with the bounds on its odds.

    Parameters
    ----------
    moment
        The moment of the model; None once it is expanded or settled.
    value : int or None
        Its value where that is plain to see.
    """

    __slots__ = ("children", "lower", "moment", "parents", "upper", "weights")

    def __init__(self, moment: Any, value: int | None) -> None:
        self.moment = moment if value is None else None
        self.lower: _Odds = 1 if value == 1 else 0
        self.upper: _Odds = 0 if value == 0 else 1
        self.parents: list[Node] = []
        self.children: list[Node] = []
        self.weights: list[int] | None = None

    @property
    def is_exact(self) -> bool:
        """Whether the bounds meet."""
        return self.lower == self.upper

    def tighten(self) -> bool:
        """Take the bounds that follow from those of the children, and tell whether they are new."""
        children = self.children
        lower: _Odds
        upper: _Odds
        if self.weights is None:
            lower = max([child.lower for child in children])
            upper = max([child.upper for child in children])
        else:
            lower = upper = 0
            for weight, child in zip(self.weights, children, strict=True):
                if child.upper:
                    upper += weight * child.upper
                    if child.lower:
                        lower += weight * child.lower
            total = sum(self.weights)
            lower, upper = _divided(lower, total), _divided(upper, total)
        if lower == self.lower and upper == self.upper:
            return False
        self.lower, self.upper = lower, upper
        if lower == upper:
            self.children, self.weights = [], None  # settled: what lies below is needed no more
        return True

    def most_open(self) -> Node:
        """Choose the child where the search goes on; the node is not settled, so neither is that child."""
        children = self.children
        best = children[0]
        if self.weights is None:
            for child in children:
                if child.upper > best.upper or (child.upper == best.upper and child.lower > best.lower):
                    best = child
            return best
        widest: _Odds = 0
        for weight, child in zip(self.weights, children, strict=True):
            width = weight * (child.upper - child.lower)
            if width > widest:
                best, widest = child, width
        return best


def _divided(odds: _Odds, total: int) -> _Odds:
    if odds == 0:
        return 0
    return 1 if odds == total else Fraction(odds, total)


class BoundsSearch:
    """All trials below one moment, with their table of moments.

    Parameters
    ----------
    model : Model
        What is known and what is chance.
    weights : Weights
        The evaluation by which choices are ordered.
    nodes, memory : int
        The most moments to expand, and the most bytes to use (estimated).
    watch : callable
        Asked now and then with the root's node and the number of expanded moments; it answers with the reason to
        stop, or None to go on.
    """

    def __init__(
        self,
        model: Model[Any],
        weights: Weights,
        nodes: int,
        memory: int,
        watch: Callable[[Node, int], str | None],
    ) -> None:
        self._model = model
        self._weights = weights
        self._limit = nodes
        self._memory_limit = memory
        self._watch = watch
        self._table: dict[bytes, Node] = {}
        self.nodes = 0
        self.memory = 0

    def node(self, moment: Any) -> Node:
        """Find a moment's node, or make it."""
        key = self._model.key(moment)
        found = self._table.get(key)
        if found is None:
            found = self._table[key] = Node(moment, self._model.value(moment))
            self.memory += len(key) + _BYTES_PER_NODE
        return found

    def run(self, root: Node) -> str | None:
        """Search until the root is settled; otherwise answer with the limit that came first."""
        node = root
        while not root.is_exact:
            if node.moment is None:
                node = node.most_open()
                continue
            if self.nodes >= self._limit:
                return "nodes"
            if self.memory > self._memory_limit:
                return "memory"
            if self.nodes % _WATCH_INTERVAL == 0:
                reason = self._watch(root, self.nodes)
                if reason is not None:
                    return reason
            self._expand(node)
            # Where nothing is new, the way to this node is still the one to take; otherwise it is sought again.
            if node.tighten():
                _tell(node)
                node = root
        return None

    def _expand(self, node: Node) -> None:
        self.nodes += 1
        branches = self._model.branches(node.moment)
        children = [self.node(moment) for moment in branches.moments]
        if branches.weights is None:
            # A yield that changes nothing leads back to the node itself: no progress.
            choices = {
                child: moment for child, moment in zip(children, branches.moments, strict=True) if child is not node
            }
            children = sorted(choices, key=lambda child: -self._looks(choices[child]))
            # Where there is nothing else to do, nothing is won.
            children = children or [Node(None, 0)]
        else:
            node.weights = list(branches.weights)
        node.moment = None
        node.children = children
        for child in children:
            child.parents.append(node)
        self.memory += len(children) * _BYTES_PER_BRANCH

    def _looks(self, moment: Any) -> float:
        return evaluate(self._model.state(moment), self._weights)


def _tell(node: Node) -> None:
    """Tell new bounds to all that lead there."""
    waiting = [node]
    while waiting:
        told = waiting.pop()
        waiting += [parent for parent in told.parents if parent.children and parent.tighten()]
        if told.is_exact:
            told.parents = []
