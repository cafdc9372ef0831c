"""The model in which only the results of later heals are hidden: every card lies open, hearts are real shuffles."""

from __future__ import annotations

from typing import NamedTuple

from regicide_solver.actions import Action
from regicide_solver.cards import JESTER_INDEX, JESTER_UNIT, mask_indices
from regicide_solver.engine import legal_actions, outcome
from regicide_solver.odds.moments import Branches, apply_healed, cards_to_heal
from regicide_solver.odds.reach import draw_bound, is_hopeless
from regicide_solver.state import NO_CARD, State, packed_state, replace_fields

__all__ = ["HealsModel", "OpenMoment"]


class OpenMoment(NamedTuple):
    """A state in which the players decide, or a heal that is under way.

    Parameters
    ----------
    state : State
        The state; during a heal the one before its play, with the cards counted off so far beneath the Tavern.
    action : Action or None
        The play that heals; None where the players decide.
    left : int
        The cards that are still to be counted off.
    drawn : int or None
        The state's `draw_bound`.
    """

    state: State
    action: Action | None = None
    left: int = 0
    drawn: int | None = None


class HealsModel:
    """Heals are counted off one card at a time, each card of the pile equally likely."""

    def start(self, state: State) -> OpenMoment:
        """Give the moment that a state is."""
        return _reduced(replace_fields(state, seed=0, heals=0))

    def key(self, moment: OpenMoment) -> bytes:
        """Pack a moment."""
        packed = packed_state(moment.state)
        if moment.action is None:
            return packed
        return packed + str(moment.action).encode() + bytes((0, moment.left))

    def value(self, moment: OpenMoment) -> int | None:
        """Give 1 for a win, 0 for a loss, None where it is not plain to see."""
        state = moment.state
        ended = outcome(state)
        if ended is not None:
            return 1 if ended == "won" else 0
        return 0 if moment.drawn is not None and is_hopeless(state, moment.drawn) else None

    def branches(self, moment: OpenMoment) -> Branches[OpenMoment]:
        """List what may come next."""
        state = moment.state
        if moment.action is None:
            return Branches([self.after(moment, action) for action in legal_actions(state)])
        moments, weights = [], []
        for index in dict.fromkeys(mask_indices(state.discard_mask)):
            healed = replace_fields(
                state,
                tavern_indices=state.tavern_indices + bytes((index,)),
                discard_mask=state.discard_mask - (1 << index),
            )
            moments.append(_healing(healed, moment.action, moment.left - 1))
            # The two Jesters are the same card: what differs only in which one comes is one outcome.
            weights.append(state.discard_mask // JESTER_UNIT if index == JESTER_INDEX else 1)
        return Branches(moments, weights)

    def after(self, moment: OpenMoment, action: Action) -> OpenMoment:
        """Give the moment after an action."""
        return _healing(moment.state, action, cards_to_heal(moment.state, action))

    def state(self, moment: OpenMoment) -> State:
        """Give the moment's state."""
        return moment.state


def _healing(state: State, action: Action, left: int) -> OpenMoment:
    """Go on with a heal, or, where nothing is left to count off that can matter, apply its play."""
    if left:
        before = _reduced(state)
        if before.state.discard_mask:
            return before._replace(action=action, left=left)
        state = before.state
    return _reduced(apply_healed(state, action))


def _reduced(state: State) -> OpenMoment:
    """Leave out what cannot matter: where the draws cannot reach it, what nobody will draw."""
    drawn = None if state.enemy_index == NO_CARD else draw_bound(state)
    if drawn is not None and (state.discard_mask or state.in_play_mask or len(state.tavern_indices) > drawn):
        state = replace_fields(state, tavern_indices=state.tavern_indices[:drawn], discard_mask=0, in_play_mask=0)
    return OpenMoment(state, drawn=drawn)
