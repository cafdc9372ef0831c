"""The program as a whole: help, version, failures, hostile input to every command."""

import json
import re
import string

import pytest
from cli_runs import HOPELESS, WON_NEXT, run
from hypothesis import given
from hypothesis import strategies as st

import regicide_solver
from regicide_solver import Deal, State
from regicide_solver.cli import program
from regicide_solver.cli.program import COMMANDS, HIDDEN_COMMANDS

#: Every command that takes a game, with what else it needs.
GAME_COMMANDS = {
    "deal": [],
    "solve": ["--nodes", "5"],
    "replay": ["--line", "yield"],
    "perft": ["1"],
}
DEAL = Deal.from_seed(42).to_json()


def test_version_names_the_package_python_and_an_engine():
    pattern = r"regicide-solver \S+ \(Python 3\.\d+\.\S+, engine: (kernel|python)\)\n"
    result = run("--version")
    assert result.code == 0
    assert re.fullmatch(pattern, result.out)
    assert regicide_solver.__version__ in result.out


def test_short_help_lists_the_commands_but_the_hidden_ones():
    result = run("--help")
    listed = re.findall(r"^  (\w+)  ", result.out.split("Commands:")[1].split("Examples:")[0], re.MULTILINE)
    assert result.code == 0
    assert listed == [name for name in COMMANDS if name not in HIDDEN_COMMANDS]
    assert run().out == result.out


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help_with_an_example(name):
    result = run(name, "--help")
    assert result.code == 0
    assert f"regicide-solver {name}" in result.out.split("Examples:")[1]
    assert program.get_command(None, name).short_help == COMMANDS[name]


@pytest.mark.parametrize("name", [name for name in COMMANDS if name != "rules"])
def test_every_command_on_games_takes_the_shared_options(name):
    text = run(name, "--help").out
    assert all(option in text for option in ("--json", "--players", "--first", "--rules", "--set"))


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["nonsense"], "No such command 'nonsense'"),
        (["--nonsense"], "No such option"),
        (["deal"], "Missing argument 'INPUT'"),
        (["deal", "1", "2"], "unexpected extra argument"),
        (["deal", "42", "--nonsense"], "No such option"),
        (["deal", "42", "--players"], "requires an argument"),
        (["deal", "42", "--players", "5"], "expected a whole number from 1 to 4"),
        (["deal", "42", "--players", "٣"], "expected a whole number from 1 to 4"),
        (["deal", "42", "--first", "3"], "no seat"),
        (["deal", "42", "--rules", "chess"], "unknown rules: 'chess'; expected one of official"),
        (["deal", "42", "--rules", "two-player", "--players", "3"], "expected 2"),
        (["deal", "42", "--set", "ones"], "expected OPTION=VALUE"),
        (["deal", "42", "--set", "twos=yes"], "unknown option: 'twos'"),
        (["deal", "42", "--set", "ones=maybe"], "expected yes or no"),
        (["deal", "42", "--set", "ones=yes", "--set", "ones=no"], "stands twice"),
        (["solve", "42", "--nodes", "0"], "expected a whole number from 1"),
        (["solve", "42", "--nodes", "-5"], "expected a whole number from 1"),
        (["solve", "42", "--seconds", "nan"], "expected a number above 0"),
        (["solve", "42", "--seconds", "0"], "expected a number above 0"),
        (["solve", "42", "--memory", "4X"], "expected bytes above 0, or a size such as 512M or 4G"),
        (["solve", "42", "--memory", "9999999999T"], "expected bytes above 0"),
        (["solve", "42", "--threads", "0"], "expected a whole number from 1"),
        (["solve", "42", "--engine", "abacus"], "'abacus' is not one of"),
        (["solve", "42", "--goal", "lose"], "'lose' is not one of"),
        (["perft", "42", "-1"], "expected a whole number from 0"),
    ],
)
def test_wrong_use_is_one_line_that_says_what_was_expected(arguments, expected):
    result = run(*arguments)
    assert result.is_refused()
    assert expected in result.err


