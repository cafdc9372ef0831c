"""The command `solve`: verdicts, results, exit codes."""

import json
import signal

import pytest
from cli_runs import HOPELESS, WON_NEXT, run

import regicide_solver
from regicide_solver import Deal, State, parse_action
from regicide_solver.search import Limits, Solution, Stats, Verdict, is_win

FIELDS = [
    "version", "seed", "scheme", "rules", "players", "first", "verdict", "line", "turns", "flips_used",
    "flips_proved", "stopped_by", "limits", "stats",
]  # fmt: skip


def test_a_winnable_deal_is_told_with_its_line_turn_by_turn():
    result = run("solve", "42", "--nodes", "20000")
    assert (result.code, result.err) == (0, "")
    assert result.out.startswith("seed 42, 2 players, rules official\nwinnable, ")
    assert "J♥  health 20, attack 10\n   1  seat 1  " in result.out
    assert "Limits    20,000 nodes, 600 s, 4G of memory\n" in result.out
    assert "\x1b" not in result.out


def test_the_result_has_exactly_the_documented_fields():
    result = run("solve", "42", "--nodes", "20000", "--seconds", "60.5", "--memory", "512m", "--json")
    fields = result.json
    assert result.code == 0
    assert list(fields) == FIELDS
    assert list(fields["stats"]) == ["nodes", "seconds", "stage", "engine", "reductions"]
    assert fields["limits"] == {"nodes": 20_000, "seconds": 60.5, "memory": 512 << 20}
    named = {name: fields[name] for name in ("version", "seed", "scheme", "rules", "players", "first", "verdict")}
    assert named == {
        "version": regicide_solver.__version__, "seed": 42, "scheme": 1, "rules": "official", "players": 2, "first": 1,
        "verdict": "winnable",
    }  # fmt: skip
    line = [parse_action(text) for text in fields["line"]]
    assert is_win(Deal.from_seed(42), line)
    assert fields["turns"] == sum(text.split()[0] in ("play", "yield") for text in fields["line"])


def test_an_unwinnable_position_is_1_and_names_what_the_proof_rests_on():
    result = run("solve", HOPELESS)
    assert result.code == 1
    assert "unwinnable" in result.out
    fields = run("solve", HOPELESS, "--json").json
    assert (fields["verdict"], fields["line"], fields["turns"], fields["stopped_by"]) == (
        "unwinnable",
        None,
        None,
        None,
    )
    assert isinstance(fields["stats"]["reductions"], list)


def test_an_undecided_deal_is_3_and_names_the_limit():
    result = run("solve", "42", "--players", "1", "--nodes", "3")
    assert result.code == 3
    assert "undecided, stopped by nodes" in result.out
    fields = run("solve", "42", "--players", "1", "--nodes", "3", "--json").json
    assert (fields["verdict"], fields["stopped_by"], fields["line"]) == ("undecided", "nodes", None)


def test_a_position_or_a_deal_stands_in_its_result(tmp_path):
    assert run("solve", WON_NEXT, "--json").json["position"] == State.parse(WON_NEXT).to_json()
    deal = Deal.from_seed(42, players=3, first=2)
    file = tmp_path / "deal.json"
    file.write_text(json.dumps(deal.to_json()))
    fields = run("solve", file, "--json", "--nodes", "20000").json
    assert list(fields) == [*FIELDS, "deal"]
    assert (fields["deal"], fields["players"], fields["first"]) == (deal.to_json(), 3, 2)
    assert is_win(deal, [parse_action(text) for text in fields["line"]])


def test_a_range_gives_one_result_a_line_and_a_sum():
    result = run("solve", "0:3", "--players", "4", "--nodes", "20000", "--json")
    assert result.code == 0
    assert [fields["seed"] for fields in result.json_lines] == [0, 1, 2]
    told = run("solve", "0:3", "--players", "4", "--nodes", "20000").out.splitlines()
    assert len(told) == 4
    assert told[0].startswith("seed 0       winnable   ")
    assert told[3].startswith("3 games: 3 winnable; ")


def test_a_range_with_an_open_deal_is_3_and_a_range_of_decided_ones_0():
    assert run("solve", "0:2", "--nodes", "2").code == 3
    assert run("solve", "-", stdin=f"{HOPELESS}\n{WON_NEXT}\n").code == 0


