"""Places for the nodes of a layered drawing: columns by ply, few crossings, edges that go round other nodes."""

from __future__ import annotations

from collections.abc import Hashable
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from regicide_solver.graphs.order import forward_order, is_progress

if TYPE_CHECKING:
    import networkx as nx

__all__ = ["Layout", "layered_layout"]

_SWEEPS = 12

_Point = tuple[float, float]


class Layout(NamedTuple):
    """Where things are drawn, in columns and rows.

    Parameters
    ----------
    places : dict
        For each node its column and row.
    routes : dict
        For each pair of neighbours the points that the edge passes, both ends included.
    columns : int
        How many columns there are.
    rows : int
        The most rows in a column.
    """

    places: dict[Hashable, _Point]
    routes: dict[tuple[Hashable, Hashable], list[_Point]]
    columns: int
    rows: int


def layered_layout(graph: nx.DiGraph) -> Layout:
    """Place a graph whose only cycles are edges from a node to itself.

    A node's column is the length of the longest line that leads to it, so that every edge leads to the right. An
    edge over several columns gets a place of its own in each column between (Sugiyama's method); the rows of a
    column are sorted by the mean row of the neighbours, to and fro.
    """
    columns: dict[Hashable, int] = {}
    for node in forward_order(graph):
        before = [columns[other] + 1 for other in graph.predecessors(node) if is_progress(other, node)]
        columns[node] = max(before, default=0)
    layers: list[list[Hashable]] = [[] for _ in range(max(columns.values(), default=-1) + 1)]
    for node in graph:
        layers[columns[node]].append(node)
    chains: dict[tuple[Hashable, Hashable], list[Hashable]] = {}
    before_of: dict[Hashable, list[Hashable]] = {node: [] for node in graph}
    after_of: dict[Hashable, list[Hashable]] = {node: [] for node in graph}
    for source, target in dict.fromkeys(graph.edges()):
        if not is_progress(source, target):
            continue
        chain = [source]
        for column in range(columns[source] + 1, columns[target]):
            bend = ("bend", source, target, column)
            layers[column].append(bend)
            before_of[bend], after_of[bend] = [], []
            chain.append(bend)
        chain.append(target)
        chains[source, target] = chain
        for left, right in pairwise(chain):
            after_of[left].append(right)
            before_of[right].append(left)
    rows = _sorted_rows(layers, before_of, after_of)
    places = {node: (float(column), rows[node]) for column, layer in enumerate(layers) for node in layer}
    return Layout(
        places={node: places[node] for node in graph},
        routes={ends: [places[step] for step in chain] for ends, chain in chains.items()},
        columns=len(layers),
        rows=max(map(len, layers), default=0),
    )


def _sorted_rows(
    layers: list[list[Hashable]],
    before_of: dict[Hashable, list[Hashable]],
    after_of: dict[Hashable, list[Hashable]],
) -> dict[Hashable, float]:
    rows: dict[Hashable, float] = {}
    height = max(map(len, layers), default=0)
    for layer in layers:
        _number_rows(layer, rows, height)
    for sweep in range(_SWEEPS):
        forward = sweep % 2 == 0
        neighbours = before_of if forward else after_of
        for layer in layers if forward else reversed(layers):
            means = {
                node: sum(rows[other] for other in neighbours[node]) / len(neighbours[node])
                if neighbours[node]
                else rows[node]
                for node in layer
            }
            layer.sort(key=means.__getitem__)
            _number_rows(layer, rows, height)
    return rows


def _number_rows(layer: list[Hashable], rows: dict[Hashable, float], height: int) -> None:
    """Spread the nodes of a column evenly over the height, the column's middle at 0."""
    for place, node in enumerate(layer):
        rows[node] = height * ((place + 0.5) / len(layer) - 0.5)
