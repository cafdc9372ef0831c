"""What every question to a state graph needs first: its states in an order that goes from causes to consequences."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import networkx as nx

__all__ = ["forward_order", "is_progress"]


def is_progress(source: object, target: object) -> bool:
    """Whether an edge leads on: all do but a yield that changes nothing (solo, attack 0), the game's only cycle."""
    return source != target


def forward_order(graph: nx.DiGraph) -> list[Any]:
    """List the nodes so that every edge but those without progress leads forward."""
    import networkx as nx

    acyclic = nx.DiGraph()
    acyclic.add_nodes_from(graph)
    acyclic.add_edges_from((source, target) for source, target in graph.edges() if is_progress(source, target))
    return list(nx.topological_sort(acyclic))
