"""Exit codes, and how every failure ends: one line on standard error, never a traceback."""

from __future__ import annotations

import errno
import os
import sys
import traceback
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import NoReturn

import click

from regicide_solver.errors import RegicideError

__all__ = [
    "EXIT_BAD_INPUT",
    "EXIT_CLOSED_PIPE",
    "EXIT_INTERNAL_ERROR",
    "EXIT_INTERRUPTED",
    "EXIT_NO",
    "EXIT_UNDECIDED",
    "EXIT_YES",
    "exit_with",
    "one_line",
]

#: The answer is yes: winnable, verified, done.
EXIT_YES = 0
#: The answer is no: a finished proof that a game is unwinnable, a result that does not verify.
EXIT_NO = 1
#: Wrong use or bad input.
EXIT_BAD_INPUT = 2
#: No answer within the limits, or before Ctrl-C.
EXIT_UNDECIDED = 3
#: A fault of this program, or of the machine it writes to.
EXIT_INTERNAL_ERROR = 70
#: Ctrl-C, as shells count it (128 + SIGINT).
EXIT_INTERRUPTED = 130
#: Nobody reads the output any more, as shells count it (128 + SIGPIPE).
EXIT_CLOSED_PIPE = 141


def exit_with(run: Callable[[], int]) -> NoReturn:
    """End the process with the exit code that `run` gives, or the one of the failure that it raises."""
    sys.exit(_guarded(run))


def _guarded(run: Callable[[], int]) -> int:
    try:
        code = run()
        sys.stdout.flush()
    except click.UsageError as error:
        hint = f"; see {error.ctx.command_path} --help" if error.ctx is not None else ""
        return _fail(EXIT_BAD_INPUT, error.format_message().rstrip(".") + hint)
    except (click.ClickException, RegicideError) as error:
        return _fail(EXIT_BAD_INPUT, error.format_message() if isinstance(error, click.ClickException) else str(error))
    except (KeyboardInterrupt, click.Abort):
        return _fail(EXIT_INTERRUPTED, "interrupted")
    except MemoryError:
        return _fail(EXIT_INTERNAL_ERROR, "out of memory")
    except OSError as error:
        return _output_failed(error)
    except Exception as error:  # noqa: BLE001 (the last line of defence: a user never sees a traceback)
        return _fail(EXIT_INTERNAL_ERROR, f"internal error: {_described(error)}")
    return code


def _fail(code: int, message: str) -> int:
    with suppress(OSError):  # where nobody can hear it, the exit code still says it
        print(f"regicide-solver: {one_line(message)}", file=sys.stderr, flush=True)
    return code


def one_line(message: str) -> str:
    r"""Write a message so that it stays on one line and carries no control characters.

    Examples
    --------
    >>> print(one_line("not a card: 7X" + chr(10) + "expected a card"))
    not a card: 7X\nexpected a card
    """
    return "".join(letter if letter.isprintable() else ascii(letter)[1:-1] for letter in message)


def _output_failed(error: OSError) -> int:
    """End on a failure to write: a closed pipe quietly, anything else (a full disk, say) with its reason."""
    _drop_output()
    if error.errno in (errno.EPIPE, errno.ESHUTDOWN):
        return EXIT_CLOSED_PIPE
    return _fail(EXIT_INTERNAL_ERROR, f"cannot write the output: {error.strerror or error}")


def _drop_output() -> None:
    """Send what is still buffered nowhere; else Python complains about it on its way out."""
    with suppress(OSError):  # a stand-in without a file descriptor has nothing to complain about
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())


def _described(error: Exception) -> str:
    """Tell an unforeseen exception and where it was raised, which is what a report of it needs."""
    place = traceback.extract_tb(error.__traceback__)[-1]
    return f"{type(error).__name__}: {error} ({Path(place.filename).name}, line {place.lineno}); please report it"
