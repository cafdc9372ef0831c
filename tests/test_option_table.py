"""The option table: for every value of every option a position in which it differs from the default's.

Each row is asked twice, under the value and under the default; the first answer is the expected one, the second is not.
"""

from typing import Any, NamedTuple

import pytest

from regicide_solver import (
    Card,
    Deal,
    IllegalActionError,
    ImpossiblePositionError,
    Rules,
    RulesError,
    State,
    apply_line,
    parse_line,
)
from regicide_solver.rules import option_values

DEFAULTS = Rules().options()
ILLEGAL, IMPOSSIBLE, UNFIT = "illegal action", "impossible position", "not for this many players"


class Row(NamedTuple):
    option: str
    value: Any
    position: dict | None  # None: the row is about a deal
    actions: str
    ask: str
    expected: Any
    players: int = 2

    def answer(self, value):
        """What the rules with this value of the option say, everything else being official."""
        rules = Rules().replace(**{self.option: value})
        try:
            if self.position is None:
                return DEAL_QUESTIONS[self.ask](Deal.from_seed(42, self.players, rules))
            position = {"rules": rules.to_json(), "players": self.players, **self.position}
            return QUESTIONS[self.ask](apply_line(State.from_json(position), parse_line(self.actions)))
        except RulesError:
            return UNFIT
        except IllegalActionError:
            return ILLEGAL
        except ImpossiblePositionError:
            return IMPOSSIBLE


def legal(state):
    return [str(action) for action in state.legal_actions()]


QUESTIONS = {
    "legal": legal,
    "plays": lambda state: [text for text in legal(state) if text.startswith("play")],
    "sets": lambda state: [text for text in legal(state) if "+" in text],
    "hand sizes": lambda state: [len(hand) for hand in state.hands],
    "tavern": lambda state: " ".join(map(str, state.tavern)),
    "discard": lambda state: str(state.discard),
    "attack": lambda state: state.attack,
    "yielded": lambda state: list(state.yielded),
    "outcome": lambda state: state.outcome(),
    "legal count": lambda state: len(state.legal_actions()),
}
DEAL_QUESTIONS = {
    "sizes": lambda deal: ([len(hand) for hand in deal.hands], len(deal.tavern)),
    "jesters": lambda deal: sum(card == Card("*") for hand in (*deal.hands, deal.tavern) for card in hand),
    "flips": lambda deal: deal.state().flips,
    "aside": lambda deal: (" ".join(map(str, deal.aside)), len(deal.tavern)),
    "ones": lambda deal: sum(
        card.text in ("1C", "1D", "1H", "1S") for hand in (*deal.hands, deal.tavern) for card in hand
    ),
}

SEAT_SUBSETS = [
    tuple(seat for seat in (1, 2, 3, 4) if chosen >> seat & 1) for chosen in range(2, 32, 2)
]  # every subset but the empty one
SEATS = [
    Row("seats", subset, None, "", "sizes", UNFIT, players=missing)
    for subset in SEAT_SUBSETS
    for missing in (1, 2, 3, 4)
    if missing not in subset
]


def with_limit(players, number, option):
    """The option's default with another number for this many players."""
    numbers = list(DEFAULTS[option])
    numbers[players - 1] = number
    return tuple(numbers)


