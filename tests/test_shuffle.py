"""Seed scheme 1: the generator, the heal order, and the fairness of heals (ids of SETUP_FACTS in the names)."""

from collections import Counter
from itertools import combinations, permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import seeds

from regicide_solver import NotationError, State, parse_action
from regicide_solver.shuffle import Generator, check_seed, deck_indices, heal_order, mix, parse_seed

# 99.9 % quantiles of chi-square by degrees of freedom; the seeds are fixed, so that no run differs from another.
CHI_SQUARE = {2: 13.82, 5: 20.52, 83: 128.6}


def chi_square(counts, cells):
    expected = sum(counts.values()) / len(cells)
    assert set(counts) <= set(cells)
    return sum((counts[cell] - expected) ** 2 / expected for cell in cells)


def healed(position, play, seed):
    """The cards that a play brings beneath the Tavern, in their order."""
    before = State.from_json({**position, "seed": seed})
    return before.apply(parse_action(play)).tavern[len(before.tavern) :]


C14 = {"players": 1, "enemy": "JC", "castle": ["JD"], "hands": [["2H", "10D"]], "discard": ["2C", "7D", "9S"]}


def test_c14_every_ordered_pair_of_three_is_healed_equally_often():
    pairs = list(permutations(State.from_json(C14).discard, 2))
    counts = Counter(healed(C14, "play 2H", seed) for seed in range(6000))
    assert len(pairs) == 6
    assert chi_square(counts, pairs) < CHI_SQUARE[5]


def test_c14_the_same_holds_along_one_game_where_only_the_count_of_heals_goes_up():
    pairs = list(permutations(State.from_json(C14).discard, 2))
    counts = Counter(healed(C14 | {"heals": heals}, "play 2H", 7) for heals in range(6000))
    assert chi_square(counts, pairs) < CHI_SQUARE[5]


def test_c31b_all_84_sets_of_six_out_of_nine_are_healed_equally_often():
    position = {
        "players": 2, "enemy": "JS", "castle": ["JD"], "hands": [["AH", "5H", "10D"], ["2D"]], "tavern": ["3S"],
        "discard": ["2C", "3C", "4C", "6C", "7C", "8C", "9C", "10C", "4D"],
    }  # fmt: skip
    sets = [frozenset(chosen) for chosen in combinations(State.from_json(position).discard, 6)]
    counts = Counter(frozenset(healed(position, "play AH+5H", seed)) for seed in range(84 * 60))
    assert len(sets) == 84
    assert chi_square(counts, sets) < CHI_SQUARE[83]


@pytest.mark.parametrize("jesters", [1, 2])
def test_a_jester_in_the_pile_is_healed_as_often_as_any_other_card(jesters):
    pile = ["*"] * jesters + ["2C", "7D", "9S"][jesters - 1 :]
    position = {"players": 4, "enemy": "JC", "castle": [], "hands": [["AH"], [], [], []], "discard": pile}
    counts = Counter(card.text for seed in range(3000) for card in healed(position, "play AH", seed))
    cells = [card for card in pile if card != "*"]
    jester_share = counts["*"] / 3000
    assert abs(jester_share - jesters / len(pile)) < 0.03
    if jesters == 1:
        assert chi_square(Counter({card: counts[card] for card in cells}), cells) < CHI_SQUARE[2]


def test_a_heal_does_not_depend_on_the_rest_of_the_position():
    other = {**C14, "players": 2, "hands": [["2H", "10D"], ["3C"]], "tavern": ["KD", "5C"], "enemy": "JS"}
    for seed in range(50):
        assert healed(C14, "play 2H", seed) == healed(other, "play 2H", seed)


@pytest.mark.parametrize(
    ("line", "heals"),
    [
        ("play 2H", 1),  # though the pile is empty
        ("play AH+2H", 1),  # two hearts in one play count once
        ("play 2C", 0),
    ],
)
def test_every_hearts_power_counts_once_a_play(line, heals):
    state = State(["2H AH 2C 10C", "3C"], "JS", "JD")
    assert state.apply(parse_action(line)).heals == heals


def test_an_immune_heart_does_not_count_and_a_freed_one_does():
    immune = State(["2H", "3C"], "JH", "JD", discard="9C")
    assert immune.apply(parse_action("play 2H")).heals == 0
    freed = State(["2H", "3C", "4C"], "JH", "JD", discard="9C", in_play="*", cancelled=True)
    assert freed.apply(parse_action("play 2H")).heals == 1


