"""Positions as JSON and as a line of text: both ways, told and with plays, tolerant and strict."""

import copy
import json
import pickle

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from strategies import DERIVED, changed, positions, states

from regicide_solver import (
    IllegalActionError,
    ImpossiblePositionError,
    NotationError,
    RegicideError,
    RulesError,
    State,
    parse_action,
)
from regicide_solver.strict_json import load_json

BASE = {"players": 2, "enemy": "JH", "castle": ["QS", "KD"], "hands": [["2C", "10D"], ["3C"]], "tavern": ["9C", "8C"]}
LINE = "official 1 play JH QS,KD 0 0 0 no - 2C,10D/3C 9C,8C - -- 0 0 0"


@given(states())
def test_a_state_is_written_and_read_back(state):
    assert State.parse(str(state)) == state
    assert State.from_json(state.to_json()) == state
    assert State.from_json(load_json(json.dumps(state.to_json()))) == state
    assert eval(repr(state), {"State": State}) == state


@given(states())
def test_copies_are_equal_and_hash_alike(state):
    for twin in (pickle.loads(pickle.dumps(state)), copy.copy(state), copy.deepcopy(state), State.parse(str(state))):
        assert twin == state
        assert hash(twin) == hash(state)
        assert twin.key == state.key


@given(states())
def test_the_json_has_the_fields_of_the_format_and_agrees_with_the_attributes(state):
    told = state.to_json()
    assert list(told) == [
        "rules", "players", "turn", "phase", "enemy", "castle", "in_play", "damage", "shield", "locked_shield",
        "cancelled", "hands", "tavern", "discard", "yielded", "flips", "seed", "heals", "health", "attack", "outcome",
    ]  # fmt: skip
    assert told["turn"] == state.turn + 1
    assert told["tavern"] == [card.text for card in state.tavern]
    assert told["castle"] == [card.text for card in state.castle]
    assert told["enemy"] == (state.enemy and state.enemy.text)
    assert told["hands"] == [[card.text for card in hand] for hand in state.hands]
    assert (told["health"], told["attack"], told["outcome"]) == (state.health, state.attack, state.outcome())
    assert not state.hands or state.hand == state.hands[state.turn]


@given(positions(), st.randoms(use_true_random=False))
def test_the_order_within_a_hand_or_pile_does_not_matter_and_that_of_the_tavern_does(state, random):
    told = state.to_json()
    for pile in (*told["hands"], told["in_play"], told["discard"]):
        random.shuffle(pile)
    assert State.from_json(told) == state
    told["tavern"].reverse()
    assert (State.from_json(told) == state) == (state.tavern == state.tavern[::-1])


@given(positions())
def test_the_constructor_takes_what_the_attributes_give(state):
    twin = State(
        state.hands, state.enemy, state.castle, rules=state.rules, turn=state.turn, phase=state.phase,
        damage=state.damage, shield=state.shield, locked_shield=state.locked_shield, cancelled=state.cancelled,
        in_play=state.in_play, tavern=state.tavern, discard=state.discard, yielded=state.yielded, flips=state.flips,
        seed=state.seed, heals=state.heals,
    )  # fmt: skip
    assert twin == state


def test_what_is_left_out_has_its_default():
    state = State.from_json({"players": 2, "enemy": "JH", "hands": [["2C"], []]})
    assert state == State(["2C", ""], "JH")
    assert (state.turn, state.phase, state.damage, state.yielded, state.seed, state.heals) == (
        0, "play", 0, (False, False), 0, 0,
    )  # fmt: skip
    assert (state.castle, state.tavern, len(state.discard), state.flips) == ((), (), 0, 0)


def test_the_line_of_a_position():
    assert str(State.from_json(BASE)) == LINE
    assert State.parse(LINE) == State.parse("  " + LINE.replace(" ", "   ") + "\n") == State.from_json(BASE)


PLAYS = [
    ("JH", [["10S"]], (10, 10, 0, False), "10S"),
    ("QH", [["AS", "7C"]], (16, 8, 0, False), "AS 7C"),
    ("KS", [["AS", "7D"], ["9S"]], (17, 0, 17, False), "AS 7D 9S"),
    ("KS", [["7S"], ["*"], ["4S"]], (11, 11, 0, True), "4S 7S *"),
    ("KC", [["6C"], ["*"], ["4C"]], (14, 0, 0, True), "4C 6C *"),
    ("KC", [], (0, 0, 0, False), ""),
    ("KH", [["2C", "2D", "2S"]], (12, 6, 0, False), "2C 2D 2S"),
    ("KS", [["*"], ["3S"], ["*"]], (3, 3, 0, True), "3S * *"),
]


