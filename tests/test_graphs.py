"""State graphs against brute force: every line is listed, and the graph has to say the same."""

import json
import re
import subprocess
import sys
from itertools import combinations
from math import prod

import click
import networkx as nx
import pytest
from click.testing import CliRunner
from endgames import endgames, lines_from
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from regicide_solver import Deal, Play, RegicideError, Rules, State, Yield
from regicide_solver.cli.graph import command as graph_command
from regicide_solver.graphs import (
    action_cut,
    count_winning_lines,
    draw_graph,
    fight_graph,
    graph_to_json,
    must_pass,
    state_cut,
    state_graph,
    winning_line_counts,
    winning_part,
    write_graph,
)
from regicide_solver.search import solve

WINNING = ("won", "winnable")
FIGHT = State(["7S 5C AD 8C", "3H 9D"], "JD", "JS", damage=14, shield=8, in_play="8S", tavern="9H 2S", discard="4S 10C")


@st.composite
def graphs(draw, **bounds):
    """An end of a game with all its lines, and its whole graph."""
    state = draw(endgames(**bounds))
    lines = lines_from(state)
    assume(lines is not None)
    return state, lines, state_graph(state)


@st.composite
def winnable_graphs(draw):
    state, lines, graph = draw(graphs())
    winning = [line for line in lines if line[1].outcome() == "won"]
    assume(winning and state.outcome() is None)
    return state, winning, graph


def winning_lines(lines):
    return [line for line in lines if line[1].outcome() == "won"]


def can_win(graph, without_states=(), without_edges=()):
    """Whether a win is reachable when some states and edges are taken away."""
    reached, waiting = set(), [graph.graph["root"]]
    while waiting:
        key = waiting.pop()
        if key in reached or key in without_states:
            continue
        reached.add(key)
        waiting += [
            target
            for _, target, action in graph.out_edges(key, keys=True)
            if (key, target, action) not in without_edges
        ]
    return any(graph.nodes[key]["verdict"] == "won" for key in reached)


@given(graphs())
def test_nodes_are_the_states_that_lines_reach(case):
    state, lines, graph = case
    reached = {step.key for steps, last in lines for step in (*(here for here, _ in steps), last)}
    assert set(graph) == reached
    assert graph.graph["complete"]
    assert graph.graph["root"] == state.key
    assert not any(truncated for _, truncated in graph.nodes(data="truncated"))


@given(graphs())
def test_every_legal_action_is_one_edge(case):
    _, _, graph = case
    for key, node in graph.nodes(data=True):
        state = node["state"]
        assert state.key == key
        edges = [(data["action"], target) for _, target, data in graph.out_edges(key, data=True)]
        assert {(action, state.apply(action).key) for action in state.legal_actions()} == set(edges)
        assert len(edges) == len(state.legal_actions())
        assert all(name == str(data["action"]) for *_, name, data in graph.out_edges(key, keys=True, data=True))


@given(graphs())
def test_verdicts_equal_those_of_all_lines(case):
    _, lines, graph = case
    winnable = {here.key for steps, last in winning_lines(lines) for here, _ in steps}
    for key, node in graph.nodes(data=True):
        outcome = node["state"].outcome()
        assert node["verdict"] == outcome or ("winnable" if key in winnable else "unwinnable")


@given(graphs())
def test_root_verdict_equals_the_search(case):
    state, _, graph = case
    verdict = graph.nodes[state.key]["verdict"]
    assert (verdict in WINNING) == (str(solve(state, engine="python").verdict) == "winnable")


@given(graphs())
def test_winning_lines_are_counted_exactly(case):
    state, lines, graph = case
    assert count_winning_lines(graph) == len(winning_lines(lines))
    counts = winning_line_counts(graph)
    for action in state.legal_actions():
        child = state.apply(action)
        if child.key != state.key:
            started = [line for line in winning_lines(lines) if line[0] and line[0][0][1] == action]
            assert counts[child.key] == len(started)


@given(graphs())
def test_winning_part_holds_what_winning_lines_pass(case):
    _, lines, graph = case
    part = winning_part(graph)
    states, edges = set(), set()
    for steps, last in winning_lines(lines):
        passed = [*(here.key for here, _ in steps), last.key]
        states |= set(passed)
        edges |= {(passed[number], passed[number + 1], str(action)) for number, (_, action) in enumerate(steps)}
    assert set(part) == states
    assert set(part.edges(keys=True)) == edges
    assert count_winning_lines(part) == count_winning_lines(graph)


