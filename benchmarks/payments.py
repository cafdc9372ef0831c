"""How long the best payment takes: one optimum, all optima, the whole answer, and hands far beyond the game.

Run it as ``python benchmarks/payments.py``. Times are after the import of OR-tools, which is shown by itself.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from random import Random
from statistics import median
from time import perf_counter

from regicide_solver import Rules
from regicide_solver.cards import CARDS, Card, CardSet
from regicide_solver.discards import optimal_discard

ROUNDS = 200
BIG_ROUNDS = 10
DECK = [card for card in CARDS[:56] if card.rank is not None and card.rank.text != "1"]


def hands(count: int, size: int) -> list[CardSet]:
    random = Random(1)
    return [CardSet(random.sample(DECK, size)) for _ in range(count)]


def milliseconds(call: Callable[[CardSet], object], cases: list[CardSet]) -> str:
    times = []
    for case in cases:
        started = perf_counter()
        call(case)
        times.append(1000 * (perf_counter() - started))
    return f"median {median(times):8.2f} ms, longest {max(times):8.2f} ms of {len(cases)}"


def main() -> None:
    started = perf_counter()
    from ortools import __version__
    from ortools.sat.python import cp_model  # noqa: F401

    print(f"Python {sys.version.split()[0]}, OR-tools {__version__}, import {1000 * (perf_counter() - started):.0f} ms")
    optimal_discard("7S 5D", 5)  # the first model loads what is loaded lazily
    eight = hands(ROUNDS, 8)
    print("8 cards, attack 15")
    print("  one optimum    ", milliseconds(lambda hand: optimal_discard(hand, 15, top=1, optima_limit=1), eight))
    print("  all optima     ", milliseconds(lambda hand: optimal_discard(hand, 15, top=1), eight))
    print("  ranking of 20  ", milliseconds(lambda hand: optimal_discard(hand, 15), eight))
    for overpay in ("until_covered", "minimal"):
        rules = Rules(overpay=overpay)
        print(f"  {overpay:15}", milliseconds(lambda hand, rules=rules: optimal_discard(hand, 15, rules=rules), eight))
    wishes = "sets+companions, exact, waste"
    print(
        "  keeping plays  ",
        milliseconds(lambda hand: optimal_discard(hand, 15, objective=wishes, enemy="JC", health=12), eight),
    )
    print("30 cards, attack 60, at most 1000 optima")
    thirty = hands(BIG_ROUNDS, 30)
    print("  one optimum    ", milliseconds(lambda hand: optimal_discard(hand, 60, top=1, optima_limit=1), thirty))
    print("  ranking of 20  ", milliseconds(lambda hand: optimal_discard(hand, 60), thirty))
    print("The deck of 52, attack 100, at most 1000 optima")
    deck: list[Card] = DECK
    print("  ranking of 20  ", milliseconds(lambda hand: optimal_discard(hand, 100), [CardSet(deck)] * 3))


if __name__ == "__main__":
    main()
