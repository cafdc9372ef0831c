"""How much of the first decision of a deal `analyse` decides within 30 seconds.

Run it as ``python benchmarks/analyse.py [FIRST END [PLAYERS [SECONDS]]]``; by default the seeds 0 to 49, two players.
"""

from __future__ import annotations

import sys
from time import perf_counter

from regicide_solver import Deal, Limits, Verdict
from regicide_solver.analysis import analyse


def main() -> None:
    numbers = [int(word) for word in sys.argv[1:]]
    first, end, players, seconds = (*numbers, *(0, 50, 2, 30)[len(numbers) :])
    actions = decided = winnable = without = 0
    times = []
    for seed in range(first, end):
        started = perf_counter()
        analysis = analyse(Deal.from_seed(seed, players), Limits(seconds=seconds))
        times.append(perf_counter() - started)
        open_actions = analysis.with_verdict(Verdict.UNDECIDED)
        of_deal = sum(len(choice.actions) for choice in analysis.choices)
        actions += of_deal
        decided += of_deal - len(open_actions)
        winnable += analysis.verdict is Verdict.WINNABLE
        without += analysis.verdict is Verdict.UNDECIDED
        print(
            f"seed {seed}: {analysis.verdict}, {of_deal - len(open_actions)} of {of_deal} actions decided, "
            f"{analysis.stats.nodes:,} nodes, {times[-1]:.2f} s, engine {analysis.stats.engine}",
            flush=True,
        )
    print(
        f"{decided} of {actions} actions decided ({decided / actions:.1%}) in {end - first} deals, "
        f"{winnable} winnable, {without} undecided; {sum(times):.1f} s, at most {max(times):.1f} s a deal"
    )


if __name__ == "__main__":
    main()
