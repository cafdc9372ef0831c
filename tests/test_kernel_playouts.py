"""Playouts: the same figures from both engines and any number of threads, and what the figures mean."""

import subprocess
import sys
import textwrap
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import OPTION_VALUES, positions, seeds, states

from regicide_solver import Deal, ImpossiblePositionError, NotationError, RegicideError, Rules, State, kernel
from regicide_solver.playouts import FEATURES, PlayoutResult, features_of, playouts, reshuffle_hidden
from regicide_solver.shuffle import Generator, mix

with_kernel = pytest.mark.skipif(not kernel.available(), reason="this installation has no kernel")

POLICY = {"health_left": -1.0, "attack_left": -0.5, "own_value": 0.3, "own_cards": 1, "enemies_left": -20.0}
weights = st.fixed_dictionaries(
    {}, optional={name: st.floats(-100, 100, allow_nan=False) | st.integers(-2, 2) for name in FEATURES}
)


def both(state, count, **arguments):
    found = playouts(state, count, engine="kernel", **arguments)
    assert found == playouts(state, count, engine="python", **arguments)
    return found


@with_kernel
@given(states(), seeds, st.booleans())
def test_random_playouts_are_the_same_in_both_engines(state, seed, reshuffle):
    both(state, 5, seed=seed, reshuffle=reshuffle)


@with_kernel
@given(states(), seeds, st.booleans(), weights)
def test_playouts_by_a_policy_are_the_same_in_both_engines(state, seed, reshuffle, policy):
    both(state, 1, seed=seed, reshuffle=reshuffle, policy=policy)


@with_kernel
@pytest.mark.parametrize(
    ("name", "value"), [(name, value) for name, values in OPTION_VALUES.items() for value in values]
)
def test_playouts_are_the_same_under_every_option_value(name, value):
    rules = Rules().replace(**{name: value})
    for players in rules.seats:
        state = Deal.from_seed(1_000_003, players, rules).state()
        both(state, 10, seed=5, reshuffle=True)
        both(state, 1, seed=5, reshuffle=True, policy=POLICY)


@with_kernel
@pytest.mark.parametrize("policy", ["random", POLICY])
def test_the_number_of_threads_changes_nothing(policy):
    state = Deal.from_seed(42, 2).state()
    one = playouts(state, 1_000, seed=3, policy=policy, reshuffle=True, engine="kernel")
    for threads in (2, 3, 16):
        assert playouts(state, 1_000, seed=3, policy=policy, reshuffle=True, threads=threads, engine="kernel") == one
    assert playouts(state, 1_000, seed=4, policy=policy, reshuffle=True, engine="kernel") != one


@with_kernel
def test_an_interrupt_ends_a_long_run_with_keyboard_interrupt():
    program = """
        import _thread, threading
        from regicide_solver import Deal
        from regicide_solver.perft import perft
        from regicide_solver.playouts import playouts
        state = Deal.from_seed(42).state()
        for work in (lambda: playouts(state, 10**12, threads=2, engine="kernel"), lambda: perft(state, 60, "kernel")):
            threading.Timer(0.2, _thread.interrupt_main).start()
            try:
                work()
            except KeyboardInterrupt:
                print("interrupted")
    """
    ran = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(program)], capture_output=True, text=True, check=True, timeout=120
    )
    assert ran.stdout.split() == ["interrupted"] * 2


def test_the_figures_add_up():
    state = Deal.from_seed(42, 2).state()
    result = playouts(state, 30, seed=1)
    assert sum(result.enemies_defeated) == result.games == 30
    assert len(result.enemies_defeated) == 13
    assert result.wins == result.enemies_defeated[12]
    assert result.actions >= result.turns >= 30
    assert result.flips == 0
    assert result == playouts(Deal.from_seed(42, 2), 30, seed=1)


def test_a_state_that_is_over_is_a_game_of_no_turns():
    won = State(["2C", "3C"], None)
    assert playouts(won, 3) == PlayoutResult(3, 3, (3,), 0, 0, 0)
    lost = State(["2C", ""], "JH", phase="suffer", in_play="3C", damage=6)
    assert playouts(lost, 3) == PlayoutResult(3, 0, (3, 0), 0, 0, 0)


