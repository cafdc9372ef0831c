"""The solo model in which the Tavern's order is hidden, too.

The Tavern is a row of parts. Which cards a part holds is known, their order is not: within a part every order is
equally likely. A part of one card is a known card. A heal puts one new part beneath the others; which cards it holds
is seen by looking at what is left of the discard pile.
"""

from __future__ import annotations

from math import comb
from typing import NamedTuple

from regicide_solver.actions import Action, Flip, Play
from regicide_solver.cards import mask_count, mask_indices, mask_of
from regicide_solver.engine import legal_actions, outcome
from regicide_solver.odds.moments import Branches, apply_healed, cards_to_heal
from regicide_solver.odds.reach import draw_bound, is_hopeless
from regicide_solver.state import State, packed_state, replace_fields

__all__ = ["HiddenMoment", "TavernModel"]


class HiddenMoment(NamedTuple):
    """What the player knows: at a decision, or while chance picks a set of cards.

    Parameters
    ----------
    state : State
        A state whose Tavern has the cards of each part in card order.
    sizes : tuple of int
        The sizes of the parts, from the top.
    action : Action or None
        The action that makes chance pick; None where the player decides.
    healed : bool
        Whether the heal of that action was made, so that the pick is a draw.
    pool : int
        The cards that may still be picked, a mask.
    picked : int
        The cards picked so far, a mask; those of the pool come after them in card order.
    left : int
        How many are still to be picked.
    drawn : int or None
        The state's `draw_bound`, where the player decides.
    """

    state: State
    sizes: tuple[int, ...]
    action: Action | None = None
    healed: bool = False
    pool: int = 0
    picked: int = 0
    left: int = 0
    drawn: int | None = None


class TavernModel:
    """Draws and heals pick sets of cards, all sets of a size equally likely."""

    def start(self, state: State, sizes: tuple[int, ...]) -> HiddenMoment:
        """Give the moment that a state is, when its Tavern's parts have these sizes."""
        tavern, first = b"", 0
        for size in sizes:
            tavern += bytes(sorted(state.tavern_indices[first : first + size]))
            first += size
        return _decision(replace_fields(state, tavern_indices=tavern, seed=0, heals=0), sizes)

    def key(self, moment: HiddenMoment) -> bytes:
        """Pack a moment."""
        sizes = bytes((len(moment.sizes), *moment.sizes))
        if moment.action is None:
            return sizes + packed_state(moment.state)
        picks = f"{moment.action} {moment.healed} {moment.pool} {moment.picked} {moment.left}\0"
        return sizes + packed_state(moment.state) + picks.encode()

    def value(self, moment: HiddenMoment) -> int | None:
        """Give 1 for a win, 0 for a loss, None where it is not plain to see."""
        state = moment.state
        ended = outcome(state)
        if ended is not None:
            return 1 if ended == "won" else 0
        return 0 if moment.drawn is not None and is_hopeless(state, moment.drawn) else None

    def branches(self, moment: HiddenMoment) -> Branches[HiddenMoment]:
        """List what may come next."""
        if moment.action is None:
            return Branches([self.after(moment, action) for action in legal_actions(moment.state)])
        pool = list(mask_indices(moment.pool))
        moments, weights = [], []
        # The next card of the set in card order: so many sets go on with each.
        for place in range(len(pool) - moment.left + 1):
            rest = mask_of(pool[place + 1 :])
            picked = moment.picked + (1 << pool[place])
            moments.append(_picking(moment._replace(pool=rest, picked=picked, left=moment.left - 1)))
            weights.append(comb(len(pool) - place - 1, moment.left - 1))
        return Branches(moments, weights)

    def after(self, moment: HiddenMoment, action: Action) -> HiddenMoment:
        """Give the moment after an action."""
        pile = moment.state.discard_mask
        return _picking(
            HiddenMoment(moment.state, moment.sizes, action, pool=pile, left=cards_to_heal(moment.state, action))
        )

    def state(self, moment: HiddenMoment) -> State:
        """Give a state that looks like the moment."""
        return moment.state


def _picking(moment: HiddenMoment) -> HiddenMoment:
    """Go on with a pick, or, where it is settled, with what comes after it."""
    if moment.left == mask_count(moment.pool):
        moment = moment._replace(pool=0, picked=moment.picked + moment.pool, left=0)
    if moment.left:
        return moment
    return _draw(moment) if moment.healed else _heal(moment)


def _heal(moment: HiddenMoment) -> HiddenMoment:
    """Put the picked cards beneath the Tavern, and see what the action draws."""
    state, sizes, action = moment.state, moment.sizes, moment.action
    assert action is not None
    picked = moment.picked
    if picked:
        state = replace_fields(
            state,
            tavern_indices=state.tavern_indices + bytes(mask_indices(picked)),
            discard_mask=state.discard_mask - picked,
        )
        sizes = (*sizes, mask_count(picked))
    first, part = _part_at(sizes, _count_drawn(state, action))
    left = _count_drawn(state, action) - first
    pool = mask_of(state.tavern_indices[first : first + part]) if left else 0
    return _picking(HiddenMoment(state, sizes, action, healed=True, pool=pool, left=left))


def _draw(moment: HiddenMoment) -> HiddenMoment:
    """Lay the picked cards on top of their part and apply the action."""
    state, sizes, action = moment.state, moment.sizes, moment.action
    assert action is not None
    tavern, picked = state.tavern_indices, moment.picked
    drawn = _count_drawn(state, action)
    first, part = _part_at(sizes, drawn)
    if picked:
        rest = bytes(index for index in tavern[first : first + part] if not picked >> index & 1)
        tavern = tavern[:first] + bytes(mask_indices(picked)) + rest + tavern[first + part :]
    after = apply_healed(replace_fields(state, tavern_indices=tavern), action)
    ends, parts_left = 0, []
    for size in sizes:
        ends += size
        if ends > drawn:
            parts_left.append(min(size, ends - drawn))
    if len(after.tavern_indices) > len(tavern) - drawn:  # a royal that was killed exactly
        parts_left.insert(0 if state.rules.exact_kill == "top" else len(parts_left), 1)
    return _decision(after, tuple(parts_left))


def _count_drawn(state: State, action: Action) -> int:
    """Count the cards that an action takes from the Tavern; their order makes no difference to it."""
    hand = mask_count(state.hand_masks[0])
    after = mask_count(apply_healed(state, action).hand_masks[0])
    match action:
        case Play():
            return after - (hand - mask_count(action.mask))
        case Flip():
            return after
        case _:
            return 0


def _part_at(sizes: tuple[int, ...], place: int) -> tuple[int, int]:
    """Find the part that the first `place` cards end in: where it begins, and its size."""
    first = 0
    for size in sizes:
        if first + size > place:
            return first, size
        first += size
    return first, 0


def _decision(state: State, sizes: tuple[int, ...]) -> HiddenMoment:
    """Leave out what the draws cannot reach."""
    drawn = None if state.enemy is None else draw_bound(state, sizes)
    if drawn is None:
        return HiddenMoment(state, sizes)
    kept, ends = [], 0
    for size in sizes:
        if ends < drawn:
            kept.append(size)
            ends += size
    reduced = replace_fields(state, tavern_indices=state.tavern_indices[:ends], discard_mask=0, in_play_mask=0)
    return HiddenMoment(reduced, tuple(kept), drawn=drawn)
