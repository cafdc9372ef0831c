"""Decide every deal of a range of seeds: verdicts, nodes, time, memory, and what each stage took.

    python benchmarks/decide.py --players 2 --seeds 0:10000 --out two.jsonl
    python benchmarks/decide.py --players 1 --flips 0 --seeds 0:2000 --processes 2
    python benchmarks/decide.py --players 3 --seeds 0:100 --engine python --nodes 20000
    python benchmarks/decide.py --summary one.jsonl two.jsonl
    python benchmarks/decide.py --hard benchmarks/hard_deals.json [--record]

Each deal is decided by `solve`, which replays the line of every winnable one. With `--out` the rows go to a file as
they come, one JSON object a line, the first line with the settings; the same command goes on where the file ends.
The summary is made of rows alone, so that `--summary` gives it again, for several files in one table.

The file of hard deals is a list of objects: rules, players, seed, and the verdict with the nodes that it took, or the
nodes that were spent in vain. With `--record` it is written anew with what was found, unless that contradicts it; a
verdict that the limits are too small for now is kept. The exit code is 1 when a verdict contradicts the file.
"""

from __future__ import annotations

import argparse
import json
import re
import resource
import signal
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from multiprocessing import get_context
from pathlib import Path
from time import monotonic, process_time
from typing import Any, NamedTuple, TextIO

from reporting import command, gibibytes, machine, milliseconds, quantile, surroundings, table, versions

from regicide_solver import Deal, Limits, RegicideError, Rules, Verdict, solve

WINNABLE, UNWINNABLE, UNDECIDED = (str(verdict) for verdict in Verdict)
SLOWEST = 5
#: How many deals a process gets at a time.
CHUNK = 8
#: Bytes in what `ru_maxrss` counts.
RSS_UNIT = 1 if sys.platform == "darwin" else 1024
#: Seconds between two words of progress.
INTERVAL = 5.0


class Settings(NamedTuple):
    """What every row of a file has in common."""

    rules: str
    players: int
    engine: str
    nodes: int
    seconds: float
    memory: int

    @property
    def name(self) -> str:
        """Name the kind of deals."""
        rules = Rules.parse(self.rules)
        seats = f"{self.players} players" if self.players > 1 else f"solo, {rules.solo_flips} flips"
        told = str(rules.replace(solo_flips=Rules().solo_flips))
        return seats if told == str(Rules()) else f"{told}, {seats}"


class Row(NamedTuple):
    """What became of a deal."""

    seed: int
    verdict: str
    stopped_by: str | None
    nodes: int
    seconds: float  # wall clock, of `solve`
    cpu: float  # seconds of this process, of `solve`
    memory: int  # the largest size of the tables, in bytes
    resident: int  # the most bytes that the process has held so far
    stages: dict[str, int]  # nodes; the last one decided


def decide(job: tuple[Settings, int]) -> Row:
    """Decide one deal."""
    settings, seed = job
    deal = Deal.from_seed(seed, settings.players, settings.rules)
    limits = Limits(settings.nodes, settings.seconds, settings.memory)
    began = process_time()
    solution = solve(deal, limits, engine=settings.engine)
    cpu = process_time() - began
    stats = solution.stats
    stages = {stage.name: stage.nodes for stage in stats.stages if stage.name != stats.stage}
    stages |= {stage.name: stage.nodes for stage in stats.stages if stage.name == stats.stage}
    return Row(
        seed,
        str(solution.verdict),
        solution.stopped_by,
        stats.nodes,
        round(stats.seconds, 6),
        round(cpu, 6),
        stats.memory,
        RSS_UNIT * resource.getrusage(resource.RUSAGE_SELF).ru_maxrss,
        stages,
    )


def decide_all(settings: Settings, seeds: Sequence[int], processes: int) -> Iterator[Row]:
    """Decide deals in their order."""
    jobs = ((settings, seed) for seed in seeds)
    if processes == 1:
        yield from map(decide, jobs)
        return
    # Ctrl-C is for the parent, which sums up what it has.
    with get_context("spawn").Pool(processes, signal.signal, (signal.SIGINT, signal.SIG_IGN)) as pool:
        yield from pool.imap(decide, jobs, CHUNK)


def read_rows(path: Path) -> tuple[dict[str, Any], list[Row]]:
    """Read a file of rows: its first line, and the rows; a last line that was cut off is left out."""
    lines = path.read_text("utf-8").split("\n")
    lines.pop()
    if not lines:
        raise RegicideError(f"{path}: no rows; expected a file that --out has written")
    head, *rows = (json.loads(line) for line in lines)
    return head, [Row(**row) for row in rows]


