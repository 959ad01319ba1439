"""The file of lines, by SQLite: write-ahead log, every commit synced before it returns."""

import os
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from companion.store import schema
from companion.store.errors import Damaged, sentences
from companion.store.lines import ENTRY, SealedLine, seal_of
from companion.store.records import GameId
from companion.words import N_

_COLUMNS = "moment, kind, game, seq, played_ms, body, seal"
_BUSY_SECONDS = 5.0


class Database:
    """One open file. Every method raises a StoreError when the disk or the file is in trouble."""

    def __init__(self, path: Path, connection: sqlite3.Connection) -> None:
        self.path = path
        self.connection = connection

    @classmethod
    def connect(cls, path: Path, *, read_only: bool = False) -> "Database":
        """Opens the file as it is, without looking whether it is sound or of the current shape."""
        with sentences(path):
            if read_only:
                connection = _connect_to_read(path)
            else:
                connection = sqlite3.connect(path, timeout=_BUSY_SECONDS, isolation_level=None)
            try:
                if read_only:
                    connection.execute("PRAGMA query_only = ON")
                else:
                    connection.execute(f"PRAGMA page_size = {schema.PAGE_BYTES:d}")
                    connection.execute("PRAGMA journal_mode = WAL")
                    connection.execute("PRAGMA synchronous = FULL")
                    # What a long evening wrote is given back to the card when the log is folded in.
                    connection.execute("PRAGMA journal_size_limit = 1048576")
            except BaseException:
                connection.close()
                raise
        return cls(path, connection)

    def close(self) -> None:
        """Closes the file; the write-ahead log is folded in where the disk allows it."""
        # Closing must never fail the caller: what is committed is on disk either way.
        try:
            self.connection.close()
        except sqlite3.Error:
            return

    @contextmanager
    def transaction(self) -> Iterator[sqlite3.Connection]:
        """All or nothing; on disk when the block is left."""
        with sentences(self.path):
            self.connection.execute("BEGIN IMMEDIATE")
            try:
                yield self.connection
                self.connection.execute("COMMIT")
            except BaseException:
                if self.connection.in_transaction:
                    self.connection.execute("ROLLBACK")
                raise

    def add(self, lines: Iterable[SealedLine]) -> None:
        """Writes lines and returns when they are on disk. A line that is there already is left alone.

        (After a fault in mid-commit nobody can say whether it went through; so it may be tried again.)
        """
        rows = [(ln.moment, ln.kind, ln.game, ln.seq, ln.played_ms, ln.body, ln.seal) for ln in lines]
        with self.transaction() as connection:
            connection.executemany(
                f"INSERT OR IGNORE INTO lines ({_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?)",
                rows,
            )

    def remove_game(self, game: GameId, tombstone: SealedLine) -> None:
        """Takes a game's lines out and leaves one that says so."""
        with self.transaction() as connection:
            connection.execute("DELETE FROM lines WHERE game = ? AND moment < ?", (game, tombstone.moment))
            connection.execute(
                f"INSERT OR IGNORE INTO lines ({_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?)",
                (
                    tombstone.moment,
                    tombstone.kind,
                    tombstone.game,
                    None,
                    None,
                    tombstone.body,
                    tombstone.seal,
                ),
            )

    def lines(self) -> Iterator[SealedLine]:
        """Every line in its order."""
        return self._select("ORDER BY moment")

    def all_but_entries(self) -> Iterator[SealedLine]:
        """Games, facts, players, settings: what the shelf itself consists of."""
        return self._select("WHERE kind <> ? ORDER BY moment", (ENTRY,))

    def entries(self, game: GameId) -> Iterator[SealedLine]:
        """The journal of one game in its order."""
        return self._select("WHERE game = ? AND seq IS NOT NULL ORDER BY seq", (game,))

    def journal_lengths(self) -> dict[GameId, tuple[int, int]]:
        """For each game with entries, how many there are and how long it was played (ms)."""
        with sentences(self.path):
            rows = self.connection.execute(
                "SELECT game, MAX(seq), MAX(played_ms) FROM lines WHERE seq IS NOT NULL GROUP BY game"
            ).fetchall()
        return {GameId(game): (entries, played_ms) for game, entries, played_ms in rows}

    def last_moment(self) -> int:
        """The number of the newest line; 0 when there is none."""
        with sentences(self.path):
            return int(self.connection.execute("SELECT COALESCE(MAX(moment), 0) FROM lines").fetchone()[0])

    def check(self) -> None:
        """Reads the whole file; raises Damaged unless every page, every seal and every journal is whole."""
        with sentences(self.path):
            report = self.connection.execute("PRAGMA integrity_check(1)").fetchone()[0]
        if report != "ok":
            raise Damaged(N_("{path} is damaged ({report})", path=self.path, report=report))
        with sentences(self.path):
            self._check_lines()

    def _check_lines(self) -> None:
        # On plain rows and not on lines: a shelf of two hundred games is read in half the time.
        journals: dict[str, int] = {}
        rows = self.connection.execute(f"SELECT {_COLUMNS} FROM lines ORDER BY moment")
        for moment, kind, game, seq, played_ms, body, seal in rows:
            if seal != seal_of(moment, kind, game, seq, played_ms, body):
                raise Damaged(
                    N_(
                        "{path} is damaged (line {moment} does not fit its seal)",
                        path=self.path,
                        moment=moment,
                    )
                )
            if seq is not None:
                # Entries enter in their order, so the moments of a game run with its seqs.
                if seq != journals.get(game, 0) + 1:
                    raise Damaged(
                        N_(
                            "{path} is damaged (game {game} lacks an entry before {seq})",
                            path=self.path,
                            game=game,
                            seq=seq,
                        )
                    )
                journals[game] = seq

    def _select(self, rest: str, parameters: tuple[str, ...] = ()) -> Iterator[SealedLine]:
        with sentences(self.path):
            for row in self.connection.execute(f"SELECT {_COLUMNS} FROM lines {rest}", parameters):
                yield line_of(row)


def line_of(row: tuple[object, ...]) -> SealedLine:
    """A row as a line; a damaged file can hold anything, so every type is looked at."""
    match row:
        case (
            int(moment),
            str(kind),
            str() | None as game,
            int() | None as seq,
            int() | None as played_ms,
            str(body),
            int(seal),
        ):
            return SealedLine(
                moment, kind, GameId(game) if game is not None else None, seq, played_ms, body, seal
            )
    raise Damaged(N_("a line of the file holds values of the wrong kind"))


def sync_folder(folder: Path) -> None:
    """Makes new names and renames in a folder durable; a folder that cannot be synced is left as it is."""
    try:
        handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    except OSError:
        return
    try:
        os.fsync(handle)
    except OSError:
        return
    finally:
        os.close(handle)


def _connect_to_read(path: Path) -> sqlite3.Connection:
    """For looking only. On a read-only disk SQLite needs to be told that nobody else writes."""
    uri = path.resolve().as_uri()
    writable = os.access(path.parent, os.W_OK)
    options = "mode=rw" if writable else "immutable=1"
    return sqlite3.connect(f"{uri}?{options}", uri=True, timeout=_BUSY_SECONDS, isolation_level=None)
