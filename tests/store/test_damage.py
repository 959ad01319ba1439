"""Torn, truncated and scribbled-on copies of the shelf: each opens, and says what it had to do.

`COMPANION_DAMAGED_COPIES` sets how many copies are tried (docs/reliability.md has the figures of a long run).
"""

import os
import random
import shutil
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.store import Damaged, Store, mark
from companion.store.backups import backups, moment_of
from companion.store.database import Database
from companion.store.errors import sentences
from companion.store.lines import ENTRY, write_line
from tests.store.table_talk import Truth, develop, photograph, play_evenings

COPIES = int(os.environ.get("COMPANION_DAMAGED_COPIES", "120"))

Files = dict[str, bytes]
Damage = Callable[[Files, random.Random], None]


def _truncate(name: str) -> Damage:
    def damage(files: Files, rng: random.Random) -> None:
        files[name] = files[name][: rng.randrange(len(files[name]))]

    return damage


def _scribble(name: str) -> Damage:
    def damage(files: Files, rng: random.Random) -> None:
        content = bytearray(files[name])
        start = rng.choice([0, rng.randrange(len(content))])
        size = rng.choice([1, 16, 512, 4096, 20000])
        content[start : start + size] = rng.choice([rng.randbytes(size), bytes(size), b"\xff" * size])[
            : len(content) - start
        ]
        files[name] = bytes(content)

    return damage


def _flip_bits(name: str) -> Damage:
    def damage(files: Files, rng: random.Random) -> None:
        content = bytearray(files[name])
        for _ in range(rng.choice([1, 3, 50])):
            content[rng.randrange(len(content))] ^= 1 << rng.randrange(8)
        files[name] = bytes(content)

    return damage


def _lose(name: str) -> Damage:
    def damage(files: Files, rng: random.Random) -> None:
        del files[name]

    return damage


def _swap_pages(files: Files, rng: random.Random) -> None:
    content = files["companion.db"]
    pages = [content[at : at + 4096] for at in range(0, len(content), 4096)]
    rng.shuffle(pages)
    files["companion.db"] = b"".join(pages)


DAMAGES: list[Damage] = [
    damage(name)
    for name in ("companion.db", "companion.db-wal")
    for damage in (_truncate, _scribble, _flip_bits, _lose)
] + [_swap_pages]


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> tuple[Truth, Files]:
    return photograph(tmp_path_factory.mktemp("shelf"), seed=1)


def _says_only_what_was_written(store: Store, truth: Truth) -> int:
    """Every journal is the beginning of the true one; returns how many entries there are."""
    entries = 0
    for game in store.games():
        journal = [entry.payload for entry in store.journal(game.id)]
        assert journal == truth.journals[game.id][: len(journal)]
        entries += len(journal)
    return entries


@pytest.mark.parametrize("batch", range(8))
def test_a_damaged_copy_opens_and_owns_up(tmp_path: Path, evening: tuple[Truth, Files], batch: int) -> None:
    truth, whole = evening
    newest_backup = max(name for name in whole if name.startswith("backups/"))
    develop({"companion.db": whole[newest_backup]}, tmp_path / "backup")
    with Store.open(tmp_path / "backup") as store:
        entries_in_backup = _says_only_what_was_written(store, truth)
    for number in range(batch, COPIES, 8):
        rng = random.Random(number)
        files = dict(whole)
        for damage in rng.sample(DAMAGES, rng.choice([1, 1, 2])):
            if {"companion.db", "companion.db-wal"} <= set(files):
                damage(files, rng)
        folder = tmp_path / str(number)
        develop(files, folder)
        with Store.open(folder) as store:
            entries = _says_only_what_was_written(store, truth)
            assert entries >= entries_in_backup, f"copy {number} lost what its backup holds"
            if entries < truth.entries():
                assert store.notices, f"copy {number} lost entries and said nothing"
            assert store.health.saved
            going_on = store.games()[0].id
            seq = store.append(going_on, "do", "the game goes on")
        with Store.open(folder) as store:
            assert store.notices == [], f"copy {number} was not repaired for good"
            assert store.journal(going_on)[seq - 1].payload == "the game goes on"


