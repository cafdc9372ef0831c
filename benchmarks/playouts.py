"""How many whole games a second: random playouts, and playouts by a scoring policy.

Usage: ``python benchmarks/playouts.py [--games 200000] [--threads 1]``. Each figure is of one call from Python.
"""

from __future__ import annotations

import argparse
import time

from regicide_solver import Deal, kernel
from regicide_solver.playouts import playouts

POLICY = {"health_left": -1.0, "attack_left": -0.5, "own_value": 0.3, "own_cards": 1.0, "enemies_left": -20.0}
PYTHON_SHARE = 1_000  # the Python engine plays this many times fewer games


def measure(
    players: int, games: int, threads: int, engine: str, policy: str | dict[str, float], reshuffle: bool
) -> str:
    state = Deal.from_seed(42, players).state()
    begin = time.perf_counter()
    result = playouts(state, games, 1, policy, reshuffle=reshuffle, threads=threads, engine=engine)
    seconds = time.perf_counter() - begin
    return (
        f"{engine:7} {players} players {'random' if policy == 'random' else 'policy'}"
        f"{' reshuffled' if reshuffle else '':11} {games / seconds:12,.0f} games/s"
        f" {result.actions / seconds:14,.0f} actions/s  {result.turns / games:5.1f} turns a game"
        f"  won {result.wins} of {games}"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=200_000)
    parser.add_argument("--threads", type=int, default=1)
    arguments = parser.parse_args()
    for players in range(1, 5):
        for policy, reshuffle in (("random", False), ("random", True), (POLICY, True)):
            if kernel.available():
                print(measure(players, arguments.games, arguments.threads, "kernel", policy, reshuffle))
            print(measure(players, max(10, arguments.games // PYTHON_SHARE), 1, "python", policy, reshuffle))


if __name__ == "__main__":
    main()
