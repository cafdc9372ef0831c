"""The question: how does this enemy fall best? Here the model is made and solved, and its plan replayed."""

from __future__ import annotations

from collections.abc import Iterable
from threading import Event, Thread
from time import monotonic
from typing import Any

from regicide_solver.actions import Action
from regicide_solver.cards import quoted
from regicide_solver.engine import apply_line
from regicide_solver.errors import ImpossiblePositionError, NotationError
from regicide_solver.fights.answers import FightPlan, FightStatus
from regicide_solver.fights.draws import Flips, add_seat_draws, add_solo_draws
from regicide_solver.fights.model import FightModel
from regicide_solver.fights.objectives import DEFAULT_OBJECTIVE, LARGER_IS_BETTER, parse_fight_objective
from regicide_solver.fights.relaxed import DRAWS, Figures, is_fallen, measure, relax
from regicide_solver.fights.table import Table
from regicide_solver.state import NO_CARD, State

__all__ = ["plan_fight"]

_NOTES = {
    "none": "The Tavern counts as empty: nothing that is healed or drawn is used.",
    "known": "Diamonds and flips draw the Tavern's cards in their order; nothing that is healed is drawn.",
}
#: Most fights are soon over; what is longer is looked for in further models, which know what has to be beaten.
_SHORT_HORIZONS = (3, 6, 12)
_MOST = 1e9
_WAKING_INTERVAL = 0.1  # seconds


def plan_fight(
    state: State,
    objective: str | Iterable[str] = DEFAULT_OBJECTIVE,
    *,
    draws: str = "none",
    work: float = 60.0,
    seconds: float = 60.0,
) -> FightPlan:
    """Find the best way to fell the enemy with the cards in the hands, or prove that there is none.

    Parameters
    ----------
    state : State
        Any possible state with an enemy, in step 1 or in step 4.
    objective : str or iterable of str
        Measures, the most important first: `paid` (least value paid), `turns` (fewest), `left` (most value left in
        the hands), `exact` (an exact kill). By default the least value paid, then the fewest turns. Of plans that are
        equal on all of them any may come back, the same one each time with the same version of OR-tools.
    draws : {"none", "known"}
        What the plan may count on: no drawn card at all, or the cards that lie in the Tavern now, in their order (for
        an open deal). Healed cards are never drawn.
    work : float
        The limit on the solver's work, in its own deterministic unit: the same limit gives the same answer on every
        machine.
    seconds : float
        A safety cap on time.

    Returns
    -------
    FightPlan
        Its actions are legal in `state` as they stand, and its figures were taken by replaying them.

    Raises
    ------
    ImpossiblePositionError
        When the state is one that no game can hold.
    NotationError
        When there is no enemy, or an argument cannot be read.

    Examples
    --------
    >>> state = State(["10S 5C 3D", "8C 7C 2H"], "JH", "JD")
    >>> plan = plan_fight(state, "paid, turns, left")
    >>> print(*plan.plan, sep="; ")
    play 10S; play 7C
    >>> plan.paid, plan.turns, plan.left, plan.exact
    (0, 2, 18, False)
    """
    if not isinstance(state, State):
        raise NotationError(f"not a state: {quoted(state)}")
    problems = state.problems()
    if problems:
        raise ImpossiblePositionError("impossible position", problems)
    if state.enemy_index == NO_CARD:
        raise NotationError("the game is won, there is no enemy to fight")
    measures = parse_fight_objective(objective)
    if draws not in DRAWS:
        raise NotationError(f"draws: {quoted(draws)}; expected {' or '.join(DRAWS)}")
    for name, limit in (("work", work), ("seconds", seconds)):
        if type(limit) not in (int, float) or not 0 < limit < _MOST:
            raise NotationError(f"{name}: {quoted(limit)}; expected a number above 0")
    return _Planner(state, measures, draws, work, seconds).plan()


