"""Whole games of bounded length under every preset and every option value, beside a model that only counts cards."""

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)
from strategies import ATTACK, OPTION_VALUES, PRESETS, changed, deals, positions, rules

from regicide_solver import Card, Discard, Flip, IllegalActionError, Play, Rules, State, Yield, parse_action
from regicide_solver.actions import action_order

# A machine's examples are bounded here: the profile's bounds do not reach it.
BOUNDS = settings(
    max_examples=8,
    stateful_step_count=45,
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much, HealthCheck.data_too_large],
)


class CardCounts:
    """How many cards lie where, and the fight's figures, kept up by the rulebook from what each action says."""

    def __init__(self, state):
        self.rules = state.rules
        self.hands = [len(hand) for hand in state.hands]
        self.tavern, self.discard, self.in_play = len(state.tavern), len(state.discard), len(state.in_play)
        self.royals = [*([state.enemy] if state.enemy else []), *state.castle]
        self.damage = state.damage
        self.cancelled = state.cancelled
        self.heals = state.heals
        self.yielded = list(state.yielded)

    def total(self):
        return sum(self.hands) + self.tavern + self.discard + self.in_play + len(self.royals)

    def follow(self, seat, action):
        if isinstance(action, Discard):
            self.hands[seat] -= len(action.cards)
            self.discard += len(action.cards)
        elif isinstance(action, Flip):
            self.discard += self.hands[0]
            self.hands[0] = min(self.rules.hand_limits[0], self.tavern)
            self.tavern -= self.hands[0]
        elif isinstance(action, Yield):
            self.yielded[seat] = True
        elif isinstance(action, Play):
            if self.rules.yield_record == "streak":
                self.yielded = [False] * len(self.hands)
            self.yielded[seat] = False
            self.hands[seat] -= len(action.cards)
            self.in_play += len(action.cards)
            if action.next_seat is None:
                self.resolve(seat, list(action.cards))
            else:
                self.cancelled = True

    def resolve(self, seat, cards):
        enemy = self.royals[0]
        suits = {card.suit for card in cards if self.cancelled or card.suit is not enemy.suit}
        letters = {suit.letter for suit in suits}
        value = sum(card.value for card in cards)
        if "H" in letters:
            healed = min(value, self.discard)
            self.discard -= healed
            self.tavern += healed
            self.heals += 1
        if "D" in letters:
            self.draw(seat, value)
        self.damage += 2 * value if "C" in letters else value
        health = 2 * ATTACK[enemy.text[0]]
        if self.damage >= health:
            self.kill(exact=self.damage == health)

    def draw(self, seat, value):
        limit = self.rules.hand_limits[len(self.hands) - 1]
        for _ in range(value):
            if self.tavern == 0 or all(count >= limit for count in self.hands):
                return
            while self.hands[seat] >= limit:
                seat = (seat + 1) % len(self.hands)
            self.hands[seat] += 1
            self.tavern -= 1
            seat = (seat + 1) % len(self.hands)

    def kill(self, exact):
        self.royals.pop(0)
        self.discard += self.in_play
        self.in_play = self.damage = 0
        self.cancelled = False
        if exact and self.rules.exact_kill != "discard":
            self.tavern += 1
        else:
            self.discard += 1


