"""Deals: seed scheme 1 to the letter, counts and fairness of the set-up (ids of SETUP_FACTS in the names), JSON."""

import copy
import json
import pickle
from collections import Counter
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import deals

from regicide_solver import (
    Card,
    CardSet,
    Deal,
    ImpossiblePositionError,
    NotationError,
    Rank,
    Rules,
    RulesError,
    State,
    parse_line,
)
from regicide_solver.deals import read_game
from regicide_solver.strict_json import load_json

NAMES = {"Card": Card, "CardSet": CardSet, "Deal": Deal, "Rules": Rules}
# 99.9 % quantiles of chi-square by degrees of freedom; all seeds are fixed.
CHI_SQUARE = {23: 49.73, 63: 103.4}


def text(cards):
    return " ".join(map(str, cards))


# --- the vectors of scheme 1 --------------------------------------------------------------------------------------

CASTLE_42 = "JH JC JS JD QH QS QD QC KC KS KH KD"
VECTORS = [
    ("official", 1, "", ["AC 5C 7S 9C 9D 9S 10D 10H"], "6C 5D 8C 8S 4S 2S 3H 10S"),
    (
        "official",
        2,
        "",
        ["AC 4S 6C 7S 8C 9C 10D", "2S 5C 5D 8S 9D 9S 10H"],
        "3H 10S 7C 8H 2D 3S AD 9H 6H 3D AH AS 2H 7D 4D 5H 2C 10C 6S 4C 6D 5S 8D 7H 3C 4H",
    ),
    ("official", 3, "", [None, None, "5C 5S 6C 9D 10H *"], "8H AD 10D 6D"),
    ("official", 4, "", [None, None, None, "AS 3H 7S 9C *"], "10D 6D * 8H"),
    ("ace-to-x", 1, "9C 9S", ["AC 5C 5D 6C 7S 9D 10D 10H"], "8C 8S 4S 2S"),
    ("ace-to-x-56", 2, "", ["AC AH 3C 4C 5S 7C 9S", None], "5D 7H 2S 10H"),
]


@pytest.mark.parametrize(("rules", "players", "aside", "hands", "tavern"), VECTORS)
def test_seed_42_is_dealt_as_the_scheme_says(rules, players, aside, hands, tavern):
    deal = Deal.from_seed(42, players, rules)
    assert text(deal.castle) == CASTLE_42
    assert text(deal.aside) == aside
    assert [told or text(hand) for told, hand in zip(hands, deal.hands, strict=True)] == list(map(text, deal.hands))
    assert text(deal.tavern).startswith(tavern)
    assert len(deal.hands) == players


def test_c81_hands_are_dealt_round_robin_from_seat_one():
    # The same Tavern order for two and for one player: no Jesters in either deck.
    solo = Deal.from_seed(42, 1)
    two = Deal.from_seed(42, 2)
    first_eight = {*solo.hands[0]}
    assert {*two.hands[0][:], *two.hands[1][:]} >= first_eight
    assert len(first_eight & {*two.hands[0]}) == len(first_eight & {*two.hands[1]}) == 4


# --- counts -------------------------------------------------------------------------------------------------------

COUNTS = [
    ("c72-official", "official", 1, 8, 32, 0, 2, 0),
    ("c72-official", "official", 2, 7, 26, 0, 0, 0),
    ("c72-official", "official", 3, 6, 23, 1, 0, 0),
    ("c72-official", "official", 4, 5, 22, 2, 0, 0),
    ("s3-two-player", "two-player", 2, 7, 26, 0, 0, 0),
    ("s4-ace-to-x", "ace-to-x", 1, 8, 30, 0, 2, 2),
    ("s4-ace-to-x", "ace-to-x", 2, 7, 26, 0, 0, 0),
    ("s4-ace-to-x", "ace-to-x", 3, 6, 22, 0, 0, 0),
    ("s4-ace-to-x", "ace-to-x", 4, 5, 20, 0, 0, 0),
    ("s5-ace-to-x-56", "ace-to-x-56", 1, 8, 34, 0, 2, 2),
    ("s5-ace-to-x-56", "ace-to-x-56", 2, 7, 30, 0, 0, 0),
    ("s5-ace-to-x-56", "ace-to-x-56", 3, 6, 26, 0, 0, 0),
    ("s5-ace-to-x-56", "ace-to-x-56", 4, 5, 24, 0, 0, 0),
    *(
        ("s6-" + preset, preset, players, 9 - players, left, jesters, flips, 0)
        for preset in ("how-to-play", "gamehelp")
        for players, left, jesters, flips in ((1, 32, 0, 2), (2, 26, 0, 0), (3, 23, 1, 0), (4, 22, 2, 0))
    ),
]


