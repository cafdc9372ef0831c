"""One game on two threads of the kernel: one looks for a win, the other for the proof that there is none.

The stages with minimal payments and the complete one share no table, so that they can run side by side. Whichever
decides ends the other. Verdicts are those of one thread; counters depend on who was how fast.
"""

from __future__ import annotations

from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait

from regicide_solver.actions import Action
from regicide_solver.search.kernel_search import KernelSearcher
from regicide_solver.search.limits import Stage, Verdict
from regicide_solver.search.passes import Budget
from regicide_solver.search.schedule import run_schedule
from regicide_solver.state import State

__all__ = ["decide_in_parallel"]

_POLL_SECONDS = 0.02
_OTHER = "other"  # why a thread stops when the other one has decided, or a limit of both is reached

_Found = tuple[Verdict, tuple[Action, ...] | None, tuple[Stage, ...]]


def decide_in_parallel(root: State, budget: Budget) -> _Found:
    """Decide a state in which the game goes on.

    Parameters
    ----------
    root : State
        The state.
    budget : Budget
        What both threads together may spend; it is charged. Its watch is asked by the calling thread.

    Returns
    -------
    verdict, line, stages
        The line is None unless the verdict is `WINNABLE`; undecided, `budget.stopped_by` says why.
    """
    ended: list[str] = []
    nodes_left = budget.nodes - budget.spent
    shares = [
        Budget(nodes_left, budget.memory // 2, lambda _nodes, _enemies: ended[0] if ended else None) for _ in range(2)
    ]
    spent_before = budget.spent
    decided: _Found | None = None
    with ThreadPoolExecutor(max_workers=2) as executor:
        try:
            open_futures: set[Future[_Found]] = {
                executor.submit(_search, root, share, complete)
                for share, complete in zip(shares, (False, True), strict=True)
            }
            futures = list(open_futures)
            while open_futures and decided is None:
                done, open_futures = wait(open_futures, _POLL_SECONDS, FIRST_COMPLETED)
                budget.spent = spent_before + sum(share.spent for share in shares)
                for future in done:
                    if future.result()[0] is not Verdict.UNDECIDED:
                        decided = future.result()
                reason = budget.watch(budget.spent, min(share.fewest_enemies for share in shares))
                if reason is None and budget.spent >= budget.nodes:
                    reason = "nodes"
                if reason is not None and decided is None:
                    budget.stopped_by = reason
                    break
        finally:
            ended.append(_OTHER)
    found = [future.result() for future in futures]
    budget.spent = spent_before + sum(share.spent for share in shares)
    budget.largest_table = max(budget.largest_table, sum(share.largest_table for share in shares))
    stages = tuple(stage for result in found for stage in result[2])
    if decided is None:
        decided = next((result for result in found if result[0] is not Verdict.UNDECIDED), None)
    if decided is not None:
        budget.stopped_by = None
        return decided[0], decided[1], stages
    if budget.stopped_by is None:
        budget.stopped_by = next(share.stopped_by for share in shares if share.stopped_by not in (None, _OTHER))
    return Verdict.UNDECIDED, None, stages


def _search(root: State, share: Budget, complete: bool) -> _Found:
    searcher = KernelSearcher(root, share)
    verdict, stages = run_schedule(searcher, root, share, complete=complete)
    return verdict, searcher.line() if verdict is Verdict.WINNABLE else None, stages
