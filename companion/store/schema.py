"""The shape of the file, its versions, and the steps from each to the next.

The version stands in two places: in the file's header (`user_version`), and in a sealed line of the log,
which a flipped bit cannot forge. A migration runs in one transaction, after a backup. It may add to what is
around the lines, and never changes the lines themselves: so a line found in any old or damaged file can be
kept.
"""

import sqlite3
from collections.abc import Callable, Mapping

from companion.store.errors import Damaged, TooNew
from companion.store.lines import SCHEMA, write_line
from words import N_, Text

APPLICATION_ID = 0x4B455348  # "KESH", so that `file` and we can tell whose database this is
PAGE_BYTES = 4096

LINES = """
CREATE TABLE lines (
    moment    INTEGER PRIMARY KEY,  -- the order of everything; no time of day is trusted
    kind      TEXT NOT NULL,
    game      TEXT,
    seq       INTEGER,              -- journal entries count from 1 in each game
    played_ms INTEGER,
    body      TEXT NOT NULL,        -- JSON
    seal      INTEGER NOT NULL      -- checksum over all the rest
);
CREATE UNIQUE INDEX journal ON lines (game, seq) WHERE seq IS NOT NULL;
"""

VIEWS = """
CREATE VIEW games AS SELECT
    moment AS created, game,
    json_extract(body, '$.kind') AS kind, json_extract(body, '$.title') AS title,
    datetime(json_extract(body, '$.clock_said'), 'unixepoch') AS clock_said,
    (SELECT COUNT(*) FROM lines AS e WHERE e.game = g.game AND e.seq IS NOT NULL) AS entries,
    (SELECT MAX(played_ms) FROM lines AS e WHERE e.game = g.game) / 60000 AS minutes
    FROM lines AS g WHERE g.kind = 'game';
CREATE VIEW entries AS SELECT
    game, seq, json_extract(body, '$.op') AS op, json_extract(body, '$.payload') AS payload
    FROM lines WHERE seq IS NOT NULL;
CREATE VIEW facts AS SELECT
    MAX(moment) AS moment, json_extract(body, '$.kind') AS kind, json_extract(body, '$.key') AS fact,
    json_extract(body, '$.value') AS value
    FROM lines WHERE lines.kind = 'fact' GROUP BY json_extract(body, '$.kind'), fact;
"""
"""For people who look with `sqlite3 companion.db 'SELECT * FROM games'`; the companion reads the lines."""

Step = Callable[[sqlite3.Connection], None]


MIGRATIONS: Mapping[int, Step] = {}
"""From each released version, the step to the next one. A new step brings `tests/store/schemas/v….sql`: the
file as the new version writes it.
"""


def current() -> int:
    """The version this companion writes."""
    return 1 + len(MIGRATIONS)


def version_of(connection: sqlite3.Connection) -> int:
    """The version of the file's shape; 0 for a new, empty file."""
    tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    header = int(connection.execute("PRAGMA user_version").fetchone()[0])
    application = int(connection.execute("PRAGMA application_id").fetchone()[0])
    if not tables and header == 0 and application == 0:
        return 0
    if application != APPLICATION_ID:
        raise Damaged(N_("the file is not the companion's, or its beginning is damaged"))
    if "lines" not in tables:
        if header > current():
            raise TooNew(_too_new(header))
        raise Damaged(N_("the file has lost its lines"))
    sealed = _sealed_version(connection)
    if header != sealed:
        raise Damaged(N_("the file's beginning and its lines disagree about its version"))
    if sealed > current():
        raise TooNew(_too_new(sealed))
    return sealed


def create(connection: sqlite3.Connection) -> None:
    """Gives an empty file the current shape, without its stamp. The caller holds the transaction."""
    _run(connection, LINES)
    _run(connection, VIEWS)


def migrate(connection: sqlite3.Connection, version: int) -> None:
    """Takes the file from `version` to the current shape, step by step. The caller holds the transaction."""
    while version in MIGRATIONS:
        MIGRATIONS[version](connection)
        version += 1
        stamp(connection, version)


def stamp(connection: sqlite3.Connection, version: int | None = None) -> None:
    """Writes a version, or the current one, into the header and, as a sealed line, at the end of the log."""
    version = current() if version is None else version
    last = int(connection.execute("SELECT COALESCE(MAX(moment), 0) FROM lines").fetchone()[0])
    line = write_line(last + 1, SCHEMA, {"version": version})
    connection.execute(
        "INSERT INTO lines (moment, kind, body, seal) VALUES (?, ?, ?, ?)",
        (line.moment, line.kind, line.body, line.seal),
    )
    # PRAGMA takes no parameters; both are our own numbers.
    connection.execute(f"PRAGMA user_version = {version:d}")
    connection.execute(f"PRAGMA application_id = {APPLICATION_ID:d}")


def _run(connection: sqlite3.Connection, statements: str) -> None:
    # Not executescript(): that would commit the caller's transaction first.
    for statement in statements.split(";\n"):
        if statement.strip():
            connection.execute(statement)


def _sealed_version(connection: sqlite3.Connection) -> int:
    rows = connection.execute(
        "SELECT json_extract(body, '$.version') FROM lines WHERE kind = ? ORDER BY moment DESC LIMIT 1",
        (SCHEMA,),
    ).fetchall()
    if not rows or not isinstance(rows[0][0], int):
        raise Damaged(N_("the file does not say which version it is"))
    return int(rows[0][0])


def _too_new(version: int) -> Text:
    return N_(
        "the saved games were written by a newer companion (version {version} of the file, this one knows"
        " {current}): update the companion; nothing was changed",
        version=version,
        current=current(),
    )
