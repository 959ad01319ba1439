"""Copies of the shelf, a handful of them, made while nothing is being written.

They stand in `backups/` beside the file and are named by the newest line in them, so the order of the names
is the order of their making, whatever the clock said.
"""

import re
import sqlite3
from contextlib import closing
from pathlib import Path

from companion.store.database import Database, sync_folder
from companion.store.errors import sentences

KEPT = 5
_NAME = re.compile(r"\d{10}(-before-version-\d+)?\.db")


def backups(folder: Path) -> list[Path]:
    """The copies in a data folder, newest first."""
    found = [path for path in (folder / "backups").glob("*.db") if _NAME.fullmatch(path.name)]
    return sorted(found, reverse=True)


def moment_of(backup: Path) -> int:
    """The number of the newest line in a copy, by its name."""
    return int(backup.name[:10])


def back_up(database: Database, *, before_version: int | None = None) -> Path:
    """Copies the open file into `backups/`, makes the copy durable, and lets the oldest copies go.

    Half a copy is never left under a good name: it is written beside and renamed.
    """
    folder = database.path.parent
    note = "" if before_version is None else f"-before-version-{before_version}"
    target = folder / "backups" / f"{database.last_moment():010d}{note}.db"
    if target.exists():
        return target
    half = target.with_suffix(".part")
    with sentences(target):
        try:
            target.parent.mkdir(exist_ok=True)
            half.unlink(missing_ok=True)
            with closing(sqlite3.connect(half, isolation_level=None)) as copy:
                # A copy is one file without a log of its own, synced as it closes.
                copy.execute("PRAGMA synchronous = FULL")
                database.connection.backup(copy)
                copy.execute("PRAGMA journal_mode = DELETE")
            half.replace(target)
        finally:
            half.unlink(missing_ok=True)
    sync_folder(target.parent)
    for old in backups(folder)[KEPT:]:
        old.unlink(missing_ok=True)
    return target
