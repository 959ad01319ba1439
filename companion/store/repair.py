"""Opens the file whatever has happened to it: a torn page, a lost log, half a file, no file.

Since lines are sealed, numbered and never changed, rescuing is a union: every sound line that can be found,
in the file, in its write-ahead log, or in a backup, belongs. The rescued lines go into a new file that takes
the old one's place in one step; the damaged one is kept in `damaged/`.
"""

import shutil
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path

from companion.store import mark, schema
from companion.store.backups import back_up, backups, moment_of
from companion.store.carve import carve_database, carve_log
from companion.store.database import Database, sync_folder
from companion.store.errors import Damaged, DiskFault, StoreError, sentences
from companion.store.lines import ENTRY, GAME, GAME_DELETED, SCHEMA, SealedLine
from companion.store.records import GameId
from companion.words import N_, NN_, Text, several

_DAMAGED_KEPT = 3


@dataclass(frozen=True)
class Salvage:
    """What a rescue found: the lines that belong together, and how many others had lost their place."""

    lines: tuple[SealedLine, ...]
    games: int
    entries: int
    astray: int


def open_sound(path: Path) -> tuple[Database, list[Text]]:
    """Opens the file, new or old, repairing it where needed; the sentences say what had to be done.

    Raises CannotSave when the disk does not let it, TooNew when a newer companion wrote the file.
    """
    _finish_repair(path)
    existed = path.exists()
    try:
        database, notices = _open_as_it_is(path)
    except Damaged as error:
        return _repair(path, error.said)
    except DiskFault as error:
        # A damaged header can make SQLite take the file for a read-only one. Only if the disk itself
        # can be written is it the file's fault.
        if not _writable(path.parent):
            raise
        _set_aside(path)
        return _repair(path, error.said)
    promised = max([mark.read(path.parent), *map(moment_of, backups(path.parent))])
    if promised <= database.last_moment():
        return database, notices
    if existed:
        _set_aside(path)
    database.close()
    ends_early = N_("it ends before the last step that was saved")
    return _repair(path, ends_early if existed else N_("the file was gone"))


def salvage(path: Path) -> Salvage:
    """Everything that can still be read of the file, its log and its backups. Changes nothing."""
    found: dict[int, SealedLine] = {}
    places: set[tuple[GameId, int]] = set()
    for line in _all_readable(path):
        if line.kind == SCHEMA or line.moment in found:
            continue
        if line.game is not None and line.seq is not None:
            if (line.game, line.seq) in places:
                continue
            places.add((line.game, line.seq))
        found[line.moment] = line
    return in_order(found.values())


def _open_as_it_is(path: Path) -> tuple[Database, list[Text]]:
    """Opens, makes or migrates the file; a damaged one is copied aside as found, then refused."""
    database: Database | None = None
    try:
        database = Database.connect(path)
        return database, _bring_up_to_date(database)
    except BaseException as error:
        if isinstance(error, Damaged):
            # Before closing, which folds the log into the file.
            with suppress(StoreError):
                _set_aside(path)
        if database is not None:
            database.close()
        raise


def _bring_up_to_date(database: Database) -> list[Text]:
    with sentences(database.path):
        version = schema.version_of(database.connection)
    if version == 0:
        with database.transaction() as connection:
            schema.create(connection)
            schema.stamp(connection)
        sync_folder(database.path.parent)
        return []
    database.check()
    if version == schema.current():
        return []
    back_up(database, before_version=schema.current())
    with database.transaction() as connection:
        schema.migrate(connection, version)
    return [
        N_(
            "The saved games were brought from version {old} of the file to {new};"
            " a backup from before is kept.",
            old=version,
            new=schema.current(),
        )
    ]


def _repair(path: Path, reason: Text) -> tuple[Database, list[Text]]:
    """Puts what can be rescued into a new file in the old one's place."""
    rescued = salvage(path)
    half = path.with_suffix(".repairing")
    done = path.with_suffix(".repaired")
    with sentences(path):
        half.unlink(missing_ok=True)
        with closing(Database.connect(half)) as fresh:
            with fresh.transaction() as connection:
                schema.create(connection)
            fresh.add(rescued.lines)
            with fresh.transaction() as connection:
                schema.stamp(connection)
            fresh.connection.execute("PRAGMA journal_mode = DELETE")
        half.replace(done)
        sync_folder(path.parent)
    _finish_repair(path)
    database, _ = _open_as_it_is(path)
    # What could not be found now never will be: or every start would look for it again.
    mark.write(path.parent, database.last_moment())
    for copy in backups(path.parent):
        if moment_of(copy) > database.last_moment():
            copy.unlink(missing_ok=True)
    return database, [_report(path, reason, rescued)]