@given(winnable_graphs())
def test_must_pass_is_what_all_winning_lines_share(case):
    _, lines, graph = case
    passed = [[*(here.key for here, _ in steps), last.key] for steps, last in lines]
    shared = set(passed[0]).intersection(*passed)
    assert must_pass(graph) == tuple(key for key in passed[0] if key in shared)


@given(winnable_graphs())
def test_state_cut_is_smallest(case):
    state, _, graph = case
    cut = state_cut(graph)
    assert state.key not in cut
    assert not can_win(graph, without_states=cut)
    others = [key for key in winning_part(graph) if key != state.key]
    smaller = min(len(cut) - 1, 2 if len(others) < 30 else 1)  # more are too many to try
    assert all(can_win(graph, without_states=fewer) for fewer in combinations(others, smaller))


@given(winnable_graphs())
def test_action_cut_is_smallest(case):
    _, _, graph = case
    cut = action_cut(graph)
    assert all(graph.has_edge(*edge) for edge in cut)
    assert not can_win(graph, without_edges=cut)
    assert all(can_win(graph, without_edges=fewer) for fewer in combinations(cut, len(cut) - 1))
    if len(cut) > 1:
        part = winning_part(graph)
        assert all(can_win(graph, without_edges=[edge]) for edge in part.edges(keys=True))


@given(graphs())
def test_fights_multiply_to_all_lines(case):
    state, lines, graph = case
    fights = fight_graph(graph)
    won = lost = 0
    ways = dict.fromkeys(fights, 0)
    ways[state.key] = 1
    for key in nx.topological_sort(fights):
        node = fights.nodes[key]
        won += ways[key] * (node["verdict"] == "won")
        lost += ways[key] * node["lost_lines"]
        for target, through in fights.adj[key].items():
            ways[target] += ways[key] * through["lines"]
    assert won == len(winning_lines(lines))
    ended = [line for line in lines if line[1].outcome() == "lost"]
    assert lost == len(ended)
    assert all(node["open_lines"] == 0 for _, node in fights.nodes(data=True))


@given(graphs(enemies=1))
def test_turns_of_a_last_fight(case):
    state, lines, graph = case
    assume(winning_lines(lines) and state.outcome() is None)
    fights = fight_graph(graph)
    turns = {}
    for steps, last in winning_lines(lines):
        turns.setdefault(last.key, []).append(sum(isinstance(action, Play | Yield) for _, action in steps))
    found = {target: (data["fewest_turns"], data["most_turns"]) for _, target, data in fights.edges(data=True)}
    assert found == {key: (min(counts), max(counts)) for key, counts in turns.items()}


def test_two_fights_by_hand():
    # Seat 1 has to kill JH (4 health left) with 4S or 5S; then JD (20 health) needs both tens of clubs: 2 * 20.
    state = State(["4S 5S 10C"], "JH", "JD", damage=16)
    fights = fight_graph(state_graph(state))
    revealed = [node for _, node in fights.nodes(data=True) if node["enemies_left"] == 1]
    # By 4S (exact), by 5S, by 10C: three states; after the first two 10C wins at once.
    assert sorted(str(node["state"].hand) for node in revealed) == ["4S 10C", "4S 5S", "5S 10C"]
    assert (
        sum(data["lines"] for _, target, data in fights.edges(data=True) if fights.nodes[target]["verdict"] == "won")
        == 2
    )
    assert count_winning_lines(state_graph(state)) == 2


