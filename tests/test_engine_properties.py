"""Properties of the rules engine: what holds in every state, under all rules."""

import copy
import pickle
from collections import Counter, deque

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from strategies import (
    ATTACK,
    JESTER,
    OPTION_VALUES,
    candidate_actions,
    changed,
    played_states,
    positions,
    rules,
    solo_rules,
    states,
    table_rules,
    walk,
)

from regicide_solver import (
    Card,
    Discard,
    Flip,
    IllegalActionError,
    Play,
    Rules,
    State,
    Yield,
    apply_line,
    parse_line,
)
from regicide_solver.actions import action_order
from regicide_solver.engine import why_illegal

picks = st.lists(st.integers(0, 2**16), max_size=12)


def all_cards(state):
    piles = [*state.hands, state.tavern, state.discard, state.in_play, state.castle]
    return Counter(card for pile in piles for card in pile) + Counter([state.enemy] if state.enemy else [])


def some(listed, pick, most=6):
    """A few of a list, which ones depending on a number."""
    return [listed[(pick + 7 * step) % len(listed)] for step in range(min(most, len(listed)))]


# --- cards and the input ------------------------------------------------------------------------------------------


@given(states(), st.integers(0, 2**16))
def test_cards_are_conserved(state, pick):
    for action in some(state.legal_actions(), pick):
        after = state.apply(action)
        lost = all_cards(state) - all_cards(after)
        assert not all_cards(after) - all_cards(state)
        assert not lost


@given(played_states())
def test_c79_a_game_holds_its_whole_deck(state):
    count = 56 if state.rules.ones else 52
    jesters = state.rules.tavern_jesters[state.players - 1]
    aside = state.rules.solo_flips if state.players == 1 and state.rules.solo_flips_from == "tavern" else 0
    assert sum(all_cards(state).values()) == count + jesters - aside
    assert all(number == 1 for card, number in all_cards(state).items() if card is not JESTER)


@given(states(), st.integers(0, 2**16))
def test_applying_an_action_never_changes_the_state(state, pick):
    before, hashed, key = str(state), hash(state), state.key
    for action in some(state.legal_actions(), pick):
        first, second = state.apply(action), state.apply(action)
        assert first == second
        assert first is not state
    assert (str(state), hash(state), state.key) == (before, hashed, key)


# --- which actions are legal --------------------------------------------------------------------------------------


@given(states())
def test_every_legal_action_applies_and_nothing_else_does(state):
    legal = set(state.legal_actions())
    candidates = candidate_actions(state)
    assert {action for action in legal if len(getattr(action, "cards", ())) < 4} <= set(candidates) or len(
        state.hand
    ) > 8
    for action in (*candidates, *some(state.legal_actions(), 0)):
        reason = why_illegal(state, action)
        assert (reason is None) == (action in legal)
        if reason is None:
            state.apply(action)
        else:
            assert "\n" not in reason
            with pytest.raises(IllegalActionError) as caught:
                state.apply(action)
            assert reason in str(caught.value)


def may_be_played(cards, rules):
    """Whether cards go together in one play, said once more and plainly."""
    ranks = [card.text.rstrip("CDHS") for card in cards]
    if len(cards) == 1:
        return True
    if "*" in ranks:
        return False
    if len(cards) == 2 and "A" in ranks:
        return rules.companions
    total = sum(card.value for card in cards)
    return (
        len(set(ranks)) == 1 and ranks[0] not in "A1JQK" and (rules.combo_limit is None or total <= rules.combo_limit)
    )


def pays(cards, attack, overpay):
    values = [card.value for card in cards]
    spare = {"any": sum(values), "until_covered": max(values), "minimal": min(values)}[overpay]
    return sum(values) >= attack and (overpay == "any" or sum(values) - spare < attack)


