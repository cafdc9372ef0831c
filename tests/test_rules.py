"""Rules as data: presets, every option's range, contradictions, text and JSON both ways."""

import copy
import dataclasses
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import OPTION_VALUES, PRESETS, rules

from regicide_solver import Deal, Rules, RulesError
from regicide_solver.rules import OPTION_NOTES, PRESET_NOTES, option_values, parse_setting, rules_from, value_text

OFFICIAL = {
    "seats": (1, 2, 3, 4),
    "hand_limits": (8, 7, 6, 5),
    "tavern_jesters": (0, 0, 1, 2),
    "solo_flips": 2,
    "solo_flips_from": "aside",
    "companions": True,
    "ones": False,
    "combo_limit": 10,
    "overpay": "any",
    "solo_yield": "never",
    "yield_record": "seat",
    "retro_spades": "play",
    "jester_self": True,
    "exact_kill": "top",
}
ACE_TO_X = {"tavern_jesters": (0, 0, 0, 0), "solo_flips_from": "tavern", "companions": False}


@pytest.mark.parametrize(
    ("preset", "differs"),
    [
        ("official", {}),
        ("how-to-play", {}),
        ("gamehelp", {}),
        ("two-player", {"seats": (2,)}),
        ("ace-to-x", ACE_TO_X),
        ("ace-to-x-56", {**ACE_TO_X, "ones": True}),
    ],
)
def test_a_preset_is_the_official_column_with_its_differences(preset, differs):
    assert Rules.preset(preset).options() == {**OFFICIAL, **differs}
    assert Rules.preset(preset) == Rules(**differs)


def test_there_are_these_presets_and_options_and_each_is_explained():
    assert set(PRESETS) == set(PRESET_NOTES) == {
        "official", "how-to-play", "gamehelp", "two-player", "ace-to-x", "ace-to-x-56",
    }  # fmt: skip
    assert list(Rules().options()) == list(OFFICIAL) == list(OPTION_NOTES) == list(OPTION_VALUES)


def test_equal_options_are_equal_rules_whatever_the_name():
    assert Rules.preset("official") == Rules.preset("how-to-play") == Rules.preset("gamehelp") == Rules()
    assert Rules.preset("ace-to-x").replace(ones=True) == Rules.preset("ace-to-x-56")
    assert len({Rules.preset(name) for name in PRESETS}) == 4


@pytest.mark.parametrize(
    ("option", "value"), [(option, value) for option, values in OPTION_VALUES.items() for value in values]
)
def test_every_value_is_taken_and_read_back_from_text_and_json(option, value):
    changed = Rules().replace(**{option: value})
    assert getattr(changed, option) == value
    assert Rules.parse(f"official;{option}={value_text(value)}") == changed
    assert parse_setting(f"{option}={value_text(value)}") == (option, value)
    told = list(value) if isinstance(value, tuple) else value
    assert Rules.from_json({"preset": "official", option: told}) == Rules.from_json({option: told}) == changed


@given(rules())
def test_text_json_repr_and_copies_are_read_back(game_rules):
    assert Rules.parse(str(game_rules)) == game_rules
    assert Rules.from_json(game_rules.to_json()) == game_rules
    assert eval(repr(game_rules), {"Rules": Rules}) == game_rules
    assert rules_from(game_rules) == rules_from(str(game_rules)) == rules_from(game_rules.to_json()) == game_rules
    for twin in (pickle.loads(pickle.dumps(game_rules)), copy.deepcopy(game_rules)):
        assert twin == game_rules
        assert hash(twin) == hash(game_rules)


@given(rules(), st.sampled_from(PRESETS))
def test_differences_are_what_makes_the_rules_of_a_preset(game_rules, preset):
    assert Rules.preset(preset).replace(**game_rules.differences(preset)) == game_rules
    assert len(game_rules.differences(game_rules.base)) <= len(game_rules.differences(preset))


