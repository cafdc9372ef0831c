"""What the commands that search have in common: limits as options, counters as JSON and for people."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TYPE_CHECKING, Any, TypeVar

import click

from regicide_solver.cli.options import read_memory, read_seconds, whole_number_option
from regicide_solver.search import Limits, Stats

if TYPE_CHECKING:
    from rich.table import Table

__all__ = ["columns", "limit_fields", "limit_options", "limits_text", "search_fields", "search_text"]

_LARGEST_LIMIT = 2**63 - 1
_Function = TypeVar("_Function", bound=Callable[..., Any])


def limit_options(defaults: Limits, what: str) -> Callable[[_Function], _Function]:
    """Make a decorator that adds ``--nodes``, ``--seconds`` and ``--memory``, handed over as `limits`.

    Parameters
    ----------
    defaults : Limits
        What holds where the command line says nothing.
    what : str
        What the limits are for, for the help.
    """

    def decorate(function: _Function) -> _Function:
        @whole_number_option("--nodes", 1, _LARGEST_LIMIT, f"Most nodes for {what}", defaults.nodes)
        @click.option(
            "--seconds",
            type=str,
            callback=read_seconds,
            metavar="S",
            default=f"{defaults.seconds:g}",
            help=f"Most seconds for {what} (default: {defaults.seconds:g}).",
        )
        @click.option(
            "--memory",
            type=str,
            callback=read_memory,
            metavar="SIZE",
            default=str(defaults.memory),
            help=f"Most memory for tables, such as 512M (default: {defaults.memory >> 30}G).",
        )
        @wraps(function)
        def wrapper(*args: Any, nodes: int, seconds: float, memory: int, **others: Any) -> Any:
            return function(*args, limits=Limits(nodes=nodes, seconds=seconds, memory=memory), **others)

        return wrapper  # type: ignore[return-value]

    return decorate


def limit_fields(limits: Limits) -> dict[str, object]:
    """Write what a search was allowed."""
    return {"nodes": limits.nodes, "seconds": limits.seconds, "memory": limits.memory}


def search_fields(stopped_by: str | None, limits: Limits, stats: Stats) -> dict[str, object]:
    """Write what a search was allowed and what it took, as results of `solve` have it."""
    return {
        "stopped_by": stopped_by,
        "limits": limit_fields(limits),
        "stats": {
            "nodes": stats.nodes,
            "seconds": round(stats.seconds, 6),
            "stage": stats.stage,
            "engine": stats.engine,
            "reductions": list(stats.reductions),
        },
    }


def search_text(stopped_by: str | None, stats: Stats) -> str:
    """Say what a search took, and what stopped it.

    Examples
    --------
    >>> search_text("nodes", Stats(nodes=1000, seconds=0.5, engine="kernel"))
    '1,000 nodes in 0.50 s, engine kernel, stopped by nodes'
    """
    stopped = "" if stopped_by is None else f", stopped by {stopped_by}"
    return f"{stats.nodes:,} nodes in {stats.seconds:.2f} s, engine {stats.engine}{stopped}"


def limits_text(limits: Limits) -> str:
    """Say what a search was allowed.

    Examples
    --------
    >>> limits_text(Limits(nodes=1000, seconds=60))
    '1,000 nodes, 60 s, 4096M of memory'
    """
    return f"{limits.nodes:,} nodes, {limits.seconds:g} s, {limits.memory >> 20}M of memory"


def columns(*names: str) -> Table:
    """Make a table without lines, its columns named; only the last one is folded."""
    from rich.table import Table

    table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, header_style="dim")
    for name in names[:-1]:
        table.add_column(name, no_wrap=True)
    table.add_column(names[-1], overflow="fold")
    return table