@pytest.mark.parametrize(
    ("rules", "players", "hand", "left", "jesters", "flips", "aside"),
    [row[1:] for row in COUNTS],
    ids=[f"{row[0]}-{row[2]}" for row in COUNTS],
)
def test_exact_counts_for_every_seed(rules, players, hand, left, jesters, flips, aside):
    for seed in (0, 1, 42, 2**64 - 1, *range(1000, 1020)):
        deal = Deal.from_seed(seed, players, rules)
        assert [len(cards) for cards in deal.hands] == [hand] * players
        assert (len(deal.tavern), deal.flips, len(deal.aside)) == (left, flips, aside)
        everything = [*deal.castle, *deal.tavern, *deal.aside, *(card for cards in deal.hands for card in cards)]
        assert everything.count(Card("*")) == jesters
        assert len(everything) == (56 if rules == "ace-to-x-56" else 52) + jesters
        assert len(set(everything)) == len(everything) - max(0, jesters - 1)
        assert not any(card.is_royal for card in everything[12:])


def test_s1_the_first_seat_is_free():
    deal = Deal.from_seed(5, 4)
    assert [deal.state(first).turn for first in (1, 2, 3, 4)] == [0, 1, 2, 3]
    assert Deal.from_seed(5, 4, first=3).state().turn == 2
    assert Deal.from_seed(5, 4, first=3).hands == deal.hands


def test_s2_a_game_that_flips_twice_ends_with_no_flip_left():
    state = State([""], "KD", "", rules="ace-to-x", flips=2, damage=20, tavern="2C 3C 4C 5C 6C 7C 8C 9C 10C")
    for action in parse_line("flip; flip; play 10C"):
        state = state.apply(action)
    assert (state.outcome(), state.flips) == ("won", 0)


@pytest.mark.parametrize(
    ("name", "value", "attack", "health"),
    [("JC", 10, 10, 20), ("QC", 15, 15, 30), ("KC", 20, 20, 40), ("AC", 1, 0, 0), ("1C", 1, 0, 0), ("*", 0, 0, 0)],
)
def test_s7_values_attacks_and_healths(name, value, attack, health):
    state = State(["2D"], name)
    assert (Card(name).value, state.attack, state.health) == (value, attack, health)


# --- fairness -----------------------------------------------------------------------------------------------------


def test_c80_each_of_the_24_orders_of_every_rank_is_equally_likely():
    castles = [Deal.from_seed(seed).castle for seed in range(2400)]
    for place, rank in ((0, Rank.JACK), (4, Rank.QUEEN), (8, Rank.KING)):
        groups = Counter(castle[place : place + 4] for castle in castles)
        orders = list(permutations(sorted(castles[0][place : place + 4])))
        assert {card.rank for group in groups for card in group} == {rank}
        assert set(groups) == set(orders)
        assert sum((groups[order] - 100) ** 2 / 100 for order in orders) < CHI_SQUARE[23]
    tops = Counter((castle[0].suit, castle[4].suit, castle[8].suit) for castle in castles)
    assert len(tops) == 64
    assert sum((count - 37.5) ** 2 / 37.5 for count in tops.values()) < CHI_SQUARE[63]


def test_every_card_comes_to_every_seat_about_equally_often():
    counts = Counter(card for seed in range(1000) for card in Deal.from_seed(seed, 2).hands[0])
    assert len(counts) == 40
    assert all(120 < count < 235 for count in counts.values())  # 175 expected; five standard deviations are 60


# --- JSON, repr, copies -------------------------------------------------------------------------------------------


@given(deals())
def test_json_is_read_back(deal):
    assert Deal.from_json(deal.to_json()) == deal
    assert Deal.from_json(load_json(json.dumps(deal.to_json()))) == deal
    assert read_game(deal.to_json()) == deal


@given(deals())
def test_repr_evaluates_back_and_copies_are_equal(deal):
    assert eval(repr(deal), NAMES) == deal
    for twin in (pickle.loads(pickle.dumps(deal)), copy.copy(deal), copy.deepcopy(deal)):
        assert twin == deal
        assert hash(twin) == hash(deal)


@given(deals())
def test_the_first_state_holds_the_deal(deal):
    state = deal.state()
    assert state.problems() == ()
    assert (state.hands, state.tavern, state.seed, state.flips) == (deal.hands, deal.tavern, deal.seed, deal.flips)
    assert (state.enemy, *state.castle) == deal.castle
    assert (state.turn, state.phase, state.damage, state.heals) == (deal.first - 1, "play", 0, 0)


@given(deals())
def test_hands_in_json_are_in_card_order(deal):
    for hand in deal.to_json()["hands"]:
        assert hand == sorted(hand, key=Card)