def is_allowed(state, action):
    """The rules of steps 1 and 4 in a second form, for comparison."""
    rules, hand = state.rules, Counter(state.hand)
    if state.enemy is None:
        return False
    if isinstance(action, Flip):
        return state.flips > 0
    if isinstance(action, Yield):
        if state.phase == "suffer":
            return False
        if state.players == 1:
            return rules.solo_yield == "always" or (rules.solo_yield == "not_twice" and not state.yielded[0])
        return not all(flag for seat, flag in enumerate(state.yielded) if seat != state.turn)
    if Counter(action.cards) - hand:
        return False
    if isinstance(action, Discard):
        return state.phase == "suffer" and pays(action.cards, state.attack, rules.overpay)
    if state.phase == "suffer":
        return False
    if action.next_seat is not None:
        return action.next_seat < state.players and (rules.jester_self or action.next_seat != state.turn)
    return may_be_played(list(action.cards), rules)


@given(states())
def test_the_legal_actions_are_those_of_a_second_wording_of_the_rules(state):
    legal = set(state.legal_actions())
    for action in candidate_actions(state):
        assert (action in legal) == is_allowed(state, action), str(action)
    assert all(is_allowed(state, action) for action in legal)


@given(states())
def test_legal_actions_are_in_the_documented_order_and_each_stands_once(state):
    legal = state.legal_actions()
    assert list(legal) == sorted(set(legal), key=action_order)
    assert isinstance(legal, tuple)


@given(states())
def test_a_state_is_lost_exactly_when_nothing_is_legal(state):
    legal = state.legal_actions()
    if state.enemy is None:
        assert (state.outcome(), legal) == ("won", ())
    else:
        assert state.outcome() == (None if legal else "lost")


@given(states(), picks)
def test_nobody_has_to_pay_for_no_attack(state, choices):
    for pick in choices:
        state = walk(state, [pick])
        assert state.phase == "play" or state.attack > 0


@given(positions(solo_rules(solo_flips=2), won=False))
def test_a_flip_left_keeps_a_game_alive(state):
    state = changed(state, flips=1 + state.flips % 2)
    assert state.outcome() is None
    assert state.legal_actions()[-1] == Flip()


# --- what an action does ------------------------------------------------------------------------------------------


def kills(state, action):
    """The damage of a play by the rulebook: the sum, doubled by a club whose power is not blocked."""
    clubs = any(card.text[-1] == "C" for card in action.cards)
    active = state.cancelled or state.enemy.text[-1] != "C"
    return state.damage + sum(card.value for card in action.cards) * (2 if clubs and active else 1)


@given(states(), st.integers(0, 2**16))
def test_damage_shield_and_the_next_turn(state, pick):
    plays = [action for action in state.legal_actions() if isinstance(action, Play) and JESTER not in action.cards]
    assume(plays)
    action = plays[pick % len(plays)]
    after = state.apply(action)
    damage = kills(state, action)
    health = 2 * ATTACK[state.enemy.text[0]]
    if damage >= health:
        assert (after.turn, after.phase) == (state.turn, "play")
        assert (after.damage, after.shield, after.locked_shield, after.cancelled) == (0, 0, 0, False)
        assert [after.enemy, *after.castle] == [*state.castle] or (after.enemy is None and not state.castle)
        assert len(after.in_play) == 0
        place = state.rules.exact_kill if damage == health else "discard"
        assert (state.enemy in after.discard) == (place == "discard")
        if place != "discard":
            assert after.tavern[0 if place == "top" else -1] == state.enemy
        return
    spades = any(card.text[-1] == "S" for card in action.cards)
    active = state.cancelled or state.enemy.text[-1] != "S"
    value = sum(card.value for card in action.cards)
    assert after.damage == damage
    assert after.shield == state.shield + (value if spades and active else 0)
    locked = {
        "play": value,
        "card": sum(card.value for card in action.cards if card.text[-1] == "S"),
        "none": 0,
    }[state.rules.retro_spades]
    assert after.locked_shield == state.locked_shield + (locked if spades and not active else 0)
    assert Counter(after.in_play) == Counter(state.in_play) + Counter(action.cards)
    if after.attack > 0:
        assert (after.turn, after.phase) == (state.turn, "suffer")
    else:
        assert (after.turn, after.phase) == ((state.turn + 1) % state.players, "play")