@pytest.mark.parametrize(("enemy", "plays", "figures", "in_play"), PLAYS)
def test_the_figures_follow_from_the_plays(enemy, plays, figures, in_play):
    base = {"players": 4, "enemy": enemy, "hands": [["5D"], [], [], []], "tavern": ["8H"]}
    state = State.from_json({**base, "plays": plays})
    assert (state.damage, state.shield, state.locked_shield, state.cancelled) == figures
    assert str(state.in_play) == in_play
    names = ("damage", "shield", "locked_shield", "cancelled")
    told = dict(zip(names, figures, strict=True))
    assert State.from_json({**base, **told, "in_play": in_play.split()}) == state


@given(positions(won=False), st.lists(st.integers(0, 2**16), min_size=1, max_size=12))
def test_typing_in_the_plays_of_a_fight_gives_the_state_that_playing_them_gives(start, picks):
    state = changed(start, in_play=[], damage=0, shield=0, locked_shield=0, cancelled=False, phase="play")
    plays = []
    for pick in picks:
        legal = state.legal_actions()
        if not legal:
            break
        action = legal[pick % len(legal)]
        after = state.apply(action)
        if after.castle != state.castle or after.enemy is None:
            break
        if str(action).startswith("play"):
            plays.append([card.text for card in action.cards])
        state = after
    told = state.to_json()
    for name in ("in_play", "damage", "shield", "locked_shield", "cancelled"):
        del told[name]
    assert State.from_json({**told, "plays": plays}) == state


def test_derived_fields_may_stand_there_when_they_agree():
    told = State.from_json(BASE).to_json()
    assert State.from_json(told) == State.from_json(BASE)
    for name, wrong in (("health", 19), ("attack", 9), ("outcome", "lost"), ("health", 20.0), ("attack", True)):
        with pytest.raises(NotationError, match=name):
            State.from_json({**told, name: wrong})


WRONG = [
    ("players", None), ("players", 0), ("players", 5), ("players", "2"), ("players", True), ("players", 2.0),
    ("turn", 0), ("turn", -1), ("turn", True), ("turn", "1"), ("phase", "pay"), ("phase", 1), ("phase", None),
    ("enemy", 3), ("enemy", "JJ"), ("enemy", ["JH"]), ("castle", "QS"), ("castle", [3]), ("castle", ["QX"]),
    ("castle", None), ("hands", None), ("hands", "2C"), ("hands", ["2C", "3C"]), ("hands", [["2C"], None]),
    ("tavern", {"9C": 1}), ("tavern", ["9C", None]), ("tavern", ["9C"] * 59), ("discard", 4), ("in_play", [["2C"]]),
    ("damage", -1), ("damage", 1.5), ("damage", True), ("damage", 10**4), ("damage", None), ("shield", "3"),
    ("locked_shield", [1]), ("cancelled", 1), ("cancelled", "no"), ("cancelled", None), ("yielded", [0, 1]),
    ("yielded", "--"), ("yielded", None), ("flips", True), ("flips", -1), ("seed", -1), ("seed", 2**64),
    ("seed", "42"), ("seed", 1.0), ("heals", -1), ("heals", 2**32), ("heals", False), ("plays", [["2H"]]),
]  # fmt: skip


@pytest.mark.parametrize(("field", "value"), WRONG)
def test_a_field_of_the_wrong_kind_is_refused_with_its_name(field, value):
    told = {**BASE, "damage": 1, field: value} if field == "plays" else {**BASE, field: value}
    with pytest.raises((NotationError, RulesError), match=field):
        State.from_json(told)


@pytest.mark.parametrize("field", ["players", "enemy", "hands"])
def test_a_missing_field_is_named(field):
    with pytest.raises(NotationError, match=f"{field} is missing"):
        State.from_json({name: value for name, value in BASE.items() if name != field})


def test_unknown_fields_are_refused():
    with pytest.raises(NotationError, match="weather"):
        State.from_json({**BASE, "weather": "fine"})


@pytest.mark.parametrize("value", [None, 3, "JH", [], True])
def test_what_is_no_object_is_no_position(value):
    with pytest.raises(NotationError, match="expected an object"):
        State.from_json(value)