@pytest.mark.parametrize("name", GAME_COMMANDS)
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("-5", "not a seed: '-5'; expected a whole number from 0"),
        ("-5:3", "not a seed: '-5:3'"),
        ("18446744073709551616", "not a seed"),
        ("9" * 5000, "not a seed"),
        ("٤٢", "not a seed"),
        ("4_2", "not a seed"),
        ("+42", "not a seed"),
        ("3:3", "an empty range of seeds: '3:3'; expected FIRST:END"),
        ("4:3", "an empty range"),
        ("3:", "not a range of seeds: '3:'; expected FIRST:END"),
        (":3", "not a range"),
        ("1:2:3", "not a range"),
        ("no/such/file.json", "cannot read 'no/such/file.json': No such file or directory; expected a seed"),
        (".", "cannot read '.'"),
        ("bad\0name", "cannot read"),
        ("two\nlines", "cannot read"),
        (WON_NEXT.replace("10C", "11C"), "not a card: '11C'"),
        (WON_NEXT.replace("10C", "2C"), "2C stands twice"),
        (WON_NEXT + " 5", "18 fields; expected 17"),
    ],
)
def test_an_input_that_is_none_is_refused_by_every_command(name, text, expected):
    result = run(name, text, *GAME_COMMANDS[name])
    assert result.is_refused()
    assert expected in result.err


@pytest.mark.parametrize("name", [*GAME_COMMANDS, "verify"])
@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (b"", "empty"),
        (b" \n\n", "empty"),
        (b"{", "not JSON"),
        (b'{"seed": 1, "seed": 2}', "stands twice"),
        (b'{"seed": NaN}', "NaN is no number"),
        (b'{"a": ' * 60 + b"1" + b"}" * 60, "nested deeper than 50"),
        (b'{"seed": ' + b"9" * 100 + b"}", "a number of 100 characters"),
        (b"\x7fELF\x02\xff\xfe", "not a UTF-8 text"),
        ("{}".encode("utf-16"), "not a UTF-8 text"),
        (b"x" * 10_000_001, "over 10000000 bytes"),
        (b'{"seed": "' + b"x" * 10_000_001 + b'"}', "over 10000000 bytes"),
        (b"[1]", "expected"),
        (b'{"nonsense": 1}', "unknown field 'nonsense'"),
    ],
)
def test_a_file_that_holds_no_game_is_refused_by_every_command(name, content, expected, tmp_path):
    file = tmp_path / "input"
    file.write_bytes(content)
    for result in (
        run(name, file, *GAME_COMMANDS.get(name, [])),
        run(name, "-", *GAME_COMMANDS.get(name, []), stdin=content),
    ):
        assert result.is_refused()
        assert expected in result.err


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"hands": [["AC"], ["2C"]]}, "hand 1 holds 1 cards"),
        ({"tavern": [*DEAL["tavern"][1:], "AC"]}, "AC stands too often"),
        ({"players": 5}, "5"),
        ({"seed": -1}, "seed"),
        ({"seed": 2**64}, "seed"),
        ({"seed": True}, "seed"),
        ({"scheme": 2}, "scheme"),
        ({"rules": "chess"}, "unknown rules"),
        ({"first": 3}, "first"),
    ],
)
def test_a_deal_that_is_none_is_refused_with_its_place(changes, expected, tmp_path):
    file = tmp_path / "deal.json"
    file.write_text(json.dumps(DEAL | changes))
    result = run("solve", file)
    assert result.is_refused()
    assert expected in result.err
    assert "deal.json" in result.err


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        (["--players", "3"], "--players 3 contradicts the deal, which has 2 hands"),
        (["--first", "2"], "--first 2 contradicts the deal, in which seat 1 begins"),
        (["--rules", "ace-to-x"], "--rules ace-to-x contradicts the deal, whose rules are official"),
        (["--rules", "official", "--set", "ones=yes"], "contradicts"),
        (["--set", "overpay=minimal"], "--set overpay=minimal contradicts the deal, whose overpay is any"),
    ],
)
def test_options_that_contradict_a_file_are_refused(options, expected, tmp_path):
    file = tmp_path / "deal.json"
    file.write_text(json.dumps(DEAL))
    result = run("deal", file, *options)
    assert result.is_refused()
    assert expected in result.err