def machine_of(rule_sets):
    """Make the machine that plays games of these rules."""

    class Game(RuleBasedStateMachine):
        state: State

        @initialize(start=st.one_of(deals(rule_sets).map(lambda deal: deal.state()), positions(rule_sets, won=False)))
        def begin(self, start):
            self.state = start
            self.model = CardCounts(start)
            self.cards = self.model.total()

        @precondition(lambda self: self.state.legal_actions())
        @rule(pick=st.integers(0, 2**16))
        def act(self, pick):
            legal = self.state.legal_actions()
            self.go(legal[pick % len(legal)])

        @precondition(lambda self: any(isinstance(action, Play) for action in self.state.legal_actions()))
        @rule(pick=st.integers(0, 2**16))
        def play(self, pick):
            plays = [action for action in self.state.legal_actions() if isinstance(action, Play)]
            self.go(plays[pick % len(plays)])

        @precondition(lambda self: self.state.phase == "suffer" and self.state.outcome() is None)
        @rule()
        def pay_least(self):
            # games that pay wisely last longer and see more of the rules
            payments = [action for action in self.state.legal_actions()[:100] if isinstance(action, Discard)]
            if payments:
                self.go(min(payments, key=lambda payment: payment.cards.value))

        def go(self, action):
            seat, before = self.state.turn, str(self.state)
            after = self.state.apply(action)
            assert str(self.state) == before
            self.model.follow(seat, action)
            self.state = after

        @rule(as_text=st.booleans())
        def save_and_load(self, as_text):
            again = State.parse(str(self.state)) if as_text else State.from_json(self.state.to_json())
            assert (again, again.key) == (self.state, self.state.key)
            self.state = again

        @rule(
            action=st.sampled_from([Yield(), Flip(), Play("*", 0), Play("*", 3), Play("2C"), Discard("2C"), Play("KS")])
        )
        def try_what_may_be_illegal(self, action):
            if action not in self.state.legal_actions():
                with pytest.raises(IllegalActionError):
                    self.state.apply(action)

        @invariant()
        def the_model_agrees(self):
            state, model = self.state, self.model
            assert [len(hand) for hand in state.hands] == model.hands
            assert (len(state.tavern), len(state.discard), len(state.in_play)) == (
                model.tavern, model.discard, model.in_play,
            )  # fmt: skip
            assert [*([state.enemy] if state.enemy else []), *state.castle] == model.royals
            assert (state.damage, state.cancelled, state.heals) == (model.damage, model.cancelled, model.heals)
            assert list(state.yielded) == model.yielded
            assert model.total() == self.cards

        @invariant()
        def the_state_is_possible(self):
            assert self.state.problems() == ()

        @invariant()
        def legal_actions_and_outcome_agree(self):
            state, legal = self.state, self.state.legal_actions()
            if len(legal) < 40:  # larger ones are left to the properties of the engine
                assert list(legal) == sorted(set(legal), key=action_order)
            assert state.outcome() == ("won" if state.enemy is None else None if legal else "lost")
            assert state.phase == "play" or state.attack > 0
            assert all(parse_action(str(action)) == action for action in legal[:5])

    return Game


@pytest.mark.parametrize("preset", PRESETS)
def test_games_of_every_preset(preset):
    run_state_machine_as_test(machine_of(st.just(Rules.preset(preset))), settings=BOUNDS)


# Seats at which an option has something to say.
SEATS = {
    "solo_flips": (1,),
    "solo_flips_from": (1,),
    "solo_yield": (1,),
    "tavern_jesters": (2, 3, 4),
    "yield_record": (2, 3, 4),
    "retro_spades": (3, 4),
    "jester_self": (3, 4),
}


@pytest.mark.parametrize(
    ("option", "value"), [(option, value) for option, values in OPTION_VALUES.items() for value in values[1:]]
)
def test_games_of_every_option_value(option, value):
    chosen = {"seats": SEATS.get(option, (1, 2, 3, 4)), option: value}
    run_state_machine_as_test(machine_of(st.just(Rules().replace(**chosen))), settings=BOUNDS)


def test_games_of_random_rules():
    run_state_machine_as_test(machine_of(rules()), settings=settings(BOUNDS, max_examples=60))


def test_the_model_notices_a_card_that_goes_astray():
    state = State(["5H 10D", "3C"], "JS", "JD", discard="9C 8C")
    model = CardCounts(state)
    model.follow(0, Play("5H"))
    after = state.apply(Play("5H"))
    assert (len(after.tavern), len(after.discard)) == (model.tavern, model.discard) == (2, 0)
    assert len(changed(after, tavern=["9C"]).tavern) != model.tavern
    assert Card("5H") in after.in_play
