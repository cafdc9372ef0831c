"""Nodes a second of both engines, reductions and bounds off, on the same deals in one run.

    python benchmarks/engines.py [--kernel-nodes 300000] [--python-nodes 3000] [--repetitions 5]

A pass without noise goes from each deal's first state, depth-first, over every action or over minimal payments only.
Both engines go through the same nodes in the same order, the kernel through more of them; deals whose pass ends before
the kernel's nodes are spent are not used. Times are of the processor, without the making of the searcher, and medians
of the repetitions, between which the engines take turns.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from statistics import median
from time import process_time

from reporting import surroundings, table

from regicide_solver import Deal, RegicideError, State, kernel
from regicide_solver.search.depth_first import PythonSearcher
from regicide_solver.search.kernel_search import KernelSearcher
from regicide_solver.search.passes import Budget, Pass, PassEnd, Searcher

FIRST_SEED = 0
DEALS = 4  # for each number of players

Maker = Callable[[State, Budget], Searcher]


def make_kernel(root: State, budget: Budget) -> Searcher:
    return KernelSearcher(root, budget, reduced=False)


def make_python(root: State, _: Budget) -> Searcher:
    return PythonSearcher(root, reduced=False)


def run(make: Maker, root: State, nodes: int, complete: bool) -> tuple[PassEnd, float]:
    """Make one pass and take its time."""
    budget = Budget(nodes, 1 << 34, lambda _nodes, _enemies: None)
    searcher = make(root, budget)
    began = process_time()
    end = searcher.run(Pass("benchmark", nodes, complete), budget)
    return end, process_time() - began


def long_deals(players: int, nodes: int, complete: bool) -> list[int]:
    """Find the first seeds whose pass goes on for this many nodes."""
    found: list[int] = []
    seed = FIRST_SEED
    while len(found) < DEALS:
        if run(make_kernel, Deal.from_seed(seed, players).state(), nodes, complete)[0] is PassEnd.NODES:
            found.append(seed)
        seed += 1
    return found


def rate(make: Maker, roots: Sequence[State], nodes: int, complete: bool) -> float:
    return nodes * len(roots) / sum(run(make, root, nodes, complete)[1] for root in roots)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kernel-nodes", type=int, default=300_000, help="a deal; by default %(default)s")
    parser.add_argument("--python-nodes", type=int, default=3_000, help="a deal; by default %(default)s")
    parser.add_argument("--repetitions", type=int, default=5)
    arguments = parser.parse_args()
    try:
        kernel.load()
    except RegicideError as error:
        parser.error(str(error))
    rows = []
    for complete in (False, True):
        for players in (1, 2, 3, 4):
            seeds = long_deals(players, arguments.kernel_nodes, complete)
            roots = [Deal.from_seed(seed, players).state() for seed in seeds]
            fast, slow = [], []
            for _ in range(arguments.repetitions):
                fast.append(rate(make_kernel, roots, arguments.kernel_nodes, complete))
                slow.append(rate(make_python, roots, arguments.python_nodes, complete))
            rows.append(
                (
                    "all" if complete else "minimal",
                    players,
                    ", ".join(map(str, seeds)),
                    round(median(fast)),
                    f"{min(fast):,.0f} to {max(fast):,.0f}",
                    round(median(slow)),
                    f"{median(fast) / median(slow):,.0f}",
                )
            )
    print(surroundings())
    head = ("payments", "players", "seeds", "kernel: nodes/s", "lowest to highest", "Python: nodes/s", "ratio")
    print(table(head, rows))
    return 0


if __name__ == "__main__":
    sys.exit(main())
