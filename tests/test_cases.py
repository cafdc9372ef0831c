"""Every case of ``data/cases.json``, by its id, for twenty heal seeds each."""

import copy

import pytest
from rule_cases import check_case, read_cases

from regicide_solver import IllegalActionError, NotationError, State, apply_line, parse_action, parse_line

CASES = read_cases()
HEAL_SEEDS = range(20)


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_case_holds_for_every_heal_seed(case):
    for seed in HEAL_SEEDS:
        check_case(case, seed)


def test_ids_are_unique_and_all_cases_are_here():
    assert len({case["id"] for case in CASES}) == len(CASES) == 215


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_illegal_actions_are_refused_with_a_reason(case):
    state = apply_line(State.from_json(case["position"]), parse_line(";".join(case["actions"])))
    for text in case.get("illegal", []):
        with pytest.raises((IllegalActionError, NotationError), match="action"):
            state.apply(parse_action(text))


WRONG = {
    "hands": [["2S"]],
    "in_play": ["2S", "2S"],
    "discard": ["KS", "KH", "KD"],
    "hand_sizes": [99],
    "tavern_size": 99,
    "discard_size": 99,
    "tavern": ["2S", "3S"],
    "tavern_top": ["2S", "2S"],
    "tavern_bottom_set": ["2S", "2S"],
    "healed_from": [],
    "outcome": "drawn",
    "castle": ["2S"],
    "enemy": "2S",
    "turn": 5,
    "phase": "sleep",
    "damage": 999,
    "shield": 999,
    "attack": 999,
    "health": 999,
    "flips": 9,
    "yielded": [None],
}


def test_the_table_of_wrong_values_names_every_field_in_use():
    assert set(WRONG) == {field for case in CASES for field in case.get("after", {})}


@pytest.mark.parametrize("field", WRONG)
def test_a_wrong_value_of_a_field_is_noticed(field):
    case = copy.deepcopy(next(case for case in CASES if field in case.get("after", {})))
    check_case(case)
    case["after"][field] = WRONG[field]
    with pytest.raises(AssertionError, match=field):
        check_case(case)


@pytest.mark.parametrize(
    ("kind", "change"),
    [
        ("legal", lambda case: [*case["legal"], "play KS"]),
        ("illegal", lambda case: [*case["illegal"], case["only"][0]]),
        ("only", lambda case: case["only"][1:]),
        ("only", lambda case: [*case["only"], "play KS"]),
        ("after", lambda case: {**case["after"], "weather": "fine"}),
    ],
)
def test_a_wrong_list_of_actions_or_an_unknown_field_is_noticed(kind, change):
    case = copy.deepcopy(next(case for case in CASES if case.get(kind) and (kind != "illegal" or case.get("only"))))
    case[kind] = change(case)
    with pytest.raises(AssertionError):
        check_case(case)


def test_a_card_played_twice_in_one_action_cannot_even_be_written():
    case = next(case for case in CASES if case["id"] == "C41")
    with pytest.raises(NotationError, match="stands twice"):
        parse_action(case["illegal"][0])
