"""Keeps lines on disk, or, while the disk refuses, in memory until it takes them.

A line is handed in with `keep`; when that returns it is on disk, or `health` says that it waits. Each further
line, and `retry()`, tries again. Nothing that was saved before is touched by any of this.
"""

import fcntl
import logging
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from companion.store import mark
from companion.store.backups import back_up
from companion.store.database import Database
from companion.store.errors import CannotSave, Damaged, InUse, StoreError
from companion.store.lines import SealedLine
from companion.store.records import GameId, StoreHealth
from companion.store.repair import open_sound, salvage
from companion.words import N_, NN_, Text

FILE_NAME = "companion.db"
_RETRY_SECONDS = 5.0
_LINES_BETWEEN_BACKUPS = 200

log = logging.getLogger(__name__)


class Keeper:
    """Owns the file and its lock. Opening repairs what needs it; `notices` says what was done."""

    def __init__(self, folder: Path, monotonic: Callable[[], float] = time.monotonic) -> None:
        self.path = folder / FILE_NAME
        self.notices: list[Text] = []
        self._monotonic = monotonic
        self._database: Database | None = None
        self._trouble: StoreError | None = None
        self._tried_at = 0.0
        self._waiting: list[SealedLine] = []
        self._together = False
        # What no backup holds yet: should the file be damaged under our hands, backup and these are all.
        self._since_backup: list[SealedLine] = []
        self._lock = _lock(folder)
        try:
            _refuse_pipes(self.path)
            self._database, self.notices = open_sound(self.path)
        except (CannotSave, InUse) as error:
            # The disk does not even let the file be opened: play from what can be read of it.
            self._in_trouble(error)
            self._waiting = list(salvage(self.path).lines)
            self.notices.append(self.health.says)
        except BaseException:
            self.close()
            raise
        self.back_up()

    def close(self) -> None:
        """Saves what waits, if the disk lets it, and lets go of the folder."""
        if self._waiting:
            self.retry()
        if self._database is not None:
            self._database.close()
            self._database = None
        if self._lock is not None:
            self._lock.close()
            self._lock = None

    @property
    def health(self) -> StoreHealth:
        """Whether everything is on disk, and if not, the sentence to show."""
        if self._trouble is None:
            return StoreHealth(saved=True)
        says = NN_(
            "Not saved: {trouble}. The game goes on; {n} step is only in memory.",
            "Not saved: {trouble}. The game goes on; {n} steps are only in memory.",
            len(self._waiting),
            trouble=self._trouble.said,
        )
        return StoreHealth(False, len(self._waiting), says)

    def shelf_lines(self) -> list[SealedLine]:
        """Every line but the journals' entries."""
        if self._database is not None:
            return list(self._database.all_but_entries())
        return [line for line in self._waiting if line.seq is None]

    def journal_lengths(self) -> dict[GameId, tuple[int, int]]:
        """For each game with entries, how many there are and how long it was played (ms)."""
        lengths = self._database.journal_lengths() if self._database is not None else {}
        for line in self._waiting:
            if line.game is not None and line.seq is not None:
                lengths[line.game] = (line.seq, line.played_ms or 0)
        return lengths

    def entries(self, game: GameId) -> list[SealedLine]:
        """The journal of a game in its order, what waits for the disk included."""
        found: dict[int | None, SealedLine] = {}
        if self._database is not None:
            found = {line.seq: line for line in self._database.entries(game)}
        for line in self._waiting:
            if line.game == game and line.seq is not None:
                found[line.seq] = line
        return list(found.values())

    def last_moment(self) -> int:
        """The number of the newest line."""
        on_disk = self._database.last_moment() if self._database is not None else 0
        return max([on_disk, *(line.moment for line in self._waiting)])

    @contextmanager
    def at_once(self) -> Iterator[None]:
        """Lets the lines of a block reach the disk together at its end, or none of them: then it raises
        CannotSave, and what else is in memory is not to be relied on.
        """
        if not self.retry():
            raise CannotSave(N_("nothing was saved: {trouble}", trouble=self._trouble))
        self._together = True
        try:
            yield
            added = self._waiting
            self.database.add(added)
        finally:
            self._waiting, self._together = [], False
        if added:
            mark.write(self.path.parent, added[-1].moment)
            self._since_backup += added
            self.back_up()  # a whole game may just have come, of which there is no other copy

    def keep(self, line: SealedLine) -> None:
        """Writes a line to disk before returning, or lets it wait in memory."""
        if self._together:
            self._waiting.append(line)
            return
        if self._trouble is not None:
            self._waiting.append(line)
            if self._monotonic() - self._tried_at >= _RETRY_SECONDS:
                self.retry()
            return
        try:
            self.database.add([line])
        except (CannotSave, Damaged, InUse) as error:
            self._in_trouble(error)
            self._waiting.append(line)
            return
        mark.write(self.path.parent, line.moment)
        self._since_backup.append(line)
        if len(self._since_backup) >= _LINES_BETWEEN_BACKUPS:
            self.back_up()

    def remove_game(self, game: GameId, tombstone: SealedLine) -> None:
        """Takes a game's lines off the disk, or raises CannotSave and changes nothing."""
        if not self.retry():
            raise CannotSave(N_("the game was not deleted: {trouble}", trouble=self._trouble))
        self.database.remove_game(game, tombstone)
        self._since_backup = [line for line in self._since_backup if line.game != game]
        self._since_backup.append(tombstone)

    def retry(self) -> bool:
        """Tries to save what waits; true when everything is on disk."""
        if self._trouble is None:
            return True
        self._tried_at = self._monotonic()
        if self._database is not None:
            # Opened anew each time: a failing disk may have left the old connection unusable, and
            # a file that was damaged is repaired on the way in.
            self._database.close()
            self._database = None
        try:
            database, notices = open_sound(self.path)
        except (CannotSave, InUse) as error:
            self._trouble = error
            return False
        try:
            database.add(self._since_backup + self._waiting)
        except (CannotSave, Damaged, InUse) as error:
            self._trouble = error
            self._database = database
            return False
        self._database = database
        self.notices += notices
        log.info("saved %d lines that had been waiting", len(self._waiting))
        self._since_backup += self._waiting
        self._waiting = []
        self._trouble = None
        return True

    def back_up(self) -> Path | None:
        """Makes a backup now. A failure is logged and harms nothing."""
        if self._trouble is not None:
            return None
        try:
            made = back_up(self.database)
        except StoreError as error:
            log.warning("no backup was made: %s", error)
            return None
        self._since_backup = []
        return made

    def check(self) -> None:
        """Reads the whole file and raises Damaged unless all of it is sound."""
        self.database.check()

    @property
    def database(self) -> Database:
        """The open file; raises CannotSave while there is none."""
        if self._database is None:
            raise CannotSave(N_("the saved games cannot be reached: see to the disk and try again"))
        return self._database

    def _in_trouble(self, error: StoreError) -> None:
        log.warning("the game goes on in memory: %s", error)
        self._trouble = error
        self._tried_at = self._monotonic()


def _refuse_pipes(path: Path) -> None:
    """A pipe in the file's place would be waited for for ever."""
    if path.exists() and not path.is_file() and not path.is_dir():
        raise Damaged(N_("{path} is no ordinary file; move it away", path=path))


def _lock(folder: Path) -> IO[bytes] | None:
    """Holds the folder for this companion; released by the system however the process ends.

    On a disk that takes no new file there is no lock, and nothing to guard either.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        handle = (folder / "companion.lock").open("ab")
    except OSError:
        return None
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        handle.close()
        raise InUse(N_("another companion is using {folder}: close that one first", folder=folder)) from error
    return handle