def test_options_that_agree_with_a_file_or_fill_it_in_are_taken(tmp_path):
    file = tmp_path / "deal.json"
    file.write_text(json.dumps(DEAL))
    agreeing = ["--players", "2", "--first", "1", "--rules", "gamehelp", "--set", "overpay=any"]
    assert run("deal", file, *agreeing, "--json").json == DEAL
    file.write_text(json.dumps({name: DEAL[name] for name in ("castle", "hands", "tavern")}))
    filled = run("deal", file, "--first", "2", "--set", "overpay=minimal", "--json").json
    assert (filled["first"], filled["rules"]) == (2, {"preset": "official", "overpay": "minimal"})


def test_a_position_takes_the_same_care():
    assert "position" in run("solve", WON_NEXT, "--players", "3").err
    assert "position" in run("solve", WON_NEXT, "--first", "2").err
    assert run("solve", WON_NEXT, "--players", "2", "--first", "1").code == 0
    told = {"players": 2, "enemy": "KD", "damage": 20, "hands": [["10C"], ["2C"]]}
    assert run("deal", "-", "--first", "2", "--json", stdin=json.dumps(told)).json["turn"] == 2


def test_an_internal_error_is_one_line_and_70(monkeypatch):
    def fail(*_arguments, **_options):
        raise RuntimeError("a fault\nof two lines")

    monkeypatch.setattr("regicide_solver.cli.solve.solve", fail)
    result = run("solve", "42")
    assert (result.code, result.out, result.err.count("\n")) == (70, "", 1)
    assert "internal error: RuntimeError: a fault\\nof two lines" in result.err
    assert "Traceback" not in result.err


def test_running_out_of_memory_is_one_line_and_70(monkeypatch):
    def fail(*_arguments, **_options):
        raise MemoryError

    monkeypatch.setattr("regicide_solver.cli.solve.solve", fail)
    assert (run("solve", "42").code, run("solve", "42").err) == (70, "regicide-solver: out of memory\n")


def test_ctrl_c_outside_a_search_is_130(monkeypatch):
    def interrupt(*_arguments, **_options):
        raise KeyboardInterrupt

    monkeypatch.setattr("regicide_solver.cli.deal.read_games", interrupt)
    assert (run("deal", "42").code, run("deal", "42").err) == (130, "regicide-solver: interrupted\n")


@given(text=st.text(max_size=40).filter(lambda text: ":" not in text and "/" not in text and text != "-"))
def test_any_text_is_a_game_or_is_refused(text):
    for name, others in GAME_COMMANDS.items():
        result = run(name, "--", text, *others[:1]) if name == "perft" else run(name, *others, "--", text)
        decided = result.code in (0, 1, 3) and result.err == ""
        assert decided or result.is_refused(), (name, text, result)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(string.printable, max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)


@given(field=st.sampled_from([*DEAL, "enemy", "extra"]), value=json_values)
def test_any_field_changed_is_a_game_or_is_refused(field, value):
    result = run("deal", "-", "--json", stdin=json.dumps(DEAL | {field: value}))
    assert result.is_refused() or Deal.from_json(result.json)


@given(content=st.binary(max_size=60))
def test_any_bytes_are_refused(content):
    for name in ("deal", "verify"):
        assert run(name, "-", stdin=content).is_refused()


def test_the_positions_that_the_tests_rest_on():
    assert State.parse(WON_NEXT).health == 20
    assert State.parse(HOPELESS).health == 40
