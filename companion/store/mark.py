"""A pencil mark beside the file: the number of the last line that was saved.

SQLite takes a write-ahead log that ends too early for one that was never longer, and says nothing. The mark
tells the difference. It is written after each commit and never waited for: after a pulled plug it may be old,
which does no harm; it is never ahead of the truth.
"""

import os
from pathlib import Path

_NAME = "companion.mark"
_DIGITS = 20


def read(folder: Path) -> int:
    """The number of the last line known to have been saved; 0 when nobody knows."""
    try:
        with (folder / _NAME).open("rb") as file:
            text = file.read(_DIGITS + 1)
    except OSError:
        return 0
    # Half a mark, or a scribble, is no mark.
    return int(text) if len(text) == _DIGITS and text.isdigit() and int(text) < 2**62 else 0


def write(folder: Path, moment: int) -> None:
    """Moves the mark; a disk that refuses leaves the old one."""
    try:
        handle = os.open(folder / _NAME, os.O_WRONLY | os.O_CREAT, 0o644)
    except OSError:
        return
    try:
        os.pwrite(handle, b"%0*d" % (_DIGITS, moment), 0)
    except OSError:
        return
    finally:
        os.close(handle)