@given(states())
def test_jesters_yields_payments_and_flips(state):
    for action in state.legal_actions()[:60]:
        after = state.apply(action)
        if isinstance(action, Play) and action.next_seat is not None:
            assert (after.turn, after.phase, after.damage) == (action.next_seat, "play", state.damage)
            assert (after.cancelled, after.locked_shield) == (True, 0)
            assert after.shield == state.shield + state.locked_shield
        elif isinstance(action, Yield):
            assert after.yielded[state.turn]
            assert after.phase == ("suffer" if state.attack else "play")
            assert after.turn == (state.turn if state.attack else (state.turn + 1) % state.players)
            assert after.hands == state.hands
        elif isinstance(action, Discard):
            assert Counter(after.discard) == Counter(state.discard) + Counter(action.cards)
            assert (after.turn, after.phase) == ((state.turn + 1) % state.players, "play")
            assert (after.damage, after.shield, after.yielded) == (state.damage, state.shield, state.yielded)
        elif isinstance(action, Flip):
            limit = state.rules.hand_limits[0]
            assert (after.flips, after.phase, after.turn) == (state.flips - 1, state.phase, state.turn)
            assert sorted(after.hand) == sorted(state.tavern[:limit])
            assert after.tavern == state.tavern[limit:]
            assert Counter(after.discard) == Counter(state.discard) + Counter(state.hand)
            assert (after.yielded, after.cancelled) == (state.yielded, state.cancelled)


@given(states(), st.integers(0, 2**16))
def test_hearts_and_diamonds_move_as_many_cards_as_they_may(state, pick):
    plays = [action for action in state.legal_actions() if isinstance(action, Play) and JESTER not in action.cards]
    assume(plays)
    action = plays[pick % len(plays)]
    assume(kills(state, action) < 2 * ATTACK[state.enemy.text[0]])
    suits = {card.text[-1] for card in action.cards if state.cancelled or card.text[-1] != state.enemy.text[-1]}
    value = sum(card.value for card in action.cards)
    after = state.apply(action)
    healed = min(value, len(state.discard)) if "H" in suits else 0
    limit = state.rules.hand_limits[state.players - 1]
    held = [len(hand) for hand in state.hands]
    held[state.turn] -= len(action.cards)
    drawn = min(value, sum(limit - count for count in held), len(state.tavern) + healed) if "D" in suits else 0
    assert len(after.discard) == len(state.discard) - healed
    assert len(after.tavern) == len(state.tavern) + healed - drawn
    assert after.heals == state.heals + ("H" in suits)
    assert all(len(hand) <= limit for hand in after.hands)
    expected = [*held]
    seat = state.turn
    for _ in range(drawn):
        while expected[seat] == limit:
            seat = (seat + 1) % state.players
        expected[seat] += 1
        seat = (seat + 1) % state.players
    assert [len(hand) for hand in after.hands] == expected
    if not healed:
        assert after.tavern == state.tavern[drawn:]


# --- equality, hashes, keys ---------------------------------------------------------------------------------------


@given(states())
def test_a_state_typed_in_equals_the_one_that_was_reached(state):
    for twin in (State.from_json(state.to_json()), State.parse(str(state)), pickle.loads(pickle.dumps(state))):
        assert twin == state
        assert (hash(twin), twin.key) == (hash(state), state.key)
    assert copy.deepcopy(state) == state
    assert state != str(state)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("play 2C; discard 10D; play 3C; discard 10H", "play 3C; discard 10H; play 2C; discard 10D"),
        ("play 2C; discard 10D; play 3C; discard 10H", "play 2C; discard 10H; play 3C; discard 10D"),
    ],
)
def test_two_ways_to_the_same_position_give_the_same_state(one, other):
    start = State(["2C 3C 10D 10H 4S"], "JS", "JD")
    first, second = (apply_line(start, parse_line(line)) for line in (one, other))
    assert first == second
    assert (hash(first), first.key) == (hash(second), second.key)


