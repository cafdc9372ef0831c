"""What makes a position impossible.

`find_problems` looks at a state from outside and lists every defect, so that a person who types a position in learns
of all of them at once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from regicide_solver.cards import CARDS, JESTER_INDEX, Rank, mask_count, mask_indices
from regicide_solver.shuffle import deck_indices
from regicide_solver.state import ATTACKS, HEALTHS, NO_CARD, State

__all__ = ["find_problems"]


def find_problems(state: State) -> tuple[str, ...]:
    """List every defect of a position, one phrase each; see `State.problems`."""
    seats = _seat_problems(state)
    # Where the number of players is impossible, nothing says what the deck and the hand limits are.
    cards = () if not state.hand_masks or state.players not in range(1, 5) else _card_problems(state)
    return (*seats, *_enemy_problems(state), *cards)


def _seat_problems(state: State) -> Iterable[str]:
    rules, players = state.rules, state.players
    if players not in rules.seats:
        expected = " or ".join(map(str, rules.seats))
        yield f"{players} hands, but these rules are for {expected} players"
    if len(state.yielded) != players:
        yield f"{len(state.yielded)} yield flags for {players} hands"
    if not 0 <= state.turn < players:
        yield f"turn: there is no seat {state.turn + 1}"
    if players != 1 and state.flips:
        yield "flips are for solo games"
    elif state.flips > rules.solo_flips:
        yield f"{state.flips} flips, but these rules give {rules.solo_flips}"


def _enemy_problems(state: State) -> Iterable[str]:
    enemy = state.enemy
    if enemy is None:
        if state.castle_indices:
            yield "no enemy, but royals are left in the castle"
        if state.in_play_mask or state.damage or state.shield or state.locked_shield or state.cancelled:
            yield "no enemy, but something is in play"
        if state.phase == "suffer":
            yield "no enemy, but an attack to suffer"
        return
    royals = [enemy, *state.castle]
    for place, card in zip(["enemy", *["castle card"] * len(royals)], royals, strict=False):
        if not card.is_royal:
            yield f"the {place} {card} is not a royal"
    ranks = [card.rank or Rank.ACE for card in royals if card.is_royal]
    if ranks != sorted(ranks):
        yield "the castle is out of order; expected Jacks, then Queens, then Kings"
    health = HEALTHS[enemy.index]
    if enemy.is_royal and state.damage >= health:
        yield f"{state.damage} damage already kills {enemy}"
    if enemy.is_royal and state.phase == "suffer" and state.shield >= ATTACKS[enemy.index]:
        yield "phase suffer with attack 0"


def _card_problems(state: State) -> Iterable[str]:
    rules, players = state.rules, state.players
    limit = rules.hand_limits[players - 1]
    for seat, hand in enumerate(state.hand_masks, 1):
        if mask_count(hand) > limit:
            yield f"hand {seat} holds {mask_count(hand)} cards, the limit is {limit}"
    counts = Counter([*state.castle_indices, *state.tavern_indices])
    for mask in (*state.hand_masks, state.in_play_mask, state.discard_mask):
        counts.update(mask_indices(mask))
    if state.enemy_index != NO_CARD:
        counts[state.enemy_index] += 1
    jesters = rules.tavern_jesters[players - 1]
    if counts[JESTER_INDEX] > jesters:
        yield f"{counts[JESTER_INDEX]} Jesters, but these rules have {jesters} in the Tavern"
    deck = set(deck_indices(rules.ones, 0))
    for index in sorted(counts):
        if index != JESTER_INDEX and index not in deck:
            yield f"{CARDS[index]} is not in this deck"
        elif index != JESTER_INDEX and counts[index] > 1:
            yield f"{CARDS[index]} stands twice"
