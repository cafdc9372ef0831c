"""Hypothesis strategies and small helpers that several test modules share."""

from itertools import combinations
from random import Random

from hypothesis import strategies as st

from regicide_solver import Card, CardSet, Deal, Discard, Flip, NotationError, Play, Rules, State, Yield

SUITS = "CDHS"
RANKS = ("A", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
SUITED = [Card(rank + suit) for rank in RANKS for suit in SUITS]
JESTER = Card("*")
ATTACK = {"J": 10, "Q": 15, "K": 20}
PRESETS = Rules.preset_names()
DERIVED = ("health", "attack", "outcome")

#: Every value of the options that take words or yes and no, and telling values of the others.
OPTION_VALUES = {
    "seats": [(1, 2, 3, 4), (1,), (2,), (3,), (4,), (1, 3), (2, 3, 4)],
    "hand_limits": [(8, 7, 6, 5), (1, 1, 1, 1), (10, 10, 10, 10), (5, 6, 7, 8), (3, 2, 4, 2)],
    "tavern_jesters": [(0, 0, 1, 2), (0, 0, 0, 0), (0, 2, 2, 2), (0, 1, 2, 1)],
    "solo_flips": [2, 0, 1],
    "solo_flips_from": ["aside", "tavern"],
    "companions": [True, False],
    "ones": [False, True],
    "combo_limit": [10, None, 0, 6, 12, 99],
    "overpay": ["any", "until_covered", "minimal"],
    "solo_yield": ["never", "always", "not_twice"],
    "yield_record": ["seat", "streak"],
    "retro_spades": ["play", "card", "none"],
    "jester_self": [True, False],
    "exact_kill": ["top", "bottom", "discard"],
}

seeds = st.integers(0, 2**64 - 1)
cards = st.sampled_from([*SUITED, JESTER])


@st.composite
def card_sets(draw, min_size=0, max_size=12):
    suited = draw(st.lists(st.sampled_from(SUITED), unique=True, min_size=min_size, max_size=max_size))
    return CardSet([*suited, *[JESTER] * draw(st.integers(0, 2))])


@st.composite
def actions(draw):
    kind = draw(st.sampled_from(["play", "jester", "discard", "yield", "flip"]))
    if kind == "jester":
        return Play("*", next_seat=draw(st.integers(0, 3)))
    if kind == "yield":
        return Yield()
    if kind == "flip":
        return Flip()
    chosen = draw(card_sets(min_size=1, max_size=5))
    return Play(chosen) if kind == "play" else Discard(chosen)


@st.composite
def rules(draw):
    """Rules of a preset with any of its options changed."""
    changed = draw(
        st.fixed_dictionaries({}, optional={name: st.sampled_from(values) for name, values in OPTION_VALUES.items()})
    )
    return Rules.preset(draw(st.sampled_from(PRESETS))).replace(**changed)


def solo_rules(**options):
    return rules().map(lambda game_rules: game_rules.replace(seats=(1,), **options))


def table_rules():
    """Rules for two seats and more."""
    return rules().map(lambda game_rules: game_rules.replace(seats=[n for n in game_rules.seats if n > 1] or [2, 3, 4]))


@st.composite
def deals(draw, rule_sets=None):
    game_rules = draw(rules() if rule_sets is None else rule_sets)
    players = draw(st.sampled_from(game_rules.seats))
    return Deal.from_seed(draw(seeds), players, game_rules, first=draw(st.integers(1, players)))


def deck_of(game_rules, players):
    """List a game's cards other than royals, Jesters included."""
    suited = [
        card for card in SUITED if not card.is_royal and (game_rules.ones or card.text[0] != "1" or len(card.text) == 3)
    ]
    return [*suited, *[JESTER] * game_rules.tavern_jesters[players - 1]]


@st.composite
def positions(draw, rule_sets=None, won=True):
    """A possible state, put together directly: it need not be one that play can reach."""
    game_rules = draw(rules() if rule_sets is None else rule_sets)
    players = draw(st.sampled_from(game_rules.seats))
    order = Random(draw(st.integers(0, 2**20)))
    royals = []
    for rank in "JQK":
        group = [Card(rank + suit) for suit in SUITS]
        order.shuffle(group)
        royals += group
    fallen = draw(st.integers(0, 12 if won else 11))
    pool = deck_of(game_rules, players) + royals[:fallen]
    order.shuffle(pool)

    def take(most):
        count = draw(st.integers(0, min(most, len(pool))))
        taken = pool[:count]
        del pool[:count]
        return taken

    fields = {
        "rules": game_rules,
        "turn": draw(st.integers(0, players - 1)),
        "hands": [take(game_rules.hand_limits[players - 1]) for _ in range(players)],
        "enemy": royals[fallen] if fallen < 12 else None,
        "castle": royals[fallen + 1 :],
        "yielded": draw(st.lists(st.booleans(), min_size=players, max_size=players)),
        "flips": draw(st.integers(0, game_rules.solo_flips)) if players == 1 else 0,
        "seed": draw(seeds),
        "heals": draw(st.integers(0, 40)),
    }
    if fallen < 12:
        attack = ATTACK[royals[fallen].text[0]]
        shield = draw(st.integers(0, attack + 3))
        fields |= {
            "in_play": take(6),
            "damage": draw(st.integers(0, 2 * attack - 1)),
            "shield": shield,
            "locked_shield": draw(st.integers(0, attack + 3)),
            "cancelled": draw(st.booleans()),
            "phase": draw(st.sampled_from(["play", "suffer"])) if shield < attack else "play",
        }
    return State(discard=take(40), tavern=take(40), **fields)


@st.composite
def played_states(draw, rule_sets=None, max_steps=40):
    """A state that play reaches from a deal."""
    return walk(draw(deals(rule_sets)).state(), draw(st.lists(st.integers(0, 2**16), max_size=max_steps)))


def states(rule_sets=None):
    return st.one_of(played_states(rule_sets), positions(rule_sets))


def walk(state, picks):
    """Go on from a state, each pick choosing among the legal actions, until picks or game are at an end."""
    for pick in picks:
        legal = state.legal_actions()
        if not legal:
            break
        state = state.apply(legal[pick % len(legal)])
    return state


def changed(state, **fields):
    """Make the position that differs from a state in some fields of its JSON form."""
    kept = {name: value for name, value in state.to_json().items() if name not in DERIVED}
    return State.from_json(kept | fields)


def candidate_actions(state):
    """List a great many actions, legal and not: every play and payment from the hand, and some that are not in it."""
    hand = list(state.hand)[:8] if state.players else []
    foreign = [card for card in (*SUITED[:8], *SUITED[-3:], JESTER) if card not in state.hand][:3]
    found = [Yield(), Flip(), *(Play("*", next_seat=seat) for seat in range(4))]
    groups = [group for size in range(1, len(hand) + 1) for group in combinations(hand, size)]
    groups += [(card,) for card in state.hand] + [(card,) for card in foreign]
    groups += [(*group, card) for group in groups[:20] for card in foreign]
    groups += [tuple(state.hand)] if state.hand else []
    for group in groups:
        for kind in (Play, Discard):
            try:
                found.append(kind(group))
            except NotationError:  # a lone Jester names a seat; a third Jester is no card
                continue
    return list(dict.fromkeys(found))


json_values = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**25), 10**25) | st.floats() | st.text(max_size=12),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)