BAD = [
    ("seats", ()), ("seats", (0,)), ("seats", (5,)), ("seats", 2), ("seats", "2"), ("seats", (1.0,)),
    ("seats", (True,)),
    ("hand_limits", (8, 7, 6)), ("hand_limits", (8, 7, 6, 0)), ("hand_limits", (8, 7, 6, 11)), ("hand_limits", None),
    ("hand_limits", (8, 7, 6, 5, 5)), ("hand_limits", (8, 7, 6, True)), ("hand_limits", 8),
    ("tavern_jesters", (1, 0, 1, 2)), ("tavern_jesters", (0, 0, 1, 3)), ("tavern_jesters", (0, 0, 1, -1)),
    ("solo_flips", 3), ("solo_flips", -1), ("solo_flips", True), ("solo_flips", "2"), ("solo_flips", None),
    ("solo_flips_from", "hand"), ("solo_flips_from", None),
    ("companions", 1), ("companions", "yes"), ("companions", None), ("ones", 0), ("jester_self", "no"),
    ("combo_limit", -1), ("combo_limit", True), ("combo_limit", 10.0), ("combo_limit", "none"),
    ("overpay", "some"), ("overpay", None), ("overpay", ["any"]), ("solo_yield", "once"), ("solo_yield", True),
    ("yield_record", "table"), ("retro_spades", "suit"), ("exact_kill", "hand"), ("exact_kill", {}),
]  # fmt: skip


@pytest.mark.parametrize(("option", "value"), BAD)
def test_a_value_out_of_range_is_refused_with_the_options_name(option, value):
    with pytest.raises(RulesError, match=option):
        Rules().replace(**{option: value})
    with pytest.raises(RulesError, match=option):
        Rules(**{option: value})
    with pytest.raises(RulesError, match=option):
        Rules.from_json({"preset": "ace-to-x", option: list(value) if isinstance(value, tuple) else value})


def test_contradictions_are_refused_with_the_reason():
    with pytest.raises(RulesError, match="nobody can hold"):
        Rules(tavern_jesters=(1, 0, 1, 2))
    with pytest.raises(RulesError, match="exceed the Tavern"):
        Rules(hand_limits=(8, 7, 6, 11))
    with pytest.raises(RulesError, match="expected 2"):
        Rules.preset("two-player").check_players(3)


@pytest.mark.parametrize("players", [0, 5, -1, True, 2.0, "2", None])
def test_an_impossible_number_of_players_is_refused(players):
    with pytest.raises(RulesError, match="players"):
        Rules().check_players(players)


@given(rules())
def test_whatever_rules_there_are_can_be_dealt(game_rules):
    for players in game_rules.seats:
        deal = Deal.from_seed(1, players, game_rules)
        assert [len(hand) for hand in deal.hands] == [game_rules.hand_limits[players - 1]] * players


@pytest.mark.parametrize("text", ["", "Official", "official ", "official;", "official;ones", "official;ones=maybe",
    "official;weather=fine", "official;combo_limit=ten", "official;combo_limit=-1", "official;combo_limit=1e1",
    "official;combo_limit=9999", "official;hand_limits=8,7,6", "official;seats=", "official;seats=٣", "ones=yes",
    "official;=yes", "official;ones=yes;ones"])  # fmt: skip
def test_a_text_that_is_no_rules_is_refused(text):
    with pytest.raises(RulesError):
        Rules.parse(text)


@pytest.mark.parametrize("value", [None, 3, [], ["official"], True, {"preset": 3}, {"preset": "chess"},
    {"weather": "fine"}, {"self": 1}, {"cls": 1}, {"": 1}])  # fmt: skip
def test_a_value_that_is_no_rules_is_refused(value):
    with pytest.raises(RulesError):
        Rules.from_json(value)


@pytest.mark.parametrize("option", OPTION_VALUES)
def test_what_an_option_may_be_is_said_for_people(option):
    said = option_values(option)
    if isinstance(OFFICIAL[option], str):
        assert said.split(", ") == OPTION_VALUES[option]
    assert said
    assert "\n" not in said


def test_rules_cannot_be_changed_and_unknown_options_are_refused():
    with pytest.raises(dataclasses.FrozenInstanceError):
        Rules().ones = True
    with pytest.raises(RulesError, match="weather"):
        Rules().replace(weather="fine")
    with pytest.raises(RulesError, match="weather"):
        option_values("weather")


def test_seats_are_a_set():
    assert Rules(seats=(3, 1, 3)) == Rules(seats=(1, 3)) == Rules(seats=[1, 3])