@settings(max_examples=30)
@given(endgames(hand_cards=4, tavern=2, discard=1), st.integers(1, 40), st.integers(0, 40), st.integers(0, 6))
def test_a_larger_bound_goes_on_with_the_same_graph(state, nodes, more, depth):
    small, large = state_graph(state, nodes), state_graph(state, nodes + more)
    shallow, whole = state_graph(state, max_depth=depth), state_graph(state)
    for part, full in [(small, large), (large, whole), (shallow, whole)]:
        assert list(full)[: len(part)] == list(part)
        assert set(part.edges(keys=True)) <= set(full.edges(keys=True))
        assert count_winning_lines(part) <= count_winning_lines(full)
        for key, node in part.nodes(data=True):
            assert node["depth"] == full.nodes[key]["depth"]
            if node["verdict"] != "undecided":
                assert node["verdict"] == full.nodes[key]["verdict"]
            assert not node["truncated"] or part.out_degree(key) == 0
        ended = not any(truncated for _, truncated in part.nodes(data="truncated"))
        assert part.graph["complete"] == (part.graph["stopped_by"] is None) == ended
    assert len(small) <= nodes
    assert all(node["depth"] <= depth for _, node in shallow.nodes(data=True))


@given(winnable_graphs(), st.integers(1, 60))
def test_answers_about_all_lines_hold_in_incomplete_graphs(case, nodes):
    state, _, whole = case
    part = state_graph(state, nodes)
    passed = must_pass(whole)
    assert set(must_pass(part)) <= set(passed)
    if not part.nodes[state.key]["truncated"]:
        assert not can_win(whole, without_states=state_cut(part))
        assert not can_win(whole, without_edges=action_cut(part))


def test_large_counts_are_exact():
    # A chain of fights with two ways through each would need thousands of cards; two ways, 200 times, by hand:
    graph = nx.MultiDiGraph(root=0)
    graph.add_nodes_from((number, {"verdict": "winnable"}) for number in range(200))
    graph.add_node(200, verdict="won")
    for number in range(200):
        graph.add_edge(number, number + 1, "a")
        graph.add_edge(number, number + 1, "b")
    assert count_winning_lines(graph) == prod([2] * 200)


def test_a_yield_that_changes_nothing_is_an_edge_but_no_progress():
    rules = Rules(solo_yield="always")
    state = State(["7S 3S"], "KD", damage=30, shield=20, in_play="9S 9C", rules=rules)
    graph = state_graph(state)
    assert graph.has_edge(state.key, state.key, "yield")
    # 7S then 3S, 3S then 7S
    assert count_winning_lines(graph) == 2
    assert not winning_part(graph).has_edge(state.key, state.key)
    idle = State(["2S"], "KD", damage=30, shield=20, in_play="9S 9C", rules=rules)
    assert state_graph(idle).nodes[idle.key]["verdict"] == "unwinnable"


def test_no_winning_line_has_no_answer():
    graph = state_graph(State(["2C"], "KD"))
    assert count_winning_lines(graph) == 0
    assert len(winning_part(graph)) == 0
    assert count_winning_lines(winning_part(graph)) == 0
    assert len(fight_graph(winning_part(graph))) == 0
    for question in (must_pass, state_cut, action_cut):
        with pytest.raises(RegicideError, match="no winning line"):
            question(graph)


def test_cuts_need_something_behind_the_beginning():
    won = State([""], None)
    assert must_pass(state_graph(won)) == (won.key,)
    for graph in (state_graph(won), state_graph(FIGHT, 1)):
        for question in (state_cut, action_cut):
            with pytest.raises(RegicideError, match="beginning"):
                question(graph)


def test_a_deal_is_a_beginning():
    graph = state_graph(Deal.from_seed(42), 100)
    assert len(graph) <= 100
    assert graph.graph["root"] == Deal.from_seed(42).state().key
    assert (graph.graph["complete"], graph.graph["stopped_by"], graph.graph["max_nodes"]) == (False, "nodes", 100)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("JH",), "not a game"),
        ((FIGHT, 0), "max_nodes"),
        ((FIGHT, True), "max_nodes"),
        ((FIGHT, 10, -1), "max_depth"),
        ((FIGHT, 10, 1.5), "max_depth"),
        ((State(["2C 2D"], "2C"),), "impossible position"),
    ],
)
def test_bad_arguments(arguments, message):
    with pytest.raises(RegicideError, match=message):
        state_graph(*arguments)


# --- files ------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def fight():
    return state_graph(FIGHT, 300)


@pytest.fixture(params=["state", "winning", "fights"])
def any_graph(request, fight):
    make = {"state": lambda graph: graph, "winning": winning_part, "fights": fight_graph}
    return make[request.param](fight)


