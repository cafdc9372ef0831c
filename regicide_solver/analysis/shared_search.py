"""Deciding several states of one game together: one memo table, and effort that grows for all of them alike.

The passes are those of `regicide_solver.search.schedule`. Each pass is made below every state that is still open before
the next, longer one begins, so that no hard state starves the others; what one of them proves dead, all of them pass
over.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from time import monotonic

from regicide_solver.actions import Action
from regicide_solver.engine import apply_line, outcome
from regicide_solver.errors import ImpossiblePositionError
from regicide_solver.kernel import choose_engine
from regicide_solver.search.depth_first import PythonSearcher
from regicide_solver.search.kernel_search import KernelSearcher
from regicide_solver.search.limits import Limits, Progress, ProgressCallback, Stage, Stats, StopCallback, Verdict
from regicide_solver.search.passes import Budget, Pass, PassEnd
from regicide_solver.search.schedule import passes, still_worthwhile
from regicide_solver.state import State

__all__ = ["Question", "SharedSearch"]

_PROGRESS_INTERVAL = 0.1  # seconds


@dataclass
class Question:
    """A state whose verdict is wanted, and what is known of it.

    Parameters
    ----------
    state : State
        The state.
    verdict : Verdict
        Its verdict so far.
    line : tuple of Action or None
        A line that wins, where it is winnable.
    minimal_exhausted : bool
        Whether the search without spare payments came to its end, so that only passes with them are left to make.
    columns_full : bool
        Whether the columns have no room to go on.
    """

    state: State
    verdict: Verdict = Verdict.UNDECIDED
    line: tuple[Action, ...] | None = None
    minimal_exhausted: bool = False
    columns_full: bool = False

    @property
    def is_open(self) -> bool:
        """Whether it is still undecided."""
        return self.verdict is Verdict.UNDECIDED

    def wanted(self, plan: Pass) -> Pass | None:
        """Say what is left to make of a pass that can still add to what is known of it."""
        if not self.is_open:
            return None
        return still_worthwhile(plan, minimal_exhausted=self.minimal_exhausted, columns_full=self.columns_full)

    def win(self, line: Iterable[Action]) -> None:
        """Record a line that wins."""
        self.verdict, self.line = Verdict.WINNABLE, tuple(line)

    def lose(self) -> None:
        """Record that no line wins."""
        self.verdict = Verdict.UNWINNABLE


class SharedSearch:
    """A search below several states of one game.

    Parameters
    ----------
    root : State
        A state of the game; all others have to be this state or states that play reaches from it.
    limits : Limits
        What may be spent on all questions together.
    engine : {"auto", "kernel", "python"}
        Which engine searches.
    progress, stop : callable, optional
        As for `regicide_solver.search.solve`.

    Raises
    ------
    ImpossiblePositionError
        When the root is a position that no game can hold.
    """

    def __init__(
        self,
        root: State,
        limits: Limits,
        engine: str = "auto",
        progress: ProgressCallback | None = None,
        stop: StopCallback | None = None,
    ) -> None:
        problems = root.problems()
        if problems:
            raise ImpossiblePositionError("impossible position", problems)
        self.limits = limits
        self.budget = Budget(limits.nodes, limits.memory, self._watch)
        self._engine = choose_engine(engine)
        self._progress = progress
        self._stop = stop
        self._started = monotonic()
        self._told = 0.0
        self._stages: dict[str, Stage] = {}
        self._last_stage = ""
        self._searcher: PythonSearcher | KernelSearcher | None = None
        self._root = self._below = root

    @property
    def stopped_by(self) -> str | None:
        """The limit that ended the search, if one did."""
        return self.budget.stopped_by

    def decide(
        self,
        questions: Iterable[Question],
        infer: Callable[[Question], bool] | None = None,
        nodes: int | None = None,
    ) -> None:
        """Decide questions, as far as the limits allow; the first in the order come first in every pass.

        Parameters
        ----------
        questions : iterable of Question
            The states. Verdicts and lines are recorded in them.
        infer : callable, optional
            Called with each question that was decided; it may decide others by what follows. It answers whether that
            is enough, so that the others stay open.
        nodes : int, optional
            The most nodes for these questions, beside the limits of the whole search.
        """
        asked = list(questions)
        for question in asked:
            ended = outcome(question.state) if question.is_open else None
            if ended is not None:
                _record(question, ended == "won", ())
                if infer is not None and infer(question):
                    return
        enough = self.budget.nodes if nodes is None else self.budget.spent + nodes
        for scheduled in passes(self._root.players):
            if not any(question.is_open for question in asked):
                return
            for question in asked:
                if self.budget.stopped_by is not None or self.budget.spent >= enough:
                    return
                plan = question.wanted(scheduled)
                if plan is None:
                    continue
                before = self.budget.spent
                searcher = self._searcher_below(question.state)
                end = searcher.run(plan._replace(nodes=min(plan.nodes, enough - before)), self.budget)
                done = self._stages.get(plan.stage, Stage(plan.stage, 0, 0))
                self._stages[plan.stage] = Stage(plan.stage, done.runs + 1, done.nodes + self.budget.spent - before)
                self._last_stage = plan.stage
                if end is PassEnd.WON:
                    _record(question, True, searcher.line())
                elif end is PassEnd.EXHAUSTED and (plan.complete or question.state.rules.overpay == "minimal"):
                    question.lose()
                else:
                    question.minimal_exhausted |= end is PassEnd.EXHAUSTED
                    question.columns_full |= end is PassEnd.FULL
                if infer is not None and not question.is_open and infer(question):
                    return

    def stats(self) -> Stats:
        """Sum the search up."""
        return Stats(
            nodes=self.budget.spent,
            seconds=monotonic() - self._started,
            engine=self._engine,
            stage=self._last_stage,
            stages=tuple(self._stages.values()),
            reductions=() if self._searcher is None else self._searcher.reductions,
            memory=self.budget.largest_table,
        )

    def _searcher_below(self, state: State) -> PythonSearcher | KernelSearcher:
        if self._searcher is None:
            kernel = self._engine == "kernel"
            self._searcher = KernelSearcher(self._root, self.budget) if kernel else PythonSearcher(self._root)
        if state is not self._below:  # a restart gives up what a searcher keeps for one root only
            self._searcher.restart(state)
            self._below = state
        return self._searcher

    def _watch(self, nodes: int, fewest_enemies: int) -> str | None:
        seconds = monotonic() - self._started
        if self._progress is not None and seconds - self._told >= _PROGRESS_INTERVAL:
            self._told = seconds
            self._progress(Progress(nodes, seconds, fewest_enemies))
        if self._stop is not None and self._stop():
            return "interrupt"
        return "seconds" if seconds >= self.limits.seconds else None


def _record(question: Question, won: bool, line: tuple[Action, ...]) -> None:
    if not won:
        question.lose()
        return
    if outcome(apply_line(question.state, line)) != "won":
        raise RuntimeError(f"the search found a line that does not win: {'; '.join(map(str, line))}")
    question.win(line)
