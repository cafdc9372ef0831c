"""Actions and lines as text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import actions

from regicide_solver import Discard, Flip, NotationError, Play, Yield, parse_action, parse_line


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("play 7S", Play("7S")),
        ("PLAY 7s", Play("7S")),
        ("  play   7S  ", Play("7S")),
        ("play AS+7C", Play("AS 7C")),
        ("play 7c + as", Play("AS 7C")),
        ("play 7♣,A♠️", Play("AS 7C")),
        ("play TH", Play("10H")),
        ("play *>3", Play("*", 2)),
        ("play * > 1", Play("*", 0)),
        ("yield", Yield()),
        ("Yield ", Yield()),
        ("discard 10C+3D", Discard("3D 10C")),
        ("discard 10C 3D *", Discard("3D 10C *")),
        ("flip", Flip()),
    ],
)
def test_reading_is_tolerant_and_printing_canonical(text, action):
    assert parse_action(text) == action
    assert parse_action(str(action)) == action


@pytest.mark.parametrize(
    "text",
    ["", "play", "play ", "discard", "pass", "play 7S>2", "play *", "play *>0", "play *>5", "play *>", "play *>٢",
     "yield 7S", "flip now", "play 5C+5C", "play 7S;play 8S", "7S", "play7S", "play 7S-8S", "play *>1 2", "discard *>1",
     "play +", "\x00", "play 7S\x00"],
)  # fmt: skip
def test_what_is_no_action_is_refused(text):
    with pytest.raises(NotationError, match="not an action"):
        parse_action(text)


@pytest.mark.parametrize("value", [None, 7, b"yield", ["yield"], Yield()])
def test_what_is_no_text_is_refused(value):
    with pytest.raises(NotationError):
        parse_action(value)
    with pytest.raises(NotationError):
        parse_line(value)


@given(st.lists(actions(), max_size=10), st.sampled_from(["; ", ";", "\n", " ;\n\n; "]))
def test_a_line_is_printed_and_read_back(line, separator):
    assert parse_line(separator.join(map(str, line))) == tuple(line)


def test_remarks_and_empty_parts_are_passed_over():
    text = "# a game\nplay 7S;; # so be it; yield\n\n discard 10C\n"
    assert parse_line(text) == (Play("7S"), Discard("10C"))
    assert parse_line("") == parse_line("# yield") == ()


def test_the_action_that_cannot_be_read_is_named_by_its_number():
    with pytest.raises(NotationError, match=r"action 3 of the line: not an action: 'play 7X'"):
        parse_line("yield; flip; play 7X; yield")


def test_an_endless_line_is_refused():
    with pytest.raises(NotationError, match="at most"):
        parse_line("yield;" * 20_000)