def test_with_the_backups_damaged_too_it_still_opens(tmp_path: Path, evening: tuple[Truth, Files]) -> None:
    truth, whole = evening
    for number in range(COPIES // 4):
        rng = random.Random(1000 + number)
        files = dict(whole)
        for name in whole:
            if name.endswith((".db", "-wal")):
                rng.choice([_truncate, _scribble, _flip_bits])(name)(files, rng)
        folder = tmp_path / str(number)
        develop(files, folder)
        with Store.open(folder) as store:
            if _says_only_what_was_written(store, truth) < truth.entries():
                assert store.notices
            game = store.new_game("marrakesh", "a new evening", [], {})
        with Store.open(folder) as store:
            assert store.notices == []
            assert store.game(game).title == "a new evening"


def test_a_file_without_its_beginning_loses_nothing(tmp_path: Path) -> None:
    truth = play_evenings(tmp_path, seed=4)
    shutil.rmtree(tmp_path / "backups")
    path = tmp_path / "companion.db"
    headless = b"\0" * 100 + path.read_bytes()[100:]
    path.write_bytes(headless)
    with Store.open(tmp_path) as store:
        assert _says_only_what_was_written(store, truth) == truth.entries()
        assert store.facts("marrakesh") == truth.facts
        (notice,) = store.notices
        assert f"3 games with {truth.entries()} entries were rescued" in str(notice)
        assert str(tmp_path / "damaged") in str(notice)
    assert (tmp_path / "damaged" / "1" / "companion.db").read_bytes() == headless


def test_a_torn_page_is_kept_as_it_was_found_once(tmp_path: Path) -> None:
    truth = play_evenings(tmp_path, seed=5)
    path = tmp_path / "companion.db"
    torn = bytearray(path.read_bytes())
    torn[3 * 4096 + 500 : 3 * 4096 + 900] = b"\xaa" * 400
    path.write_bytes(torn)
    with Store.open(tmp_path) as store:
        assert _says_only_what_was_written(store, truth) == truth.entries()
        assert len(store.notices) == 1
    assert [copy.name for copy in (tmp_path / "damaged").iterdir()] == ["1"]
    assert (tmp_path / "damaged" / "1" / "companion.db").read_bytes() == bytes(torn)


def test_a_row_that_claims_to_be_longer_than_memory_is_damage(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """SQLite says so with a MemoryError; one page in thousands gets torn like that."""
    Store.open(tmp_path).close()

    def torn(database: Database) -> int:
        with sentences(database.path):
            raise MemoryError

    monkeypatch.setattr(Database, "last_moment", torn)
    with pytest.raises(Damaged, match="is damaged"):
        Store.look(tmp_path)


def test_only_the_last_damaged_files_are_kept(tmp_path: Path) -> None:
    for _ in range(6):
        Store.open(tmp_path).close()
        (tmp_path / "companion.db").write_bytes(b"rubbish" * 1000)
    Store.open(tmp_path).close()
    assert sorted(copy.name for copy in (tmp_path / "damaged").iterdir()) == ["4", "5", "6"]


def test_a_lost_file_comes_back_from_its_backup(tmp_path: Path, evening: tuple[Truth, Files]) -> None:
    truth, whole = evening
    develop({name: content for name, content in whole.items() if name.startswith("backups/")}, tmp_path)
    with Store.open(tmp_path) as store:
        # The last backup was made when the second game ended.
        assert len(store.games()) == 2
        assert _says_only_what_was_written(store, truth) == 240
        assert "the file was gone" in str(store.notices[0])


def test_a_log_cut_short_is_noticed_by_the_mark(tmp_path: Path) -> None:
    """SQLite itself would take the shorter log for the whole truth."""
    truth, files = photograph(tmp_path / "whole", seed=2, games=1, entries=40)
    files["companion.db-wal"] = files["companion.db-wal"][: len(files["companion.db-wal"]) // 2]
    develop(files, tmp_path / "cut")
    with Store.open(tmp_path / "cut") as store:
        assert 0 < _says_only_what_was_written(store, truth) < truth.entries()
        assert "ends before the last step that was saved" in str(store.notices[0])
    assert (tmp_path / "cut" / "damaged" / "1" / "companion.db").is_file(), "kept as it was found"


def test_another_programs_file_in_our_place_is_moved_aside(tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / "companion.db") as other:
        other.execute("CREATE TABLE recipes (name TEXT)")
    other.close()
    with Store.open(tmp_path) as store:
        assert "not the companion's" in str(store.notices[0])
        store.new_game("marrakesh", "Friday", [], {})
    with sqlite3.connect(tmp_path / "damaged" / "1" / "companion.db") as aside:
        assert aside.execute("SELECT COUNT(*) FROM recipes").fetchone() == (0,)


def test_a_repair_cut_off_before_the_swap_is_taken_up_again(tmp_path: Path) -> None:
    truth, files = photograph(tmp_path / "whole", seed=3, games=1, entries=40)
    with Store.open(tmp_path / "whole") as store:
        (game,) = store.games()
    repaired = (tmp_path / "whole" / "companion.db").read_bytes()
    files["companion.repaired"] = repaired
    files["companion.db"] = files["companion.db"][:5000]
    develop(files, tmp_path / "cut")
    with Store.open(tmp_path / "cut") as store:
        assert [entry.payload for entry in store.journal(game.id)] == truth.journals[game.id]
    assert not (tmp_path / "cut" / "companion.repaired").exists()


def test_damage_while_playing_is_repaired_on_the_next_try(tmp_path: Path) -> None:
    with Store.open(tmp_path) as store:
        game = store.new_game("marrakesh", "Friday", [], {})
        for n in range(30):
            store.append(game, "do", n)
        # Somebody's other program writes over the file while the game goes on.
        for name in ("companion.db", "companion.db-wal"):
            (tmp_path / name).write_bytes(os.urandom(50_000))
        for n in range(30, 40):
            store.append(game, "do", n)
        store.retry()
        assert store.health.saved
        assert [entry.payload for entry in store.journal(game)] == list(range(40))
    with Store.open(tmp_path) as store:
        assert [entry.payload for entry in store.journal(game)] == list(range(40))


def test_an_entry_that_says_nothing_is_damage(tmp_path: Path) -> None:
    with Store.open(tmp_path) as store:
        game = store.new_game("marrakesh", "Friday", [], {})
        store._keeper.keep(write_line(3, ENTRY, {"op": "do"}, game=game, seq=1, played_ms=0))
    with (
        Store.look(tmp_path) as store,
        pytest.raises(Damaged, match="line 3 of the saved games is no journal"),
    ):
        store.journal(game)


def test_a_repair_that_was_broken_off_is_begun_anew(tmp_path: Path) -> None:
    with Store.open(tmp_path) as store:
        game = store.new_game("marrakesh", "Friday", [], {})
        store.append(game, "do", {"n": 1})
    file = tmp_path / "companion.db"
    shutil.copy(file, file.with_suffix(".repairing"))  # as far as the repair before had come
    content = bytearray(file.read_bytes())
    content[:100] = bytes(100)
    file.write_bytes(bytes(content))
    with Store.open(tmp_path) as store:
        assert store.notices
        assert [entry.payload for entry in store.journal(game)] == [{"n": 1}]


def test_a_repair_keeps_the_backups_it_read_and_lets_go_of_what_promises_more(tmp_path: Path) -> None:
    """A copy that names a line nobody can read would have every later start look for it again."""
    truth = play_evenings(tmp_path, seed=5, games=1, entries=20)
    (sound,) = backups(tmp_path)
    empty = sound.with_name(f"{moment_of(sound) + 50:010d}.db")
    empty.write_bytes(b"")
    mark.write(tmp_path, moment_of(empty))
    with Store.open(tmp_path) as store:
        assert "ends before the last step" in str(store.notices[0])
        assert [entry.payload for entry in store.journal(store.games()[0].id)] == next(
            iter(truth.journals.values())
        )
    assert not empty.exists()
    assert sound in backups(tmp_path)
    with Store.open(tmp_path) as store:
        assert store.notices == []
