"""What can go wrong with the shelf of games, each as a sentence for the table.

StoreError
├── CannotSave          the disk does not take what it is given; the game goes on in memory
│   ├── DiskFull
│   └── DiskFault       read-only, unplugged, worn out
├── Damaged             what is on the disk cannot be read as it stands
├── TooNew              written by a newer companion
├── InUse               another companion holds the folder
├── NotOnTheShelf
└── NotStorable         a payload that is no JSON, or far too large
"""

import errno
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from companion.words import N_, Refusal


class StoreError(Refusal):
    """Base of every fault of the store; its text is a sentence to show."""


class CannotSave(StoreError, OSError):
    """The disk does not take the entry; nothing already saved is hurt."""


class DiskFull(CannotSave):
    """No room is left."""


class DiskFault(CannotSave):
    """The disk is read-only, missing or failing."""


class Damaged(StoreError):
    """The file cannot be read as it stands."""


class TooNew(StoreError):
    """The file was written by a newer companion."""


class InUse(StoreError):
    """Another companion holds the folder."""


class NotOnTheShelf(StoreError, LookupError):
    """No game of that name is on the shelf."""


class NotStorable(StoreError, ValueError):
    """The payload is no JSON, or larger than an entry may be."""


_LEAST_ROOM_BYTES = 64 * 1024
_FULL = {sqlite3.SQLITE_FULL}
_FAULT = {
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_READONLY,
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_PERM,
    sqlite3.SQLITE_NOMEM,
}
_BUSY = {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_PROTOCOL}


@contextmanager
def sentences(path: Path) -> Iterator[None]:
    """Turns what SQLite and the system say about `path` into a StoreError with a sentence."""
    try:
        yield
    except StoreError:
        raise
    except OSError as error:
        if error.errno in (errno.ENOSPC, errno.EDQUOT):
            raise _full(path) from error
        raise DiskFault(
            N_(
                "{path} cannot be written or read ({reason}): check the disk",
                path=path,
                reason=error.strerror,
            )
        ) from error
    except sqlite3.Error as error:
        # The low byte is the primary code; the rest tells apart kinds of one trouble.
        code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT) & 0xFF
        if code in _FULL or (code == sqlite3.SQLITE_IOERR and _no_room(path.parent)):
            raise _full(path) from error
        if code in _FAULT:
            raise DiskFault(
                N_(
                    "{path} cannot be written or read ({reason}): check the disk",
                    path=path,
                    reason=str(error),
                )
            ) from error
        if code in _BUSY:
            raise InUse(N_("another program is using {path}: close it and try again", path=path)) from error
        raise Damaged(N_("{path} is damaged ({report})", path=path, report=str(error))) from error
    except UnicodeDecodeError as error:
        raise Damaged(N_("{path} is damaged (text that is no UTF-8)", path=path)) from error
    except (OverflowError, MemoryError) as error:
        # A torn row may claim to be longer than any memory.
        raise Damaged(N_("{path} is damaged (a number out of range)", path=path)) from error


def _no_room(folder: Path) -> bool:
    """SQLite's shared memory meets a full disk with an I/O error like any other."""
    try:
        return shutil.disk_usage(folder).free < _LEAST_ROOM_BYTES
    except OSError:
        return False


def _full(path: Path) -> DiskFull:
    return DiskFull(N_("the disk with {parent} is full: free some room there", parent=path.parent))
