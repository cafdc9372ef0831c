"""Questions about the winning lines of a state graph: which states, how many lines, what none of them can avoid.

Where the graph is not complete, every answer says how it is meant: what counts lines counts those of the graph; what
speaks of all winning lines also holds for lines that leave the graph, whose truncated states may all be won.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from regicide_solver.errors import RegicideError
from regicide_solver.graphs.build import WINNING
from regicide_solver.graphs.order import forward_order, is_progress

if TYPE_CHECKING:
    import networkx as nx

__all__ = ["action_cut", "count_winning_lines", "must_pass", "state_cut", "winning_line_counts", "winning_part"]

#: Where all winning lines end, in the graphs that dominators and cuts are found in.
_GOAL = "goal"


def winning_part(graph: nx.MultiDiGraph) -> nx.MultiDiGraph:
    """Keep the states and actions that winning lines of the graph pass.

    Parameters
    ----------
    graph : networkx.MultiDiGraph
        As `regicide_solver.graphs.state_graph` makes it.

    Returns
    -------
    networkx.MultiDiGraph
        A copy without the other states and without yields that change nothing; empty when no line of the graph wins.

    Examples
    --------
    >>> from regicide_solver import State
    >>> from regicide_solver.graphs import state_graph
    >>> len(winning_part(state_graph(State(["5C 5S"], "KD", damage=30))))
    3
    """
    import networkx as nx

    part = nx.MultiDiGraph(**graph.graph)
    part.add_nodes_from((key, node) for key, node in graph.nodes(data=True) if node["verdict"] in WINNING)
    part.add_edges_from(
        edge
        for edge in graph.edges(keys=True, data=True)
        if edge[0] in part and edge[1] in part and is_progress(edge[0], edge[1])
    )
    return part


def winning_line_counts(graph: nx.MultiDiGraph) -> dict[bytes, int]:
    """Count the winning lines from every state of the graph, exactly.

    A line is a sequence of actions that ends when the game is won. Yields that change nothing are left out: with
    them, there would be lines without number.

    Parameters
    ----------
    graph : networkx.MultiDiGraph
        As `regicide_solver.graphs.state_graph` makes it. Only its own lines are counted: where it is not complete,
        the counts are lower bounds.

    Returns
    -------
    dict of bytes to int
        For each key the number of lines, 1 for a won state.

    Examples
    --------
    >>> from regicide_solver import State
    >>> from regicide_solver.graphs import state_graph
    >>> sorted(winning_line_counts(state_graph(State(["5C 5S"], "KD", damage=30))).values())
    [0, 1, 1, 2]
    """
    counts: dict[bytes, int] = {}
    for key in reversed(forward_order(graph)):
        lines = 1 if graph.nodes[key]["verdict"] == "won" else 0
        for child, actions in graph.adj[key].items():
            if is_progress(key, child):
                lines += len(actions) * counts[child]
        counts[key] = lines
    return counts


def count_winning_lines(graph: nx.MultiDiGraph) -> int:
    """Count the winning lines from the beginning of the graph, exactly; see `winning_line_counts`.

    Examples
    --------
    >>> from regicide_solver import State
    >>> from regicide_solver.graphs import state_graph
    >>> count_winning_lines(state_graph(State(["5C 5S"], "KD", damage=30)))
    2
    """
    return winning_line_counts(graph).get(graph.graph["root"], 0)


def must_pass(graph: nx.MultiDiGraph) -> tuple[bytes, ...]:
    """Find the states that every winning line passes.

    These are the states that dominate the goal. It holds for all winning lines, also for those that leave a graph
    that is not complete; such a graph may therefore miss states that a larger one finds.

    Parameters
    ----------
    graph : networkx.MultiDiGraph
        As `regicide_solver.graphs.state_graph` makes it.

    Returns
    -------
    tuple of bytes
        Their keys in the order of play, the beginning first.

    Raises
    ------
    RegicideError
        When there is no winning line, so that the question has no answer.

    Examples
    --------
    >>> from regicide_solver import State
    >>> from regicide_solver.graphs import state_graph
    >>> graph = state_graph(State(["8S", "3C"], "KD", damage=34))
    >>> [graph.nodes[key]["verdict"] for key in must_pass(graph)]
    ['winnable', 'won']
    """
    import networkx as nx

    lines = nx.DiGraph()
    lines.add_edges_from((source, target) for source, target, _ in _possible_edges(graph))
    lines.add_edges_from((end, _GOAL) for end in _possible_ends(graph))
    root = graph.graph["root"]
    dominators = nx.immediate_dominators(lines, root)
    passed = [dominators[_GOAL]]
    while passed[-1] != root:
        passed.append(dominators[passed[-1]])
    return tuple(reversed(passed))


def state_cut(graph: nx.MultiDiGraph) -> tuple[bytes, ...]:
    """Find the fewest states without which no winning line is left; the beginning itself is not taken.

    It cuts all winning lines, also those that leave a graph that is not complete. Of several smallest cuts it is
    the one nearest to the ends of the lines.

    Parameters
    ----------
    graph : networkx.MultiDiGraph
        As `regicide_solver.graphs.state_graph` makes it.

    Returns
    -------
    tuple of bytes
        Their keys, in the order of the graph's nodes.

    Raises
    ------
    RegicideError
        When there is no winning line, or the beginning is itself won or truncated.

    Examples
    --------
    >>> from regicide_solver import State
    >>> from regicide_solver.graphs import state_graph
    >>> graph = state_graph(State(["5C 5S"], "KD", damage=30))
    >>> [graph.nodes[key]["verdict"] for key in state_cut(graph)]
    ['won', 'won']
    """
    import networkx as nx

    # Each state is a pipe from (key, 0) to (key, 1) that lets one unit through; actions let any number through.
    flow = nx.DiGraph()
    root = graph.graph["root"]
    for key in graph:
        flow.add_edge((key, 0), (key, 1), **({} if key == root else {"capacity": 1}))
    flow.add_edges_from(((source, 1), (target, 0)) for source, target, _ in _possible_edges(graph))
    flow.add_edges_from(((end, 1), _GOAL) for end in _possible_ends(graph))
    beyond = _beyond_the_cut(graph, flow, (root, 0))
    return tuple(key for key in graph if (key, 1) in beyond and (key, 0) not in beyond)


def action_cut(graph: nx.MultiDiGraph) -> tuple[tuple[bytes, bytes, str], ...]:
    """Find the fewest actions without which no winning line is left.

    It cuts all winning lines, also those that leave a graph that is not complete. Of several smallest cuts it is
    the one nearest to the ends of the lines.

    Parameters
    ----------
    graph : networkx.MultiDiGraph
        As `regicide_solver.graphs.state_graph` makes it.

    Returns
    -------
    tuple of (bytes, bytes, str)
        The edges: the state before, the state after, the action's text; in the order of the graph's edges.

    Raises
    ------
    RegicideError
        When there is no winning line, or the beginning is itself won or truncated.

    Examples
    --------
    >>> from regicide_solver import State
    >>> from regicide_solver.graphs import state_graph
    >>> [action for _, _, action in action_cut(state_graph(State(["5C 5S"], "KD", damage=30)))]
    ['play 5C', 'play 5C+5S']
    """
    import networkx as nx

    flow = nx.DiGraph()
    for source, target, actions in _possible_edges(graph):
        flow.add_edge(source, target, capacity=actions)
    flow.add_edges_from((end, _GOAL) for end in _possible_ends(graph))
    beyond = _beyond_the_cut(graph, flow, graph.graph["root"])
    return tuple(
        (source, target, action)
        for source, target, action in graph.edges(keys=True)
        if target in beyond and source in flow and source not in beyond
    )


def _possible_edges(graph: nx.MultiDiGraph) -> list[tuple[bytes, bytes, int]]:
    """List what winning lines may pass: state before, state after, and the number of actions between them."""
    nodes = graph.nodes
    return [
        (source, target, len(actions))
        for source, targets in graph.adjacency()
        for target, actions in targets.items()
        if is_progress(source, target) and nodes[target]["verdict"] not in ("lost", "unwinnable")
    ]


def _possible_ends(graph: nx.MultiDiGraph) -> list[bytes]:
    """List the won states and the truncated ones, where a winning line may end or leave the graph."""
    ends = [key for key, node in graph.nodes(data=True) if node["verdict"] == "won" or node["truncated"]]
    if not ends:
        raise RegicideError("there is no winning line, so there is nothing that winning lines pass")
    return ends


def _beyond_the_cut(graph: nx.MultiDiGraph, flow: nx.DiGraph, source: object) -> set[object]:
    """Find what a smallest cut parts from the source: the smallest such set, whichever flow was found."""
    import networkx as nx

    root = graph.nodes[graph.graph["root"]]
    if root["verdict"] == "won" or root["truncated"]:
        raise RegicideError("the beginning of the graph is itself won or truncated, so that no cut lies behind it")
    _, (_, beyond) = nx.minimum_cut(flow, source, _GOAL)
    return set(beyond)