def test_rules_in_a_position_are_checked():
    with pytest.raises(RulesError, match="players"):
        State.from_json({**BASE, "players": 3, "rules": "two-player"})
    with pytest.raises(RulesError, match="whist"):
        State.from_json({**BASE, "rules": "whist"})


FIELDS = LINE.split()


@pytest.mark.parametrize(
    ("place", "text"),
    [
        (0, "whist"), (0, "official;ones=2"), (1, "0"), (1, "-1"), (1, "x"), (1, "١"), (2, "pay"), (2, "PLAY"),
        (3, "JX"), (3, "JH,QD"), (3, ""), (4, "QS;KD"), (4, "QS,,KD"), (5, "-1"), (5, "10000"), (5, "1.0"), (6, "x"),
        (7, "+1"), (8, "maybe"), (8, "false"), (9, "2C+3C"), (10, "2C//3C,"), (11, "9X"), (12, "none"), (13, "nn"),
        (13, "yn"), (14, "x"), (15, "-5"), (15, str(2**64)), (16, str(2**32)), (16, "٣"),
    ],
)  # fmt: skip
def test_a_line_with_a_wrong_field_is_refused(place, text):
    fields = [*FIELDS]
    fields[place] = text
    with pytest.raises(RegicideError):
        State.parse(" ".join(fields))


@pytest.mark.parametrize("text", ["", "JH", LINE + " 0", LINE.rpartition(" ")[0], "x " * 9000, None, 3, b"x"])
def test_what_is_no_line_is_refused(text):
    with pytest.raises(NotationError, match="not a position"):
        State.parse(text)


def test_an_impossible_line_is_refused_with_every_defect():
    with pytest.raises(ImpossiblePositionError) as caught:
        State.parse("official 3 play JH QS,JD 20 0 0 no 2C 2C,10D/3C 9C,8C - -- 1 0 0")
    assert len(caught.value.problems) == 5


@pytest.mark.parametrize(
    "make",
    [
        lambda: State("2C 3C", "JH"),
        lambda: State(["2C"], "JX"),
        lambda: State(["2C"], "JH", phase="pay"),
        lambda: State(["2C"], "JH", damage=-1),
        lambda: State(["2C"], "JH", damage=True),
        lambda: State(["2C"], "JH", shield=10**5),
        lambda: State(["2C"], "JH", yielded=[1]),
        lambda: State(["2C"], "JH", cancelled=0),
        lambda: State(["2C"], "JH", seed=-1),
        lambda: State(["2C"], "JH", heals=2**32),
        lambda: State(["2C"], "JH", turn=-1),
        lambda: State(["2C 2C"], "JH"),
    ],
)
def test_the_constructor_refuses_arguments_of_another_kind(make):
    with pytest.raises(NotationError):
        make()


def test_the_constructor_takes_rules_in_any_form_and_refuses_others():
    assert State(["2C"], "JH", rules="ace-to-x").rules == State(["2C"], "JH", rules={"preset": "ace-to-x"}).rules
    with pytest.raises(RulesError):
        State(["2C"], "JH", rules="whist")


@given(states())
def test_states_cannot_be_changed(state):
    for name in ("turn", "damage", "hands", "tavern_indices", "key", "other"):
        with pytest.raises(AttributeError):
            setattr(state, name, 1)
        with pytest.raises(AttributeError):
            delattr(state, name)


def test_c79_a_game_saved_in_mid_fight_goes_on_as_if_it_had_not_been():
    state = State(["4S 6C 9H", "7C 9D 10H", "* 8C 5D"], "JD", "JH QC", tavern="10C 3H 2S", discard="2D", seed=5)
    for text in ("play 4S", "discard 6C", "yield", "discard 7C", "play *>2", "play 9D", "discard 10H", "play 8C"):
        for saved in (State.from_json(state.to_json()), State.parse(str(state)), pickle.loads(pickle.dumps(state))):
            assert saved.apply(parse_action(text)) == state.apply(parse_action(text))
            assert saved.yielded == state.yielded
        state = state.apply(parse_action(text))
    assert state.cancelled is False or state.enemy.text == "JD"
    with pytest.raises(IllegalActionError):
        state.apply(parse_action("play 4S"))


@given(states())
def test_derived_fields_follow_from_the_others(state):
    assume(state.enemy is not None)
    told = state.to_json()
    stripped = {name: value for name, value in told.items() if name not in DERIVED}
    assert State.from_json(stripped).to_json() == told
