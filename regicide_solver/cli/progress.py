"""A line of progress on standard error while a search runs, where that is a terminal."""

from __future__ import annotations

import sys
from types import TracebackType
from typing import TYPE_CHECKING, Self

from regicide_solver.search import Progress

if TYPE_CHECKING:
    from rich.status import Status

__all__ = ["ProgressLine", "StatusLine"]

_PATIENCE = 0.5  # seconds before there is a line at all; most deals are decided long before


class StatusLine:
    """One line that tells how far a search is, drawn while it is entered and taken away at the end.

    Parameters
    ----------
    name : str
        What is being searched.
    number, total : int
        Its place among all that will be.
    """

    def __init__(self, name: str, number: int, total: int) -> None:
        self._head = name if total == 1 else f"{name} ({number} of {total})"
        self._status: Status | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._status is not None:
            self._status.stop()

    def show(self, nodes: int, seconds: float, found: str) -> None:
        """Show what has been spent, and what has been found with it."""
        if seconds < _PATIENCE or not sys.stderr.isatty():
            return
        text = f"{self._head}: {nodes:,} nodes, {seconds:.0f} s, {found}; Ctrl-C stops"
        if self._status is None:
            from rich.console import Console

            self._status = Console(stderr=True, highlight=False, markup=False).status(text)
            self._status.start()
        self._status.update(text)


class ProgressLine(StatusLine):
    """A callback for the progress of `solve` and of what is made of it."""

    def __call__(self, progress: Progress) -> None:
        """Show how far the search is."""
        self.show(progress.nodes, progress.seconds, f"at best {progress.enemies_left} enemies left")
