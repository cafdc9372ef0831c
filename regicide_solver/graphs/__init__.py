"""State graphs: the shape of the game below a state, as networkx graphs.

networkx is imported by the functions that need it, matplotlib by the drawing alone.
"""

from regicide_solver.graphs.build import VERDICTS, state_graph
from regicide_solver.graphs.drawing import draw_graph
from regicide_solver.graphs.export import FORMATS, graph_to_json, write_graph
from regicide_solver.graphs.fights import fight_graph
from regicide_solver.graphs.winning import (
    action_cut,
    count_winning_lines,
    must_pass,
    state_cut,
    winning_line_counts,
    winning_part,
)

__all__ = [
    "FORMATS",
    "VERDICTS",
    "action_cut",
    "count_winning_lines",
    "draw_graph",
    "fight_graph",
    "graph_to_json",
    "must_pass",
    "state_cut",
    "state_graph",
    "winning_line_counts",
    "winning_part",
    "write_graph",
]
