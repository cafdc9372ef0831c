"""The kernel plays the same game as the Python engine: cases, lock-step, perft, deals."""

from random import Random

import pytest
from hypothesis import given
from rule_cases import check_case, read_cases
from strategies import OPTION_VALUES, PRESETS, candidate_actions, deals, states

from regicide_solver import (
    Deal,
    Discard,
    IllegalActionError,
    ImpossiblePositionError,
    Play,
    RegicideError,
    Rules,
    RulesError,
    State,
    kernel,
)
from regicide_solver import engine as python
from regicide_solver.perft import perft, perft_split
from regicide_solver.state import packed_state

pytestmark = pytest.mark.skipif(not kernel.available(), reason="this installation has no kernel")

CASES = read_cases()
HEAL_SEEDS = range(20)
GAMES = 12  # random games for each setting of the rules
PERFT_LEAVES = 3_000
SETTINGS = [
    *((preset, {}) for preset in PRESETS),
    *(("official", {name: value}) for name, values in OPTION_VALUES.items() for value in values),
    # options that show only beside others
    ("official", {"tavern_jesters": (0, 2, 2, 2), "retro_spades": "card", "jester_self": False}),
    ("official", {"tavern_jesters": (0, 2, 2, 2), "overpay": "until_covered", "yield_record": "streak"}),
    ("official", {"tavern_jesters": (0, 2, 2, 2), "overpay": "minimal", "hand_limits": (10, 10, 10, 10)}),
    ("ace-to-x-56", {"companions": True, "combo_limit": None, "exact_kill": "bottom", "solo_yield": "not_twice"}),
    ("ace-to-x", {"solo_flips": 1, "solo_yield": "always", "retro_spades": "none"}),
]


def setting_id(setting):
    preset, options = setting
    return ";".join([preset, *(f"{name}={value}" for name, value in options.items())])


over_all_settings = pytest.mark.parametrize("setting", SETTINGS, ids=setting_id)


def rules_of(setting):
    preset, options = setting
    return Rules.preset(preset).replace(**options)


def assert_same_here(state):
    """Assert that both engines see the same in a state; give its legal actions."""
    legal = python.legal_actions(state)
    assert kernel.legal_actions(state) == legal, str(state)
    assert kernel.outcome(state) == python.outcome(state), str(state)
    assert kernel.packed_state(state) == packed_state(state), str(state)
    assert kernel.from_kernel(kernel.to_kernel(state), state.rules) == state
    return legal


def assert_same_perft(state, depth):
    found = perft(state, depth, engine="kernel")
    expected = perft(state, depth, engine="python")
    assert found == expected, [
        (action, count, perft_split(state, depth, engine="python")[action])
        for action, count in perft_split(state, depth, engine="kernel").items()
    ]


def deep_enough(state):
    """Give the depth up to which a perft stays small."""
    depth = 1
    while depth < 6 and perft(state, depth + 1, engine="kernel") <= PERFT_LEAVES:
        depth += 1
    return depth


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_case_holds_in_the_kernel_for_every_heal_seed(case):
    for seed in HEAL_SEEDS:
        check_case(case, seed, kernel)


@over_all_settings
def test_random_games_in_lock_step(setting):
    rules = rules_of(setting)
    random = Random(setting_id(setting))
    for players in rules.seats:
        for _ in range(GAMES):
            seed = random.randrange(2**64)
            first = random.randint(1, players)
            state = Deal.from_seed(seed, players, rules, first).state()
            assert kernel.deal_state(seed, players, rules, first) == state
            position = kernel.to_kernel(state)
            # a game can only go on for ever by a solo yield that is no progress
            for _step in range(200):
                legal = assert_same_here(state)
                if not legal:
                    break
                action = random.choice(legal)
                position = position.successor(kernel.action_to_kernel(action))
                state = python.successor(state, action)
                assert kernel.from_kernel(position, rules) == state, f"{action} leads elsewhere"


@given(states())
def test_every_successor_of_any_state_is_the_same(state):
    for action in assert_same_here(state):
        assert kernel.apply(state, action) == python.successor(state, action)


@given(states())
def test_the_kernel_refuses_what_the_engine_refuses(state):
    legal = set(python.legal_actions(state))
    for action in candidate_actions(state)[:60]:
        if action not in legal:
            with pytest.raises(IllegalActionError, match="not legal"):
                kernel.apply(state, action)


@given(deals())
def test_deals_are_the_same(deal):
    dealt = kernel.deal_state(deal.seed, deal.players, deal.rules, deal.first)
    assert dealt == deal.state()


@over_all_settings
def test_perft_is_the_same(setting):
    rules = rules_of(setting)
    for players in rules.seats:
        state = Deal.from_seed(7, players, rules).state()
        for picks in (0, 9, 21):  # at the start, and some way into a game
            random = Random(picks)
            for _ in range(picks):
                legal = python.legal_actions(state)
                state = python.successor(state, random.choice(legal)) if legal else state
            assert_same_perft(state, deep_enough(state))


def test_perft_deep_into_one_deal():
    assert_same_perft(Deal.from_seed(42).state(), 4)


def test_long_heals_agree_far_from_the_beginning_of_the_count():
    state = State(
        ["5H 6H"], "JC", "KD", discard="2C 3C 4C 5C 6C 7C 8C", seed=99, flips=2, heals=10**6 - 3, tavern="9C 10C"
    )
    for action in python.legal_actions(state):
        assert kernel.apply(state, action) == python.successor(state, action)
    assert perft(state, 4, engine="kernel") == perft(state, 4, engine="python")


def test_an_impossible_position_is_refused_with_its_defects():
    state = State(["2C", "2C 3C"], "4H")
    for function in (kernel.legal_actions, kernel.outcome, kernel.packed_state):
        with pytest.raises(ImpossiblePositionError, match="2C stands twice"):
            function(state)


def test_an_unknown_engine_and_a_bad_depth_are_refused():
    state = Deal.from_seed(42).state()
    with pytest.raises(RegicideError, match="engine: 'C'; expected auto, kernel, python"):
        perft(state, 1, engine="C")
    for depth in (-1, True, 1.0, 2**32):
        with pytest.raises(RegicideError, match="depth"):
            perft(state, depth, engine="kernel")
    with pytest.raises(RulesError, match="players"):
        kernel.deal_state(42, 5)
    with pytest.raises(RegicideError, match="there is no seat 3"):
        kernel.deal_state(42, 2, first=3)


def test_the_two_jesters_are_one_card_in_plays_and_payments():
    rules = Rules(tavern_jesters=(0, 2, 2, 2))
    suffering = State(["2C 9D * *", "3C"], "JH", rules=rules, phase="suffer")
    assert assert_same_here(suffering)[:2] == (Discard("2C 9D"), Discard("2C 9D *"))
    playing = State(["2C * *", "3C"], "JH", rules=rules)
    assert assert_same_here(playing)[1:3] == (Play("*", next_seat=0), Play("*", next_seat=1))
