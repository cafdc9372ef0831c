"""What is answered about a fight: a frozen value, and its JSON form."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum

from regicide_solver.actions import Action

__all__ = ["FightPlan", "FightStatus"]


class FightStatus(Enum):
    """What is known of the way through a fight.

    Examples
    --------
    >>> str(FightStatus.IMPOSSIBLE)
    'impossible'
    """

    BEST = "best"
    WON = "won"
    IMPOSSIBLE = "impossible"
    UNDECIDED = "undecided"

    def __str__(self) -> str:
        return self.value


@dataclass(frozen=True)
class FightPlan:
    """The best way through a fight, as far as the limits let it be found.

    Parameters
    ----------
    status : FightStatus
        `BEST`: the plan is proved best. `WON`: the plan fells the enemy; a limit came before the proof that none is
        better. `IMPOSSIBLE`: proved that no plan fells the enemy with what a plan may count on. `UNDECIDED`: a limit
        came first.
    plan : tuple of Action or None
        The actions until the enemy falls; they are legal in the state that was asked about as well, as they stand.
    paid, turns, left : int or None
        Value paid; plays and yields; value left in all hands at the end. None without a plan. What is drawn beyond
        what a plan may count on comes on top of `left`.
    exact : bool or None
        Whether the last play kills exactly.
    objective : tuple of str
        The measures, the most important first.
    draws : str
        What the plan may count on: `none` or `known`.
    horizon : int
        The most plays and yields that the model has room for; no way through the fight has more.
    stopped_by : str or None
        The limit that ended it: `work` or `seconds`.
    note : str
        What the answer rests on, for people.

    Examples
    --------
    >>> from regicide_solver import State
    >>> from regicide_solver.fights import plan_fight
    >>> plan = plan_fight(State(["8C 4D"], "JH"))
    >>> str(plan.status), plan.paid
    ('impossible', None)
    """

    status: FightStatus
    plan: tuple[Action, ...] | None
    paid: int | None
    turns: int | None
    left: int | None
    exact: bool | None
    objective: tuple[str, ...]
    draws: str
    horizon: int
    stopped_by: str | None = None
    note: str = ""

    @property
    def figures(self) -> Mapping[str, int | None]:
        """The plan's measures by name."""
        exact = None if self.exact is None else int(self.exact)
        return {"paid": self.paid, "turns": self.turns, "left": self.left, "exact": exact}

    def to_json(self) -> dict[str, object]:
        """Write the answer in its JSON form.

        Examples
        --------
        >>> from regicide_solver import State
        >>> from regicide_solver.fights import plan_fight
        >>> plan_fight(State(["10C"], "JH")).to_json()["plan"]
        ['play 10C']
        """
        return {
            "status": str(self.status),
            "plan": None if self.plan is None else [str(action) for action in self.plan],
            "paid": self.paid,
            "turns": self.turns,
            "left": self.left,
            "exact": self.exact,
            "objective": list(self.objective),
            "draws": self.draws,
            "horizon": self.horizon,
            "stopped_by": self.stopped_by,
            "note": self.note,
        }
