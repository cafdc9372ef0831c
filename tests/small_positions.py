"""Late positions with few cards, under varied rules and players, for comparing searches with each other.

The position of a number is always the same.
"""

from random import Random

from strategies import ATTACK, OPTION_VALUES, PRESETS, SUITS, deck_of

from regicide_solver import Card, Rules, State

#: What decides how hard a position is; these make a third of them unwinnable and an unreduced search short.
MOST_HAND, MOST_TAVERN, MOST_DISCARD = 7, 8, 8


def small_position(number):
    dice = Random(number)
    rules = Rules.preset(dice.choice(PRESETS))
    options = dice.sample([name for name in OPTION_VALUES if name != "seats"], dice.randint(0, 4))
    rules = rules.replace(**{name: dice.choice(OPTION_VALUES[name]) for name in options})
    players = dice.choice(rules.seats)
    royals = []
    for rank in "JQK":
        group = [Card(rank + suit) for suit in SUITS]
        dice.shuffle(group)
        royals += group
    fallen = dice.choice([3, 7, 9, 10, 10, 11, 11])
    left = royals[fallen : fallen + dice.randint(1, 2)]
    pool = deck_of(rules, players) + [royal for royal in royals[:fallen] if dice.random() < 0.4]
    dice.shuffle(pool)

    def take(least, most):
        count = min(dice.randint(least, most), len(pool))
        taken = pool[:count]
        del pool[:count]
        return taken

    attack = ATTACK[left[0].text[0]]
    shield = dice.choice([0, 0, dice.randint(0, attack)])
    limit = rules.hand_limits[players - 1]
    most_hand = min(limit, max(2, MOST_HAND + 1 - players))
    return State(
        [take(min(2, most_hand), most_hand) for _ in range(players)],
        left[0],
        left[1:],
        rules=rules,
        turn=dice.randrange(players),
        phase=dice.choice(["play", "play", "suffer"]) if shield < attack else "play",
        damage=dice.choice([dice.randint(0, 2 * attack - 1), dice.randint(attack, 2 * attack - 1)]),
        shield=shield,
        locked_shield=dice.choice([0, 0, dice.randint(0, attack)]),
        cancelled=dice.random() < 0.1,
        in_play=take(0, 2),
        tavern=take(0, MOST_TAVERN),
        discard=take(0, MOST_DISCARD),
        yielded=[dice.random() < 0.3 for _ in range(players)],
        flips=dice.randint(0, rules.solo_flips) if players == 1 else 0,
        seed=dice.randrange(2**64),
        heals=dice.randrange(20),
    )