def test_the_fewest_flips_are_told():
    solo = "official 1 suffer KD - 30 0 0 no 10D 2C 10C,10S,10H - - 2 0 0"
    fields = run("solve", solo, "--goal", "fewest_flips", "--json").json
    assert (fields["verdict"], fields["flips_used"], fields["flips_proved"]) == ("winnable", 1, True)
    assert "winnable, 1 turn, 1 flip\n" in run("solve", solo, "--goal", "fewest_flips").out


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ([], "1 flip (silver), not proved to be the fewest"),
        (["--rules", "ace-to-x"], "1 flip, not proved to be the fewest"),
        (["--set", "solo_flips=1"], "1 flip, not proved to be the fewest"),
    ],
)
def test_a_solo_deal_has_a_medal_where_the_rules_give_one(monkeypatch, options, told):
    solution = Solution(Verdict.WINNABLE, line=(), flips_used=1, flips_proved=False)
    monkeypatch.setattr("regicide_solver.cli.solve.solve", lambda *_arguments, **_options: solution)
    assert f"winnable   0 turns, {told}, " in run("solve", "0:1", "--players", "1", *options).out


def test_options_reach_the_search(monkeypatch):
    calls = []

    def record(game, limits, **options):
        calls.append((game, limits, options))
        return Solution(Verdict.UNDECIDED, stopped_by="nodes", limits=limits)

    monkeypatch.setattr("regicide_solver.cli.solve.solve", record)
    options = ["--nodes", "7", "--seconds", "8", "--memory", "9K", "--threads", "2", "--engine", "python"]
    assert run("solve", "5", *options, "--goal", "fewest_flips", "--rules", "two-player").code == 3
    game, limits, rest = calls[0]
    assert game == Deal.from_seed(5, rules="two-player")
    assert limits == Limits(nodes=7, seconds=8.0, memory=9 << 10)
    assert {name: rest[name] for name in ("threads", "engine", "goal")} == {
        "threads": 2, "engine": "python", "goal": "fewest_flips",
    }  # fmt: skip


@pytest.mark.parametrize("output", [[], ["--json"]])
def test_ctrl_c_ends_a_range_with_what_is_known(monkeypatch, output):
    before = signal.getsignal(signal.SIGINT)

    def interrupted_at_seed_2(game, limits, *, stop, **_options):
        if game.seed == 2:
            signal.raise_signal(signal.SIGINT)
        if stop():
            return Solution(Verdict.UNDECIDED, stopped_by="interrupt", limits=limits)
        return Solution(Verdict.UNWINNABLE, limits=limits, stats=Stats(nodes=1))

    monkeypatch.setattr("regicide_solver.cli.solve.solve", interrupted_at_seed_2)
    result = run("solve", "0:9", *output)
    assert (result.code, result.err) == (3, "")
    if output:
        told = [(fields["seed"], fields["verdict"], fields["stopped_by"]) for fields in result.json_lines]
        assert told == [(0, "unwinnable", None), (1, "unwinnable", None), (2, "undecided", "interrupt")]
    else:
        assert "3 games of 9, interrupted: 2 unwinnable, 1 undecided" in result.out
    assert signal.getsignal(signal.SIGINT) is before


def test_a_second_ctrl_c_does_not_wait(monkeypatch):
    def deaf(*_arguments, **_options):
        signal.raise_signal(signal.SIGINT)
        signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr("regicide_solver.cli.solve.solve", deaf)
    assert run("solve", "0:9").code == 130


@pytest.mark.parametrize("width", ["40", "80", "120"])
def test_no_card_of_a_line_is_lost_on_a_narrow_page(monkeypatch, width):
    monkeypatch.setenv("COLUMNS", width)
    told = run("solve", "42", "--nodes", "20000", "--engine", "python").out
    line = run("solve", "42", "--nodes", "20000", "--engine", "python", "--json").json["line"]
    cards = sum(len(text.partition(" ")[2].split("+")) for text in line if " " in text)
    fights = told.split("\n\n", 1)[1].rsplit("\n\n", 1)[0]
    enemies = sum(row.lstrip()[0] in "JQK" and "health" in row for row in fights.splitlines() if row.strip())
    assert sum(fights.count(sign) for sign in "♣♦♥♠") == cards + enemies
    assert all(len(row) <= int(width) for row in told.splitlines())


def test_several_deals_on_two_threads_give_the_same_results():
    one, two = (run("solve", "0:6", "--nodes", "3000", "--json", "--threads", threads) for threads in ("1", "2"))
    assert one.code == two.code
    results = [done.json_lines for done in (one, two)]
    for result in (*results[0], *results[1]):
        del result["stats"]["seconds"]
    assert results[0] == results[1]
    assert len(results[0]) == 6
