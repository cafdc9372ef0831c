"""What makes a position impossible: each defect by itself, several at once, none in what games reach."""

import pytest
from hypothesis import given
from strategies import positions, states

from regicide_solver import ImpossiblePositionError, Rules, State

BASE = {"players": 2, "enemy": "JH", "castle": ["QS", "KD"], "hands": [["2C"], ["3C"]]}
SOLO = {"players": 1, "enemy": "JH", "castle": [], "hands": [["2C"]]}
WON = {"players": 2, "enemy": None, "hands": [["2C"], ["3C"]]}
FIVE = ["2C", "3C", "4C", "5C", "6C"]

DEFECTS = [
    ("card twice in two piles", {**BASE, "tavern": ["2C"]}, "2C stands twice"),
    ("card twice in one pile", {**BASE, "discard": ["9C", "9C"]}, "9C stands twice in discard"),
    ("card twice in a hand", {**BASE, "hands": [["2C", "2C"], []]}, "2C stands twice in hand 1"),
    ("card twice in the Tavern", {**BASE, "tavern": ["9C", "9C"]}, "9C stands twice"),
    ("card twice in the castle", {**BASE, "castle": ["QS", "QS"]}, "QS stands twice"),
    ("the enemy in a hand", {**BASE, "hands": [["JH"], []]}, "JH stands twice"),
    ("card twice among the plays", {**BASE, "plays": [["4C"], ["4C"]]}, "4C stands twice in plays"),
    ("card not in this deck", {**BASE, "tavern": ["1C"]}, "1C is not in this deck"),
    ("a Jester where there is none", {**BASE, "tavern": ["*"]}, "1 Jesters, but these rules have 0"),
    ("too many Jesters", {**BASE, "players": 3, "hands": [["*"], ["*"], []]}, "2 Jesters, but these rules have 1"),
    ("three Jesters", {**BASE, "players": 4, "hands": [["*", "*"], ["*"], [], []]}, "3 Jesters"),
    ("three Jesters in one pile", {**BASE, "players": 4, "hands": [["*"] * 3, [], [], []]}, "over two Jesters in hand"),
    ("hand over the limit", {**BASE, "players": 4, "hands": [[], [], [*FIVE, "7C"], []]}, "hand 3 holds 6 cards"),
    ("too few hands", {**BASE, "hands": [["2C"]]}, "1 hands for 2 players"),
    ("too many hands", {**BASE, "hands": [["2C"], [], []]}, "3 hands for 2 players"),
    ("too few flags", {**BASE, "yielded": [True]}, "1 yield flags for 2 hands"),
    ("too many flags", {**BASE, "yielded": [True, False, False]}, "3 yield flags for 2 hands"),
    ("turn out of range", {**BASE, "turn": 3}, "there is no seat 3"),
    ("flips with two players", {**BASE, "flips": 1}, "flips are for solo games"),
    ("more flips than given", {**SOLO, "flips": 3}, "3 flips, but these rules give 2"),
    ("flips under rules without", {**SOLO, "flips": 1, "rules": {"solo_flips": 0}}, "1 flips, but these rules give 0"),
    ("enemy not royal", {**BASE, "enemy": "10H"}, "the enemy 10H is not a royal"),
    ("a Jester as enemy", {**BASE, "enemy": "*"}, "is not a royal"),
    ("castle card not royal", {**BASE, "castle": ["QS", "9D"]}, "the castle card 9D is not a royal"),
    ("castle out of order", {**BASE, "castle": ["KD", "QS"]}, "castle is out of order"),
    ("enemy above the castle", {**BASE, "enemy": "QH", "castle": ["JS"]}, "castle is out of order"),
    ("a play of two ranks", {**BASE, "plays": [["7C", "8C"]]}, "play 1 is not possible"),
    ("a play above ten", {**BASE, "enemy": "KH", "castle": [], "plays": [["2D"], ["6C", "6D"]]}, "play 2 is not"),
    ("a play of nothing", {**BASE, "plays": [[]]}, "play 1 is not possible"),
    ("a companion where there are none", {**BASE, "rules": "ace-to-x", "plays": [["AC", "7C"]]}, "no companions"),
    ("a Jester in company", {**BASE, "players": 4, "hands": [[]] * 4, "plays": [["*", "AC"]]}, "played alone"),
    ("damage that already kills", {**BASE, "damage": 20}, "20 damage already kills JH"),
    ("plays that already kill", {**BASE, "plays": [["10C"]]}, "20 damage already kills JH"),
    ("a play after the killing one", {**BASE, "plays": [["10C"], ["5D"]]}, "play 1 already kills JH"),
    ("suffer with attack 0", {**BASE, "phase": "suffer", "shield": 10}, "suffer with attack 0"),
    ("suffer with attack 0 by plays", {**BASE, "phase": "suffer", "plays": [["10S"]]}, "suffer with attack 0"),
    ("won with a castle", {**WON, "castle": ["KD"]}, "royals are left"),
    ("won with cards in play", {**WON, "in_play": ["5C"]}, "something is in play"),
    ("won with damage", {**WON, "damage": 5}, "something is in play"),
    ("won and suffering", {**WON, "phase": "suffer"}, "attack to suffer"),
]  # fmt: skip