def described(nodes):
    return [(node["state_key"], node["state"], node["verdict"]) for node in nodes]


def expected_nodes(graph):
    return [(key.hex(), str(node["state"]), node["verdict"]) for key, node in graph.nodes(data=True)]


def expected_edges(graph, attribute):
    numbers = {key: number for number, key in enumerate(graph)}
    return sorted((numbers[a], numbers[b], str(data[attribute])) for a, b, data in graph.edges(data=True))


@pytest.mark.parametrize("name", ["graphml", "gexf"])
def test_xml_formats_read_back(any_graph, name, tmp_path):
    path = tmp_path / f"graph.{name}"
    write_graph(any_graph, path)
    read = nx.read_graphml(path) if name == "graphml" else nx.read_gexf(path)
    assert described(node for _, node in read.nodes(data=True)) == expected_nodes(any_graph)
    attribute = "action" if any_graph.is_multigraph() else "lines"
    edges = sorted((int(a), int(b), str(data[attribute])) for a, b, data in read.edges(data=True))
    assert edges == expected_edges(any_graph, attribute)
    assert all(str(State.parse(node["state"])) == node["state"] for _, node in read.nodes(data=True))


def test_json_reads_back(any_graph, tmp_path):
    write_graph(any_graph, tmp_path / "graph.json")
    data = json.loads((tmp_path / "graph.json").read_text("utf-8"))
    assert data == graph_to_json(any_graph)
    assert described(data["nodes"]) == expected_nodes(any_graph)
    assert data["graph"]["root"] == (0 if len(any_graph) else None)
    attribute = "action" if any_graph.is_multigraph() else "lines"
    edges = sorted((edge["source"], edge["target"], str(edge[attribute])) for edge in data["edges"])
    assert edges == expected_edges(any_graph, attribute)


def test_dot_has_every_node_and_edge(any_graph, tmp_path):
    write_graph(any_graph, tmp_path / "graph.gv")
    text = (tmp_path / "graph.gv").read_text("utf-8")
    assert len(re.findall(r"^  \d+ \[", text, re.MULTILINE)) == len(any_graph)
    assert len(re.findall(r"^  \d+ -> \d+ \[", text, re.MULTILINE)) == any_graph.number_of_edges()
    unquoted = re.sub(r'"(?:[^"\\]|\\.)*"', "", text)
    assert unquoted.count("[") == unquoted.count("]") == len(any_graph) + any_graph.number_of_edges() + 1
    assert '"' not in unquoted


@pytest.mark.parametrize("name", ["graphml", "gexf", "dot", "json"])
def test_the_same_graph_gives_the_same_bytes(name, tmp_path):
    contents = []
    for number in range(2):
        path = tmp_path / f"{number}.{name}"
        write_graph(state_graph(FIGHT, 50), path)
        contents.append(path.read_bytes())
    assert contents[0] == contents[1]


def test_huge_numbers_survive_every_format(tmp_path):
    graph = nx.DiGraph(root=b"a", complete=True)
    for key in (b"a", b"b"):
        graph.add_node(key, state=FIGHT, verdict="winnable", enemies_left=2, lost_lines=0, open_lines=0)
    graph.add_edge(b"a", b"b", lines=3**100, fewest_turns=1, most_turns=2)
    for name in ("graphml", "gexf", "dot", "json"):
        write_graph(graph, tmp_path / f"graph.{name}")
        assert str(3**100) in (tmp_path / f"graph.{name}").read_text("utf-8")


def test_a_failed_write_leaves_the_old_file(tmp_path, monkeypatch):
    path = tmp_path / "graph.json"
    path.write_text("old")

    def fail(*_):
        raise OSError("no space left")

    monkeypatch.setattr("pathlib.Path.replace", fail)
    with pytest.raises(OSError, match="no space"):
        write_graph(state_graph(FIGHT, 5), path)
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_unknown_formats_are_refused(fight, tmp_path):
    with pytest.raises(RegicideError, match="expected one of graphml"):
        write_graph(fight, tmp_path / "graph.txt")
    with pytest.raises(RegicideError, match="file_format"):
        write_graph(fight, tmp_path / "graph.json", "xml")
    with pytest.raises(RegicideError, match=r"expected an ending \.png"):
        draw_graph(fight, tmp_path / "graph.gif")


