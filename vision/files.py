"""Reading files that people name: a pipe would be waited for for ever, a device has no end."""

from __future__ import annotations

import errno
from pathlib import Path

_PNG = b"\x89PNG\r\n\x1a\n"
_PART_BYTES = 12  # around a part's content: its length, its name and its checksum


def read_ordinary(path: Path, most_bytes: int) -> bytes:
    """The content of an ordinary file no bigger than this; raises `OSError` for anything else."""
    found = path.stat()
    if not path.is_file():
        kind = "is a folder" if path.is_dir() else "is no ordinary file"
        raise OSError(errno.EINVAL, kind, str(path))
    if found.st_size > most_bytes:
        raise OSError(errno.EFBIG, "is far too large for this kind of file", str(path))
    return path.read_bytes()


def claims_too_much(image: bytes) -> bool:
    """Whether a part of a PNG says that it is longer than the whole file.

    OpenCV makes room for what a part claims before it looks: up to four gigabytes for one wrong bit.
    """
    if not image.startswith(_PNG):
        return False
    at = len(_PNG)
    while at + _PART_BYTES <= len(image):
        length = int.from_bytes(image[at : at + 4], "big")
        if length > len(image):
            return True
        at += length + _PART_BYTES
    return False
