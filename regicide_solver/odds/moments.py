"""What the two models of chance share: a moment of a game, and heals that are made before their play is applied."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Generic, NamedTuple, Protocol, TypeVar

from regicide_solver.actions import Action, Play
from regicide_solver.cards import Suit, mask_count, mask_value
from regicide_solver.engine import active_powers, successor
from regicide_solver.state import State, replace_fields

__all__ = ["Branches", "Model", "apply_healed", "cards_to_heal"]

_HEARTS = 1 << Suit.HEARTS

Moment = TypeVar("Moment")


class Branches(NamedTuple, Generic[Moment]):
    """What may come after a moment.

    Parameters
    ----------
    moments : sequence
        The moments.
    weights : sequence of int or None
        How often chance takes each; None where the players choose.
    """

    moments: Sequence[Moment]
    weights: Sequence[int] | None = None


class Model(Protocol[Moment]):
    """What is chance and what is known: a game as the search for the odds sees it."""

    def key(self, moment: Moment) -> bytes:
        """Pack a moment; equal keys have the same odds."""

    def value(self, moment: Moment) -> int | None:
        """Give 1 for a win, 0 for a loss, None where it is not plain to see."""

    def branches(self, moment: Moment) -> Branches[Moment]:
        """List what may come next."""

    def after(self, moment: Moment, action: Action) -> Moment:
        """Give the moment after an action."""

    def state(self, moment: Moment) -> State:
        """Give a state that looks like the moment, to be rated by its looks."""


def cards_to_heal(state: State, action: Action) -> int:
    """Count the cards that an action takes out of the discard pile."""
    if not isinstance(action, Play) or not active_powers(action.mask, state.enemy_index, state.cancelled) & _HEARTS:
        return 0
    return min(mask_value(action.mask), mask_count(state.discard_mask))


def apply_healed(state: State, action: Action) -> State:
    """Apply an action whose heal was made already, so that the cards stand beneath the Tavern.

    The engine sees an empty discard pile and heals nothing; the pile is put back afterwards.
    """
    if not state.discard_mask or not cards_to_heal(state, action):
        after = successor(state, action)
        return replace_fields(after, heals=0) if after.heals else after
    after = successor(replace_fields(state, discard_mask=0), action)
    return replace_fields(after, discard_mask=after.discard_mask + state.discard_mask, heals=0)