HAND_LIMITS = [
    Row(
        "hand_limits",
        with_limit(players, limit, "hand_limits"),
        None,
        "",
        "sizes",
        ([limit] * players, (40, 40, 41, 42)[players - 1] - limit * players),
        players=players,
    )
    for players in (1, 2, 3, 4)
    for limit in range(1, 11)
    if limit != DEFAULTS["hand_limits"][players - 1]
]
# A King of diamonds draws twenty: the hands fill up to their limit, and no further.
LONG_TAVERN = [rank + suit for rank in ("3", "4", "5", "6", "7", "8", "9", "10") for suit in "CHS"]
DRAWS = [
    Row(
        "hand_limits",
        with_limit(players, limit, "hand_limits"),
        {"enemy": "KS", "hands": [["KD"], *[[]] * (players - 1)], "tavern": LONG_TAVERN},
        "play KD",
        "hand sizes",
        [limit] * players,
        players=players,
    )
    for players, limit in ((1, 7), (1, 9), (2, 6), (2, 8), (3, 5), (4, 4))
]
FLIPPED = [
    Row(
        "hand_limits",
        with_limit(1, limit, "hand_limits"),
        {"enemy": "JS", "hands": [["2C"]], "tavern": LONG_TAVERN, "flips": 1},
        "flip",
        "hand sizes",
        [limit],
        players=1,
    )
    for limit in (1, 7, 10)
]
JESTERS = [
    Row("tavern_jesters", with_limit(players, count, "tavern_jesters"), None, "", "jesters", count, players=players)
    for players in (2, 3, 4)
    for count in (0, 1, 2)
    if count != DEFAULTS["tavern_jesters"][players - 1]
]
JESTER_HANDS = [
    Row(
        "tavern_jesters",
        (0, 1, 1, 2),
        {"enemy": "JS", "hands": [["*"], ["2C"]]},
        "",
        "legal",
        ["play *>1", "play *>2", "yield"],
    ),
    Row("tavern_jesters", (0, 0, 0, 2), {"enemy": "JS", "hands": [["*"], [], []]}, "", "legal", IMPOSSIBLE, players=3),
    Row(
        "tavern_jesters",
        (0, 0, 2, 2),
        {"enemy": "JS", "hands": [["*", "*"], [], []]},
        "play *>2",
        "legal",
        ["yield"],
        players=3,
    ),
]
SOLO = {"enemy": "JS", "hands": [["2C"]], "tavern": ["9C"]}
FLIPS = [
    Row("solo_flips", 0, None, "", "flips", 0, players=1),
    Row("solo_flips", 1, None, "", "flips", 1, players=1),
    Row("solo_flips", 0, {**SOLO, "flips": 1}, "flip", "hand sizes", IMPOSSIBLE, players=1),
    Row("solo_flips", 1, {**SOLO, "flips": 2}, "flip", "hand sizes", IMPOSSIBLE, players=1),
    Row("solo_flips_from", "tavern", None, "", "aside", ("9C 9S", 30), players=1),
]
ACES = {"enemy": "KS", "hands": [["AC", "AD", "7H", "QC"], []]}
COMPANIONS = [
    Row("companions", False, ACES, "", "plays", ["play AC", "play AD", "play 7H", "play QC"]),
    Row("companions", False, ACES, "play AC+AD", "legal", ILLEGAL),
    Row("companions", False, ACES, "play AC+QC", "legal", ILLEGAL),
]
ONES = [
    Row("ones", True, None, "", "ones", 4),
    Row("ones", True, None, "", "sizes", ([7, 7], 30)),
    Row(
        "ones",
        True,
        {"enemy": "KS", "hands": [["AC", "1C", "1D", "2H"], []]},
        "",
        "plays",
        ["play AC", "play 1C", "play 1D", "play 2H", "play AC+1C", "play AC+1D", "play AC+2H"],
    ),
    Row("ones", True, {"enemy": "JS", "hands": [["1C"], []], "damage": 18}, "play 1C", "tavern", "JS"),
]
# The totals that a set can have: two to four cards of a rank from 2 to 10.
SET_TOTALS = sorted({rank * size for rank in range(2, 11) for size in (2, 3, 4)})


def set_of_total(total):
    rank, size = next((rank, size) for size in (2, 3, 4) for rank in range(2, 11) if rank * size == total)
    return [f"{rank}{suit}" for suit in "CDHS"[:size]]


def next_total(limit):
    return next(total for total in SET_TOTALS if total > limit)


def set_row(value, total, allowed):
    """A row about a set against a King that is immune to clubs: the set has left the hand, or is refused."""
    chosen = set_of_total(total)
    position = {"enemy": "KC", "castle": ["KD"], "hands": [["AD"], chosen], "turn": 2}
    return Row("combo_limit", value, position, "play " + "+".join(chosen), "hand sizes", [1, 0] if allowed else ILLEGAL)


