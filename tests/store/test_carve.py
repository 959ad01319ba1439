"""Lines read straight from the pages of a file, past SQLite: every size of number, every page, the log."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from companion.store.carve import carve_database, carve_log
from companion.store.database import Database
from companion.store.lines import ENTRY, SealedLine, write_line
from companion.store.records import GameId
from companion.store.schema import PAGE_BYTES, create

EVERY_SIZE = (0, 1, 2, 127, 128, 40_000, 9_000_000, 2_000_000_000, 2**40, 2**50)
"""How long a game was played, in milliseconds, as numbers that SQLite keeps in 0 to 8 bytes."""


def some_lines(first: int, many: int) -> list[SealedLine]:
    return [
        write_line(
            moment,
            ENTRY,
            {"op": "do", "payload": f"{moment} " + "é" * (moment % 90)},
            game=GameId("7f06edfa96a1") if moment % 3 else None,
            seq=moment,
            played_ms=EVERY_SIZE[moment % len(EVERY_SIZE)] if moment % 7 else None,
        )
        for moment in range(first, first + many)
    ]


@pytest.fixture
def shelf(tmp_path: Path) -> Path:
    """A file with lines on many pages, and more of them in its log."""
    path = tmp_path / "companion.db"
    database = Database.connect(path)
    with database.transaction() as connection:
        create(connection)
    database.add(some_lines(1, 300))
    database.close()
    database = Database.connect(path)
    database.add(some_lines(301, 120))
    for suffix in ("", "-wal"):  # as a plug that was pulled leaves them
        shutil.copy(f"{path}{suffix}", tmp_path / f"cut.db{suffix}")
    database.close()
    return tmp_path / "cut.db"


def by_moment(line: SealedLine) -> int:
    return line.moment


def test_every_line_of_a_file_is_found_on_its_page(shelf: Path) -> None:
    assert shelf.stat().st_size > 8 * PAGE_BYTES
    assert sorted(carve_database(shelf), key=by_moment) == some_lines(1, 300)


def test_every_line_of_a_log_is_found_and_the_latest_page_comes_first(shelf: Path) -> None:
    found = carve_log(shelf.with_name("cut.db-wal"))
    assert {line.moment for line in found} >= set(range(301, 421))
    assert all(line in some_lines(1, 420) for line in found)
    assert found[0].moment == 420


def test_a_line_whose_seal_does_not_fit_is_no_line(shelf: Path) -> None:
    content = shelf.read_bytes()
    body = some_lines(17, 1)[0].body.encode()
    assert content.count(body) == 1
    shelf.write_bytes(content.replace(body, body.replace(b"do", b"du")))
    assert sorted(carve_database(shelf), key=by_moment) == [
        line for line in some_lines(1, 300) if line.moment != 17
    ]


@pytest.mark.parametrize(
    ("keep", "any_left"), [(0, False), (5, False), (PAGE_BYTES - 1, False), (8 * PAGE_BYTES + 7, True)]
)
def test_a_file_that_was_cut_off_gives_what_is_left(shelf: Path, keep: int, any_left: bool) -> None:
    whole = {line.moment: line for line in carve_database(shelf)}
    shelf.write_bytes(shelf.read_bytes()[:keep])
    left = list(carve_database(shelf))
    assert all(whole[line.moment] == line for line in left)
    assert bool(left) == any_left