def settings_of(head: dict[str, Any]) -> Settings:
    return Settings(**head["settings"])


def open_rows(path: Path, settings: Settings) -> tuple[TextIO, list[Row]]:
    """Open the file of rows, new or where it ends, and give the rows that it has."""
    told = {"settings": settings._asdict(), "versions": versions(), "machine": machine()}
    rows: list[Row] = []
    if path.exists():
        head, rows = read_rows(path)
        for name, value in told.items():
            if head[name] != value:
                raise RegicideError(f"{path}: has rows of other {name}: {head[name]}; expected {value}")
        cut = path.read_bytes()
        path.write_bytes(cut[: cut.rfind(b"\n") + 1])
    file = path.open("a", encoding="utf-8")
    if not rows and not file.tell():
        file.write(json.dumps({"command": command()} | told) + "\n")
    return file, rows


SUMMARY_HEAD = (
    "deals", "seeds", "winnable", "unwinnable", "undecided",
    "nodes: median", "mean", "p90", "p99", "max",
    "ms: median", "mean", "p90", "p99", "max", "ms of processor: mean",
    "nodes/s", "largest table", "process at most", "nodes by stage",
)  # fmt: skip


def summary(settings: Settings, rows: Sequence[Row]) -> list[object]:
    """Sum rows up: the cells of `SUMMARY_HEAD`."""
    seeds = sorted(row.seed for row in rows)
    nodes = sorted(row.nodes for row in rows)
    seconds = sorted(row.seconds for row in rows)
    cpu = sum(row.cpu for row in rows)
    share: dict[str, int] = {}
    for row in rows:
        for name, spent in row.stages.items():
            share[name] = share.get(name, 0) + spent
    whole = seeds == list(range(seeds[0], seeds[-1] + 1))
    return [
        settings.name,
        f"{seeds[0]:,} to {seeds[-1]:,}" if whole else f"{len(seeds):,} from {seeds[0]:,} to {seeds[-1]:,}",
        *(sum(row.verdict == verdict for row in rows) for verdict in (WINNABLE, UNWINNABLE, UNDECIDED)),
        *_spread(nodes, lambda value: f"{value:,.0f}"),
        *_spread(seconds, milliseconds),
        milliseconds(cpu / len(rows)),
        f"{sum(nodes) / cpu:,.0f}",
        gibibytes(max(row.memory for row in rows)),
        gibibytes(max(row.resident for row in rows)),
        ", ".join(f"{name} {100 * spent / max(1, sum(nodes)):.0f} %" for name, spent in share.items()),
    ]


def _spread(ordered: Sequence[float], write: Any) -> list[str]:
    mean = sum(ordered) / len(ordered)
    return [write(value) for value in (quantile(ordered, 0.5), mean, *(quantile(ordered, s) for s in (0.9, 0.99, 1)))]


def details(settings: Settings, rows: Sequence[Row]) -> str:
    """List the deals that stand out."""
    limits = f"{settings.nodes:,} nodes, {settings.seconds:g} s, {gibibytes(settings.memory)}"
    undecided = [f"{row.seed} ({row.stopped_by}, {row.nodes:,})" for row in rows if row.verdict == UNDECIDED]
    unwinnable = [f"{row.seed} ({row.nodes:,})" for row in rows if row.verdict == UNWINNABLE]
    slowest = [
        f"{row.seed} ({row.verdict}, {row.seconds:.2f} s, {row.nodes:,}, {gibibytes(row.memory)})"
        for row in sorted(rows, key=lambda row: -row.seconds)[:SLOWEST]
    ]
    return (
        f"{settings.name}, engine {settings.engine}, limits of a deal: {limits}\n\n"
        f"- undecided, with what stopped them and nodes: {', '.join(undecided) or 'none'}\n"
        f"- slowest: {', '.join(slowest)}\n"
        f"- unwinnable, with nodes: {', '.join(unwinnable) or 'none'}\n"
    )


def report(files: Sequence[tuple[Settings, Sequence[Row]]]) -> None:
    print(table(SUMMARY_HEAD, [summary(settings, rows) for settings, rows in files]))
    for settings, rows in files:
        print(details(settings, rows))