COMBO_NUMBERS = [0, *(total for total in SET_TOTALS if total != 10), 99]
COMBO_LIMIT = [
    # Below the default the next total is no longer allowed; above it the limit's own total is.
    *(set_row(value, next_total(value), allowed=False) for value in COMBO_NUMBERS if value < 10),
    *(set_row(value, min(value, 40), allowed=True) for value in COMBO_NUMBERS if value > 10),
    set_row(None, 12, allowed=True),
    set_row(None, 40, allowed=True),
    Row(
        "combo_limit",
        None,
        {"enemy": "KS", "hands": [["6C", "6D", "AC", "AD", "JC", "JD", "10H"], ["10C"]]},
        "",
        "sets",
        ["play AC+AD", "play AC+6C", "play AC+6D", "play AC+10H", "play AC+JC", "play AC+JD",
         "play AD+6C", "play AD+6D", "play AD+10H", "play AD+JC", "play AD+JD", "play 6C+6D"],
    ),
    Row("combo_limit", 6, {"enemy": "KS", "hands": [["2C", "2D", "2H", "2S"], []]}, "", "sets",
        ["play 2C+2D", "play 2C+2H", "play 2C+2S", "play 2D+2H", "play 2D+2S", "play 2H+2S",
         "play 2C+2D+2H", "play 2C+2D+2S", "play 2C+2H+2S", "play 2D+2H+2S"]),
    Row("combo_limit", 0, {"enemy": "KS", "hands": [["2C", "2D", "AC"], []]}, "", "sets",
        ["play AC+2C", "play AC+2D"]),
]  # fmt: skip
PAYING = {"enemy": "JC", "phase": "suffer", "hands": [["6C", "5D", "4H", "10S"], []]}
OVERPAY = [
    Row(
        "overpay",
        "until_covered",
        PAYING,
        "",
        "legal",
        # Refused are 10S with two more or three more, which cover without it, and the whole hand.
        ["discard 10S", "discard 4H+6C", "discard 4H+10S", "discard 5D+6C", "discard 5D+10S", "discard 6C+10S",
         "discard 4H+5D+6C", "discard 4H+5D+10S"],
    ),
    Row("overpay", "minimal", PAYING, "", "legal", ["discard 10S", "discard 4H+6C", "discard 5D+6C"]),
    Row("overpay", "until_covered", PAYING, "discard 6C+5D+10S", "legal", ILLEGAL),
    Row("overpay", "minimal", PAYING, "discard 4H+5D+6C", "legal", ILLEGAL),
    Row(
        "overpay",
        "minimal",
        {"enemy": "JC", "phase": "suffer", "hands": [["10S", "*"], [], []]},
        "discard 10S+*",
        "legal",
        ILLEGAL,
        players=3,
    ),
]  # fmt: skip
# Without an attack left a solo yield changes nothing; with one it is paid for.
QUIET = {"enemy": "JH", "hands": [["2C"]], "in_play": ["10S"], "damage": 10, "shield": 10}
LOUD = {"enemy": "JH", "hands": [["2C", "10D", "10C"]]}
SOLO_YIELD = [
    Row("solo_yield", "always", QUIET, "", "legal", ["play 2C", "yield"], players=1),
    Row("solo_yield", "always", QUIET, "yield; yield; yield", "legal", ["play 2C", "yield"], players=1),
    Row("solo_yield", "always", LOUD, "yield; discard 10D", "legal", ["play 2C", "play 10C", "yield"], players=1),
    Row("solo_yield", "not_twice", QUIET, "", "legal", ["play 2C", "yield"], players=1),
    Row("solo_yield", "not_twice", QUIET, "yield", "legal", ["play 2C"], players=1),
    Row("solo_yield", "not_twice", LOUD, "yield; discard 10D", "legal", ["play 2C", "play 10C"], players=1),
    Row("solo_yield", "not_twice", LOUD, "yield; discard 10D; play 2C; discard 10C", "legal", ["yield"], players=1),
    Row(
        "solo_yield",
        "not_twice",
        {**LOUD, "flips": 1, "tavern": ["3C", "4C"]},
        "yield; discard 10D; flip",
        "legal",
        ["play 3C", "play 4C"],
        players=1,
    ),
    Row("solo_yield", "always", {**QUIET, "hands": [[]]}, "", "outcome", None, players=1),
    Row("solo_yield", "not_twice", {**QUIET, "hands": [[]]}, "", "outcome", None, players=1),
]
SHIELDED = {"enemy": "JH", "in_play": ["10S"], "damage": 10, "shield": 10}
YIELD_RECORD = [
    Row(
        "yield_record",
        "streak",
        {**SHIELDED, "hands": [["2C"], ["3C"], ["4C"]], "turn": 3, "yielded": [True, True, False]},
        "play 4C",
        "yielded",
        [False, False, False],
        players=3,
    ),
    Row(
        "yield_record",
        "streak",
        {**SHIELDED, "hands": [["2C"], ["3C"], ["*", "4C"]], "turn": 3, "yielded": [True, True, False]},
        "play *>3",
        "legal",
        ["play 4C", "yield"],
        players=3,
    ),
    Row(
        "yield_record",
        "streak",
        {
            **SHIELDED,
            "castle": ["JS"],
            "hands": [["3C"], ["5D", "4C"]],
            "turn": 2,
            "yielded": [True, False],
            "damage": 15,
        },
        "play 5D",
        "legal",
        ["play 4C", "yield"],
    ),
]
FREED = {"enemy": "KS", "hands": [["*"], ["2C"], ["3C"]], "plays": [["AS", "7D"], ["9S"]]}
RETRO_SPADES = [
    Row("retro_spades", "card", FREED, "play *>2", "attack", 10, players=3),
    Row("retro_spades", "none", FREED, "play *>2", "attack", 20, players=3),
    Row("retro_spades", "none", {**FREED, "plays": [["4S"]]}, "play *>2", "attack", 20, players=3),
    Row("retro_spades", "card", {**FREED, "plays": [["2S", "2D"]]}, "play *>2", "attack", 18, players=3),
]
JESTER_SELF = [
    Row(
        "jester_self",
        False,
        {"enemy": "JS", "turn": 2, "hands": [["2C"], ["*"], ["3C"]]},
        "",
        "legal",
        ["play *>1", "play *>3", "yield"],
        players=3,
    ),
    Row(
        "jester_self",
        False,
        {"enemy": "JS", "turn": 2, "hands": [["2C"], ["*"], ["3C"]]},
        "play *>2",
        "legal",
        ILLEGAL,
        players=3,
    ),
]
# The four of hearts heals two cards and kills exactly.
EXACT = {
    "enemy": "JS", "hands": [["4H", "2C"], []], "damage": 16, "in_play": ["10D"],
    "tavern": ["9C"], "discard": ["9D"],
}  # fmt: skip
EXACT_KILL = [
    Row("exact_kill", "bottom", EXACT, "play 4H", "tavern", "9C 9D JS"),
    Row("exact_kill", "discard", EXACT, "play 4H", "tavern", "9C 9D"),
    Row("exact_kill", "discard", EXACT, "play 4H", "discard", "4H 10D JS"),
]
TABLE = [
    *SEATS, *HAND_LIMITS, *DRAWS, *FLIPPED, *JESTERS, *JESTER_HANDS, *FLIPS, *COMPANIONS, *ONES, *COMBO_LIMIT,
    *OVERPAY, *SOLO_YIELD, *YIELD_RECORD, *RETRO_SPADES, *JESTER_SELF, *EXACT_KILL,
]  # fmt: skip
IDS = [f"{row.option}={row.value}-{row.ask}-{number}" for number, row in enumerate(TABLE)]


