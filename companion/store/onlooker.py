"""Looks at the shelf without touching it, also while another companion plays from it."""

import errno
import os
from contextlib import AbstractContextManager
from pathlib import Path

from companion.store import schema
from companion.store.database import Database
from companion.store.errors import CannotSave, sentences
from companion.store.keeper import FILE_NAME
from companion.store.lines import SealedLine
from companion.store.records import GameId, StoreHealth
from companion.words import N_, Text


class Onlooker:
    """Stands in for the Keeper where nothing may be written; a folder without a shelf is an empty one."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / FILE_NAME
        self.notices: list[Text] = []
        self.health = StoreHealth(saved=True)
        self._database: Database | None = None
        if self.path.exists():
            if not os.access(self.path, os.R_OK):
                raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(self.path))
            self._database = Database.connect(self.path, read_only=True)
            with sentences(self.path):
                schema.version_of(self._database.connection)

    def close(self) -> None:
        """Lets go of the file."""
        if self._database is not None:
            self._database.close()
            self._database = None

    def shelf_lines(self) -> list[SealedLine]:
        """Every line but the journals' entries."""
        return list(self._database.all_but_entries()) if self._database is not None else []

    def journal_lengths(self) -> dict[GameId, tuple[int, int]]:
        """For each game with entries, how many there are and how long it was played (ms)."""
        return self._database.journal_lengths() if self._database is not None else {}

    def entries(self, game: GameId) -> list[SealedLine]:
        """The journal of a game in its order."""
        return list(self._database.entries(game)) if self._database is not None else []

    def last_moment(self) -> int:
        """The number of the newest line."""
        return self._database.last_moment() if self._database is not None else 0

    def check(self) -> None:
        """Reads the whole file and raises Damaged unless all of it is sound."""
        if self._database is not None:
            self._database.check()

    def at_once(self) -> AbstractContextManager[None]:
        """Refuses."""
        raise CannotSave(N_("{path} was opened for looking only", path=self.path))

    def keep(self, line: SealedLine) -> None:
        """Refuses."""
        raise CannotSave(
            N_(
                "{path} was opened for looking only; line {moment} was not written",
                path=self.path,
                moment=line.moment,
            )
        )

    def remove_game(self, game: GameId, tombstone: SealedLine) -> None:
        """Refuses."""
        raise CannotSave(
            N_("{path} was opened for looking only; game {game} was not deleted", path=self.path, game=game)
        )

    def retry(self) -> bool:
        """Nothing ever waits here."""
        return True

    def back_up(self) -> Path | None:
        """An onlooker makes no backups."""
        return None
