"""A shelf that any earlier companion wrote still opens, after a backup, with everything on it."""

import sqlite3
from pathlib import Path

import pytest

from companion.store import Store, schema

SHELVES = Path(__file__).parent / "schemas"


def _shape(path: Path) -> list[tuple[str, ...]]:
    with sqlite3.connect(path) as connection:
        rows = connection.execute("SELECT type, name, sql FROM sqlite_master ORDER BY type, name").fetchall()
    connection.close()
    return rows


def _lay_out(version: int, folder: Path) -> Path:
    path = folder / "companion.db"
    with sqlite3.connect(path) as connection:
        connection.executescript((SHELVES / f"v{version}.sql").read_text())
    connection.close()
    return path


def _step_to_version_2(connection: sqlite3.Connection) -> None:
    connection.execute("CREATE VIEW of_the_next_release AS SELECT body FROM lines WHERE kind = 'player'")


@pytest.fixture
def next_release(monkeypatch: pytest.MonkeyPatch) -> None:
    """A companion one version further on, with a step from the last released one."""
    step = {schema.current(): _step_to_version_2}
    monkeypatch.setattr(schema, "MIGRATIONS", {**schema.MIGRATIONS, **step})


def test_every_released_version_is_kept_here() -> None:
    kept = sorted(int(file.stem.removeprefix("v")) for file in SHELVES.glob("v*.sql"))
    assert kept == list(range(1, schema.current() + 1))


@pytest.mark.parametrize("version", range(1, schema.current() + 1))
def test_every_version_of_the_file_opens_with_all_that_is_on_it(tmp_path: Path, version: int) -> None:
    path = _lay_out(version, tmp_path)
    with Store.open(tmp_path) as store:
        saturday, friday = store.games()
        assert (friday.kind, saturday.kind) == ("marrakesh", "marrakesh")
        assert (friday.title, friday.finished, friday.summary) == (
            "Friday",
            True,
            {"winner": "Sarah", "points": [91, 88]},
        )
        assert [player["name"] for player in friday.players] == ["Sarah", "Tomás"]
        assert [(e.seq, e.op, e.played_seconds) for e in store.journal(friday.id)] == [
            (1, "do", 61.5),
            (2, "do", 123.0),
            (3, "undo", 184.5),
        ]
        assert store.append(saturday.id, "do", "goes on") == 2
        assert store.facts("marrakesh") == {"oasis 7": 11}
        assert [player.name for player in store.players()] == ["Sarah"]
        assert store.setting("language") == "de"
        assert bool(store.notices) == (version < schema.current())
    Store.open(tmp_path / "new").close()
    assert _shape(path) == _shape(tmp_path / "new" / "companion.db"), "migrated and new files differ in shape"


@pytest.mark.usefixtures("next_release")
@pytest.mark.parametrize("version", range(1, schema.current() + 1))
def test_the_next_release_makes_a_backup_and_takes_every_step(tmp_path: Path, version: int) -> None:
    path = _lay_out(version, tmp_path)
    with Store.open(tmp_path) as store:
        assert len(store.games()) == 2
        assert "brought from version" in str(store.notices[0])
    assert ("view", "of_the_next_release") in [row[:2] for row in _shape(path)]
    (backup,) = (tmp_path / "backups").glob(f"*-before-version-{schema.current()}.db")
    with sqlite3.connect(backup) as connection:
        assert connection.execute("PRAGMA user_version").fetchone() == (version,)
    connection.close()
    # And the backup is itself a shelf that opens.
    again = tmp_path / "again"
    again.mkdir()
    (again / "companion.db").write_bytes(backup.read_bytes())
    with Store.open(again) as store:
        assert len(store.games()) == 2


def test_a_migration_that_fails_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = _lay_out(1, tmp_path)
    before = _shape(path)

    def half_done(connection: sqlite3.Connection) -> None:
        connection.execute("CREATE TABLE half (done)")
        connection.execute("SELECT * FROM nowhere")

    monkeypatch.setattr(schema, "MIGRATIONS", {1: half_done})
    store = Store.open(tmp_path)
    # What the step broke is taken for damage: the lines are carried over into a new file.
    assert len(store.games()) == 2
    store.close()
    assert "half" not in [name for _, name, _ in _shape(path)]
    assert before[0] in _shape(path)


def test_the_views_show_people_what_is_there(tmp_path: Path) -> None:
    path = _lay_out(1, tmp_path)
    Store.open(tmp_path).close()
    with sqlite3.connect(path) as connection:
        assert connection.execute(
            "SELECT kind, title, entries, minutes FROM games ORDER BY created"
        ).fetchall() == [
            ("marrakesh", "Friday", 3, 3),
            ("marrakesh", "Saturday", 1, 0),
        ]
        assert connection.execute("SELECT op FROM entries ORDER BY seq DESC LIMIT 1").fetchone() == ("undo",)
        assert connection.execute("SELECT kind, fact, value FROM facts").fetchall() == [
            ("marrakesh", "oasis 7", 11)
        ]
    connection.close()
