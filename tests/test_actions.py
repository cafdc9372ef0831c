"""Actions: values, notation, order."""

import copy
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import actions

from regicide_solver import CardSet, Discard, Flip, NotationError, Play, Yield, parse_action
from regicide_solver.actions import action_order

NAMES = {"Play": Play, "Discard": Discard, "Yield": Yield, "Flip": Flip}


@given(actions())
def test_an_action_is_printed_and_read_back(action):
    assert parse_action(str(action)) == action
    assert eval(repr(action), NAMES) == action


@given(actions())
def test_copies_are_equal_and_hash_alike(action):
    for twin in (pickle.loads(pickle.dumps(action)), copy.copy(action), copy.deepcopy(action)):
        assert twin == action
        assert hash(twin) == hash(action)


@given(actions(), actions())
def test_actions_are_equal_exactly_when_their_notation_is(one, other):
    assert (one == other) == (str(one) == str(other))
    assert (action_order(one) == action_order(other)) == (one == other)


@pytest.mark.parametrize("action", [Play("2C"), Play("*", 0), Discard("2C"), Yield(), Flip()])
def test_actions_cannot_be_changed(action):
    for name in ("mask", "cards", "next_seat", "other"):
        with pytest.raises(AttributeError):
            setattr(action, name, 1)
        with pytest.raises(AttributeError):
            delattr(action, name)


def test_a_play_and_a_payment_of_the_same_cards_differ():
    assert Play("2C") != Discard("2C")
    assert Play("2C") != "play 2C"
    assert Yield() != Flip()
    assert len({Play("2C"), Discard("2C"), Yield(), Flip(), Play("*", 0), Play("*", 1)}) == 6


def test_cards_are_those_given():
    assert Play("7C AS").cards == Discard("AS 7C").cards == CardSet("AS 7C")
    assert Play("*", next_seat=2).next_seat == 2
    assert Play("2C").next_seat is None


@pytest.mark.parametrize(
    "make",
    [
        lambda: Play(""),
        lambda: Discard(""),
        lambda: Play("*"),
        lambda: Play("2C", 1),
        lambda: Play("* 2C", 1),
        lambda: Play("*", 4),
        lambda: Play("*", -1),
        lambda: Play("*", True),
        lambda: Play("2C 2C"),
        lambda: Discard("* * *"),
    ],
)
def test_what_is_no_action_cannot_be_made(make):
    with pytest.raises(NotationError):
        make()


def test_the_documented_order():
    expected = [
        Play("AC"), Play("10S"), Play("*", 0), Play("*", 3), Play("AC AD"), Play("AC 10S"), Play("2C 2D"),
        Play("2C 2D 2H"), Discard("KC"), Discard("2C 3C"), Yield(), Flip(),
    ]  # fmt: skip
    backwards = expected[::-1]
    assert sorted(backwards, key=action_order) == expected


@given(st.lists(actions(), max_size=8, unique=True))
def test_the_order_sorts_by_kind_then_number_of_cards_then_card_order(listed):
    def plain(action):
        kind = [Play, Discard, Yield, Flip].index(type(action))
        chosen = list(getattr(action, "cards", ()))
        seat = getattr(action, "next_seat", None)
        return kind, len(chosen), chosen, -1 if seat is None else seat

    assert sorted(listed, key=action_order) == sorted(listed, key=plain)
