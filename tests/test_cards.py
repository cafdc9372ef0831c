"""Suits, ranks, cards and sets of cards: notation both ways, values, order, immutability."""

import copy
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import RANKS, SUITED, SUITS, card_sets, cards

from regicide_solver import JESTER, Card, CardSet, NotationError, Rank, Suit, card_set, parse_card, parse_cards

NAMES = {"Card": Card, "CardSet": CardSet}
VALUES = dict(zip(RANKS, (1, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 15, 20), strict=True))


@given(cards)
def test_a_card_is_printed_and_read_back(card):
    assert parse_card(str(card)) is card
    assert eval(repr(card), NAMES) is card
    assert parse_card(card.sign) is card


@given(cards, st.sampled_from(["", "\ufe0e", "\ufe0f"]), st.sampled_from(["{}", " {} ", "\t{}\n"]), st.booleans())
def test_reading_is_tolerant(card, selector, frame, lower):
    text = card.text.lower() if lower else card.text
    assert parse_card(frame.format(text)) is card
    if card.suit is not None:
        assert parse_card(frame.format(card.sign + selector)) is card


def test_t_is_a_ten_and_open_suit_signs_are_suits():
    assert parse_card("Th") is parse_card("10♡") is Card("10H")
    assert [parse_card("A" + sign) for sign in "♧♢♡♤"] == [Card("AC"), Card("AD"), Card("AH"), Card("AS")]


@pytest.mark.parametrize(
    "text",
    ["", " ", "1", "C", "11C", "0C", "10", "HA", "10 H", "AC AD", "**", "JOKER", "A\ufe0fC", "AC\ufe0f\ufe0f", "１C",
     "2ſ", "Kℂ", "\u212aH", "10H\x00", "1OH", "-2C", "2.0C", "A♥♥"],
)  # fmt: skip
def test_what_is_no_card_is_refused(text):
    with pytest.raises(NotationError, match="not a card"):
        parse_card(text)


@pytest.mark.parametrize("value", [None, 7, b"AC", ["AC"], Card("AC"), 1.5, True])
def test_what_is_no_text_is_no_card(value):
    with pytest.raises(NotationError, match="not a card"):
        parse_card(value)


def test_card_order_is_by_rank_then_suit_with_the_jester_last():
    assert sorted([*SUITED[::-1], JESTER]) == [*SUITED, JESTER]
    assert [card.index for card in SUITED] == list(range(56))
    assert JESTER.index == 56
    assert Card("AS") < Card("1C") < Card("2C")
    assert max(Card("KS"), JESTER) is JESTER


@pytest.mark.parametrize("card", SUITED, ids=str)
def test_rank_suit_and_value(card):
    rank, suit = card.text[:-1], card.text[-1]
    assert (card.rank.text, card.suit.letter) == (rank, suit)
    assert card.value == card.rank.value_of_card == VALUES[rank]
    assert card.is_royal == (rank in "JQK")


def test_the_jester_has_no_suit_and_no_value():
    assert (JESTER.rank, JESTER.suit, JESTER.value, JESTER.is_royal) == (None, None, 0, False)


def test_suits_and_ranks_are_in_card_order():
    assert "".join(suit.letter for suit in Suit) == SUITS
    assert tuple(rank.text for rank in Rank) == RANKS


@given(cards)
def test_there_is_one_object_for_each_card(card):
    for twin in (Card(card.text), copy.copy(card), copy.deepcopy(card), pickle.loads(pickle.dumps(card))):
        assert twin is card


@pytest.mark.parametrize("name", ["index", "rank", "value", "text", "other"])
def test_cards_and_sets_cannot_be_changed(name):
    for value in (Card("AC"), CardSet("AC 2C")):
        with pytest.raises(AttributeError):
            setattr(value, name, 1)
        with pytest.raises(AttributeError):
            delattr(value, name)
    with pytest.raises(AttributeError):
        CardSet("AC").mask = 0


@given(card_sets())
def test_a_set_is_printed_and_read_back(chosen):
    assert parse_cards(str(chosen)) == chosen
    assert eval(repr(chosen), NAMES) == chosen
    assert CardSet.from_mask(chosen.mask) == chosen
    assert pickle.loads(pickle.dumps(chosen)) == copy.deepcopy(chosen) == copy.copy(chosen) == chosen


@given(card_sets(), st.randoms(use_true_random=False), st.sampled_from([" ", ",", "+", ", ", " + ", "\n"]))
def test_the_order_and_the_separator_do_not_matter(chosen, random, separator):
    shuffled = list(chosen)
    random.shuffle(shuffled)
    assert card_set(shuffled) == parse_cards(separator.join(map(str, shuffled))) == chosen
    assert hash(card_set(shuffled)) == hash(chosen)


@given(card_sets())
def test_a_set_is_a_sorted_sequence(chosen):
    listed = list(chosen)
    assert listed == sorted(listed)
    assert len(chosen) == len(listed)
    assert chosen.value == sum(card.value for card in listed)
    assert bool(chosen) == bool(listed)
    assert all(card in chosen for card in listed)
    assert [card for card in (*SUITED, JESTER) if card in chosen] == list(dict.fromkeys(listed))
    assert [chosen[place] for place in range(len(chosen))] == listed
    assert chosen[1:] == tuple(listed[1:])
    assert list(reversed(chosen)) == listed[::-1]


@given(card_sets(), card_sets())
def test_sets_are_equal_exactly_when_they_hold_the_same_cards(one, other):
    assert (one == other) == (list(one) == list(other))
    assert one != str(one)


@pytest.mark.parametrize(
    ("text", "says"),
    [("2C 2C", "2C stands twice"), ("* * *", "two Jesters"), ("2C x", "not a card: 'x'"), ("2C;3C", "not a card")],
)
def test_what_is_no_set_is_refused(text, says):
    with pytest.raises(NotationError, match=says):
        parse_cards(text)


@pytest.mark.parametrize("mask", [-1, 3 << 56, 1 << 60])
def test_what_is_no_mask_is_refused(mask):
    with pytest.raises(NotationError, match="mask"):
        CardSet.from_mask(mask)


@pytest.mark.parametrize("value", [["AC"], [Card("AC"), None], [3]])
def test_a_set_is_made_of_cards_only(value):
    with pytest.raises(NotationError, match="not a card"):
        card_set(value)