def _finish_repair(path: Path) -> None:
    """Puts a finished repair in place. Cut off at any point, it is taken up again at the next start.

    The old log goes first: SQLite would replay it onto the new file.
    """
    done = path.with_suffix(".repaired")
    with sentences(path):
        if not done.exists():
            return
        for suffix in ("-wal", "-shm"):
            path.with_name(path.name + suffix).unlink(missing_ok=True)
        sync_folder(path.parent)
        done.replace(path)
        sync_folder(path.parent)


def _all_readable(path: Path) -> Iterator[SealedLine]:
    for source in [path, *backups(path.parent)]:
        yield from _as_sqlite_reads(source)
        with suppress(OSError):
            yield from carve_database(source)
        with suppress(OSError):
            yield from carve_log(source.with_name(source.name + "-wal"))


def _as_sqlite_reads(source: Path) -> Iterator[SealedLine]:
    """What SQLite makes of a copy, as far as it comes: opening the original would change it."""
    with tempfile.TemporaryDirectory(prefix="companion-") as folder:
        copy = Path(folder) / source.name
        try:
            _copy_with_log(source, copy)
            with closing(Database.connect(copy)) as database:
                for line in database.lines():
                    if line.sound:
                        yield line
        except (StoreError, OSError):
            return


def in_order(lines: Iterable[SealedLine]) -> Salvage:
    """The lines that belong together: nothing of a deleted game, and each journal up to its first gap."""
    ordered = sorted(lines, key=lambda line: line.moment)
    deleted = {line.game: line.moment for line in ordered if line.kind == GAME_DELETED}
    known = {line.game for line in ordered if line.kind == GAME}
    kept: list[SealedLine] = []
    journals: dict[GameId, int] = {}
    games = astray = 0
    for line in ordered:
        if line.game is not None and line.moment < deleted.get(line.game, 0):
            continue
        if line.kind == ENTRY and line.game is not None:
            if line.game not in known or line.seq != journals.get(line.game, 0) + 1:
                astray += 1
                continue
            journals[line.game] = line.seq
        games += line.kind == GAME
        kept.append(line)
    return Salvage(tuple(kept), games, sum(journals.values()), astray)


def _set_aside(path: Path) -> None:
    folder = path.parent / "damaged"
    with sentences(path):
        folder.mkdir(exist_ok=True)
        numbers = sorted(int(old.name) for old in folder.iterdir() if old.name.isdigit())
        for number in numbers[: max(0, len(numbers) + 1 - _DAMAGED_KEPT)]:
            shutil.rmtree(folder / str(number), ignore_errors=True)
        aside = folder / str(numbers[-1] + 1 if numbers else 1)
        aside.mkdir()
        with suppress(FileNotFoundError):
            _copy_with_log(path, aside / path.name)
        sync_folder(aside)


def _copy_with_log(source: Path, target: Path) -> None:
    shutil.copyfile(source, target)
    with suppress(FileNotFoundError):
        shutil.copyfile(source.with_name(source.name + "-wal"), target.with_name(target.name + "-wal"))


def _writable(folder: Path) -> bool:
    try:
        with tempfile.TemporaryFile(dir=folder) as probe:
            probe.write(b"x" * schema.PAGE_BYTES)
    except OSError:
        return False
    return True


def _report(path: Path, reason: Text, rescued: Salvage) -> Text:
    told = [
        N_(
            "The saved games could not be read as they were ({reason}): {games} with {entries} were rescued.",
            reason=reason,
            games=NN_("{n} game", "{n} games", rescued.games),
            entries=NN_("{n} entry", "{n} entries", rescued.entries),
        )
    ]
    if (path.parent / "damaged").exists():
        told.append(N_("The file as it was is kept in {folder}.", folder=path.parent / "damaged"))
    if rescued.astray:
        told.append(
            NN_(
                "{n} later entry had lost what came before it and was left there.",
                "{n} later entries had lost what came before them and were left there.",
                rescued.astray,
            )
        )
    return several(told, " ")
