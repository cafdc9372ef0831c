"""Ctrl-C as a flag, for work that has something to say when it is cut short."""

from __future__ import annotations

import signal
from types import FrameType, TracebackType
from typing import Self

__all__ = ["InterruptFlag"]


class InterruptFlag:
    """While it is entered, the first SIGINT raises a flag; a second one is a `KeyboardInterrupt` as ever."""

    def __init__(self) -> None:
        self._raised = False

    def is_set(self) -> bool:
        """Whether Ctrl-C was pressed."""
        return self._raised

    def __enter__(self) -> Self:
        self._before = signal.signal(signal.SIGINT, self._raise_flag)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        signal.signal(signal.SIGINT, self._before)

    def _raise_flag(self, _number: int, _frame: FrameType | None) -> None:
        if self._raised:
            raise KeyboardInterrupt
        self._raised = True
