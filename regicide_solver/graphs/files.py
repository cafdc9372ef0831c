"""Writing a file whole or not at all."""

from __future__ import annotations

import os
from pathlib import Path
from tempfile import NamedTemporaryFile

__all__ = ["write_atomically"]


def write_atomically(path: str | os.PathLike[str], content: bytes) -> None:
    """Write a file: whoever looks sees the old file or the new one, never a part.

    Raises
    ------
    OSError
        When the file cannot be written; the old one, if any, is left as it was.
    """
    target = Path(path)
    temporary = NamedTemporaryFile(dir=target.parent, prefix=f".{target.name}.", delete=False)  # noqa: SIM115
    try:
        with temporary:
            temporary.write(content)
        # A temporary file is for its owner alone; a result has the rights of any new file.
        mask = os.umask(0)
        os.umask(mask)
        Path(temporary.name).chmod(0o666 & ~mask)
        Path(temporary.name).replace(target)
    except BaseException:
        Path(temporary.name).unlink(missing_ok=True)
        raise
