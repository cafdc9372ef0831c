"""How long the best way through a fight takes: two hands of seven, every rank of enemy, won and refuted.

Run it as ``python benchmarks/fights.py``. Times are after the import of OR-tools.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from random import Random
from statistics import median
from time import perf_counter

from regicide_solver import Deal, State
from regicide_solver.cards import CARDS, CardSet, Rank
from regicide_solver.fights import FightPlan, FightStatus, plan_fight

ROUNDS = 30
NUMBERS = [card for card in CARDS[:56] if card.rank is not None and not card.is_royal and card.rank is not Rank.ONE]


def random_fights(enemy: str, seed: int, players: int = 2, size: int = 7) -> list[State]:
    random = Random(seed)
    fights = []
    for _ in range(ROUNDS):
        cards = random.sample(NUMBERS, players * size)
        hands = [CardSet(cards[seat * size : (seat + 1) * size]) for seat in range(players)]
        fights.append(State(hands, enemy))
    return fights


def first_fights(players: int) -> list[State]:
    return [Deal.from_seed(seed, players).state() for seed in range(ROUNDS)]


def report(name: str, states: Iterable[State], solve: Callable[[State], FightPlan]) -> None:
    times: list[float] = []
    plans: list[FightPlan] = []
    for state in states:
        started = perf_counter()
        plans.append(solve(state))
        times.append(perf_counter() - started)
    count = {status: sum(plan.status is status for plan in plans) for status in FightStatus}
    turns = [plan.turns for plan in plans if plan.turns is not None]
    found = ", ".join(f"{number} {status}" for status, number in count.items() if number)
    span = f"turns {min(turns, default=0)} to {max(turns, default=0)}"
    horizon = max(plan.horizon for plan in plans)
    print(f"{name:34} median {median(times):6.2f} s, longest {max(times):6.2f} s; {found}; {span}, horizon {horizon}")


def main() -> None:
    from ortools import __version__
    from ortools.sat.python import cp_model  # noqa: F401

    print(f"Python {sys.version.split()[0]}, OR-tools {__version__}")
    for enemy in ("JC", "JS", "QD", "QH", "KC", "KS"):
        report(f"{enemy}, two hands of seven", random_fights(enemy, 1), plan_fight)
    report("QH, least paid only", random_fights("QH", 1), lambda state: plan_fight(state, "paid"))
    report("QH, exact kill, then least paid", random_fights("QH", 1), lambda state: plan_fight(state, "exact, paid"))
    report("QH, most value left", random_fights("QH", 1), lambda state: plan_fight(state, "left"))
    for players in (1, 2, 3, 4):
        report(f"first fight, {players} players", first_fights(players), plan_fight)
    for players in (1, 2, 3):
        known = f"first fight, {players} players, known draws"
        report(known, first_fights(players)[:10], lambda state: plan_fight(state, draws="known", seconds=20.0))


if __name__ == "__main__":
    main()
