"""Whole files or none: a pulled plug never leaves half a calibration or half a page behind."""

from __future__ import annotations

import contextlib
import errno
import os
import tempfile
from pathlib import Path


def write_whole(path: Path, content: bytes) -> None:
    """Write beside the target, reach the disk, then take the target's place in one step.

    The name of the temporary file starts with a dot and ends in `.part`, so that whoever lists
    the folder can tell it from the real thing. Links are followed, and what is no ordinary file is refused:
    root would put a page in the place of a device.
    """
    path = Path(os.path.realpath(path))  # as resolve(), but links in circles are no fault
    if path.exists() and not path.is_file():
        raise OSError(errno.EINVAL, "it is no ordinary file", str(path))
    handle, name = tempfile.mkstemp(prefix=f".{path.name}.", suffix=".part", dir=path.parent)
    part = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        part.chmod(0o644)
        part.replace(path)
    except BaseException:
        with contextlib.suppress(OSError):
            part.unlink()
        raise
    sync_folder(path.parent)


def sync_folder(folder: Path) -> None:
    """Bring the folder's own entry to the disk; without it a new name can be lost in a power cut."""
    if not hasattr(os, "O_DIRECTORY"):
        return
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(handle)
    except OSError:
        return  # some network file systems refuse; the file itself is already written
    finally:
        os.close(handle)
