"""A drawing of a state graph that a person can read. Needs matplotlib (the extra `plot`)."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Hashable
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

from regicide_solver.cards import quoted
from regicide_solver.errors import RegicideError
from regicide_solver.graphs.files import write_atomically
from regicide_solver.graphs.labels import FILL_COLOURS, edge_label, state_label
from regicide_solver.graphs.layout import Layout, layered_layout

if TYPE_CHECKING:
    import networkx as nx

__all__ = ["draw_graph"]

#: The most nodes of a drawing: more would be too small to read.
_MOST_NODES = 150
_FILE_FORMATS = ("png", "svg", "pdf")
_COLUMN_WIDTH = 2.5  # inches
_WIDER_PER_ROW = 0.12  # a high drawing has wider columns, so that its edges are not too steep
_ROW_HEIGHT = 0.72
_MARGIN = 0.9
_SMALLEST_SIZE = (5.0, 3.0)
_LEGEND_HEIGHT = 0.6
_DOTS_PER_INCH = 130
_FONT_SIZE = 7.0
_LINE_COLOUR = "#777777"
#: How much of the way to the next column a label stands: where the edges have parted, or before they meet.
_LABEL_AFTER_PARTING = 0.58
_LABEL_BEFORE_MEETING = 0.36
#: Every second label of a node is shifted, so that neighbours do not cover each other.
_LABEL_SHIFT = 0.09


def draw_graph(graph: nx.DiGraph, path: str | os.PathLike[str]) -> None:
    """Draw a state graph, a part of one, or a graph of fights, and write the drawing to a file.

    Time runs from left to right, one column an action (or a fight). A box shows the enemy with the health it has
    left, whose turn it is and what for, and that seat's hand; its colour is the verdict. The box of a truncated state
    has a broken line, that of the beginning a thick one.

    Parameters
    ----------
    graph : networkx.DiGraph
        As a function of `regicide_solver.graphs` makes it, of 1 to 150 nodes.
    path : str or path-like
        Where to; the file's name ends with ``.png``, ``.svg`` or ``.pdf``. An existing file is replaced.

    Raises
    ------
    RegicideError
        When matplotlib is not installed, the name has another ending, or there are no nodes or too many to read.
    OSError
        When the file cannot be written.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> from regicide_solver import State
    >>> from regicide_solver.graphs import state_graph
    >>> graph = state_graph(State(["5C 5S"], "KD", damage=30))
    >>> with TemporaryDirectory() as folder:
    ...     draw_graph(graph, Path(folder, "graph.png"))  # doctest: +SKIP
    """
    file_format = Path(path).suffix.removeprefix(".").lower()
    if file_format not in _FILE_FORMATS:
        expected = " or ".join("." + known for known in _FILE_FORMATS)
        raise RegicideError(f"{quoted(os.fspath(path))} names no format of drawings; expected an ending {expected}")
    if not graph:
        raise RegicideError("there are no states to draw: the graph is empty")
    if len(graph) > _MOST_NODES:
        raise RegicideError(
            f"{len(graph)} states to draw; expected at most {_MOST_NODES} "
            "(take its winning part, its fights, or a smaller max_depth)"
        )
    try:
        import matplotlib as mpl
        from matplotlib.figure import Figure
    except ImportError:
        raise RegicideError("a drawing needs matplotlib; install regicide-solver[plot]") from None
    layout = layered_layout(graph)
    column = max(_COLUMN_WIDTH, layout.rows * _WIDER_PER_ROW)
    width = max(_SMALLEST_SIZE[0], (layout.columns - 1) * column + 2 * _MARGIN)
    height = max(_SMALLEST_SIZE[1], layout.rows * _ROW_HEIGHT + _LEGEND_HEIGHT)
    # Names inside an SVG come from a fixed salt, so that the same graph gives the same file.
    with mpl.rc_context({"svg.hashsalt": "regicide-solver", "font.size": _FONT_SIZE}):
        figure = Figure(figsize=(width, height), dpi=_DOTS_PER_INCH)
        axes = figure.add_axes((0.0, 0.0, 1.0, 1.0 - _LEGEND_HEIGHT / height))
        axes.set_axis_off()
        axes.set_xlim(-_MARGIN / column, (width - _MARGIN) / column)
        middle = (height - _LEGEND_HEIGHT) / 2 / _ROW_HEIGHT
        axes.set_ylim(middle, -middle)
        boxes = _draw_nodes(axes, graph, layout)
        _draw_legend(figure, graph)
        figure.draw_without_rendering()  # only now the boxes have the sizes that the arrows end at
        _draw_edges(axes, graph, layout, boxes)
        buffer = BytesIO()
        dates: dict[str, Any] = {"svg": {"Date": None}, "pdf": {"CreationDate": None}}
        figure.savefig(buffer, format=file_format, metadata=dates.get(file_format))
    write_atomically(path, buffer.getvalue())


def _draw_edges(axes: Any, graph: nx.DiGraph, layout: Layout, boxes: dict[Hashable, Any]) -> None:
    arrow = {"arrowstyle": "-|>", "color": _LINE_COLOUR, "linewidth": 0.7, "shrinkA": 0, "shrinkB": 1}
    labels_of: Counter[Hashable] = Counter()
    for (source, target), points in layout.routes.items():
        axes.plot(*zip(*points[:-1], strict=True), color=_LINE_COLOUR, linewidth=0.7, zorder=1)
        axes.annotate(
            "",
            xy=points[-1],
            xytext=points[-2],
            arrowprops={**arrow, "patchB": boxes[target]},
            zorder=1,
        )
        data = graph.adj[source][target]
        label = edge_label(data.values() if graph.is_multigraph() else [data])
        (left, top), (right, bottom) = points[0], points[1]
        parting = len(graph.succ[source]) >= len(graph.pred[target])
        at = _LABEL_AFTER_PARTING if parting else _LABEL_BEFORE_MEETING
        at += _LABEL_SHIFT * (labels_of[source] % 2)
        labels_of[source] += 1
        axes.text(
            left + at * (right - left),
            top + at * (bottom - top),
            label,
            fontsize=_FONT_SIZE - 0.5,
            horizontalalignment="center",
            verticalalignment="center",
            bbox={"boxstyle": "square,pad=0.05", "facecolor": "white", "edgecolor": "none", "alpha": 0.85},
            zorder=2,
        )


def _draw_nodes(axes: Any, graph: nx.DiGraph, layout: Layout) -> dict[Hashable, Any]:
    """Draw the boxes, and give each one's outline."""
    outlines: dict[Hashable, Any] = {}
    for key, node in graph.nodes(data=True):
        text = axes.text(
            *layout.places[key],
            state_label(node["state"]) if node["verdict"] != "lost" else f"{state_label(node['state'])}\nlost",
            fontsize=_FONT_SIZE,
            horizontalalignment="center",
            verticalalignment="center",
            linespacing=1.15,
            bbox={
                "boxstyle": "round,pad=0.35",
                "facecolor": FILL_COLOURS[node["verdict"]],
                "edgecolor": "black",
                "linewidth": 1.8 if key == graph.graph["root"] else 0.7,
                "linestyle": "--" if node.get("truncated") else "-",
            },
            zorder=3,
        )
        outlines[key] = text.get_bbox_patch()
    return outlines


def _draw_legend(figure: Any, graph: nx.DiGraph) -> None:
    from matplotlib.patches import Patch

    verdicts = [verdict for _, verdict in graph.nodes(data="verdict")]
    handles = [
        Patch(facecolor=colour, edgecolor="black", linewidth=0.7, label=f"{verdict} ({verdicts.count(verdict)})")
        for verdict, colour in FILL_COLOURS.items()
        if verdict in verdicts
    ]
    if any(truncated for _, truncated in graph.nodes(data="truncated")):
        handles.append(Patch(facecolor="white", edgecolor="black", linestyle="--", label="goes on beyond the graph"))
    figure.legend(handles=handles, loc="upper center", ncol=len(handles), frameon=False, fontsize=_FONT_SIZE + 1)
