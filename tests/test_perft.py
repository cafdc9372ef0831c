"""Perft goldens: counts of action sequences by depth for fixed positions, in ``data/perft.json``.

``python tests/test_perft.py`` writes the file anew; a change of any count in it is a change of the game.
"""

import json
from pathlib import Path
from random import Random

import pytest

from regicide_solver import Deal, Discard, Rules, State
from regicide_solver.perft import perft, perft_split

GOLDEN = Path(__file__).parent / "data" / "perft.json"
ENTRIES = json.loads(GOLDEN.read_text(encoding="utf-8")) if GOLDEN.exists() else []
LARGEST_COUNT = 400_000
DEEPEST = 6

OPENINGS = [
    *(("official", players) for players in (1, 2, 3, 4)),
    ("two-player", 2),
    *(("ace-to-x", players) for players in (1, 2, 3, 4)),
    *(("ace-to-x-56", players) for players in (1, 2, 3, 4)),
]
MIDDLES = [
    ("official", 1), ("official", 2), ("official", 3), ("official", 4), ("ace-to-x", 1), ("ace-to-x-56", 2),
    ("official;companions=no", 2), ("official;ones=yes", 3), ("official;combo_limit=none", 2),
    ("official;combo_limit=6", 2), ("official;overpay=until_covered", 2), ("official;overpay=minimal", 3),
    ("official;solo_yield=always", 1), ("official;solo_yield=not_twice", 1), ("official;yield_record=streak", 3),
    ("official;retro_spades=card", 4), ("official;retro_spades=none", 4), ("official;jester_self=no", 4),
    ("official;exact_kill=bottom", 2), ("official;exact_kill=discard", 2), ("official;solo_flips=0", 1),
    ("official;solo_flips=1", 1), ("official;solo_flips_from=tavern", 1), ("official;tavern_jesters=0,2,2,2", 2),
    ("official;hand_limits=4,4,4,4", 4), ("official;overpay=minimal;tavern_jesters=0,2,2,2;combo_limit=none", 2),
]  # fmt: skip


@pytest.mark.parametrize("entry", ENTRIES, ids=[entry["name"] for entry in ENTRIES])
def test_counts_are_the_golden_ones(entry):
    state = State.parse(entry["position"])
    for depth, expected in enumerate(entry["counts"], 1):
        found = perft(state, depth, engine="python")
        if found != expected:
            told = "\n".join(f"{count:>10}  {action}" for action, count in perft_split(state, depth, "python").items())
            pytest.fail(f"depth {depth}: {found}, expected {expected}; by first action:\n{told}")


def test_the_split_adds_up_and_lists_the_legal_actions():
    for entry in ENTRIES:
        state = State.parse(entry["position"])
        split = perft_split(state, 2, engine="python")
        assert list(split) == [str(action) for action in state.legal_actions()]
        assert sum(split.values()) == entry["counts"][1]


def test_the_goldens_cover_presets_options_players_and_kinds_of_actions():
    states = [State.parse(entry["position"]) for entry in ENTRIES]
    rules = {state.rules for state in states}
    assert {Rules.preset(name) for name in Rules.preset_names()} <= rules
    assert {state.players for state in states} == {1, 2, 3, 4}
    for option, default in Rules().options().items():
        if option != "seats":
            assert any(getattr(chosen, option) != default for chosen in rules), option
    actions = " ".join(str(action) for state in states for action in state.legal_actions())
    assert all(word in actions for word in ("play *>", "yield", "flip", "discard", "play AC+"))
    assert any(state.in_play for state in states)
    assert any(state.enemy.text[0] == "Q" for state in states)


def middle_of(rules, players, number):
    """A position in the middle of a game that pays as little as it can, with something to choose."""
    for seed in range(1000 * number, 1000 * number + 1000):
        random = Random(seed)
        state = Deal.from_seed(seed, players, rules).state()
        for _ in range(random.randrange(14, 26)):
            legal = state.legal_actions()
            if not legal:
                break
            least = [action for action in legal if isinstance(action, Discard)]
            state = state.apply(min(least, key=lambda pay: pay.cards.value) if least else random.choice(legal))
        legal = state.legal_actions()
        jesters = "*" in str(state).split()[10] or not any(state.rules.tavern_jesters[players - 1 : players])
        if len(legal) >= 4 and jesters and (state.enemy.text[0] == "Q" or len(state.in_play) > 1):
            return state
    raise LookupError(rules)


def write_golden():
    named = [
        (f"{rules}, {players}, opening", Deal.from_seed(42, players, rules).state()) for rules, players in OPENINGS
    ]
    named += [
        (f"{rules}, {players}, middle", middle_of(rules, players, number))
        for number, (rules, players) in enumerate(MIDDLES)
    ]
    entries = []
    for name, state in named:
        counts = []
        while len(counts) < DEEPEST and (not counts or counts[-1]):
            count = perft(state, len(counts) + 1, engine="python")
            if count > LARGEST_COUNT and len(counts) > 1:
                break
            counts.append(count)
        entries.append({"name": name, "position": str(state), "counts": counts})
    GOLDEN.write_text(json.dumps(entries, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    write_golden()
