"""What makes a position impossible.

`find_problems` looks at a state from outside and lists every defect, so that a person who types a position in learns
of all of them at once.
"""

from __future__ import annotations

from collections.abc import Iterable

from regicide_solver.cards import CARDS, JESTER_INDEX, SUITED_MASK, mask_count, mask_indices, mask_of
from regicide_solver.shuffle import deck_indices
from regicide_solver.state import ATTACKS, HEALTHS, NO_CARD, State

__all__ = ["find_problems"]

# The suited cards of the decks without and with the rank 1, as masks.
_DECKS = tuple(mask_of(deck_indices(ones, 0)) for ones in (False, True))


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
    enemy = state.enemy_index
    if enemy == NO_CARD:
        if state.castle_indices:
            yield "no enemy, but royals are left in the castle"
        if state.in_play_mask or state.damage or state.shield or state.locked_shield or state.cancelled:
            yield "no enemy, but something is in play"
        if state.phase == "suffer":
            yield "no enemy, but an attack to suffer"
        return
    royals = (enemy, *state.castle_indices)
    for place, index in enumerate(royals):
        if not HEALTHS[index]:  # only royals have health
            yield f"the {'castle card' if place else 'enemy'} {CARDS[index]} is not a royal"
    ranks = [index // 4 for index in royals if HEALTHS[index]]
    if ranks != sorted(ranks):
        yield "the castle is out of order; expected Jacks, then Queens, then Kings"
    if HEALTHS[enemy] and state.damage >= HEALTHS[enemy]:
        yield f"{state.damage} damage already kills {CARDS[enemy]}"
    if HEALTHS[enemy] and state.phase == "suffer" and state.shield >= ATTACKS[enemy]:
        yield "phase suffer with attack 0"


def _card_problems(state: State) -> Iterable[str]:
    rules, players = state.rules, state.players
    limit = rules.hand_limits[players - 1]
    for seat, hand in enumerate(state.hand_masks, 1):
        if mask_count(hand) > limit:
            yield f"hand {seat} holds {mask_count(hand)} cards, the limit is {limit}"
    piles = [*state.castle_indices, *state.tavern_indices]
    if state.enemy_index != NO_CARD:
        piles.append(state.enemy_index)
    jesters = once = twice = 0
    for mask in (*state.hand_masks, state.in_play_mask, state.discard_mask, *[1 << index for index in piles]):
        jesters += mask >> JESTER_INDEX
        twice |= once & mask
        once |= mask
    most_jesters = rules.tavern_jesters[players - 1]
    if jesters > most_jesters:
        yield f"{jesters} Jesters, but these rules have {most_jesters} in the Tavern"
    foreign = once & ~_DECKS[rules.ones]
    for index in mask_indices((foreign | twice) & SUITED_MASK):
        yield f"{CARDS[index]} {'is not in this deck' if foreign >> index & 1 else 'stands twice'}"
