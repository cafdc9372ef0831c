"""The state graph below a state: breadth-first, equal keys merged, of bounded size.

The verdicts come from the graph alone, backwards from its ends; nothing here searches.
"""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, Any

from regicide_solver.cards import quoted
from regicide_solver.deals import Deal
from regicide_solver.engine import legal_actions, outcome, successor
from regicide_solver.errors import ImpossiblePositionError, RegicideError
from regicide_solver.graphs.order import forward_order, is_progress
from regicide_solver.search import start_of
from regicide_solver.state import State

if TYPE_CHECKING:
    import networkx as nx

__all__ = ["VERDICTS", "WINNING", "state_graph"]

#: The verdicts of a graph's states. Won and lost games are over; the others may still be played.
VERDICTS = ("won", "lost", "winnable", "unwinnable", "undecided")
#: The verdicts from which the graph holds a winning line.
WINNING = frozenset({"won", "winnable"})


def state_graph(game: Deal | State, max_nodes: int = 10_000, max_depth: int | None = None) -> nx.MultiDiGraph:
    """Make the graph of the states that play can reach from a state.

    States are expanded breadth-first, each as a whole: either all its legal actions are edges, or none is and the
    state is marked as truncated. A larger bound gives a graph that holds the smaller one.

    Parameters
    ----------
    game : Deal or State
        Where the graph begins; of a deal, its first state.
    max_nodes : int
        The most states. The first state whose successors do not all fit ends the construction.
    max_depth : int, optional
        States this many actions from the beginning are not expanded.

    Returns
    -------
    networkx.MultiDiGraph
        The nodes are keys (`State.key`), so that equal states are one. Their attributes: `state` (the `State`; of
        several with this key, the first that was reached), `depth` (the fewest actions from the beginning),
        `truncated`, and `verdict`: ``won`` or ``lost`` for the end of a game, ``winnable`` where some line of the
        graph wins, ``unwinnable`` where all lines are in the graph and none wins, else ``undecided``.
        Each legal action is one edge; its key is the action's text, its attribute `action` the action.
        Attributes of the graph: `root` (a key), `complete` (nothing is truncated), `stopped_by` (``nodes``,
        ``depth`` or None), `max_nodes`, `max_depth`.

    Raises
    ------
    ImpossiblePositionError
        When the state is one that no game can hold.
    RegicideError
        When `game` is neither a deal nor a state, or a bound is no whole number in its range.

    Notes
    -----
    A solo yield at attack 0 under `solo_yield` ``always`` may change nothing. It is an edge from a state to itself,
    the only cycle there is; verdicts, lines and cuts treat it as no progress.

    Examples
    --------
    >>> state = State(["5C 5S"], "KD", damage=30)
    >>> graph = state_graph(state)
    >>> len(graph), graph.number_of_edges(), graph.graph["complete"], graph.nodes[state.key]["verdict"]
    (4, 3, True, 'winnable')
    >>> [(action, graph.nodes[key]["verdict"]) for _, key, action in graph.edges(state.key, keys=True)]
    [('play 5C', 'won'), ('play 5S', 'lost'), ('play 5C+5S', 'won')]
    """
    import networkx as nx

    root = start_of(game)
    _check_bound("max_nodes", max_nodes, 1)
    if max_depth is not None:
        _check_bound("max_depth", max_depth, 0)
    problems = root.problems()
    if problems:
        raise ImpossiblePositionError("impossible position", problems)
    graph = nx.MultiDiGraph(root=root.key, complete=True, stopped_by=None, max_nodes=max_nodes, max_depth=max_depth)
    _add_state(graph, root.key, root, 0)
    _expand(graph, max_nodes, max_depth)
    graph.graph["complete"] = graph.graph["stopped_by"] is None
    _set_verdicts(graph)
    return graph


def _check_bound(name: str, value: object, least: int) -> None:
    if type(value) is not int or value < least:
        raise RegicideError(f"{name}: {quoted(value)}; expected a whole number, at least {least}")


def _add_state(graph: nx.MultiDiGraph, key: bytes, state: State, depth: int) -> None:
    ended = outcome(state)
    graph.add_node(key, state=state, verdict=ended or "undecided", depth=depth, truncated=ended is None)


def _expand(graph: nx.MultiDiGraph, max_nodes: int, max_depth: int | None) -> None:
    """Turn truncated states into whole ones, in the order in which they were reached."""
    waiting = deque(key for key, truncated in graph.nodes(data="truncated") if truncated)
    while waiting:
        key = waiting.popleft()
        node = graph.nodes[key]
        if node["depth"] == max_depth:
            graph.graph["stopped_by"] = "depth"
            return
        edges = []
        reached: dict[bytes, State] = {}
        for action in legal_actions(node["state"]):
            child = successor(node["state"], action)
            child_key = child.key
            edges.append((action, child_key))
            if child_key not in graph:
                reached.setdefault(child_key, child)
        if len(graph) + len(reached) > max_nodes:
            graph.graph["stopped_by"] = "nodes"
            return
        for child_key, child in reached.items():
            _add_state(graph, child_key, child, node["depth"] + 1)
            if graph.nodes[child_key]["truncated"]:
                waiting.append(child_key)
        for action, child_key in edges:
            graph.add_edge(key, child_key, key=str(action), action=action)
        node["truncated"] = False


def _set_verdicts(graph: nx.MultiDiGraph) -> None:
    """Give every state the verdict that follows from those after it."""
    nodes: Any = graph.nodes
    for key in reversed(forward_order(graph)):
        node = nodes[key]
        if node["verdict"] != "undecided" or node["truncated"]:
            continue
        after = {nodes[child]["verdict"] for child in graph.successors(key) if is_progress(key, child)}
        if after & WINNING:
            node["verdict"] = "winnable"
        elif "undecided" not in after:
            node["verdict"] = "unwinnable"
