"""The best payment: the model against plain enumeration, what is said about it, and what is refused."""

import json
from itertools import combinations, product

import pytest
from cli_runs import run
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import SUITED, card_sets, positions

from regicide_solver import Card, CardSet, Discard, NotationError, Play, Rules, RulesError, State, legal_actions
from regicide_solver.discards import Payment, optimal_discard, parse_objective
from regicide_solver.errors import ImpossiblePositionError
from regicide_solver.search import Limits, Verdict, solve

TERMS = ["waste", "cards", "value", "keep:H", "keep:AS/10C/S", "keep:*", "sets", "companions", "exact"]
HEALTH = 12


def subsets(hand):
    """Every different set of a hand's cards: the two Jesters are one card."""
    cards = list(hand)
    return {CardSet(chosen) for size in range(len(cards) + 1) for chosen in combinations(cards, size)}


def is_legal(paid, attack, overpay):
    values = [card.value for card in paid]
    if not values or sum(values) < attack:
        return False
    spare = {"any": None, "until_covered": max(values), "minimal": min(values)}[overpay]
    return spare is None or sum(values) - spare < attack


def playable_sets(hand, rules):
    cards = [card for card in hand if card.rank is not None and 2 <= card.rank.value <= 10]
    groups = [set(group) for size in (2, 3, 4) for group in combinations(cards, size)]
    limit = rules.combo_limit
    return sum(
        len({card.rank for card in group}) == 1 and (limit is None or sum(card.value for card in group) <= limit)
        for group in groups
    )


