"""Tune the weights of the search's evaluation by random local search on solved deals.

Each step changes some weights and keeps the change when the nodes that decide a fresh batch of deals get fewer, by the
mean of their logarithms. Deals are seeds from 10^6 up to 2 * 10^6, which no report uses. With the same arguments the
result is the same.

    python benchmarks/tune.py --players 2 --steps 400
"""

from __future__ import annotations

import argparse
import math
import random
import sys

from regicide_solver import Deal
from regicide_solver.rules import Rules
from regicide_solver.search.kernel_search import KernelSearcher
from regicide_solver.search.passes import Budget
from regicide_solver.search.schedule import run_schedule
from regicide_solver.search.weights import ORDERS, Weights, weights_for
from regicide_solver.state import State

FIRST_SEED, LAST_SEED = 1_000_000, 2_000_000


def effort(roots: list[State], weights: Weights, most_nodes: int) -> float:
    """Give the mean logarithm of the nodes that decide each of these deals."""
    total = 0.0
    for root in roots:
        budget = Budget(most_nodes, 1 << 30, lambda _nodes, _enemies: None)
        searcher = KernelSearcher(root, budget, [weights] * ORDERS)
        run_schedule(searcher, root, budget)
        total += math.log(budget.spent + 50)
    return total / len(roots)


def changed(weights: Weights, dice: random.Random, size: float) -> Weights:
    """Change one to four weights at random."""
    values = list(weights)
    for place in dice.sample(range(len(values)), dice.randint(1, 4)):
        values[place] += round(dice.gauss(0, size) * (300 + abs(values[place])))
    return Weights(*values)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--players", type=int, required=True)
    parser.add_argument("--flips", type=int, default=0)
    parser.add_argument("--steps", type=int, default=300)
    parser.add_argument("--batch", type=int, default=150)
    parser.add_argument("--nodes", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--start", type=lambda text: Weights(*map(int, text.split(","))))
    arguments = parser.parse_args()
    dice = random.Random(arguments.seed)
    rules = Rules().replace(solo_flips=arguments.flips)

    def batch() -> list[State]:
        seeds = (dice.randrange(FIRST_SEED, LAST_SEED) for _ in range(arguments.batch))
        return [Deal.from_seed(seed, arguments.players, rules).state() for seed in seeds]

    best = arguments.start or weights_for(batch()[0])[0]
    for step in range(arguments.steps):
        roots = batch()
        candidate = changed(best, dice, 0.5 if step < arguments.steps // 2 else 0.25)
        before, after = (effort(roots, weights, arguments.nodes) for weights in (best, candidate))
        if after < before:
            # seen twice on other deals before it is believed
            roots = batch()
            before, after = (effort(roots, weights, arguments.nodes) for weights in (best, candidate))
            if after < before:
                best = candidate
                print(f"step {step}: {before:.3f} -> {after:.3f}  {tuple(best)}", flush=True)
    print("weights:", ", ".join(str(weight) for weight in best))


if __name__ == "__main__":
    sys.exit(main())
