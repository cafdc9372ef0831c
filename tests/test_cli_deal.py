"""The commands `deal`, `rules` and `perft`."""

import json

import pytest
from cli_runs import HOPELESS, WON_NEXT, run

from regicide_solver import Deal, Rules, State
from regicide_solver.cli.rule_texts import RULE_TEXTS
from regicide_solver.perft import perft, perft_split
from regicide_solver.rules import OPTION_NOTES


def test_deal_draws_hands_and_piles():
    result = run("deal", "42")
    assert result.code == 0
    assert "Hand 1 <  A♣ 4♠ 6♣ 7♠ 8♣ 9♣ 10♦\n" in result.out
    assert "Hand 2    2♠ 5♣ 5♦ 8♠ 9♦ 9♠ 10♥\n" in result.out
    assert "Tavern    26: 3♥ 10♠ 7♣" in result.out
    assert "Castle    12: J♥ J♣ J♠ J♦" in result.out
    assert "\x1b" not in result.out
    assert not any(line.endswith(" ") for line in result.out.splitlines())


def test_deal_prints_the_json_of_the_deal():
    options = ["--players", "1", "--rules", "ace-to-x", "--set", "overpay=minimal"]
    rules = Rules.preset("ace-to-x").replace(overpay="minimal")
    assert run("deal", "42", *options, "--json").json == Deal.from_seed(42, 1, rules).to_json()
    assert run("deal", "42", "--players", "3", "--first", "2", "--json").json["first"] == 2
    assert "Aside     9♣ 9♠" in run("deal", "42", *options).out


def test_deal_gives_a_range_one_a_line_and_reads_its_own_output():
    several = run("deal", "7:10", "--json")
    assert [deal["seed"] for deal in several.json_lines] == [7, 8, 9]
    again = run("deal", "-", "--json", stdin=several.out)
    assert again.out == several.out
    assert run("deal", "7:10").out.count("Castle") == 3


def test_deal_takes_the_last_seed_there_is():
    assert run("deal", f"{2**64 - 1}:{2**64}", "--json").json["seed"] == 2**64 - 1


def test_deal_draws_a_position(tmp_path):
    file = tmp_path / "position.json"
    file.write_text(json.dumps(State.parse(WON_NEXT).to_json(), indent=2))
    result = run("deal", file)
    assert "Enemy     K♦  health 20, attack 20\n" in result.out
    assert run("deal", WON_NEXT, "--json").json == State.parse(WON_NEXT).to_json()


def test_a_line_in_the_middle_that_is_bad_is_named():
    lines = f"{json.dumps(Deal.from_seed(1).to_json())}\n\n{{}}\n"
    result = run("deal", "-", stdin=lines)
    assert result.is_refused()
    assert "standard input, line 3" in result.err


def test_rules_show_every_preset_option_and_text():
    result = run("rules")
    assert result.code == 0
    for word in (*Rules.preset_names(), *OPTION_NOTES, *(f"text {text.number}" for text in RULE_TEXTS)):
        assert word in result.out
    fields = run("rules", "--json").json
    assert set(fields["presets"]) == set(Rules.preset_names())
    assert set(fields["options"]) == set(OPTION_NOTES)
    assert [text["number"] for text in fields["texts"]] == ["000", "001", "002", "003", "004"]


def test_every_rule_text_speaks_of_options_and_presets_that_exist():
    for text in RULE_TEXTS:
        assert set(text.points) <= set(OPTION_NOTES)
        assert set(text.presets) <= set(Rules.preset_names())
    assert {preset for text in RULE_TEXTS for preset in text.presets} == set(Rules.preset_names())


@pytest.mark.parametrize("arguments", [["ace-to-x"], ["--rules", "ace-to-x"]])
def test_rules_of_one_preset_show_what_differs(arguments):
    result = run("rules", *arguments, "--set", "combo_limit=none")
    assert "(official: yes)" in result.out
    assert "As one word: ace-to-x;combo_limit=none" in result.out
    fields = run("rules", *arguments, "--set", "combo_limit=none", "--json").json
    assert Rules.from_json(fields["rules"]) == Rules.preset("ace-to-x").replace(combo_limit=None)
    assert fields["options"]["combo_limit"] is None


@pytest.mark.parametrize(
    "arguments", [["chess"], ["official", "--rules", "ace-to-x"], ["--set", "seats=0"], ["official", "two-player"]]
)
def test_rules_that_do_not_exist_are_refused(arguments):
    assert run("rules", *arguments).is_refused()
    assert run("rules", *arguments, "--json").is_refused()


def test_perft_counts():
    state = Deal.from_seed(42).state()
    count = perft(state, 2)
    assert run("perft", "42", "2").out == f"{count}\n"
    assert run("perft", "42", "2", "--json", "--engine", "python").json == {"depth": 2, "count": count}


def test_perft_splits_by_first_action():
    split = perft_split(Deal.from_seed(42).state(), 2)
    assert run("perft", "42", "2", "--split", "--json").json["split"] == split
    assert run("perft", "42", "2", "--split").out.splitlines()[0] == "play AC: {}".format(split["play AC"])


@pytest.mark.parametrize("depth", ["-1", "100", "x", ""])
def test_perft_refuses_a_depth_that_is_none(depth):
    assert run("perft", HOPELESS, depth).is_refused()


def test_perft_takes_one_game():
    assert "expected one seed, deal or position" in run("perft", "0:2", "1").err
