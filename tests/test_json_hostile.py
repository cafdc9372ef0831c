"""Hostile input to every parser: only this library's errors come out, each one printable line."""

import json

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from strategies import deals, json_values, positions

from regicide_solver import (
    Card,
    Deal,
    ImpossiblePositionError,
    NotationError,
    RegicideError,
    Rules,
    State,
    parse_action,
    parse_card,
    parse_cards,
    parse_line,
)
from regicide_solver.deals import read_game
from regicide_solver.rules import parse_setting, rules_from
from regicide_solver.shuffle import check_seed, parse_seed
from regicide_solver.strict_json import DEPTH_LIMIT, SIZE_LIMIT, load_json

LONGEST_MESSAGE = 300
TEXT_PARSERS = [parse_card, parse_cards, parse_action, parse_line, parse_seed, parse_setting, Rules.parse, State.parse]
VALUE_PARSERS = [Rules.from_json, State.from_json, Deal.from_json, read_game, check_seed]
ANY_VALUE = TEXT_PARSERS


def check_message(error):
    """An error is one printable line; what lists every defect may be long, each defect by itself may not."""
    told = str(error)
    assert told.isprintable(), ascii(told)
    parts = error.problems if isinstance(error, ImpossiblePositionError) else [told]
    assert parts
    for part in parts:
        assert 0 < len(part) <= LONGEST_MESSAGE, part


def refused_or_read(parser, value):
    """Give what a parser makes of a value, or None where it refuses; anything but this library's errors fails."""
    try:
        return parser(value)
    except RegicideError as error:
        check_message(error)
        return None


LINE = "official 1 play JH QS,KD 0 0 0 no - 2C,10D/3C 9C,8C - -- 0 0 0"
WORDS = [
    "play", "discard", "yield", "flip", "2C", "10H", "*", ">3", "+", ",", ";", "/", "-", "official", "ones=yes", "=",
    "0", "1", "yes", "no", "--", "suffer", "JH", "\u0663", "\x00", "\n", "\u2028", "\ud800", "combo_limit=", "#",
    "\N{RIGHT-TO-LEFT OVERRIDE}", "♥", "\ufe0f",
]  # fmt: skip
texts = st.one_of(
    st.text(max_size=60),
    st.lists(st.sampled_from(WORDS), max_size=22).map(" ".join),
    st.lists(st.sampled_from(WORDS), max_size=12).map("".join),
)


@pytest.mark.parametrize("parser", TEXT_PARSERS, ids=lambda parser: parser.__qualname__)
@given(text=texts)
@example(text="9" * 5000)
@example(text="x" * 100_000)
@example(text="\n" * 500)
@example(text="\ud800")
@example(text="official;" * 200)
@example(text="2C " * 40)
@example(text="play " + "+".join(["2C"] * 40))
def test_any_text_is_read_or_refused(parser, text):
    refused_or_read(parser, text)


@given(st.integers(0, 16), texts.map(lambda text: "".join(text.split()) or "-"))
def test_any_word_in_a_line_is_read_or_refused(place, word):
    fields = LINE.split()
    fields[place] = word
    state = refused_or_read(State.parse, " ".join(fields))
    assert state is None or State.parse(str(state)) == state


@pytest.mark.parametrize("parser", ANY_VALUE, ids=lambda parser: parser.__qualname__)
@given(value=json_values | st.binary(max_size=20))
def test_what_is_no_text_is_refused(parser, value):
    if not isinstance(value, str):
        with pytest.raises(RegicideError) as caught:
            parser(value)
        check_message(caught.value)


@pytest.mark.parametrize("parser", VALUE_PARSERS, ids=lambda parser: parser.__qualname__)
@given(value=json_values)
@example(value={"self": 1})
@example(value={"players": 2, "enemy": "JH", "hands": [["2C"], []], "rules": {"self": 1}})
@example(value={"rules": {"preset": ["official"]}, "hands": []})
@example(value={"castle": [[]], "hands": [[{}]], "tavern": [None]})
def test_any_json_value_is_read_or_refused(parser, value):
    refused_or_read(parser, value)


@given(positions(), st.data())
def test_a_position_with_any_value_in_a_field_is_read_or_refused(state, data):
    told = state.to_json()
    name = data.draw(st.sampled_from([*told, "plays", "rules", "weather"]))
    told[name] = data.draw(json_values | st.lists(st.sampled_from(["2C", "*", "KS", "1C"]), max_size=4) | texts)
    again = refused_or_read(State.from_json, told)
    assert again is None or State.from_json(again.to_json()) == again


@given(deals(), st.data())
def test_a_deal_with_any_value_in_a_field_is_read_or_refused(deal, data):
    told = deal.to_json()
    name = data.draw(st.sampled_from([*told, "weather"]))
    told[name] = data.draw(json_values | st.lists(st.sampled_from(["2C", "*", "KS", "1C"]), max_size=4) | texts)
    again = refused_or_read(Deal.from_json, told)
    assert again is None or Deal.from_json(again.to_json()) == again


@given(st.sampled_from([*Rules().options(), "preset", "weather", "self"]), json_values)
def test_rules_with_any_value_of_an_option_are_read_or_refused(name, value):
    for parser in (Rules.from_json, rules_from):
        rules = refused_or_read(parser, {name: value})
        assert rules is None or Rules.from_json(rules.to_json()) == rules


# --- JSON text ----------------------------------------------------------------------------------------------------


