"""The game that a plan of one fight is made in: the rules, with what is drawn taken away or cut short.

The discard pile is empty before every action, so that nothing is healed; with `draws` ``"none"`` so is the Tavern.
Hands in the real game are never smaller than here, which is why a plan of this game can be carried out in the real
one (``docs/fights.md`` argues it).
"""

from __future__ import annotations

from collections.abc import Iterable

from regicide_solver.actions import Action, Discard, Play, Yield
from regicide_solver.cards import mask_value
from regicide_solver.engine import active_powers, apply, strike
from regicide_solver.state import HEALTHS, State, replace_fields

__all__ = ["DRAWS", "Figures", "is_fallen", "measure", "relax", "relaxed_apply"]

#: What a plan may count on: no drawn card, or the Tavern's cards in their order.
DRAWS = ("none", "known")

#: A plan's figures by the names of `fights.objectives`.
Figures = dict[str, int]


def relax(state: State, draws: str) -> State:
    """Take away what a plan may not count on.

    Examples
    --------
    >>> relax(State(["2C"], "JH", tavern="3C", discard="4C"), "none").tavern
    ()
    """
    if draws == "known":
        return replace_fields(state, discard_mask=0)
    return replace_fields(state, tavern_indices=b"", discard_mask=0)


def relaxed_apply(state: State, action: Action, draws: str) -> State:
    """Apply an action by the rules and take away what came of it that a plan may not count on."""
    return relax(apply(state, action), draws)


def is_fallen(start: State, state: State) -> bool:
    """Whether the enemy of the first state has fallen in the second, a later one."""
    return state.enemy_index != start.enemy_index


def measure(start: State, actions: Iterable[Action], draws: str) -> Figures:
    """Play a plan by the rules of the relaxed game and take its figures.

    Raises
    ------
    IllegalActionError
        When an action is not legal.
    RuntimeError
        When the enemy falls early or not at all.
    """
    state = relax(start, draws)
    paid = turns = damage = 0
    for action in actions:
        if is_fallen(start, state):
            raise RuntimeError("the plan goes on after the enemy has fallen")
        paid += mask_value(action.mask) if isinstance(action, Discard) else 0
        turns += isinstance(action, Play | Yield)
        before, state = state, relaxed_apply(state, action, draws)
        if isinstance(action, Play) and is_fallen(start, state):
            powers = active_powers(action.mask, before.enemy_index, before.cancelled)
            damage = before.damage + strike(action.mask, powers, before.rules.retro_spades)[0]
    if not is_fallen(start, state):
        raise RuntimeError("the enemy has not fallen at the end of the plan")
    exact = int(damage == HEALTHS[start.enemy_index])
    return {"paid": paid, "turns": turns, "left": sum(map(mask_value, state.hand_masks)), "exact": exact}
