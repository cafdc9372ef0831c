"""A line of progress on standard error while a search runs, where that is a terminal."""

from __future__ import annotations

import sys
from types import TracebackType
from typing import TYPE_CHECKING, Self

from regicide_solver.search import Progress

if TYPE_CHECKING:
    from rich.status import Status

__all__ = ["ProgressLine"]

_PATIENCE = 0.5  # seconds before there is a line at all; most deals are decided long before


class ProgressLine:
    """A progress callback that draws one line and takes it away at the end.

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

    def __call__(self, progress: Progress) -> None:
        """Show how far the search is."""
        if progress.seconds < _PATIENCE or not sys.stderr.isatty():
            return
        text = (
            f"{self._head}: {progress.nodes:,} nodes, {progress.seconds:.0f} s, "
            f"at best {progress.enemies_left} enemies left; Ctrl-C stops"
        )
        if self._status is None:
            from rich.console import Console

            self._status = Console(stderr=True, highlight=False, markup=False).status(text)
            self._status.start()
        self._status.update(text)