def breadth_first(start, most):
    """Some of the states below a state, by their shortest paths; a state may come more than once."""
    waiting, found = deque([start]), []
    while waiting and len(found) < most:
        state = waiting.popleft()
        found.append(state)
        waiting.extend(state.apply(action) for action in state.legal_actions()[:12])
    return found


@given(positions())
def test_below_a_state_equality_hash_and_key_go_together(start):
    by_key, by_line = {}, {}
    for state in breadth_first(start, 80):
        twin = by_line.setdefault(str(state), state)
        assert twin == state
        assert (hash(twin), twin.key) == (hash(state), state.key)
        alike = by_key.setdefault(state.key, state)
        assert (alike == state) == (str(alike) == str(state))
        assert_same_future(alike, state, ())


def assert_same_future(one, other, choices):
    """States with equal keys have the same legal actions, outcomes, and successors with equal keys."""
    for pick in (*choices, None):
        assert one.key == other.key
        assert one.legal_actions() == other.legal_actions()
        assert one.outcome() == other.outcome()
        legal = one.legal_actions()
        for action in some(legal, 0, 8):
            assert one.apply(action).key == other.apply(action).key
        if pick is None or not legal:
            break
        action = legal[pick % len(legal)]
        one, other = one.apply(action), other.apply(action)


@given(positions(won=False), st.integers(0, 30), picks)
def test_shields_above_the_attack_share_a_key(state, more, choices):
    attack = ATTACK[state.enemy.text[0]]
    assert_same_future(
        changed(state, phase="play", shield=attack), changed(state, phase="play", shield=attack + more), choices
    )


@given(positions(won=False), st.integers(0, 30), picks)
def test_locked_shields_above_the_attack_share_a_key(state, more, choices):
    attack = ATTACK[state.enemy.text[0]]
    assert_same_future(changed(state, locked_shield=attack), changed(state, locked_shield=attack + more), choices)


@given(
    positions(rules().map(lambda chosen: chosen.replace(tavern_jesters=(0, 0, 0, 0))), won=False),
    st.integers(0, 30),
    picks,
)
def test_without_jesters_a_locked_shield_does_not_matter(state, locked, choices):
    assert_same_future(changed(state, locked_shield=0), changed(state, locked_shield=locked), choices)


@given(positions(table_rules(), won=False), picks)
def test_the_flag_of_the_seat_that_is_about_to_act_does_not_matter(state, choices):
    state = changed(state, phase="play")
    flags = list(state.yielded)
    flags[state.turn] = not flags[state.turn]
    assert_same_future(state, changed(state, yielded=flags), choices)


@given(positions(st.one_of(solo_rules(solo_yield="never"), solo_rules(solo_yield="always")), won=False), picks)
def test_a_solo_flag_that_no_rule_reads_does_not_matter(state, choices):
    assert_same_future(state, changed(state, yielded=[not state.yielded[0]]), choices)