@given(json_values)
def test_json_is_read_as_python_reads_it(value):
    text = json.dumps(value)
    if "NaN" in text or "Infinity" in text:
        value = refused_or_read(load_json, text)
        assert value is None or '"' in text
    else:
        assert load_json(text) == load_json(text.encode()) == json.loads(text)


@given(st.text(max_size=80) | st.binary(max_size=80) | st.text(alphabet='[]{}",:\\0123eE.+-ntf ', max_size=60))
def test_any_text_or_bytes_are_json_or_refused(text):
    refused_or_read(load_json, text)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "not JSON"), ("{", "not JSON"), ("{'a': 1}", "not JSON"), ('{"a": 1,}', "not JSON"), ("[1] 2", "not JSON"),
        ("NaN", "NaN is no number"), ("[Infinity]", "Infinity is no number"), ("[-Infinity]", "Infinity is no number"),
        ('{"a": 1, "a": 1}', "'a' stands twice"), ('{"b": {"a": 1, "c": 2, "a": 3}}', "'a' stands twice"),
        ("9" * 31, "31 characters"), ("[1." + "0" * 40 + "]", "42 characters"), ("-" + "9" * 4500, "4501 characters"),
        (b"\xff\xfe", "UTF-8"), (b'"\xc3"', "UTF-8"), ('"\x00"', "not JSON"), ("\ufeff\ufeff{}", "not JSON"),
        ("[" * (DEPTH_LIMIT + 1) + "]" * (DEPTH_LIMIT + 1), "nested deeper"), ("[" * 200_000, "nested deeper"),
        ('{"a":' * 100_000, "nested deeper"), ("]" * 100_000, "not JSON"), ('"' + "[" * 1000, "deeper"),
        ('"\\"' + "[" * 1000, "deeper"), ("[" * 30 + '"]]"' + "[" * 30, "nested deeper"),
        (" " * (SIZE_LIMIT + 1), "10000000 bytes"), (b" " * (SIZE_LIMIT + 1), "10000000 bytes"),
    ],
    ids=range(26),
)  # fmt: skip
def test_json_that_is_refused(text, says):
    with pytest.raises(NotationError, match=says) as caught:
        load_json(text, "deal.json")
    check_message(caught.value)
    assert str(caught.value).startswith("deal.json: ")


def test_json_at_its_bounds_is_read():
    deep = "[" * DEPTH_LIMIT + "]" * DEPTH_LIMIT
    assert json.dumps(load_json(deep)) == deep
    assert load_json('["' + "[" * 1000 + '"]') == ["[" * 1000]
    assert load_json('["\\"' + "[" * 1000 + '"]') == ['"' + "[" * 1000]
    assert load_json(b"\xef\xbb\xbf[1]") == [1]
    assert load_json("9" * 30) == int("9" * 30)
    assert load_json("[]" + " " * (SIZE_LIMIT - 2)) == []


BASE = '{"players": 2, "enemy": "JH", "hands": [["2C"], []]'


@pytest.mark.parametrize(
    "rest",
    [
        '"turn": true', '"damage": 1e1', '"damage": 1.0', '"damage": false', '"damage": -1',
        '"seed": 18446744073709551616',
        '"seed": 123456789012345678901234567890', '"seed": "42"', '"turn": "\\u0661"', '"tavern": ["\\u0663C"]',
        '"players": 2', '"cancelled": 0', '"yielded": [0, 1]', '"yielded": ["", ""]', '"rules": {"ones": 1}',
        '"rules": {"ones": true, "ones": true}', '"rules": {"solo_flips": true}', '"rules": {"combo_limit": 1e1}',
        '"castle": "QS"', '"castle": {"QS": 1}', '"plays": [["2D"]], "damage": 0', '"health": NaN', '"__class__": 1',
        '"castle": [["QS"]]', '"heals": 4294967296', '"flips": null', '"tavern": ["9C\\u0000"]',
    ],
)  # fmt: skip
def test_a_position_with_a_hostile_field_is_refused(rest):
    assert isinstance(State.from_json(load_json(BASE + "}")), State)
    with pytest.raises(RegicideError) as caught:
        State.from_json(load_json(f"{BASE}, {rest}}}"))
    check_message(caught.value)


@pytest.mark.parametrize(
    "seed", ["٣", "²", "⑤", "１２", "-5", "+5", "1_0", " 1", "1\n", "", "9" * 100, "0b1", "1.0", "½"]
)
def test_seeds_are_ascii_digits(seed):
    with pytest.raises(NotationError) as caught:
        parse_seed(seed)
    check_message(caught.value)


def test_numbers_that_python_will_not_write_are_refused():
    with pytest.raises(RegicideError):
        State.from_json({"players": 10**5000, "enemy": "JH", "hands": [["2C"]]})
    with pytest.raises(RegicideError):
        load_json(None)
    with pytest.raises(RegicideError):
        Rules.parse("official;ones=yes;ones=no")


def test_absurdly_many_hands_or_cards_are_refused():
    with pytest.raises(RegicideError):
        State(["2C"] * 10, "JH")
    with pytest.raises(RegicideError):
        State(["2C"], "JH", tavern=[Card("2C")] * 59)
    with pytest.raises(RegicideError):
        State(["2C"], "JH", tavern=["2C"])
    assert State(["2C"] * 5, "JH").key != State(["2C"] * 5, "JS").key