def ace_pairs(hand, rules):
    suited = [card for card in hand if card.rank is not None]
    aces = [card for card in suited if card.text[0] == "A"]
    others = len(suited) - len(aces)
    return (len(aces) * others + len(aces) * (len(aces) - 1) // 2) if rules.companions else 0


def kills_exactly(hand, rules, enemy):
    """Ask the rules engine: after an exact kill the royal lies on the Tavern."""
    rules = rules.replace(exact_kill="top")
    damage = {"J": 20, "Q": 30, "K": 40}[enemy.text[0]] - HEALTH
    state = State([CardSet([card for card in hand if card.text != "*"])], enemy, "", rules=rules, damage=damage)
    plays = [action for action in legal_actions(state) if isinstance(action, Play)]
    return any(enemy in state.apply(play).tavern for play in plays)


def cost(term, hands, paid, attack, rules, enemy):
    cards = [card for share in paid for card in share]
    value = sum(card.value for card in cards)
    kept = []
    for hand, share in zip(hands, paid, strict=True):
        left = list(hand)
        for card in share:
            left.remove(card)
        kept.append(CardSet(left))
    if term.startswith("keep:"):
        wanted = term[5:].split("/")
        return sum(
            any(card.text == want or (want in "CDHS" and card.text[-1] == want) for want in wanted) for card in cards
        )
    return {
        "waste": lambda: value - attack,
        "value": lambda: value,
        "cards": lambda: len(cards),
        "sets": lambda: sum(playable_sets(h, rules) for h in hands) - sum(playable_sets(h, rules) for h in kept),
        "companions": lambda: sum(ace_pairs(h, rules) for h in hands) - sum(ace_pairs(h, rules) for h in kept),
        "exact": lambda: int(not any(kills_exactly(h, rules, enemy) for h in kept)),
    }[term]()


def enumerate_payments(hands, attack, objective, rules, enemy, keep, pay):
    """All legal payments with their costs, best first: the plain way."""
    found = []
    for paid in product(*(subsets(hand) for hand in hands)):
        cards = [card for share in paid for card in share]
        if not is_legal(cards, attack, rules.overpay):
            continue
        if any(cards.count(card) < list(pay).count(card) for card in pay):
            continue
        everything = [card for hand in hands for card in hand]
        if any(everything.count(card) - cards.count(card) < list(keep).count(card) for card in keep):
            continue
        costs = tuple(
            sum(weight * cost(term, hands, paid, attack, rules, enemy) for term, weight in level.items())
            for level in objective
        )
        place = sorted((card.index, seat) for seat, share in enumerate(paid) for card in share)
        found.append(((costs, len(cards), place), paid))
    found.sort(key=lambda entry: entry[0])
    return [(key[0], paid) for key, paid in found]


@st.composite
def problems(draw):
    pool = list(draw(card_sets(max_size=9)))
    count = draw(st.sampled_from([1, 1, 1, 2, 3]))
    seats = [draw(st.integers(0, count - 1)) for _ in pool]
    hands = [CardSet([card for card, seat in zip(pool, seats, strict=True) if seat == own]) for own in range(count)]
    wishes = draw(st.lists(st.sampled_from(pool), unique=True, max_size=3)) if pool else []
    cut = draw(st.integers(0, len(wishes)))
    levels = st.dictionaries(st.sampled_from(TERMS), st.integers(1, 5), min_size=1, max_size=2)
    return {
        "hands": hands,
        "attack": draw(st.integers(1, 30)),
        "objective": draw(st.lists(levels, min_size=1, max_size=3)),
        "rules": Rules(
            overpay=draw(st.sampled_from(["any", "until_covered", "minimal"])),
            combo_limit=draw(st.sampled_from([10, None, 6])),
            companions=draw(st.booleans()),
        ),
        "enemy": Card(draw(st.sampled_from(["JC", "JS", "JD", "KH"]))),
        "keep": CardSet(wishes[:cut]),
        "pay": CardSet(wishes[cut:]),
    }


@given(problems())
def test_it_equals_plain_enumeration(problem):
    expected = enumerate_payments(**problem)
    answer = optimal_discard(
        problem["hands"],
        problem["attack"],
        objective=problem["objective"],
        must_keep=problem["keep"],
        must_pay=problem["pay"],
        rules=problem["rules"],
        enemy=problem["enemy"],
        health=HEALTH,
        top=5,
        optima_limit=5000,
    )
    assert answer.payable == bool(expected)
    assert answer.count == len(expected)
    assert [(payment.costs, payment.shares) for payment in answer.ranking] == expected[:5]
    if expected:
        assert answer.best == answer.ranking[0]
        equals = [paid for costs, paid in expected if costs == expected[0][0]]
        assert [payment.shares for payment in answer.optima] == equals
        assert answer.optima_complete
        assert all(payment.why for payment in answer.ranking[1:])
    else:
        assert answer.reason
        free = sum(card.value for hand in problem["hands"] for card in hand) - problem["keep"].value
        assert answer.shortfall == max(0, problem["attack"] - free)


@given(positions(won=False), st.sampled_from(["waste, cards", "cards, waste", "sets+companions, exact, value"]))
def test_a_state_pays_with_its_legal_actions_only(state, objective):
    if state.phase != "suffer":
        with pytest.raises(NotationError, match="phase suffer"):
            optimal_discard(state)
        return
    answer = optimal_discard(state, objective=objective, top=3)
    legal = [action for action in legal_actions(state) if isinstance(action, Discard)]
    assert answer.count == len(legal)
    assert answer.attack == state.attack
    assert {Discard(payment.cards) for payment in (*answer.ranking, *answer.optima)} <= set(legal)
    assert answer.payable == (state.hand.value >= state.attack)


def test_the_default_is_least_waste_then_fewest_cards_then_card_order():
    answer = optimal_discard("2C 2D 3C 5H 5S 8D 10C", 10)
    assert str(answer.best.cards) == "10C"
    assert [str(payment.cards) for payment in answer.ranking[:4]] == ["10C", "2C 8D", "2D 8D", "5H 5S"]
    assert [str(payment.cards) for payment in answer.optima] == ["10C"]
    assert answer.ranking[1].why == "takes 2 cards, not 1"
    assert optimal_discard("2C 2D 8D", 10).ranking[1].why == "as good; listed later in card order"


def test_equal_payments_are_all_listed_and_the_first_is_best():
    answer = optimal_discard("6C 6D 6H 6S", 12)
    assert len(answer.optima) == 6
    assert answer.best.cards == answer.optima[0].cards == CardSet("6C 6D")
    cut = optimal_discard("6C 6D 6H 6S", 12, optima_limit=4)
    assert len(cut.optima) == 4
    assert cut.optima[0] == cut.best
    assert not cut.optima_complete


def test_value_orders_like_waste():
    hand = "AC 2C 4H 5D 8S 9C JD"
    by_waste, by_value = (optimal_discard(hand, 13, objective=name, top=500) for name in ("waste", "value"))
    assert [payment.cards for payment in by_waste.ranking] == [payment.cards for payment in by_value.ranking]


def test_weights_of_ones_own_trade_one_thing_for_another():
    hand = "3C 4D 5C 10H"
    assert str(optimal_discard(hand, 7, objective={"waste": 1, "cards": 2}).best.cards) == "3C 4D"
    heavy = optimal_discard(hand, 7, objective={"waste": 1, "cards": 4})
    assert str(heavy.best.cards) == "10H"
    assert heavy.ranking[1].why == "costs 8 by waste+4*cards, not 7"


def test_nothing_covers_the_attack_is_an_answer():
    answer = optimal_discard("2C 3D *", 10)
    assert not answer.payable
    assert (answer.shortfall, answer.best, answer.ranking, answer.count) == (5, None, (), 0)
    assert optimal_discard("", 4).shortfall == 4
    kept = optimal_discard("10C 10D", 15, must_keep="10C")
    assert kept.shortfall == 5
    forbidden = optimal_discard("10C 3D", 5, must_pay="3D", overpay="minimal")
    assert not forbidden.payable
    assert forbidden.shortfall == 0
    assert "minimal" in forbidden.reason


def test_several_seats_pay_together():
    answer = optimal_discard(["7S 9D", "10C 3H", ""], 10, objective="cards, waste")
    assert [str(share) for share in answer.best.shares] == ["", "10C", ""]
    assert [str(share) for share in optimal_discard(["7S 9D", "10C 3H"], 12).best.shares] == ["9D", "3H"]
    # sets and companions count within a hand only
    assert optimal_discard(["5C", "5D", "10H"], 5, objective="sets").best.costs == (0,)


def test_the_whole_deck_pays_without_listing_its_subsets():
    deck = [card for card in SUITED if card.text[0] != "1" or len(card.text) == 3]
    answer = optimal_discard(deck, 50, top=2, optima_limit=10)
    assert answer.best.waste == 0
    assert len(answer.best.cards) == 3  # two Kings and a card of ten
    assert not optimal_discard(deck, 50, objective="waste", top=1, optima_limit=10).optima_complete
    assert answer.count > 2**51  # half of all subsets and more cover 50 of 340


def test_counts_of_big_hands_are_exact():
    hand = [card for card in SUITED if card.text[0] in "23456"]
    values = [card.value for card in hand]
    sums = [1] + [0] * sum(values)
    for value in values:
        sums = [ways + (sums[total - value] if total >= value else 0) for total, ways in enumerate(sums)]
    assert optimal_discard(hand, 41, top=1, optima_limit=1).count == sum(sums[41:])


def test_winnable_payments_come_first():
    # 13 health and 9 attack are left, and the last royal falls only to what the payment keeps.
    state = State(["4C 5D 9H 9S"], "KH", phase="suffer", damage=27, shield=11, in_play="10S AS 8C")
    plain = optimal_discard(state)
    assert plain.best.verdict is None
    judged = optimal_discard(state, keep_winnable=True, top=50)
    verdicts = {payment.cards: payment.verdict for payment in judged.ranking}
    assert len(verdicts) == judged.count
    for cards, verdict in verdicts.items():
        assert verdict is solve(state.apply(Discard(cards))).verdict
    places = [[Verdict.WINNABLE, Verdict.UNDECIDED, Verdict.UNWINNABLE].index(p.verdict) for p in judged.ranking]
    assert places == sorted(places)
    assert {Verdict.WINNABLE, Verdict.UNWINNABLE} <= set(verdicts.values())
    winnable = [payment.costs for payment in judged.ranking if payment.verdict is Verdict.WINNABLE]
    assert winnable == sorted(winnable)
    assert judged.ranking[-1].why == "the deal cannot be won after it"


def test_verdicts_that_limits_stop_are_marked_undecided():
    state = State.from_json(
        {
            "players": 1,
            "enemy": "JC",
            "castle": ["JD", "JH", "JS", "QC", "QD", "QH", "QS", "KC", "KD", "KH", "KS"],
            "phase": "suffer",
            "plays": [["2D"]],
            "hands": [["3C", "4D", "5H", "6S", "7C", "8D", "9H"]],
            "tavern": ["10C", "10D", "10H", "10S", "9C", "9D"],
        }
    )
    answer = optimal_discard(state, keep_winnable=True, limits=Limits(nodes=1), top=3)
    assert [payment.verdict for payment in answer.ranking] == [Verdict.UNDECIDED] * 3
    assert not answer.optima_complete
    assert answer.payable


def test_json_holds_the_documented_fields():
    form = json.loads(json.dumps(optimal_discard(["7S 5D", "10C AH"], 12).to_json()))
    assert {"payable", "attack", "shortfall", "best", "optima", "ranking", "count"} <= form.keys()
    assert {"cards", "value", "waste"} <= form["best"].keys()
    assert form["optima"] == [["5D", "7S"]]
    assert form["best"]["shares"] == [["5D", "7S"], []]
    empty = json.loads(json.dumps(optimal_discard("2C", 12).to_json()))
    assert empty["best"] is None


def test_payments_are_values():
    answer = optimal_discard("7S 5D", 12)
    assert isinstance(answer.best, Payment)
    assert hash(answer) == hash(optimal_discard("5D 7S", 12))
    with pytest.raises(AttributeError):
        answer.count = 3


@pytest.mark.parametrize(
    ("arguments", "options", "message"),
    [
        (("7S 5D",), {}, "attack"),
        (("7S 5D", 0), {}, "attack: .*1 to"),
        (("7S 5D", True), {}, "attack"),
        (("7S 5D", 10_000), {}, "attack"),
        (("7S 7S", 3), {}, "twice"),
        ((["7S", "7S"], 3), {}, "twice"),
        (([Card("7S"), "5D"], 3), {}, "one kind"),
        ((7, 3), {}, "not cards"),
        (("7S 5D", 3), {"must_keep": "8S"}, "must_keep"),
        (("7S 5D", 3), {"must_keep": "7S", "must_pay": "7S"}, "kept and paid"),
        (("7S *", 3), {"must_keep": "*", "must_pay": "*"}, "kept and paid"),
        (("7S 5D", 3), {"top": 0}, "top"),
        (("7S 5D", 3), {"optima_limit": 0}, "optima_limit"),
        (("7S 5D", 3), {"objective": "exact"}, "health"),
        (("7S 5D", 3), {"enemy": "7C"}, "enemy"),
        (("7S 5D", 3), {"health": 0}, "health"),
        (("7S 5D", 3), {"keep_winnable": True}, "whole state"),
    ],
)
def test_arguments_that_make_no_sense_are_refused(arguments, options, message):
    with pytest.raises(NotationError, match=message):
        optimal_discard(*arguments, **options)


def test_a_state_speaks_for_itself():
    state = State(["7S 5D", ""], "JC", "", phase="suffer")
    with pytest.raises(NotationError, match="a state says itself"):
        optimal_discard(state, 5)
    with pytest.raises(ImpossiblePositionError, match="attack 0"):
        optimal_discard(State(["7S 5D", ""], "JC", "", phase="suffer", shield=10))
    with pytest.raises(RulesError, match="overpay"):
        optimal_discard("7S", 3, overpay="never")


@pytest.mark.parametrize(
    "text",
    ["", "waste,", "speed", "keep", "keep:", "keep:X", "keep:H//S", "waste:H", "-1*cards", "1.5*cards",
     "waste,cards,value,sets,companions,exact,keep:H,keep:S,keep:C"],
)  # fmt: skip
def test_objectives_that_cannot_be_read_are_refused(text):
    with pytest.raises(NotationError, match="objective"):
        parse_objective(text)


def test_a_weight_of_nothing_is_refused():
    with pytest.raises(NotationError, match="weight"):
        parse_objective("0*cards")


@pytest.mark.parametrize("weight", [0, -1, True, 1.5, "2", 10**7])
def test_weights_are_whole_numbers(weight):
    with pytest.raises(NotationError, match="weight"):
        parse_objective({"waste": weight})


@given(
    st.lists(st.dictionaries(st.sampled_from(TERMS), st.integers(1, 10**6), min_size=1), min_size=1, max_size=8),
)
@settings(max_examples=50)
def test_objectives_parse_what_they_print(levels):
    parsed = parse_objective(levels)
    assert parse_objective(", ".join(map(str, parsed))) == parsed


def test_the_command_prints_the_documented_fields():
    done = run("discard", "7S 5D 10C AH", 12, "--json")
    assert done.code == 0
    assert done.json == json.loads(json.dumps(optimal_discard("7S 5D 10C AH", 12).to_json()))


def test_the_command_shows_a_table_for_people():
    done = run("discard", "7S 5D / 10C AH", 12, "--objective", "keep:S, waste", "--top", 3)
    assert done.code == 0
    assert "Pay" in done.out
    assert "gives 1 of S away, not 0" in done.out
    assert done.out.splitlines()[-1] == "8 legal payments, 1 best on keep:S, waste"


def test_the_command_says_what_is_missing():
    done = run("discard", "2C 3D", 12, "--set", "overpay=minimal")
    assert done.code == 1
    assert "7 short" in done.out


def test_the_command_takes_a_position():
    line = "official 1 suffer KH - 27 11 0 no 10S,AS,8C 4C,5D,9H,9S - - - 0 0 0"
    done = run("discard", line, "--winnable", "--json")
    assert done.code == 0
    answer = done.json
    assert answer["attack"] == 9
    assert answer["best"]["verdict"] == "winnable"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("7S 5D", "-5"), "attack"),
        (("42",), "no attack"),
        (("7S 5X", "5"), "5X"),
        (("7S 5D", "5", "--players", "3"), "--players"),
        (("7S 5D", "5", "--winnable"), "whole state"),
        (("7S 5D", "5", "--enemy", "7C"), "enemy"),
    ],
)
def test_the_command_refuses_what_makes_no_sense(arguments, message):
    done = run("discard", *arguments)
    assert done.is_refused()
    assert message in done.err
