"""The subcommands of `companion`, one module each, named after the command.

A module holds `SUMMARY` (one line for the list), `EXAMPLE` (shown under `--help`),
`add_arguments(parser)` and `run(args)`, which returns the exit code: 0 done, 1 the work
found a fault (a full disk is one), 2 wrong use (naming a file that is not there). Heavy
imports belong inside `run`, so that `--help` stays quick.
"""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from vision.profile import Profile

T = TypeVar("T")


class Fault(Exception):
    """Ends a command with one sentence for the person at the keyboard, and no traceback.

    >>> str(Fault("there is no folder called photos; give one that exists", code=2))
    'there is no folder called photos; give one that exists'
    """

    def __init__(self, message: str, code: int = 1) -> None:
        super().__init__(message)
        self.message = message
        self.code = code


def place_of(file: Path) -> Path:
    """Where a name leads; links that lead in circles lead nowhere, and whoever opens them says so."""
    return Path(os.path.realpath(file))


def keep_apart(*files: Path | None) -> None:
    """Refuse, before any work, to write over what is read or written elsewhere in the same command."""
    seen: set[Path] = set()
    for file in files:
        if file is None:
            continue
        place = place_of(file)
        if place in seen:
            raise Fault(f"{file} would be written over; give another name", code=2)
        seen.add(place)


def data_place(given: Path | None, configured: Callable[[], Path]) -> Path:
    """The data folder of `--data`, or the configured one; a file in its place would hold nothing for ever."""
    if given is not None and given.exists() and not given.is_dir():
        raise Fault(f"{given} is no folder; give --data the folder that games and photos are kept in", code=2)
    return given or configured()


def kept_files(data: Path) -> tuple[Path, ...]:
    """What nothing else may be written over: the games, and how the pieces look."""
    return data / "companion.db", data / "calibration.json"


@contextmanager
def left_to_owner(data: Path) -> Iterator[None]:
    """Under sudo, hand what was written in the data folder to whose folder it is.

    The service could not write to root's files: no photo, no game would be kept any more.
    """
    try:
        yield
    finally:
        if os.geteuid() == 0 and data.is_dir():
            owner = data.stat()
            for path in _kept_in(data):
                with suppress(OSError):  # a service that runs may just have taken it away
                    found = path.lstat()
                    # A file of two names may be known elsewhere, where it must stay root's.
                    alone = stat.S_ISDIR(found.st_mode) or found.st_nlink == 1
                    if found.st_uid == 0 and alone:
                        os.chown(path, owner.st_uid, owner.st_gid, follow_symlinks=False)


def _kept_in(data: Path) -> Iterator[Path]:
    """What the companion makes in its folder; whatever else lies there is somebody's own."""
    yield from data.glob("companion.*")
    for name in ("backups", "damaged", "photos"):
        if (data / name).is_dir() and not (data / name).is_symlink():
            yield data / name
            yield from (data / name).rglob("*")


def to_write(file: Path, what: str) -> Path:
    """Refuse, before any work, a place where nothing can be written in the end.

    what        "the calibration", "the picture", …
    """
    if not file.name or file.is_dir():
        raise Fault(f"{file} is a folder; give the name of a file for {what}", code=2)
    if not file.parent.is_dir():
        raise Fault(f"there is no folder {file.parent} for {what}; make it first", code=2)
    if file.exists() and not file.is_file():
        raise Fault(f"{file} is no ordinary file; give another name for {what}", code=2)
    return file


def calibration_at(file: Path) -> Profile:
    """The calibration that was named; without a sound one there is nothing to work with."""
    from vision.errors import ProfileError
    from vision.profile import Profile

    try:
        return Profile.load(file)
    except ProfileError as error:
        raise Fault(str(error), code=2) from error


def progress(work: Iterable[T], total: int, doing: str) -> Iterator[T]:
    """Hand the work on piece by piece; a person at a terminal sees how far it has come."""
    shown = sys.stderr.isatty()
    for number, item in enumerate(work, start=1):
        if shown:
            print(f"\r{doing} {number}/{total} ", end="", file=sys.stderr, flush=True)
        yield item
    if shown:
        print("\r" + " " * (len(doing) + 2 * len(str(total)) + 3), end="\r", file=sys.stderr, flush=True)
