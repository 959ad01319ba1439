"""Reading files that people name: a pipe would be waited for for ever, a device has no end."""

from __future__ import annotations

import errno
from pathlib import Path


def read_ordinary(path: Path, most_bytes: int) -> bytes:
    """The content of an ordinary file no bigger than this; raises `OSError` for anything else."""
    found = path.stat()
    if not path.is_file():
        kind = "is a folder" if path.is_dir() else "is no ordinary file"
        raise OSError(errno.EINVAL, kind, str(path))
    if found.st_size > most_bytes:
        raise OSError(errno.EFBIG, "is far too large for this kind of file", str(path))
    return path.read_bytes()