class _Planner:
    """One call of `plan_fight`: what may be spent, and the best plan so far."""

    def __init__(self, state: State, measures: tuple[str, ...], draws: str, work: float, seconds: float) -> None:
        self.state = state
        self.measures = measures
        self.draws = draws
        self.work_left = work
        self.deadline = monotonic() + seconds
        self.table = Table(relax(state, draws))
        self.best: tuple[int, tuple[Action, ...], Figures] | None = None
        self.stopped_by: str | None = None

    def plan(self) -> FightPlan:
        """Look for a short way first, then for longer ones that are better than it."""
        longest = self.table.most_turns
        finished, over = True, 0
        for horizon in (*(short for short in _SHORT_HORIZONS if short < longest), longest):
            if self.best is not None and self._least_cost(over) >= self.best[0]:
                break
            finished = self._search(over, horizon)
            if not finished:
                break
            over = horizon
        if self.best is None:
            return self._answer(FightStatus.IMPOSSIBLE if finished else FightStatus.UNDECIDED)
        return self._answer(FightStatus.BEST if finished else FightStatus.WON)

    def _search(self, over: int, horizon: int) -> bool:
        """Find the best plan with more turns than some and no more than others; False when a limit came first."""
        fight = FightModel(self.table, horizon)
        flips = self._add_draws(fight)
        cost = self._cost(fight)
        if over:
            fight.model.add(fight.active[over + self.table.owed] == 1)
        if self.best is not None:
            fight.model.add(cost <= self.best[0] - 1)
        fight.model.minimize(cost)
        solver, status = self._solve(fight)
        if status in ("OPTIMAL", "FEASIBLE"):
            self._take(fight.actions(solver.boolean_value, flips), solver.value(cost), status == "OPTIMAL")
        if status in ("OPTIMAL", "INFEASIBLE"):
            return True
        if status not in ("FEASIBLE", "UNKNOWN"):
            raise RuntimeError(f"the fight model ended with {status}")
        self.stopped_by = "seconds" if monotonic() >= self.deadline else "work"
        return False

    def _add_draws(self, fight: FightModel) -> Flips:
        if self.draws == "none":
            return {}
        return add_solo_draws(fight) if self.table.players == 1 else add_seat_draws(fight)

    def _cost(self, fight: FightModel) -> Any:
        """Pack the measures into one number, the first of them weighing more than all others can."""
        packed: Any = 0
        for name in self.measures:
            packed = packed * self._width(name) + fight.cost(name)
        return packed

    def _width(self, name: str) -> int:
        """One more than the largest difference between two values of a measure."""
        if name in ("paid", "left"):
            return 1 + self.table.value
        return 2 if name == "exact" else 1 + self.table.most_turns

    def _packed(self, figures: Figures) -> int:
        packed = 0
        for name in self.measures:
            packed = packed * self._width(name) + (-figures[name] if name in LARGER_IS_BETTER else figures[name])
        return packed

    def _least_cost(self, turns: int) -> int:
        """Bound from below what a plan with more turns than these can cost."""
        left = self.table.value
        return self._packed({"paid": self.table.least_paid(turns), "turns": turns + 1, "left": left, "exact": 1})

    def _take(self, actions: tuple[Action, ...], cost: int, optimal: bool) -> None:
        """Make sure that the rules see a plan as the model does, in the relaxed game and in the real one."""
        figures = measure(self.state, actions, self.draws)
        packed = self._packed(figures)
        # Short of the optimum the model may call a kept card gone, or an exact kill inexact, but never the reverse.
        if packed > cost or (optimal and packed != cost):
            raise RuntimeError(f"the fight model and the rules differ on {'; '.join(map(str, actions))}: {figures}")
        if not is_fallen(self.state, apply_line(self.state, list(actions))):
            raise RuntimeError(f"a plan does not fell the enemy in the game itself: {'; '.join(map(str, actions))}")
        self.best = packed, actions, figures

    def _solve(self, fight: FightModel) -> tuple[Any, str]:
        from ortools.sat.python import cp_model

        solver = cp_model.CpSolver()
        solver.parameters.num_workers = 1
        solver.parameters.random_seed = 0
        solver.parameters.catch_sigint_signal = False
        solver.parameters.max_deterministic_time = max(self.work_left, 1e-3)
        solver.parameters.max_time_in_seconds = max(self.deadline - monotonic(), 1e-3)
        # The solver works beside this thread, which stays free for Ctrl-C. It is waited for by an event: a `join` that
        # is interrupted takes the thread for finished (Python 3.11).
        status: list[Any] = []
        ended = Event()

        def work() -> None:
            try:
                status.append(solver.solve(fight.model))
            finally:
                ended.set()

        Thread(target=work).start()
        try:
            while not ended.wait(_WAKING_INTERVAL):
                pass
        except KeyboardInterrupt:
            solver.stop_search()
            ended.wait()
            raise
        self.work_left -= solver.response_proto.deterministic_time
        return solver, solver.status_name(status[0])

    def _answer(self, status: FightStatus) -> FightPlan:
        _, actions, figures = (None, None, Figures()) if self.best is None else self.best
        exact = figures.get("exact")
        return FightPlan(
            status=status,
            plan=actions,
            paid=figures.get("paid"),
            turns=figures.get("turns"),
            left=figures.get("left"),
            exact=None if exact is None else bool(exact),
            objective=self.measures,
            draws=self.draws,
            horizon=self.table.most_turns,
            stopped_by=self.stopped_by,
            note=_NOTES[self.draws],
        )