@pytest.mark.parametrize("engine", ["python", pytest.param("kernel", marks=with_kernel)])
def test_random_playouts_choose_every_action_equally_often(engine):
    # Of four plays and the yield only 10C wins, at once; after the others seat 2 loses without a choice.
    state = State(["2D 3D 4D 10C", ""], "JH", damage=5)
    assert [str(action) for action in state.legal_actions()][3:] == ["play 10C", "yield"]
    result = playouts(state, 2_000, seed=11, engine=engine)
    common = Generator(mix(11 ^ 0x706C61796F757473))
    assert result.wins == sum(Generator(common.word()).below(5) == 3 for _ in range(2_000))
    assert 0.15 < result.win_rate < 0.25
    assert result.enemies_defeated == (2_000 - result.wins, result.wins)


@pytest.mark.parametrize("engine", ["python", pytest.param("kernel", marks=with_kernel)])
def test_a_solo_yield_that_changes_nothing_is_left_out(engine):
    rules = Rules(solo_yield="always")
    stuck = State([""], "JH", rules=rules, shield=10)
    assert [str(action) for action in stuck.legal_actions()] == ["yield"]
    assert playouts(stuck, 2, engine=engine) == PlayoutResult(2, 0, (2, 0), 0, 0, 0)


@pytest.mark.parametrize("engine", ["python", pytest.param("kernel", marks=with_kernel)])
def test_a_policy_takes_the_best_action_and_of_equals_the_first(engine):
    state = State(["5C 10S", "2C"], "JH", damage=10)
    assert playouts(state, 1, policy={"enemies_left": -1.0}, engine=engine).wins == 1
    assert playouts(state, 1, policy={"enemies_left": 1.0}, engine=engine).wins == 0
    first = state.apply(state.legal_actions()[0])
    assert first.outcome() == "won"
    assert playouts(state, 1, policy={}, engine=engine).wins == 1


@given(positions(), seeds)
def test_reshuffling_keeps_what_the_acting_seat_sees(state, seed):
    after = reshuffle_hidden(state, Generator(seed))
    assert after.problems() == ()
    kept = ("hand", "turn", "phase", "enemy", "in_play", "discard", "damage", "shield", "yielded", "flips", "heals")
    for name in kept:
        assert getattr(after, name) == getattr(state, name)
    assert [len(hand) for hand in after.hands] == [len(hand) for hand in state.hands]
    assert [card.rank for card in after.castle] == [card.rank for card in state.castle]
    assert Counter(after.castle) == Counter(state.castle)

    def hidden(one):
        others = [card for seat, hand in enumerate(one.hands) if seat != one.turn for card in hand]
        return Counter([*others, *one.tavern])

    assert hidden(after) == hidden(state)


def test_features_are_what_their_names_say():
    state = State(
        ["5C 10S *", "2D 3H 4H"], "KH", "KD", rules=Rules(tavern_jesters=(0, 1, 1, 2)), damage=12, shield=8,
        tavern="9C 9D", discard="KC KS 2C", cancelled=True, phase="suffer",
    )  # fmt: skip
    assert dict(zip(FEATURES, features_of(state, 0), strict=True)) == {
        "enemies_left": 2, "health_left": 28, "attack_left": 12, "shield": 8, "cancelled": 1, "own_cards": 3,
        "own_value": 15, "own_clubs": 5, "own_diamonds": 0, "own_hearts": 0, "own_spades": 10, "own_jesters": 1,
        "all_cards": 6, "all_value": 24, "poorest_value": 9, "tavern_cards": 2, "discard_cards": 3,
        "discard_value": 42, "suffering": 1, "flips": 0, "lost": 0,
    }  # fmt: skip
    assert features_of(state, 1)[5:7] == (3, 9)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"count": 0}, "count: 0; expected a whole number from 1"),
        ({"count": True}, "count"),
        ({"threads": 0}, "threads"),
        ({"threads": 257}, "threads"),
        ({"seed": -1}, "not a seed"),
        ({"policy": "greedy"}, "policy: 'greedy'; expected random, or weights"),
        ({"policy": {"luck": 1.0}}, "no feature 'luck'"),
        ({"policy": {"flips": float("nan")}}, "policy, flips"),
        ({"policy": {"flips": True}}, "policy, flips"),
        ({"engine": "abacus"}, "engine: 'abacus'"),
    ],
)
def test_wrong_arguments_are_refused(change, message):
    arguments = {"game": Deal.from_seed(42), "count": 1} | change
    with pytest.raises(RegicideError, match=message):
        playouts(**arguments)


@with_kernel
def test_an_impossible_position_is_refused():
    with pytest.raises(ImpossiblePositionError, match="2C stands twice"):
        playouts(State(["2C", "2C 3C"], "JH"), 1, engine="kernel")
    with pytest.raises(NotationError, match="not a card"):
        State(["2X"], "JH")
