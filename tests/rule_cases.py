"""Running a case of ``data/cases.json``: the same checks for every engine."""

import json
from collections import Counter
from pathlib import Path

import regicide_solver
from regicide_solver import NotationError, State, parse_action

_AS_MULTISET = ("in_play", "discard")
_AS_TOLD = (
    "rules", "players", "turn", "phase", "enemy", "castle", "damage", "shield", "locked_shield", "cancelled",
    "tavern", "yielded", "flips", "seed", "heals", "health", "attack", "outcome",
)  # fmt: skip


def read_cases():
    return json.loads((Path(__file__).parent / "data" / "cases.json").read_text(encoding="utf-8"))


def check_case(case, seed=0, engine=regicide_solver):
    """Assert everything that a case says; `engine` has `legal_actions`, `apply` and `outcome`."""
    state = before = State.from_json({"seed": seed, **case["position"]})
    for text in case["actions"]:
        action = parse_action(text)
        assert action in engine.legal_actions(state), f"{text} should be legal"
        before, state = state, engine.apply(state, action)
    for field, told in case.get("after", {}).items():
        check_field(before, state, field, told, case["after"], engine)
    check_legal(case, engine.legal_actions(state))
    assert (engine.outcome(state) == "lost") == (not engine.legal_actions(state) and state.enemy is not None)


def check_field(before, state, field, told, after, engine=regicide_solver):
    found = state.to_json()
    tavern = found["tavern"]
    if field == "hands":
        assert [Counter(hand) for hand in found["hands"]] == [Counter(hand) for hand in told], field
    elif field in _AS_MULTISET:
        assert Counter(found[field]) == Counter(told), field
    elif field == "hand_sizes":
        assert [len(hand) for hand in found["hands"]] == told, field
    elif field in ("tavern_size", "discard_size"):
        assert len(found[field.removesuffix("_size")]) == told, field
    elif field == "tavern_top":
        assert tavern[: len(told)] == told, field
    elif field == "tavern_bottom_set":
        assert Counter(tavern[len(after.get("tavern_top", [])) :]) == Counter(told), field
    elif field == "healed_from":
        left = Counter(before.to_json()["discard"]) - Counter(found["discard"])
        assert left <= Counter(told), field
    elif field == "outcome":
        assert engine.outcome(state) == told, field
    else:
        assert field in _AS_TOLD, f"unknown field {field}"
        assert found[field] == told, field


def check_legal(case, legal):
    assert len(set(legal)) == len(legal)
    assert {parse_action(text) for text in case.get("legal", [])} <= set(legal)
    for text in case.get("illegal", []):
        try:
            action = parse_action(text)
        except NotationError:
            continue  # what cannot even be written is refused as well (a card played twice)
        assert action not in legal, f"{text} should not be legal"
    if "only" in case:
        assert set(legal) == {parse_action(text) for text in case["only"]}
