"""What is put on the shelf is there again: games, journals, facts, players, settings, play time."""

import json
import sqlite3
from pathlib import Path

import pytest

from companion.store import CannotSave, InUse, NotOnTheShelf, NotStorable, Store, TooNew
from companion.store.keeper import Keeper
from companion.store.lines import LARGEST_BODY_BYTES

PLAYERS = [{"name": "Sarah", "color": "red"}, {"name": "Tomás", "color": "blue"}]
OPTIONS = {"edition": "classic", "expansions": ["camels"]}


def test_a_game_is_there_after_closing_and_opening(tmp_path: Path) -> None:
    with Store.open(tmp_path) as store:
        game = store.new_game("marrakesh", "Friday", PLAYERS, OPTIONS)
        assert [store.append(game, "do", {"n": n}) for n in range(3)] == [1, 2, 3]
    with Store.open(tmp_path) as store:
        record = store.game(game)
        assert (record.title, record.players, record.options) == ("Friday", tuple(PLAYERS), OPTIONS)
        assert [(entry.seq, entry.op, entry.payload) for entry in store.journal(game)] == [
            (1, "do", {"n": 0}),
            (2, "do", {"n": 1}),
            (3, "do", {"n": 2}),
        ]
        assert store.notices == []
        assert store.health.saved


def test_an_entry_is_on_disk_when_append_returns(tmp_path: Path) -> None:
    store = Store.open(tmp_path)
    game = store.new_game("marrakesh", "Friday", PLAYERS, OPTIONS)
    store.append(game, "do", {"take": "turquoise"})
    with sqlite3.connect(tmp_path / "companion.db") as other:
        assert other.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        (body,) = other.execute("SELECT body FROM lines WHERE seq = 1").fetchone()
    assert json.loads(body) == {"op": "do", "payload": {"take": "turquoise"}}
    assert isinstance(store._keeper, Keeper)
    assert store._keeper.database.connection.execute("PRAGMA synchronous").fetchone() == (2,)
    store.close()


def test_games_stand_in_the_order_they_were_begun(tmp_path: Path) -> None:
    with Store.open(tmp_path) as store:
        first, second, third = (
            store.new_game("marrakesh", title, PLAYERS, {}) for title in ("one", "two", "three")
        )
        store.append(first, "do", 1)
        store.finish_game(third, {"winner": "Sarah"})
        assert [game.id for game in store.games()] == [third, second, first]
        going_on = store.unfinished()
        assert going_on is not None
        assert going_on.id == second
        assert store.game(third).summary == {"winner": "Sarah"}
        store.reopen_game(third)
        assert not store.game(third).finished
    with Store.open(tmp_path) as store:
        assert [game.title for game in store.games()] == ["three", "two", "one"]
        assert not store.game(third).finished


def test_a_deleted_game_stays_deleted(tmp_path: Path) -> None:
    with Store.open(tmp_path) as store:
        kept = store.new_game("marrakesh", "kept", PLAYERS, {})
        gone = store.new_game("marrakesh", "gone", PLAYERS, {})
        store.append(gone, "do", "secret")
        store.delete_game(gone)
        with pytest.raises(NotOnTheShelf, match="no game"):
            store.journal(gone)
    with Store.open(tmp_path) as store:
        assert [game.id for game in store.games()] == [kept]
    assert b"secret" not in b"".join(
        row[0].encode()
        for row in sqlite3.connect(tmp_path / "companion.db").execute("SELECT body FROM lines")
    )


def test_facts_are_kept_for_each_kind_of_game(tmp_path: Path) -> None:
    with Store.open(tmp_path) as store:
        store.tell_fact("marrakesh", "wheel", 12)
        store.tell_fact("marrakesh", "wheel", 11)
        store.tell_fact("istanbul", "wheel", 5)
    with Store.open(tmp_path) as store:
        assert store.facts("marrakesh") == {"wheel": 11}
        assert store.facts("istanbul") == {"wheel": 5}
        assert store.facts("chess") == {}


def test_a_game_on_the_shelf_says_which_game_it_is(tmp_path: Path) -> None:
    with Store.open(tmp_path) as store:
        for kind in ("marrakesh", "istanbul"):
            store.new_game(kind, "Friday", [], {})
    with Store.open(tmp_path) as store:
        assert [game.kind for game in store.games()] == ["istanbul", "marrakesh"]


def test_players_and_settings_are_remembered(tmp_path: Path) -> None:
    with Store.open(tmp_path) as store:
        store.remember_player("Sarah", {"color": "red"})
        store.remember_player("Tomás", {"color": "blue"})
        store.remember_player("Sarah", {"color": "green"})
        store.set_setting("language", "de")
    with Store.open(tmp_path) as store:
        assert [(p.name, p.details) for p in store.players()] == [
            ("Sarah", {"color": "green"}),
            ("Tomás", {"color": "blue"}),
        ]
        assert store.setting("language") == "de"
        assert store.setting("volume", 7) == 7


def test_only_one_companion_writes_and_others_may_look(tmp_path: Path) -> None:
    with Store.open(tmp_path) as store:
        game = store.new_game("marrakesh", "Friday", PLAYERS, {})
        store.append(game, "do", 1)
        with pytest.raises(InUse, match="close that one first"):
            Store.open(tmp_path)
        with Store.look(tmp_path) as onlooker:
            assert [entry.payload for entry in onlooker.journal(game)] == [1]
            onlooker.check()
            with pytest.raises(CannotSave, match="looking only"):
                onlooker.append(game, "do", 2)
            with pytest.raises(CannotSave, match="looking only"):
                onlooker.delete_game(game)
            assert onlooker.back_up() is None
            assert onlooker.retry()
        assert store.append(game, "do", 2) == 2