def run_seeds(settings: Settings, seeds: range, processes: int, out: Path | None) -> None:
    """Decide a range of deals and report; an interrupt reports what there is."""
    rows: list[Row] = []
    done: set[int] = set()
    with ExitStack() as stack:
        file = None
        if out is not None:
            file, rows = open_rows(out, settings)
            stack.enter_context(file)
            done = {row.seed for row in rows}
        missing = [seed for seed in seeds if seed not in done]
        rows = [row for row in rows if row.seed in seeds]
        told = monotonic()
        try:
            for row in decide_all(settings, missing, processes):
                rows.append(row)
                if file is not None:
                    file.write(json.dumps(row._asdict()) + "\n")
                if sys.stderr.isatty() and monotonic() - told > INTERVAL:
                    told = monotonic()
                    print(f"{len(rows):,} of {len(seeds):,}", file=sys.stderr)
        except KeyboardInterrupt:
            print(f"interrupted after {len(rows):,} of {len(seeds):,} deals\n")
    if rows:
        rows.sort()
        print(surroundings())
        report([(settings, rows)])


def run_hard(path: Path, engine: str, limits: Limits, record: bool) -> int:
    """Decide the deals of a file of hard ones again; the number of verdicts that contradict it."""
    deals = json.loads(path.read_text("utf-8"))
    cells = []
    contradictions = 0
    for known in deals:
        settings = Settings(known["rules"], known["players"], engine, limits.nodes, limits.seconds, limits.memory)
        row = decide((settings, known["seed"]))
        contradiction = UNDECIDED not in (known["verdict"], row.verdict) and known["verdict"] != row.verdict
        contradictions += contradiction
        found = f"{row.verdict}{f' ({row.stopped_by})' if row.stopped_by else ''}"
        told = (known["verdict"], known["nodes"], f"**{found}**" if contradiction else found, row.nodes)
        cells.append((settings.name, known["seed"], *told, f"{row.seconds:.2f}", gibibytes(row.memory)))
        if row.verdict != UNDECIDED or known["verdict"] == UNDECIDED:
            known |= {"verdict": row.verdict, "nodes": row.nodes}
    print(surroundings())
    print(table(("deal", "seed", "known", "nodes", "now", "nodes", "seconds", "table"), cells))
    if record and not contradictions:
        lines = ",\n ".join(map(json.dumps, deals))
        path.write_text(f"[{lines}]\n", "utf-8")
    return contradictions


def seed_range(text: str) -> range:
    found = re.fullmatch(r"([0-9]{1,20}):([0-9]{1,20})", text, re.ASCII)
    if found is None or int(found[1]) >= int(found[2]):
        raise argparse.ArgumentTypeError(f"{text!r}; expected FIRST:END, the end excluded")
    return range(int(found[1]), int(found[2]))


def gibibyte_count(text: str) -> int:
    return int(float(text) * (1 << 30))


def main() -> int:
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)  # a reader that has seen enough ends it
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    work = parser.add_mutually_exclusive_group(required=True)
    work.add_argument("--seeds", type=seed_range, metavar="FIRST:END", help="decide these deals; the end is excluded")
    work.add_argument("--summary", type=Path, nargs="+", metavar="FILE", help="sum up what --out has written")
    work.add_argument("--hard", type=Path, metavar="FILE", help="decide the deals of this file again")
    parser.add_argument("--record", action="store_true", help="write what --hard found to its file")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--flips", type=int, choices=(0, 1, 2), help="solo only; by default as the rules have it")
    parser.add_argument("--rules", default="official", help="rules in text, by default %(default)s")
    parser.add_argument("--engine", choices=("auto", "kernel", "python"), default="auto")
    parser.add_argument("--nodes", type=int, default=Limits().nodes, help="a deal; by default %(default)s")
    parser.add_argument("--seconds", type=float, default=Limits().seconds, help="a deal; by default %(default)s")
    parser.add_argument("--memory", type=gibibyte_count, default=Limits().memory, metavar="GIB", help="tables, a deal")
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--out", type=Path, help="write the rows to this file, or go on with it")
    arguments = parser.parse_args()
    try:
        limits = Limits(arguments.nodes, arguments.seconds, arguments.memory)
        if arguments.hard:
            return 1 if run_hard(arguments.hard, arguments.engine, limits, arguments.record) else 0
        if arguments.summary:
            files = [read_rows(path) for path in arguments.summary]
            report([(settings_of(head), rows) for head, rows in files])
            return 0
        rules = Rules.parse(arguments.rules)
        if arguments.flips is not None:
            if arguments.players != 1:
                parser.error("--flips: only a solo game has flips; expected --players 1")
            rules = rules.replace(solo_flips=arguments.flips)
        settings = Settings(
            str(rules), arguments.players, arguments.engine, limits.nodes, limits.seconds, limits.memory
        )
        run_seeds(settings, arguments.seeds, arguments.processes, arguments.out)
    except (RegicideError, OSError) as error:
        parser.error(str(error))
    return 0


if __name__ == "__main__":
    sys.exit(main())