def test_the_first_heal_of_seed_42_with_52_cards():
    pile = "AH 4C 4H 5C 9H 10C QS"
    state = State(["KH", "3C"], "KS", "KD", discard=pile, seed=42)
    assert " ".join(map(str, state.apply(parse_action("play KH")).tavern)) == "AH 9H QS 4H 4C 10C 5C"


class Scheme1:
    """The text of the scheme, written once more and plainly."""

    WORD = 2**64 - 1
    STEP = 0x9E3779B97F4A7C15

    def __init__(self, state):
        self.state = state

    @classmethod
    def scramble(cls, z):
        z ^= z >> 30
        z = z * 0xBF58476D1CE4E5B9 & cls.WORD
        z ^= z >> 27
        z = z * 0x94D049BB133111EB & cls.WORD
        return z ^ z >> 31

    def word(self):
        self.state = (self.state + self.STEP) & self.WORD
        return self.scramble(self.state)

    def shuffle(self, cards):
        for last in range(len(cards) - 1, 0, -1):
            while (drawn := self.word()) < 2**64 % (last + 1):
                pass
            other = drawn % (last + 1)
            cards[last], cards[other] = cards[other], cards[last]


def scheme_1_heal_order(seed, heals, ones, jesters):
    deck = [index for index in range(56 + jesters) if ones or index not in (4, 5, 6, 7)]
    Scheme1(Scheme1.scramble(seed ^ Scheme1.scramble(heals + 1))).shuffle(deck)
    return tuple(deck)


@given(seeds, st.integers(0, 60))
def test_a_shuffle_is_that_of_the_scheme_and_so_is_what_is_drawn_after_it(seed, size):
    cards, expected = list(range(size)), list(range(size))
    generator, plain = Generator(seed), Scheme1(seed)
    generator.shuffle(cards)
    plain.shuffle(expected)
    assert cards == expected
    assert generator.word() == plain.word()


# A word of 0 is not fair for a bound that is no power of two: for the places 54, 53, 25, 3, and not for 2.
@pytest.mark.parametrize(("number", "words"), [(1, 54), (2, 54), (30, 54), (52, 54), (53, 53)])
def test_a_word_that_is_not_fair_is_drawn_again_in_a_shuffle(number, words):
    seed = -number * Scheme1.STEP % 2**64  # the word of this number is 0
    cards, expected = list(range(54)), list(range(54))
    generator, plain = Generator(seed), Scheme1(seed)
    generator.shuffle(cards)
    plain.shuffle(expected)
    assert plain.state == (seed + words * Scheme1.STEP) & Scheme1.WORD
    assert cards == expected
    assert generator.word() == plain.word()


@given(seeds, st.integers(0, 2**32 - 1), st.booleans(), st.integers(0, 2))
def test_the_heal_order_is_that_of_the_scheme(seed, heals, ones, jesters):
    order = heal_order(seed, heals, ones, jesters)
    assert order == scheme_1_heal_order(seed, heals, ones, jesters)
    assert sorted(order) == deck_indices(ones, jesters)


@given(seeds, st.integers(1, 60))
def test_below_is_below(seed, bound):
    generator = Generator(seed)
    assert all(0 <= generator.below(bound) < bound for _ in range(20))


def test_the_generator_is_splitmix64():
    # The first words of SplitMix64 from the state 1234567, as published with the generator.
    generator = Generator(1234567)
    assert [generator.word() for _ in range(3)] == [6457827717110365317, 3203168211198807973, 9817491932198370423]


def test_mix_of_zero_is_zero_and_mix_is_one_to_one_on_a_sample():
    assert mix(0) == 0
    assert len({mix(word) for word in range(10_000)}) == 10_000


@given(seeds)
def test_a_seed_is_read_back(seed):
    assert parse_seed(str(seed)) == check_seed(seed) == seed


@pytest.mark.parametrize(
    "text", ["", "-5", "+5", " 5", "5 ", "1e3", "0x10", "1_000", "٣", "五", "²", str(2**64), "9" * 20, "0" * 21, "4.0"]
)
def test_what_is_no_seed_is_refused(text):
    with pytest.raises(NotationError, match="not a seed"):
        parse_seed(text)


@pytest.mark.parametrize("value", [-1, 2**64, True, 1.0, "1", None])
def test_what_is_no_seed_in_python_is_refused(value):
    with pytest.raises(NotationError, match="not a seed"):
        check_seed(value)