def test_looking_at_an_empty_folder_makes_nothing(tmp_path: Path) -> None:
    with Store.look(tmp_path) as onlooker:
        assert onlooker.games() == []
        onlooker.check()
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("payload", [float("nan"), {"pieces": {1, 2}}, "\ud800", "x" * LARGEST_BODY_BYTES])
def test_what_cannot_be_kept_is_refused_and_changes_nothing(tmp_path: Path, payload: object) -> None:
    with Store.open(tmp_path) as store:
        game = store.new_game("marrakesh", "Friday", PLAYERS, {})
        with pytest.raises(NotStorable):
            store.append(game, "do", payload)  # type: ignore[arg-type]
        assert store.append(game, "do", "fits") == 1
        assert len(store.journal(game)) == 1


def test_a_file_from_a_newer_companion_is_left_alone(tmp_path: Path) -> None:
    Store.open(tmp_path).close()
    path = tmp_path / "companion.db"
    with sqlite3.connect(path) as connection:
        connection.execute("PRAGMA user_version = 99")
        connection.execute("ALTER TABLE lines RENAME TO lines_of_the_future")
    connection.close()
    before = path.read_bytes()
    for _try in range(2):  # the first lets go of the folder again
        with pytest.raises(TooNew, match="update the companion"):
            Store.open(tmp_path)
    with pytest.raises(TooNew, match="update the companion"):
        Store.look(tmp_path)
    assert path.read_bytes() == before


def test_backups_are_made_at_the_end_of_a_game_and_rotate(tmp_path: Path) -> None:
    with Store.open(tmp_path) as store:
        for evening in range(9):
            game = store.new_game("marrakesh", f"evening {evening}", PLAYERS, {})
            store.append(game, "do", evening)
            store.finish_game(game, {})
    copies = sorted((tmp_path / "backups").iterdir())
    assert len(copies) == 5
    with sqlite3.connect(copies[-1]) as copy:
        assert copy.execute("SELECT COUNT(*) FROM lines WHERE kind = 'game'").fetchone() == (9,)


def test_half_a_copy_left_by_a_pulled_plug_is_no_hindrance(tmp_path: Path) -> None:
    with Store.open(tmp_path) as store:
        game = store.new_game("marrakesh", "Friday", PLAYERS, {})
        store.append(game, "do", 1)
        made = store.back_up()
        assert made is not None
        made.rename(made.with_suffix(".part"))
        made.with_suffix(".part").write_bytes(b"torn" * 2000)
        assert store.back_up() == made
    assert not list((tmp_path / "backups").glob("*.part"))


def test_a_long_game_is_backed_up_on_the_way(tmp_path: Path) -> None:
    with Store.open(tmp_path) as store:
        game = store.new_game("marrakesh", "long", PLAYERS, {})
        before = len(list((tmp_path / "backups").iterdir()))
        for n in range(200):
            store.append(game, "do", n)
        assert len(list((tmp_path / "backups").iterdir())) > before


class TestTheClockThatJumps:
    """A Pi has no clock battery: the time of day jumps; the monotonic clock starts anew at each boot."""

    def test_order_and_durations_stay_right(self, tmp_path: Path) -> None:
        monotonic = [50.0]
        wall = [1_800_000_000.0]
        store = Store.open(tmp_path, monotonic=lambda: monotonic[0], clock=lambda: wall[0])
        first = store.new_game("marrakesh", "before the jump", PLAYERS, {})
        store.play_clock(first)
        for jump in (3600.0, -1e9, 5e8, -86400.0):
            wall[0] += jump
            monotonic[0] += 60
            store.append(first, "do", jump)
        second = store.new_game("marrakesh", "after it, says the clock, but long before", PLAYERS, {})
        store.close()
        monotonic[0] = 3.0  # the Pi was switched off and on again
        wall[0] = 0.0
        store = Store.open(tmp_path, monotonic=lambda: monotonic[0], clock=lambda: wall[0])
        assert [game.id for game in store.games()] == [second, first]
        store.play_clock(first)
        monotonic[0] += 30
        store.append(first, "do", "after dinner")
        assert [entry.played_seconds for entry in store.journal(first)] == [60, 120, 180, 240, 270]
        store.close()
        with Store.open(tmp_path) as store:
            assert store.game(first).played_seconds == 270

    def test_a_pause_does_not_count(self, tmp_path: Path) -> None:
        monotonic = [0.0]
        with Store.open(tmp_path, monotonic=lambda: monotonic[0]) as store:
            game = store.new_game("marrakesh", "with dinner", PLAYERS, {})
            clock = store.play_clock(game)
            monotonic[0] += 100
            clock.pause()
            clock.pause()
            monotonic[0] += 7200
            clock.resume()
            clock.resume()
            monotonic[0] += 20
            store.append(game, "do", 1)
            assert store.game(game).played_seconds == 120

    def test_an_entry_is_never_younger_than_the_one_before(self, tmp_path: Path) -> None:
        monotonic = [100.0]
        with Store.open(tmp_path, monotonic=lambda: monotonic[0]) as store:
            game = store.new_game("marrakesh", "odd clock", PLAYERS, {})
            store.play_clock(game)
            monotonic[0] = 160.0
            store.append(game, "do", 1)
            monotonic[0] = 10.0
            store.append(game, "do", 2)
            assert [entry.played_seconds for entry in store.journal(game)] == [60, 60]