# --- drawings ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "head"), [("png", b"\x89PNG"), ("svg", b"<?xml"), ("pdf", b"%PDF")])
def test_drawings_are_written_and_repeat(name, head, tmp_path):
    pytest.importorskip("matplotlib")
    graph = winning_part(state_graph(FIGHT, 500))
    contents = []
    for number in range(2):
        path = tmp_path / f"{number}.{name}"
        draw_graph(fight_graph(graph), path)
        contents.append(path.read_bytes())
    assert contents[0].startswith(head)
    assert contents[0] == contents[1]


def test_a_drawing_shows_every_label(tmp_path):
    pytest.importorskip("matplotlib")
    state = State(["7S 3S"], "KD", damage=30, shield=20, in_play="9S 9C", rules=Rules(solo_yield="always"))
    draw_graph(state_graph(state), tmp_path / "graph.svg")
    comments = re.findall(r"<!-- (.*?) -->", (tmp_path / "graph.svg").read_text("utf-8"))
    for label in ("K♦ 10/40", "3♠ 7♠", "play 3S", "play 7S", "won", "won (1)"):
        assert label in comments


def test_drawings_too_large_to_read_are_refused(fight, tmp_path):
    with pytest.raises(RegicideError, match="expected at most 150"):
        draw_graph(fight, tmp_path / "graph.png")
    with pytest.raises(RegicideError, match="empty"):
        draw_graph(winning_part(state_graph(State(["2C"], "KD"))), tmp_path / "graph.png")
    assert not list(tmp_path.iterdir())


def test_importing_graphs_imports_no_networkx():
    code = "import sys, regicide_solver.graphs; sys.exit('networkx' in sys.modules or 'matplotlib' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


# --- the command ------------------------------------------------------------------------------------------------


def run_graph(*arguments):
    return CliRunner().invoke(graph_command, [*map(str, arguments)], standalone_mode=False)


def test_the_command_tells_what_the_library_finds(tmp_path):
    out, drawing = tmp_path / "part.json", tmp_path / "part.svg"
    pytest.importorskip("matplotlib")
    result = run_graph(FIGHT, "--out", out, "--draw", drawing, "--part", "fights", "--json")
    assert (result.return_value, result.stderr) == (0, "")
    fields = json.loads(result.stdout)
    graph = state_graph(FIGHT)
    assert (fields["states"], fields["actions"]) == (len(graph), graph.number_of_edges())
    assert (fields["complete"], fields["verdict"]) == (True, "winnable")
    assert fields["winning_lines"] == count_winning_lines(graph)
    assert fields["must_pass"] == [str(graph.nodes[key]["state"]) for key in must_pass(graph)]
    assert len(fields["state_cut"]) == len(state_cut(graph))
    assert [edge["action"] for edge in fields["action_cut"]] == [action for _, _, action in action_cut(graph)]
    assert sum(fields["verdicts"].values()) == len(graph)
    assert json.loads(out.read_text("utf-8")) == graph_to_json(fight_graph(graph))
    assert drawing.exists()


def test_the_command_has_words_for_people():
    text = run_graph(FIGHT).stdout
    for words in ("583 states", "complete", "Winning lines  42", "Every winning line passes", "Smallest cut"):
        assert words in text
    text = run_graph("42", "--states", "50").stdout
    assert "at least 0" in text
    assert "stopped by the bound on states" in text
    assert "Smallest cut" not in run_graph("official 1 play KD - 0 0 0 no - 10C - - - 0 0 0").stdout


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((FIGHT, "--states", "0"), "expected a whole number from 1"),
        ((FIGHT, "--depth", "-1"), "expected a whole number from 0"),
        ((FIGHT, "--out", "graph.txt"), "expected one of graphml"),
        ((FIGHT, "--out", "no_such_folder/graph.json"), "cannot write 'no_such_folder/graph.json'"),
        (("0:3",), "expected one seed"),
    ],
)
def test_the_command_refuses_what_it_cannot_do(arguments, message):
    result = run_graph(*arguments)
    assert isinstance(result.exception, RegicideError | click.UsageError)
    assert message in str(result.exception)
    assert result.stdout == ""
