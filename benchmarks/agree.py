"""Whether searches agree that should: on small positions, and on the unwinnable deals of a run.

    python benchmarks/agree.py --positions 2600
    python benchmarks/agree.py --unwinnable two.jsonl --memory 4

Small positions, under varied rules and players, are decided by the unreduced Python search, and then by the reduced
one, by the kernel with and without reductions, with other keys, and by all stages of `solve` in both engines. Positions
that the unreduced Python search leaves open within its nodes are not compared. Every win is replayed.

With ``--unwinnable``, every unwinnable deal of a file of ``decide.py --out`` is proved again by complete passes of the
kernel with other keys: once with the reductions and, as far as nodes and memory go, once without.

The exit code is 1 when any two searches disagree.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from time import process_time

from decide import UNWINNABLE, gibibyte_count, read_rows, settings_of
from reporting import ROOT, gibibytes, surroundings, table

from regicide_solver import Deal, Limits, RegicideError, State, Verdict, apply_line, kernel, outcome, solve
from regicide_solver.search.depth_first import PythonSearcher
from regicide_solver.search.kernel_search import KernelSearcher
from regicide_solver.search.passes import Budget, Pass, PassEnd, Searcher

sys.path.insert(0, str(ROOT / "tests"))
from small_positions import small_position

OTHER_SALT = 0x9E3779B97F4A7C15
#: What the unreduced Python search may spend on a small position.
FEW_NODES = 20_000
#: More than any search of a small position takes.
MANY_NODES = 50_000_000

Maker = Callable[[State, Budget], Searcher]

YARDSTICK: tuple[str, Maker] = ("Python, unreduced", lambda root, _: PythonSearcher(root, reduced=False))
SEARCHERS: dict[str, Maker] = {
    "Python, reduced": lambda root, _: PythonSearcher(root),
    "kernel, unreduced": lambda root, budget: KernelSearcher(root, budget, reduced=False),
    "kernel, reduced": KernelSearcher,
    "kernel, unreduced, other keys": lambda root, budget: KernelSearcher(root, budget, reduced=False, salt=OTHER_SALT),
    "kernel, reduced, other keys": lambda root, budget: KernelSearcher(root, budget, salt=OTHER_SALT),
}
VERDICTS = {PassEnd.WON: Verdict.WINNABLE, PassEnd.EXHAUSTED: Verdict.UNWINNABLE}


def complete_pass(make: Maker, root: State, nodes: int, memory: int) -> tuple[Verdict, Budget]:
    """Search below a state over every action, once; a line that does not win is an error of its own."""
    budget = Budget(nodes, memory, lambda _nodes, _enemies: None)
    searcher = make(root, budget)
    end = searcher.run(Pass("agree", nodes, complete=True), budget)
    if end is PassEnd.WON and outcome(apply_line(root, searcher.line())) != "won":
        raise RuntimeError(f"a line that does not win, below {root}")
    return VERDICTS.get(end, Verdict.UNDECIDED), budget


def compare_positions(count: int) -> int:
    """Compare all searches on the first small positions; the number of disagreements."""
    found: Counter[tuple[str, Verdict]] = Counter()
    nodes: Counter[str] = Counter()
    disagreements = over = 0
    for number in range(count):
        root = small_position(number)
        if outcome(root) is not None:
            over += 1
            continue
        name, make = YARDSTICK
        expected, budget = complete_pass(make, root, FEW_NODES, 1 << 34)
        found[name, expected] += 1
        if expected is Verdict.UNDECIDED:
            continue
        nodes[name] += budget.spent
        verdicts = {}
        for name, make in SEARCHERS.items():
            verdicts[name], budget = complete_pass(make, root, MANY_NODES, 1 << 34)
            nodes[name] += budget.spent
        for engine in ("python", "kernel"):
            name = f"all stages, {engine}"
            solution = solve(root, Limits(nodes=MANY_NODES), engine=engine)
            verdicts[name] = solution.verdict
            nodes[name] += solution.stats.nodes
        for name, verdict in verdicts.items():
            found[name, verdict] += 1
            if verdict is not expected:
                disagreements += 1
                print(f"position {number}: {verdict} by {name}, {expected} by {YARDSTICK[0]}: {root}")
    print(surroundings())
    print(f"{count:,} positions, {over:,} of them over; {disagreements} disagreements\n")
    head = ("search", *map(str, Verdict), "nodes of those decided")
    print(table(head, [(name, *(found[name, verdict] for verdict in Verdict), nodes[name]) for name in nodes]))
    return disagreements


def prove_again(path: Path, nodes: int, memory: int) -> int:
    """Prove the unwinnable deals of a file of rows again; the number of those that are won."""
    head, rows = read_rows(path)
    settings = settings_of(head)
    cells = []
    contradictions = proved = proved_unreduced = 0
    names = ("kernel, reduced, other keys", "kernel, unreduced, other keys")
    for row in rows:
        if row.verdict != UNWINNABLE:
            continue
        root = Deal.from_seed(row.seed, settings.players, settings.rules).state()
        told: list[object] = []
        verdicts = []
        for name in names:
            began = process_time()
            verdict, budget = complete_pass(SEARCHERS[name], root, nodes, memory)
            seconds = process_time() - began
            verdicts.append(verdict)
            if verdict is Verdict.WINNABLE:
                contradictions += 1
                print(f"seed {row.seed}: won by {name}")
            open_at = f"{budget.stopped_by} after {budget.spent:,}"
            told += [open_at if verdict is Verdict.UNDECIDED else budget.spent, f"{seconds:.2f}"]
        proved += Verdict.UNWINNABLE in verdicts
        proved_unreduced += verdicts[-1] is Verdict.UNWINNABLE
        cells.append((row.seed, row.nodes, *told, gibibytes(budget.largest_table)))
    print(surroundings())
    print(
        f"{settings.name}: {len(cells):,} unwinnable of {len(rows):,} deals; {proved:,} proved again with other keys, "
        f"{proved_unreduced:,} of them without reductions; limits of a proof: {nodes:,} nodes, {gibibytes(memory)}\n"
    )
    head_cells = ("seed", "nodes", "other keys: nodes", "seconds", "and unreduced: nodes", "seconds", "table")
    print(table(head_cells, cells))
    return contradictions


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    work = parser.add_mutually_exclusive_group(required=True)
    work.add_argument("--positions", type=int, metavar="N", help="compare on the first N small positions")
    work.add_argument("--unwinnable", type=Path, metavar="FILE", help="prove the unwinnable deals of this file again")
    parser.add_argument("--nodes", type=int, default=Limits().nodes, help="a proof; by default %(default)s")
    parser.add_argument("--memory", type=gibibyte_count, default=Limits().memory, metavar="GIB", help="tables, a proof")
    arguments = parser.parse_args()
    try:
        kernel.load()
        if arguments.unwinnable:
            wrong = prove_again(arguments.unwinnable, arguments.nodes, arguments.memory)
        else:
            wrong = compare_positions(arguments.positions)
    except (RegicideError, OSError) as error:
        parser.error(str(error))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
