"""The best way through a fight: the model against exhaustive search with the rules engine, and what it answers."""

import _thread
import json
import threading
from functools import cache
from itertools import permutations
from random import Random

import pytest
from cli_runs import run
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import deck_of, rules

from regicide_solver import Deal, Discard, NotationError, Play, State, Yield, apply_line
from regicide_solver.errors import ImpossiblePositionError
from regicide_solver.fights import FightStatus, plan_fight, relax, relaxed_apply

MEASURES = ("paid", "turns", "left", "exact")
HEALTH = {"J": 20, "Q": 30, "K": 40}


def ways_through(start, draws):
    """Play every sequence of legal actions until the enemy falls; give all figures that can come out."""

    @cache
    def ways(state):
        found = set()
        for action in state.legal_actions():
            after = relaxed_apply(state, action, draws)
            if state.rules.solo_yield == "always" and isinstance(action, Yield) and after.key == state.key:
                continue  # the only cycle of the game
            paid = action.cards.value if isinstance(action, Discard) else 0
            turns = isinstance(action, (Play, Yield))
            if after.enemy == state.enemy:
                found |= {(paid + more, turns + later, *ending) for more, later, *ending in ways(after)}
            else:
                found.add((paid, int(turns), sum(hand.value for hand in after.hands), kills_exactly(state, action)))
        return frozenset(found)

    return ways(relax(start, draws))


def kills_exactly(state, action):
    on_top = relax(State.from_json(state.to_json() | {"rules": {**rules_json(state), "exact_kill": "top"}}), "none")
    return int(state.enemy in on_top.apply(action).tavern)


def rules_json(state):
    form = state.rules.to_json()
    return {"preset": form} if isinstance(form, str) else form


def best_of(ways, objective):
    def cost(way):
        figures = dict(zip(MEASURES, way, strict=True))
        return tuple(-figures[name] if name in ("left", "exact") else figures[name] for name in objective)

    way = min(ways, key=cost)
    return {name: dict(zip(MEASURES, way, strict=True))[name] for name in objective}