@pytest.mark.parametrize(("position", "says"), [row[1:] for row in DEFECTS], ids=[row[0] for row in DEFECTS])
def test_a_defect_is_found(position, says):
    with pytest.raises(ImpossiblePositionError) as caught:
        State.from_json(position)
    assert any(says in problem for problem in caught.value.problems), caught.value.problems
    assert all(problem in str(caught.value) for problem in caught.value.problems)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("position", [BASE, SOLO, WON, {**SOLO, "flips": 2}, {**BASE, "turn": 2, "damage": 19}])
def test_the_positions_that_the_defects_are_put_into_are_possible(position):
    assert State.from_json(position).problems() == ()


def test_several_defects_are_told_in_one_message():
    with pytest.raises(ImpossiblePositionError) as caught:
        State.from_json(
            {
                **BASE,
                "turn": 4,
                "damage": 25,
                "castle": ["KD", "QS", "9C"],
                "hands": [["2C", "1C"], ["2C", "*"]],
                "yielded": [True],
                "flips": 2,
            }
        )
    message = str(caught.value)
    for said in ("seat 4", "25 damage", "out of order", "9C is not a royal", "1C is not", "2C stands twice", "1 Jest",
                 "1 yield flags", "flips are for solo"):  # fmt: skip
        assert said in message
    assert len(caught.value.problems) == len(set(caught.value.problems)) == 9


@pytest.mark.parametrize(
    ("state", "says"),
    [
        (State(["2C", "2C"], "JH"), "2C stands twice"),
        (State(["1C", ""], "JH"), "1C is not in this deck"),
        (State(["*", ""], "JH"), "1 Jesters"),
        (State(["2C 3C 4C 5C 6C 7C 8C 9C", ""], "JH"), "hand 1 holds 8 cards"),
        (State(["2C", ""], "JH", yielded=[True]), "1 yield flags"),
        (State(["2C", ""], "JH", turn=2), "no seat 3"),
        (State(["2C", ""], "JH", flips=1), "flips are for solo"),
        (State(["2C"], "JH", flips=3), "3 flips"),
        (State(["2C", ""], "9H"), "not a royal"),
        (State(["2C", ""], "JH", "9D"), "not a royal"),
        (State(["2C", ""], "QH", "JD"), "out of order"),
        (State(["2C", ""], "JH", damage=20), "already kills"),
        (State(["2C", ""], "JH", shield=10, phase="suffer"), "attack 0"),
        (State(["2C", ""], None, "JH"), "left in the castle"),
        (State(["2C"] * 5, "JH"), "5 hands"),
        (State([], "JH"), "0 hands"),
        (State(["2C", "", ""], "JH", rules="two-player"), "3 hands, but these rules are for 2 players"),
    ],
)
def test_problems_of_a_state_that_was_made_directly(state, says):
    assert [problem for problem in state.problems() if says in problem]


@given(states())
def test_no_reached_or_well_made_state_has_problems(state):
    assert state.problems() == ()


@given(positions())
def test_every_successor_of_a_possible_position_is_possible(state):
    for action in state.legal_actions()[:40]:
        assert state.apply(action).problems() == ()


def test_presets_with_the_rank_one_have_it_in_their_deck():
    assert State(["1C", ""], "JH", rules=Rules(ones=True)).problems() == ()
