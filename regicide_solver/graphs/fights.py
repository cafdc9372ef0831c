"""A state graph condensed to its fights: the moments when an enemy is revealed, and what lies between them."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from regicide_solver.actions import Play, Yield
from regicide_solver.graphs.order import forward_order, is_progress
from regicide_solver.state import State

if TYPE_CHECKING:
    import networkx as nx

__all__ = ["fight_graph"]


class _Ways(NamedTuple):
    """The lines from the beginning of a fight to one state: how many, and the turns that they take."""

    lines: int
    fewest_turns: int
    most_turns: int

    def longer(self, lines: int, turns: int) -> _Ways:
        return _Ways(self.lines * lines, self.fewest_turns + turns, self.most_turns + turns)

    def joined(self, other: _Ways | None) -> _Ways:
        if other is None:
            return self
        return _Ways(
            self.lines + other.lines,
            min(self.fewest_turns, other.fewest_turns),
            max(self.most_turns, other.most_turns),
        )


def fight_graph(graph: nx.MultiDiGraph) -> nx.DiGraph:
    """Condense a state graph to the moments when an enemy is revealed.

    Parameters
    ----------
    graph : networkx.MultiDiGraph
        As `regicide_solver.graphs.state_graph` or `winning_part` makes it.

    Returns
    -------
    networkx.DiGraph
        The nodes are the keys of the beginning, of every state that follows a kill, and so of the won states. They
        keep their `state` and `verdict`; `enemies_left` counts the royals still to defeat, `lost_lines` the lines
        that are lost in the fight that begins there, `open_lines` those that reach a truncated state in it.
        An edge stands for all ways through one fight from a node to the next; its attributes are `lines` (how many
        sequences of actions, exactly), `fewest_turns` and `most_turns` (plays and yields in them).
        The attributes of the graph are kept.

    Notes
    -----
    The lines of a path multiply, and the paths add up, so that the winning lines of the graph can be counted here
    as well. Yields that change nothing are left out.

    Examples
    --------
    >>> from regicide_solver.graphs import state_graph
    >>> fights = fight_graph(state_graph(State(["5C 5S 3C"], "KD", damage=34)))
    >>> for _, target, ways in fights.edges(data=True):
    ...     print(fights.nodes[target]["state"].hand, "|", ways["lines"], ways["fewest_turns"], ways["most_turns"])
    5C 5S | 1 1 1
    3C 5S | 1 1 1
    3C | 1 1 1
    """
    import networkx as nx

    order = forward_order(graph)
    place = {key: number for number, key in enumerate(order)}
    condensed = nx.DiGraph(**graph.graph)
    starts = {target for source, target in graph.edges() if _is_kill(graph, source, target)}
    starts.add(graph.graph["root"])
    for start in (key for key in graph if key in starts):
        node = graph.nodes[start]
        state: State = node["state"]
        condensed.add_node(
            start,
            state=state,
            verdict=node["verdict"],
            enemies_left=len(state.castle_indices) + (state.enemy is not None),
            lost_lines=0,
            open_lines=0,
        )
    for start in list(condensed):
        _add_fight(graph, condensed, start, place)
    return condensed


def _is_kill(graph: nx.MultiDiGraph, source: bytes, target: bytes) -> bool:
    before: State = graph.nodes[source]["state"]
    after: State = graph.nodes[target]["state"]
    return before.enemy_index != after.enemy_index


def _add_fight(graph: nx.MultiDiGraph, condensed: nx.DiGraph, start: bytes, place: dict[bytes, int]) -> None:
    """Follow the lines of one fight from its start, and add the edges to the states that it ends in."""
    ways = {start: _Ways(1, 0, 0)}
    ends: dict[bytes, _Ways] = {}
    for key in sorted(_fight_states(graph, start), key=place.__getitem__):
        here = ways.pop(key)
        node = graph.nodes[key]
        if node["verdict"] == "lost":
            condensed.nodes[start]["lost_lines"] += here.lines
        elif node["truncated"]:
            condensed.nodes[start]["open_lines"] += here.lines
        for child, actions in graph.adj[key].items():
            if not is_progress(key, child):
                continue
            into = ends if _is_kill(graph, key, child) else ways
            for turns in (0, 1):
                count = sum(isinstance(edge["action"], Play | Yield) == turns for edge in actions.values())
                if count:
                    into[child] = here.longer(count, turns).joined(into.get(child))
    for end, through in ends.items():
        condensed.add_edge(start, end, **through._asdict())


def _fight_states(graph: nx.MultiDiGraph, start: bytes) -> set[bytes]:
    """Find the states of one fight that are reached from its start."""
    found = {start}
    waiting = [start]
    while waiting:
        key = waiting.pop()
        for child in graph.successors(key):
            if child not in found and not _is_kill(graph, key, child):
                found.add(child)
                waiting.append(child)
    return found
