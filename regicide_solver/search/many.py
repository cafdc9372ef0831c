"""Several games at a time: each on a thread of its own, their solutions in the order of the games."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from threading import Event

from regicide_solver.deals import Deal
from regicide_solver.search.decide import solve
from regicide_solver.search.limits import Limits, Solution, StopCallback
from regicide_solver.state import State

__all__ = ["solve_each"]


def solve_each(
    games: Iterable[Deal | State],
    limits: Limits | None = None,
    goal: str = "win",
    engine: str = "auto",
    threads: int = 1,
    stop: StopCallback | None = None,
) -> Iterator[Solution]:
    """Decide games, several at a time. Each answer and its counters are those of `solve` alone.

    Parameters
    ----------
    games : iterable of Deal or State
        The games; they are taken as they are needed.
    limits : Limits, optional
        What may be spent on each game.
    goal, engine
        As for `solve`. Threads pay with the kernel; the Python engine runs on one at a time anyway.
    threads : int
        How many games are searched at the same time.
    stop : callable, optional
        Polled from every thread; when it answers True, each game under way ends undecided.

    Yields
    ------
    Solution
        One for each game, in the order of the games.

    Raises
    ------
    RegicideError
        As `solve`.

    Examples
    --------
    >>> deals = [Deal.from_seed(seed, players=3) for seed in range(4)]
    >>> [str(solution.verdict) for solution in solve_each(deals, Limits(nodes=20_000), threads=2)]
    ['winnable', 'winnable', 'winnable', 'winnable']
    """
    abandoned = Event()

    def stopped() -> bool:
        return abandoned.is_set() or (stop is not None and stop())

    waiting: deque[Future[Solution]] = deque()
    with ThreadPoolExecutor(max_workers=threads) as executor:
        try:
            for game in games:
                waiting.append(executor.submit(solve, game, limits, goal, engine, stop=stopped))
                if len(waiting) >= 2 * threads:  # enough that no thread waits for the slowest game before it
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()
        finally:
            abandoned.set()
            for future in waiting:
                future.cancel()