@st.composite
def small_fights(draw, hand_limits=(5, 4, 4, 3), most_cards=7):
    """A fight that exhaustive search can finish and that is often won: few cards, and an enemy to match them."""
    jesters = draw(st.sampled_from([(0, 0, 1, 2), (0, 2, 2, 2)]))
    game_rules = draw(rules()).replace(seats=(1, 2, 3, 4), hand_limits=hand_limits, tavern_jesters=jesters)
    players = draw(st.sampled_from([1, 1, 2, 2, 3]))
    order = Random(draw(st.integers(0, 2**20)))
    pool = deck_of(game_rules, players)
    order.shuffle(pool)
    # What is rare in a deck makes the difference: it comes first, now and then.
    wanted = draw(st.sampled_from(["", "A", "*A", "*", "D", "DS", "25"]))
    pool.sort(key=lambda card: order.random() - 0.6 * (card.text[0] in wanted or card.text[-1] in wanted))
    room = min(hand_limits[players - 1], most_cards // players)
    hands = [[pool.pop(0) for _ in range(draw(st.integers(max(0, room - 2), room)))] for _ in range(players)]
    enemy = draw(st.sampled_from("JQK")) + draw(st.sampled_from("CDHS"))
    health = HEALTH[enemy[0]]
    held = sum(card.value for hand in hands for card in hand)
    left = min(health, max(1, held * draw(st.integers(4, 16)) // 10))
    shield = draw(st.sampled_from([0, health // 4, health // 2 - 3, health // 2 - 1, health // 2]))
    tavern = draw(st.integers(0, 5))
    return State(
        hands,
        enemy,
        "",
        rules=game_rules,
        turn=draw(st.integers(0, players - 1)),
        phase=draw(st.sampled_from(["play", "play", "suffer"])) if shield < health // 2 else "play",
        damage=health - left,
        shield=shield,
        locked_shield=draw(st.sampled_from([0, 0, 3])),
        cancelled=draw(st.sampled_from([False, False, True])),
        tavern=pool[:tavern],
        discard=pool[tavern : tavern + 3],
        yielded=draw(st.lists(st.booleans(), min_size=players, max_size=players)),
        flips=draw(st.integers(0, game_rules.solo_flips)) if players == 1 else 0,
    )


objectives = st.sampled_from([order[:size] for order in permutations(MEASURES) for size in (1, 2, 4)])


def check_against_search(state, objective, draws):
    ways = ways_through(state, draws)
    plan = plan_fight(state, objective, draws=draws)
    assert plan.stopped_by is None
    if not ways:
        assert plan.status is FightStatus.IMPOSSIBLE
        assert (plan.plan, plan.paid, plan.turns, plan.left, plan.exact) == (None,) * 5
        return
    assert plan.status is FightStatus.BEST
    assert {name: plan.figures[name] for name in objective} == best_of(ways, objective)
    assert tuple(plan.figures[name] for name in MEASURES) in ways
    assert apply_line(state, plan.plan).enemy != state.enemy
    assert plan.turns <= plan.horizon


@given(small_fights(), objectives)
def test_without_draws_it_equals_exhaustive_search(state, objective):
    check_against_search(state, objective, "none")


@given(small_fights(most_cards=5), objectives)
def test_with_known_draws_it_equals_exhaustive_search(state, objective):
    check_against_search(state, objective, "known")


@given(small_fights(), objectives)
@settings(max_examples=30)
def test_it_does_not_matter_where_the_short_models_end(state, objective):
    expected = plan_fight(state, objective)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("regicide_solver.fights.plan._SHORT_HORIZONS", (1, 2))
        stepwise = plan_fight(state, objective)
    assert stepwise.status is expected.status
    assert [stepwise.figures[name] for name in objective] == [expected.figures[name] for name in objective]


@given(small_fights())
@settings(max_examples=40)
def test_no_way_through_a_fight_has_more_turns_than_the_horizon(state):
    for draws in ("none", "known"):
        longest = max((turns for _, turns, *_ in ways_through(state, draws)), default=0)
        if state.players > 1 or state.rules.solo_yield != "always":
            assert longest <= plan_fight(state, draws=draws).horizon


def line(plan):
    return "; ".join(map(str, plan.plan))


def test_a_pair_and_a_shield_beat_a_king_without_paying():
    state = State(["10S 10H", "10C 9C"], "KH", "", damage=13)
    # The first spade leaves an attack of 10; only a ten in the first hand can pay it.
    assert line(plan_fight(state, "turns, paid")) == "play 10S; discard 10H; play 10C"
    assert plan_fight(state, "turns, paid").paid == 10


def test_objectives_pull_in_different_directions():
    state = State(["5C 10C", "2D"], "JH", "")
    fewest = plan_fight(state, "turns")
    exact = plan_fight(State(["5C 10C", "2D"], "JH", "", damage=10), "exact")
    assert (line(fewest), fewest.turns) == ("play 10C", 1)
    assert (line(exact), exact.exact) == ("play 5C", True)


def test_a_jester_ends_immunity_and_frees_shields():
    state = State(["* 2D", "6C 9C", ""], "KC", "", damage=22, shield=5, locked_shield=15)
    plan = plan_fight(state, "paid, turns")
    assert line(plan) == "play *>2; play 9C"
    refuted = plan_fight(State(["2D", "6C 9C", ""], "KC", "", damage=22, shield=5), "paid")
    assert refuted.status is FightStatus.IMPOSSIBLE


def test_a_plan_may_begin_with_the_payment_that_is_owed():
    state = State(["10H", "9C 9D"], "JH", "", phase="suffer", in_play="2C", damage=4)
    plan = plan_fight(state)
    assert line(plan) == "discard 10H; play 9C"
    assert (plan.paid, plan.turns) == (10, 1)


def test_known_draws_are_used_when_asked_for():
    state = State(["3D", "2H"], "JS", "", damage=1, shield=10, tavern="2C 10C 2S")
    assert plan_fight(state).status is FightStatus.IMPOSSIBLE
    plan = plan_fight(state, draws="known")
    assert line(plan) == "play 3D; play 10C"
    assert "healed" in plan.note
    assert apply_line(state, plan.plan).outcome() == "won"


def test_a_flip_counts_only_where_the_tavern_is_known():
    state = State(["2D"], "JD", "", damage=5, tavern="10C 3S", flips=1)
    assert plan_fight(state).status is FightStatus.IMPOSSIBLE
    assert line(plan_fight(state, draws="known")) == "flip; play 10C"


def test_limits_are_named_and_never_taken_for_a_no():
    # A King and no card above eight: more than a glance is needed to see that he cannot be felled.
    state = State(["2C 3C 4C 5S 6S 7H 8D", "2S 3S 4S 5C 6C 7D 8H"], "KD", "")
    stopped = plan_fight(state, work=1e-3)
    assert stopped.status is FightStatus.UNDECIDED
    assert stopped.plan is None
    assert stopped.stopped_by == "work"
    assert plan_fight(state, work=1e-3) == stopped
    assert plan_fight(state).status is FightStatus.IMPOSSIBLE


def test_a_plan_that_a_limit_leaves_unproved_says_so():
    state = Deal.from_seed(3, players=4).state()
    stopped = plan_fight(state, "left", work=1e-6)
    assert stopped.status is FightStatus.WON
    assert stopped.stopped_by == "work"
    assert apply_line(state, stopped.plan).enemy != state.enemy
    assert stopped.left <= plan_fight(state, "left").left


def test_an_interrupt_passes_through_and_ends_the_solver():
    state = Deal.from_seed(8, players=3).state()  # takes many seconds
    before = threading.active_count()
    timer = threading.Timer(1.5, _thread.interrupt_main)
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        plan_fight(state, draws="known", work=1000.0, seconds=60.0)
    timer.join()
    workers = [thread for thread in threading.enumerate() if thread is not threading.main_thread()]
    for worker in workers:
        worker.join(10)
    assert threading.active_count() <= before


def test_the_same_question_has_the_same_answer():
    state = Deal.from_seed(5, players=2).state()
    assert plan_fight(state) == plan_fight(state)


def test_json_is_plain():
    form = json.loads(json.dumps(plan_fight(State(["10C"], "JH")).to_json()))
    assert form["status"] == "best"
    assert form["plan"] == ["play 10C"]
    assert (form["paid"], form["turns"], form["left"], form["exact"]) == (0, 1, 0, True)
    assert form["draws"] == "none"


def test_questions_that_make_no_sense_are_refused():
    state = State(["10C"], "JH")
    for arguments, options, message in [
        (("JH",), {}, "not a state"),
        ((State(["10C"], None),), {}, "no enemy"),
        ((state, ""), {}, "measure"),
        ((state, []), {}, "without measures"),
        ((state, "speed"), {}, "speed"),
        ((state, [3]), {}, "measure"),
        ((state, "paid, paid"), {}, "twice"),
        ((state,), {"draws": "some"}, "draws"),
        ((state,), {"work": 0}, "work"),
        ((state,), {"seconds": True}, "seconds"),
        ((state,), {"seconds": float("nan")}, "seconds"),
    ]:
        with pytest.raises(NotationError, match=message):
            plan_fight(*arguments, **options)
    with pytest.raises(ImpossiblePositionError, match="10C stands twice"):
        plan_fight(State(["10C", "10C"], "JH", ""))


def test_the_command_prints_the_plan_as_json():
    done = run("fight", 42, "--objective", "exact, paid", "--json")
    plan = plan_fight(Deal.from_seed(42, players=2).state(), "exact, paid")
    assert done.code == 0
    assert done.json == json.loads(json.dumps(plan.to_json()))


def test_the_command_shows_the_plan_to_people():
    done = run("fight", "official 1 play KD - 20 0 0 no - 10C/2C - - -- 0 0 0")
    assert done.code == 0
    assert "exact kill" in done.out
    assert "The Tavern counts as empty" in done.out


def test_the_exit_code_tells_a_proof_from_a_limit():
    line = "official 1 play KD - 0 0 0 no - 2C,3C,4C,5S,6S,7H,8D/2S,3S,4S,5C,6C,7D,8H - - -- 0 0 0"
    done = run("fight", line)
    assert (done.code, "proved" in done.out) == (1, True)
    done = run("fight", line, "--work", "0.001")
    assert (done.code, "stopped by work" in done.out) == (3, True)