@pytest.mark.parametrize("row", TABLE, ids=IDS)
def test_the_value_gives_what_is_expected_and_the_default_does_not(row):
    assert row.answer(row.value) == row.expected
    assert row.answer(DEFAULTS[row.option]) != row.expected


@pytest.mark.parametrize("option", DEFAULTS)
def test_the_table_has_every_option(option):
    assert any(row.option == option for row in TABLE)


def other_limits(option, numbers):
    """Every table of four that differs from the default in one of its numbers."""
    tables = [with_limit(players, number, option) for players in (1, 2, 3, 4) for number in numbers]
    return [table for table in tables if table != DEFAULTS[option] and not (option == "tavern_jesters" and table[0])]


NUMBERS = {
    "seats": [subset for subset in SEAT_SUBSETS if subset != DEFAULTS["seats"]],
    "hand_limits": other_limits("hand_limits", range(1, 11)),
    "tavern_jesters": other_limits("tavern_jesters", range(3)),
    "combo_limit": [None, *COMBO_NUMBERS],
    "solo_flips": [0, 1],
}


def other_values(option):
    """Every value of an option but the default; of numbers those whose effect differs from their neighbours'."""
    if option in NUMBERS:
        return NUMBERS[option]
    words = option_values(option).split(", ")
    return [not DEFAULTS[option]] if words == ["yes", "no"] else [word for word in words if word != DEFAULTS[option]]


@pytest.mark.parametrize("option", DEFAULTS)
def test_the_table_has_every_value_of_the_option(option):
    covered = [row.value for row in TABLE if row.option == option]
    assert other_values(option)
    for value in other_values(option):
        assert value in covered


@pytest.mark.parametrize("option", ["overpay", "solo_yield", "retro_spades", "exact_kill", "combo_limit"])
def test_the_rows_tell_all_values_of_the_option_apart(option):
    rows = [row for row in TABLE if row.option == option]
    values = [DEFAULTS[option], *other_values(option)]
    if option == "combo_limit":
        values.remove(99)  # as good as none, and as the largest set there is
        values.remove(40)
    answers = [[row.answer(value) for row in rows] for value in values]
    assert all(answers.count(answer) == 1 for answer in answers)
