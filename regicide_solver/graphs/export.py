"""State graphs as files: GraphML, GEXF, DOT and JSON.

In a file the nodes have numbers, in the order of the graph; their keys stand there as `state_key`, in hexadecimal,
their states as one line of text, actions as text. The same graph gives the same bytes.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Iterable, Mapping
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

from regicide_solver.cards import quoted
from regicide_solver.errors import RegicideError
from regicide_solver.graphs.files import write_atomically
from regicide_solver.graphs.labels import FILL_COLOURS, edge_label, state_label

if TYPE_CHECKING:
    import networkx as nx

__all__ = ["FORMATS", "graph_to_json", "write_graph"]

_LARGEST_XML_NUMBER = 2**31 - 1  # what readers of GraphML and GEXF take for an int


def write_graph(graph: nx.DiGraph, path: str | os.PathLike[str], file_format: str | None = None) -> None:
    """Write a state graph, a part of one, or a graph of fights to a file, whole or not at all.

    Parameters
    ----------
    graph : networkx.DiGraph
        As a function of `regicide_solver.graphs` makes it.
    path : str or path-like
        Where to; an existing file is replaced.
    file_format : {"graphml", "gexf", "dot", "json"}, optional
        By default what the file's name ends with (``.gv`` is DOT, too).

    Raises
    ------
    RegicideError
        When the format is unknown.
    OSError
        When the file cannot be written.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> from regicide_solver import State
    >>> from regicide_solver.graphs import state_graph
    >>> with TemporaryDirectory() as folder:
    ...     write_graph(state_graph(State(["5C 5S"], "KD", damage=30)), Path(folder, "graph.dot"))
    ...     print(Path(folder, "graph.dot").read_text("utf-8").splitlines()[0])
    digraph {
    """
    name = Path(path).suffix.removeprefix(".").lower() if file_format is None else file_format
    if name not in FORMATS:
        expected = ", ".join(FORMATS)
        where = f"the file name {quoted(os.fspath(path))}" if file_format is None else f"file_format {quoted(name)}"
        raise RegicideError(f"{where} names no format of graphs; expected one of {expected}")
    write_atomically(path, FORMATS[name](graph))


def graph_to_json(graph: nx.DiGraph) -> dict[str, object]:
    """Make the JSON form of a graph: node-link data, as networkx and others read it.

    Parameters
    ----------
    graph : networkx.DiGraph
        As a function of `regicide_solver.graphs` makes it.

    Returns
    -------
    dict
        `directed`, `multigraph`, `graph` (the attributes of the graph; `root` is the number of a node), `nodes`
        (`id`, `state_key` and the attributes) and `edges` (`source`, `target` and the attributes; in a multigraph
        also `key`).

    Examples
    --------
    >>> from regicide_solver import State
    >>> from regicide_solver.graphs import state_graph
    >>> data = graph_to_json(state_graph(State(["5C 5S"], "KD", damage=30)))
    >>> data["edges"][0]
    {'source': 0, 'target': 1, 'key': 'play 5C', 'action': 'play 5C'}
    """
    numbers = {key: number for number, key in enumerate(graph)}
    nodes = [{"id": numbers[key], "state_key": key.hex(), **_plain(node)} for key, node in graph.nodes(data=True)]
    edges = []
    for source, targets in graph.adjacency():
        for target, data in targets.items():
            ends = {"source": numbers[source], "target": numbers[target]}
            if graph.is_multigraph():
                edges += [{**ends, "key": key, **_plain(edge)} for key, edge in data.items()]
            else:
                edges.append({**ends, **_plain(data)})
    attributes = {**graph.graph, "root": numbers.get(graph.graph["root"])}
    return {
        "directed": True,
        "multigraph": graph.is_multigraph(),
        "graph": attributes,
        "nodes": nodes,
        "edges": edges,
    }


def _plain(attributes: Mapping[str, Any]) -> dict[str, object]:
    """Make attributes plain: numbers and truth values stay, everything else becomes text."""
    return {
        name: value if value is None or isinstance(value, (bool, int)) else str(value)
        for name, value in attributes.items()
    }


def _to_json(graph: nx.DiGraph) -> bytes:
    return (json.dumps(graph_to_json(graph), indent=1, ensure_ascii=False) + "\n").encode()


def _to_graphml(graph: nx.DiGraph) -> bytes:
    import networkx as nx

    buffer = BytesIO()
    nx.write_graphml(_numbered(graph), buffer)
    return buffer.getvalue()


def _to_gexf(graph: nx.DiGraph) -> bytes:
    import networkx as nx

    buffer = BytesIO()
    nx.write_gexf(_numbered(graph), buffer)
    # The writer notes the day; without it the same graph gives the same file.
    return re.sub(rb' lastmodifieddate="[^"]*"', b"", buffer.getvalue(), count=1)


def _numbered(graph: nx.DiGraph) -> nx.DiGraph:
    """Make a copy for the XML formats: numbered nodes and edges, labels, attributes that those formats can hold."""
    import networkx as nx

    data: Any = graph_to_json(graph)
    copy = nx.MultiDiGraph(**_for_xml(data["graph"]))
    for (_, original), node in zip(graph.nodes(data=True), data["nodes"], strict=True):
        number = node.pop("id")
        copy.add_node(number, label=state_label(original["state"]).replace("\n", ", "), **_for_xml(node))
    for number, edge in enumerate(data["edges"]):
        source, target, _ = edge.pop("source"), edge.pop("target"), edge.pop("key", None)
        copy.add_edge(source, target, key=number, label=edge_label([edge]).replace("\n", ", "), **_for_xml(edge))
    return copy


def _for_xml(attributes: Mapping[str, object]) -> dict[str, object]:
    return {
        name: str(value) if type(value) is int and value > _LARGEST_XML_NUMBER else value
        for name, value in attributes.items()
        if value is not None
    }


def _to_dot(graph: nx.DiGraph) -> bytes:
    data: Any = graph_to_json(graph)
    lines = ["digraph {", "  rankdir=LR;", '  node [shape=box, style=filled, fontname="sans-serif"];']
    lines += [f"  {name}={_dot_text(value)};" for name, value in data["graph"].items() if value is not None]
    for (_, original), node in zip(graph.nodes(data=True), data["nodes"], strict=True):
        look = {"label": state_label(original["state"]), "fillcolor": FILL_COLOURS[node["verdict"]]}
        lines.append(f"  {node.pop('id')} [{_dot_attributes([*look.items(), *node.items()])}];")
    for edge in data["edges"]:
        ends = f"{edge.pop('source')} -> {edge.pop('target')}"
        edge.pop("key", None)
        lines.append(f"  {ends} [{_dot_attributes([('label', edge_label([edge])), *edge.items()])}];")
    return ("\n".join([*lines, "}"]) + "\n").encode()


def _dot_attributes(attributes: Iterable[tuple[str, object]]) -> str:
    return ", ".join(f"{name}={_dot_text(value)}" for name, value in attributes if value is not None)


def _dot_text(value: object) -> str:
    text = str(value).lower() if isinstance(value, bool) else str(value)
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'


#: The formats of `write_graph`, each with the function that makes a file's bytes.
FORMATS: Mapping[str, Callable[[nx.DiGraph], bytes]] = {
    "graphml": _to_graphml,
    "gexf": _to_gexf,
    "dot": _to_dot,
    "gv": _to_dot,
    "json": _to_json,
}