def test_the_same_seed_gives_the_same_deal_and_another_seed_another():
    assert Deal.from_seed(9, 3) == Deal.from_seed(9, 3)
    assert len({Deal.from_seed(seed, 3) for seed in range(200)}) == 200


def test_a_deal_can_be_typed_in_with_what_differs_from_the_default_only():
    told = Deal.from_seed(3, 2).to_json()
    typed = {name: told[name] for name in ("castle", "hands", "tavern")}
    deal = Deal.from_json(typed)
    assert (deal.players, deal.seed, deal.first, deal.rules) == (2, 0, 1, Rules())
    assert deal.hands == Deal.from_seed(3, 2).hands


def test_to_json_has_the_fields_of_the_format():
    assert list(Deal.from_seed(42).to_json()) == [
        "seed", "scheme", "rules", "players", "first", "castle", "hands", "tavern", "flips", "aside",
    ]  # fmt: skip


def swap(name, change):
    def edit(told):
        told[name] = change(told[name])

    return edit


@pytest.mark.parametrize(
    ("edit", "error", "says"),
    [
        (swap("tavern", lambda cards: cards[1:]), ImpossiblePositionError, "missing: 3H"),
        (swap("tavern", lambda cards: [*cards, "AC"]), ImpossiblePositionError, "AC stands too often"),
        (swap("tavern", lambda cards: [*cards, "*"]), ImpossiblePositionError, r"\* is not in this deck"),
        (swap("tavern", lambda cards: [*cards, "1C"]), ImpossiblePositionError, "1C is not in this deck"),
        (swap("castle", lambda cards: cards[::-1]), ImpossiblePositionError, "castle"),
        (swap("hands", lambda hands: [[*hands[0], hands[1][0]], hands[1][1:]]), ImpossiblePositionError, "8 cards"),
        (swap("hands", lambda hands: [[*hands[0][1:], "4S"], hands[1]]), ImpossiblePositionError, "4S stands twice"),
        (swap("hands", lambda hands: hands[:1]), NotationError, "1 hands"),
        (swap("players", lambda _: 5), RulesError, "players"),
        (swap("players", lambda _: True), NotationError, "players"),
        (swap("first", lambda _: 3), RulesError, "no seat"),
        (swap("first", lambda _: 0), NotationError, "first"),
        (swap("flips", lambda _: 1), ImpossiblePositionError, "flips"),
        (swap("aside", lambda _: ["2C"]), ImpossiblePositionError, "set aside"),
        (swap("scheme", lambda _: 2), NotationError, "scheme"),
        (swap("seed", lambda _: 2**64), NotationError, "seed"),
        (swap("seed", lambda _: -1), NotationError, "seed"),
        (swap("seed", lambda _: "42"), NotationError, "seed"),
        (swap("rules", lambda _: "whist"), RulesError, "whist"),
        (lambda told: told.pop("castle"), NotationError, "castle is missing"),
        (lambda told: told.update(weather="fine"), NotationError, "weather"),
    ],
)
def test_what_is_wrong_with_a_deal_is_said(edit, error, says):
    told = Deal.from_seed(42).to_json()
    edit(told)
    with pytest.raises(error, match=says):
        Deal.from_json(told)


def test_all_defects_of_a_deal_are_named_at_once():
    told = Deal.from_seed(42).to_json() | {"flips": 1}
    told["castle"] = told["castle"][::-1]
    told["tavern"] = told["tavern"][1:]
    with pytest.raises(ImpossiblePositionError) as caught:
        Deal.from_json(told)
    assert len(caught.value.problems) == 3


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ({"seed": -1}, NotationError),
        ({"seed": 2**64}, NotationError),
        ({"seed": True}, NotationError),
        ({"seed": 1, "players": 5}, RulesError),
        ({"seed": 1, "players": 0}, RulesError),
        ({"seed": 1, "players": 3, "rules": "two-player"}, RulesError),
        ({"seed": 1, "players": 2, "first": 3}, RulesError),
        ({"seed": 1, "rules": "bridge"}, RulesError),
    ],
)
def test_impossible_requests_for_a_deal_are_refused(arguments, error):
    with pytest.raises(error):
        Deal.from_seed(**arguments)


@given(st.integers(1, 4), st.integers(-3, 9))
def test_a_seat_that_is_not_there_cannot_begin(players, first):
    deal = Deal.from_seed(0, players)
    if 1 <= first <= players:
        assert deal.state(first).turn == first - 1
    else:
        with pytest.raises(RulesError, match="no seat"):
            deal.state(first)


def test_an_object_with_an_enemy_is_a_position():
    assert isinstance(read_game({"players": 2, "enemy": "JH", "hands": [["2C"], []]}), State)
    with pytest.raises(NotationError, match="expected an object"):
        read_game([1, 2])
