"""The command `graph`."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click

import regicide_solver
from regicide_solver.cards import quoted
from regicide_solver.cli.failures import EXIT_YES
from regicide_solver.cli.inputs import Game, read_one_game
from regicide_solver.cli.options import (
    GameCommand,
    GameOptions,
    examples,
    game_options,
    json_option,
    whole_number_option,
)
from regicide_solver.cli.results import game_fields
from regicide_solver.cli.searching import columns
from regicide_solver.errors import RegicideError
from regicide_solver.graphs import (
    FORMATS,
    VERDICTS,
    action_cut,
    count_winning_lines,
    draw_graph,
    fight_graph,
    must_pass,
    state_cut,
    state_graph,
    winning_part,
    write_graph,
)

if TYPE_CHECKING:
    import networkx as nx

__all__ = ["command"]

_LARGEST_BOUND = 10_000_000
_DEFAULT_STATES = 10_000
_MOST_ROWS = 12
_PARTS: dict[str, Callable[[Any], Any]] = {"all": lambda graph: graph, "winning": winning_part, "fights": fight_graph}


@click.command(
    "graph",
    cls=GameCommand,
    short_help="Make the graph of the states below a state.",
    epilog=examples(
        "regicide-solver graph position.json",
        "regicide-solver graph position.json --out graph.graphml --part winning --draw graph.png",
        "regicide-solver graph 42 --states 50000 --depth 4 --json",
    ),
)
@click.argument("input_text", metavar="INPUT")
@whole_number_option("--states", 1, _LARGEST_BOUND, "Most states", _DEFAULT_STATES)
@whole_number_option("--depth", 0, _LARGEST_BOUND, "Most actions from the beginning (default: no bound)")
@click.option(
    "--part",
    type=click.Choice(list(_PARTS)),
    default="all",
    show_default=True,
    help="What --out and --draw take: all states, those that winning lines pass, or one node for each enemy revealed.",
)
@click.option("--out", metavar="FILE", help=f"Write the graph; the name ends with .{', .'.join(FORMATS)}.")
@click.option("--draw", metavar="FILE", help="Draw it (needs matplotlib); the name ends with .png, .svg or .pdf.")
@game_options
@json_option
def command(
    input_text: str,
    states: int,
    depth: int | None,
    part: str,
    out: str | None,
    draw: str | None,
    options: GameOptions,
    as_json: bool,
) -> int:
    """Make the graph of the states that can be reached, and say how many lines win and what none of them can avoid.

    INPUT is a seed, a file with a deal or a position, - for standard input, or a position in one line. A graph that is
    not complete says so; its count of winning lines is a lower bound then, while what every winning line passes, and
    the cuts, hold for all lines.

    Exit code: 0.
    """
    game = read_one_game(input_text, options)
    graph = state_graph(game.source, states, depth)
    told = _PARTS[part](graph)
    for path, write in ((out, write_graph), (draw, draw_graph)):
        if path is not None:
            _write(write, told, path)
    fields = _graph_fields(game, graph)
    if as_json:
        click.echo(json.dumps(fields))
    else:
        _show(game, graph, fields)
    return EXIT_YES


def _write(write: Callable[[Any, str], None], graph: nx.DiGraph, path: str) -> None:
    try:
        write(graph, path)
    except (OSError, ValueError) as error:
        if isinstance(error, RegicideError):
            raise
        reason = error.strerror if isinstance(error, OSError) else error
        raise RegicideError(f"cannot write {quoted(path)}: {reason}; expected a file that can be written") from None


def _graph_fields(game: Game, graph: nx.MultiDiGraph) -> dict[str, object]:
    nodes = graph.nodes
    verdicts = Counter(verdict for _, verdict in nodes(data="verdict"))
    return {
        "version": regicide_solver.__version__,
        **game_fields(game),
        "verdict": nodes[graph.graph["root"]]["verdict"],
        "complete": graph.graph["complete"],
        "stopped_by": graph.graph["stopped_by"],
        "max_nodes": graph.graph["max_nodes"],
        "max_depth": graph.graph["max_depth"],
        "states": len(graph),
        "actions": graph.number_of_edges(),
        "verdicts": {verdict: verdicts[verdict] for verdict in VERDICTS},
        "winning_lines": count_winning_lines(graph),
        "must_pass": _answer(lambda: [str(nodes[key]["state"]) for key in must_pass(graph)]),
        "state_cut": _answer(lambda: [str(nodes[key]["state"]) for key in state_cut(graph)]),
        "action_cut": _answer(
            lambda: [{"state": str(nodes[key]["state"]), "action": action} for key, _, action in action_cut(graph)]
        ),
        "fights": _fight_fields(fight_graph(graph)),
    }


def _answer(question: Callable[[], list[Any]]) -> list[Any] | None:
    """Answer a question about winning lines; None where it has no answer."""
    try:
        return question()
    except RegicideError:
        return None


def _fight_fields(fights: nx.DiGraph) -> list[dict[str, object]]:
    """Sum up what lies between the moments when an enemy is revealed, by the number of enemies left."""
    rows: dict[int, dict[str, Any]] = {}
    for _, node in fights.nodes(data=True):
        row = rows.setdefault(node["enemies_left"], {"enemies_left": node["enemies_left"], "states": 0, "winning": 0})
        row["states"] += 1
        row["winning"] += node["verdict"] in ("won", "winnable")
    for source, _, ways in fights.edges(data=True):
        row = rows[fights.nodes[source]["enemies_left"]]
        row["fewest_turns"] = min(ways["fewest_turns"], row.get("fewest_turns", ways["fewest_turns"]))
        row["most_turns"] = max(ways["most_turns"], row.get("most_turns", 0))
    return [{"fewest_turns": None, "most_turns": None, **rows[left]} for left in sorted(rows, reverse=True)]


def _show(game: Game, graph: nx.MultiDiGraph, fields: dict[str, Any]) -> None:
    from rich.text import Text

    from regicide_solver.cli.drawing import Drawing, describe_game
    from regicide_solver.graphs.labels import state_label

    drawing = Drawing()
    drawing.heading(describe_game(game))
    drawing.print(drawing.position(game.state), "")
    bound = {None: "complete", "nodes": "stopped by the bound on states", "depth": "stopped by the bound on depth"}
    counts = [f"{count:,} {verdict}" for verdict, count in fields["verdicts"].items() if count]
    exactly = "" if graph.graph["complete"] else "at least "
    rows = [
        ("Graph", f"{fields['states']:,} states, {fields['actions']:,} actions, {bound[fields['stopped_by']]}"),
        ("States", ", ".join(counts)),
        ("Verdict", fields["verdict"]),
        ("Winning lines", f"{exactly}{fields['winning_lines']:,}"),
    ]
    if fields["action_cut"] is not None:
        cut = ", ".join(edge["action"] for edge in fields["action_cut"][:_MOST_ROWS])
        more = ", ..." if len(fields["action_cut"]) > _MOST_ROWS else ""
        sizes = _counted(len(fields["state_cut"]), "state"), _counted(len(fields["action_cut"]), "action")
        rows.append(("Smallest cut", " or ".join(sizes)))
        rows.append(("", cut + more))
    drawing.print(drawing.table(rows))
    if fields["must_pass"] is not None:
        drawing.print("", Text(f"Every winning line passes {_counted(len(fields['must_pass']), 'state')}:"))
        table = columns("actions", "state")
        for key in must_pass(graph)[:_MOST_ROWS]:
            node = graph.nodes[key]
            table.add_row(str(node["depth"]), Text(state_label(node["state"]).replace("\n", ", ")))
        drawing.print(table)
    table = columns("enemies left", "states", "winning", "turns of the fight")
    for row in fields["fights"]:
        fewest, most = row["fewest_turns"], row["most_turns"]
        turns = "" if fewest is None else f"{fewest}" if fewest == most else f"{fewest} to {most}"
        table.add_row(str(row["enemies_left"]), f"{row['states']:,}", f"{row['winning']:,}", turns)
    drawing.print("", table)


def _counted(count: int, word: str) -> str:
    return f"{count:,} {word}{'' if count == 1 else 's'}"