RICH = State(
    ["2C 3D *", "4C", "5C"], "KS", "KH", turn=1, damage=7, shield=3, locked_shield=4, in_play="7D", tavern="9C 8C",
    discard="6C 6D", yielded=[True, False, False], seed=5, heals=2,
)  # fmt: skip
SOLO = State(["2C 3D"], "KS", "KH", rules={"solo_yield": "not_twice"}, flips=1, tavern="9C 8C")
SUFFERING = State(["2C", "10C 10D"], "JH", "JD", turn=1, phase="suffer", yielded=[False, True])
MATTERS = [
    (SUFFERING, {"yielded": [False, False]}),
    (RICH, {"turn": 3}),
    (RICH, {"turn": 1}),
    (RICH, {"phase": "suffer"}),
    (RICH, {"enemy": "KD"}),
    (RICH, {"castle": []}),
    (RICH, {"castle": ["KD"]}),
    (RICH, {"castle": ["KH", "KD"]}),
    (RICH, {"damage": 8}),
    (RICH, {"shield": 4}),
    (RICH, {"locked_shield": 5}),
    (RICH, {"cancelled": True}),
    (RICH, {"in_play": []}),
    (RICH, {"in_play": ["7H"]}),
    (RICH, {"hands": [["2C", "3D", "*"], ["5C"], ["4C"]]}),
    (RICH, {"hands": [["2C", "3D"], ["4C"], ["5C"]]}),
    (RICH, {"hands": [["2C", "3D"], ["4C", "*"], ["5C"]]}),
    (RICH, {"tavern": ["8C", "9C"]}),
    (RICH, {"tavern": ["9C"]}),
    (RICH, {"tavern": [], "discard": ["6C", "6D", "8C", "9C"]}),
    (RICH, {"discard": ["6C"]}),
    (RICH, {"yielded": [False, False, False]}),
    (RICH, {"yielded": [False, False, True]}),
    (RICH, {"yielded": [True, False, True]}),
    (RICH, {"seed": 6}),
    (RICH, {"heals": 3}),
    (RICH, {"players": 4, "hands": [["2C", "3D", "*"], ["4C"], ["5C"], []], "yielded": [True, False, False, False]}),
    (SOLO, {"flips": 0}),
    (SOLO, {"flips": 2}),
    (SOLO, {"yielded": [True]}),
    (SOLO, {"rules": {"solo_yield": "never"}}),
]


@pytest.mark.parametrize(("state", "fields"), MATTERS, ids=[str(fields) for _, fields in MATTERS])
def test_states_that_differ_in_what_matters_have_other_keys(state, fields):
    other = changed(state, **fields)
    assert other != state
    assert other.key != state.key
    assert str(other) != str(state)


@pytest.mark.parametrize("option", OPTION_VALUES)
def test_other_rules_are_other_states(option):
    keys = set()
    for value in OPTION_VALUES[option]:
        rules = Rules().replace(**{option: value})
        keys.add(State(["2C"] + [""] * (rules.seats[0] - 1), "JH", rules=rules).key)
    assert len(keys) == len(OPTION_VALUES[option])


@given(positions(), positions())
def test_different_states_with_equal_keys_differ_only_in_what_is_merged(one, other):
    if one.key == other.key:
        assert (one.hands, one.tavern, one.enemy, one.damage) == (other.hands, other.tavern, other.enemy, other.damage)


def test_the_last_kill_wins_at_once_and_the_cards_move_as_for_any_kill():
    state = State(["10C 2D", "3C"], "KD", damage=20, in_play="10H 9S", tavern="4C")
    after = state.apply(Play("10C"))
    assert (after.outcome(), after.enemy, len(after.in_play)) == ("won", None, 0)
    assert [card.text for card in after.tavern] == ["KD", "4C"]
    assert str(after.discard) == "9S 10C 10H"
    assert after.problems() == ()


def test_what_is_no_action_is_a_mistake_of_the_program():
    with pytest.raises(TypeError, match="not an action"):
        State(["2C"], "JH").apply("play 2C")


def test_the_only_cycle_is_the_solo_yield_at_attack_nothing():
    state = State(["2C"], "JH", rules={"solo_yield": "always"}, shield=10, in_play="10S", damage=10, yielded=[True])
    assert state.apply(Yield()) == state


def test_a_line_names_the_action_that_is_not_legal():
    with pytest.raises(IllegalActionError, match="action 2 of the line: illegal action 'play 2C'"):
        apply_line(State(["2C 10D", "3C"], "JH"), parse_line("play 2C; play 2C"))


def test_two_jesters_are_the_same_card():
    state = State(["* *", "2C", "3C", "4C"], "JH")
    assert [str(action) for action in state.legal_actions()] == [
        "play *>1", "play *>2", "play *>3", "play *>4", "yield",
    ]  # fmt: skip
    paying = State(["* * 10C", "2C", "3C", "4C"], "JH", phase="suffer")
    assert [str(action) for action in paying.legal_actions()] == [
        "discard 10C", "discard 10C+*", "discard 10C+*+*",
    ]  # fmt: skip
    assert Card("*") in state.hand
