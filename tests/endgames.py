"""Small ends of games, which brute force can go through, and the brute force itself."""

from random import Random

from hypothesis import strategies as st
from strategies import SUITS, deck_of

from regicide_solver import Card, Rules, State, Suit

HEALTH = {"J": 20, "Q": 30, "K": 40}

#: Rules whose options make a difference at the end of a game.
END_RULES = [
    Rules(),
    Rules(overpay="minimal"),
    Rules(exact_kill="bottom", combo_limit=None),
    Rules(exact_kill="discard", solo_yield="not_twice"),
    Rules(companions=False, solo_yield="always", tavern_jesters=(0, 1, 2, 2)),
    Rules.preset("ace-to-x-56").replace(retro_spades="card", yield_record="streak"),
]


@st.composite
def endgames(draw, players=(1, 2, 3), hand_cards=5, tavern=3, discard=3, enemies=2):
    """A state with one or two enemies left, the first nearly defeated, and few cards.

    Parameters
    ----------
    hand_cards, tavern, discard
        The most cards in all hands together, in the Tavern and in the discard pile.
    """
    rules = draw(st.sampled_from(END_RULES))
    seats = draw(st.sampled_from(players))
    order = Random(draw(st.integers(0, 2**20)))
    royals = [Card("J" + suit) for suit in SUITS]
    order.shuffle(royals)
    left = draw(st.integers(1, enemies))
    pool = deck_of(rules, seats) + royals[left:]
    order.shuffle(pool)
    hands = [[] for _ in range(seats)]
    for number in range(draw(st.integers(seats, hand_cards))):
        hands[number % seats].append(pool.pop())
    draws = draw(st.integers(0, tavern))
    discarded = draw(st.integers(0, discard))
    return State(
        hands,
        royals[0],
        royals[1:left],
        rules=rules,
        turn=draw(st.integers(0, seats - 1)),
        damage=draw(st.integers(9, HEALTH["J"] - 1)),
        shield=draw(st.integers(0, 12)),
        in_play=[pool.pop() for _ in range(2)],
        tavern=[pool.pop() for _ in range(draws)],
        discard=[pool.pop() for _ in range(discarded)],
        flips=draw(st.integers(0, 1)) if seats == 1 and rules.solo_flips else 0,
        seed=draw(st.integers(0, 1000)),
    )


def chancy_endgame(number, players):
    """Make a last enemy, shielded but for little, and hands that need luck: a heart, a diamond, small cards.

    The hands alone fall a few points short of the health left, and one or two of the cards that can be healed or drawn
    are large.
    """
    order = Random(number)
    rules = order.choice(END_RULES)
    enemy = Card(order.choice(["JC", "JS", "QC", "QS", "KC", "KS"]))
    attack = HEALTH[enemy.text[0]] // 2
    deck = [card for card in deck_of(rules, players) if not card.is_royal]
    order.shuffle(deck)
    small = [card for card in deck if card.value < 5]
    large = [card for card in deck if card.value > 6][: order.randint(1, 2)]
    heart = next(card for card in small if card.suit is Suit.HEARTS and card.value > 1)
    diamond = next(card for card in small if card.suit is Suit.DIAMONDS)
    small = [card for card in small if card not in (heart, diamond)]
    hands = [[] for _ in range(players)]
    hands[0].append(heart)
    hands[-1].append(diamond)
    for seat in range(order.randint(0, 1)):
        hands[seat].append(small.pop())
    piles = [*large, *(small.pop() for _ in range(order.randint(2, 3)))]
    order.shuffle(piles)
    drawn = order.randint(0, 2)
    reach = sum(card.value * (2 if card.suit is Suit.CLUBS else 1) for hand in hands for card in hand)
    return State(
        hands,
        enemy,
        rules=rules,
        damage=max(0, 2 * attack - reach - order.randint(2, 12)),
        shield=attack - order.choice([0, 0, 0, 1, 3]),
        tavern=piles[:drawn],
        discard=piles[drawn:],
        seed=number,
    )


def lines_from(state, most=300):
    """List all lines to the end of the game, won and lost, without a memo; None when there are more than `most`.

    A line is its list of (state, action), then the last state. Yields that change nothing are left out.
    """
    found = []
    stack = [(state, ())]
    while stack:
        here, steps = stack.pop()
        legal = here.legal_actions()
        after = [(action, here.apply(action)) for action in legal]
        after = [(action, child) for action, child in after if child.key != here.key]
        if not after:
            found.append((steps, here))
            if len(found) > most:
                return None
        stack += [(child, (*steps, (here, action))) for action, child in after]
    return found
