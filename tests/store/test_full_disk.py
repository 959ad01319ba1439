"""The disk is full: the game goes on, the table is warned, nothing saved is hurt, and it is tried again."""

import os
import resource
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.store import CannotSave, Store
from tests.store.tiny_disk import TinyDisk


def _payloads(store: Store) -> list[object]:
    return [entry.payload for entry in store.journal(store.games()[0].id)]


def test_the_game_goes_on_and_is_saved_when_there_is_room_again(tiny_disk: TinyDisk) -> None:
    now = [0.0]
    store = Store.open(tiny_disk.folder, monotonic=lambda: now[0])
    game = store.new_game("marrakesh", "Friday", [{"name": "Sarah"}], {})
    for n in range(30):
        store.append(game, "do", n)
    tiny_disk.fill()
    # Where the log still has room of its own, a few more may fit.
    for n in range(30, 120):
        assert store.append(game, "do", n) == n + 1
    health = store.health
    assert not health.saved
    assert 0 < health.waiting <= 90
    assert "is full: free some room there. The game goes on" in str(health.says)
    store.tell_fact("marrakesh", "oasis.3", 7)
    assert store.facts("marrakesh")["oasis.3"] == 7
    assert _payloads(store) == list(range(120))
    with pytest.raises(CannotSave, match="not deleted"):
        store.delete_game(game)
    with Store.look(tiny_disk.folder) as onlooker:
        saved = _payloads(onlooker)
        assert saved == list(range(len(saved)))
        assert len(saved) >= 30
        onlooker.check()
    tiny_disk.clear()
    now[0] += 6.0  # the next entry tries again by itself
    store.append(game, "do", 120)
    assert store.health.saved
    store.close()
    with Store.open(tiny_disk.folder) as store:
        assert store.notices == []
        assert _payloads(store) == list(range(121))
        assert store.facts("marrakesh")["oasis.3"] == 7


def test_what_still_waits_is_saved_when_the_evening_ends(tiny_disk: TinyDisk) -> None:
    with Store.open(tiny_disk.folder) as store:
        game = store.new_game("marrakesh", "Friday", [{"name": "Sarah"}], {})
        tiny_disk.fill()
        for n in range(120):
            store.append(game, "do", n)
        assert not store.health.saved
        tiny_disk.clear()
    with Store.open(tiny_disk.folder) as store:
        assert _payloads(store) == list(range(120))


def test_it_starts_on_a_full_disk_and_knows_the_game(tiny_disk: TinyDisk) -> None:
    with Store.open(tiny_disk.folder) as store:
        game = store.new_game("marrakesh", "Friday", [{"name": "Sarah"}], {})
        for n in range(30):
            store.append(game, "do", n)
    tiny_disk.fill()
    store = Store.open(tiny_disk.folder)
    assert store.games()[0].title == "Friday"
    for n in range(30, 80):
        store.append(game, "do", n)
    assert _payloads(store) == list(range(80))
    assert not store.health.saved
    assert not store.retry()
    tiny_disk.clear()
    assert store.retry()
    store.close()
    with Store.open(tiny_disk.folder) as store:
        assert _payloads(store) == list(range(80))
        store.check()


def test_pulling_the_plug_on_a_full_disk_keeps_what_was_saved(tiny_disk: TinyDisk) -> None:
    def play() -> None:
        store = Store.open(tiny_disk.folder)
        game = store.new_game("marrakesh", "Friday", [{"name": "Sarah"}], {})
        for n in range(30):
            store.append(game, "do", n)
        tiny_disk.fill()
        for n in range(30, 200):
            store.append(game, "do", n)
        assert not store.health.saved

    _in_a_child_that_dies(play)
    tiny_disk.clear()
    with Store.open(tiny_disk.folder) as store:
        saved = _payloads(store)
        assert len(saved) >= 30
        assert saved == list(range(len(saved)))


def test_a_disk_that_fails_otherwise_is_handled_the_same(tmp_path: Path) -> None:
    """A limit on the size of files makes writes fail as on a worn-out card: not as "full"."""

    def play() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (120_000, resource.RLIM_INFINITY))
        store = Store.open(tmp_path)
        game = store.new_game("marrakesh", "Friday", [{"name": "Sarah"}], {})
        for n in range(100):
            store.append(game, "do", n)
        assert not store.health.saved
        assert "check the disk" in str(store.health.says)
        assert _payloads(store) == list(range(100))
        resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
        assert store.retry()

    _in_a_child_that_dies(play)
    with Store.open(tmp_path) as store:
        assert _payloads(store) == list(range(100))


def test_a_folder_that_cannot_be_made_leaves_a_game_in_memory(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("not a folder")
    with Store.open(tmp_path / "file" / "data") as store:
        game = store.new_game("marrakesh", "Friday", [], {})
        store.append(game, "do", 1)
        assert not store.health.saved
        assert _payloads(store) == [1]


def _in_a_child_that_dies(play: Callable[[], None]) -> None:
    child = os.fork()
    if child == 0:
        try:
            play()
        except BaseException as error:
            os.write(2, repr(error).encode())
            os._exit(1)
        os._exit(0)
    assert os.waitpid(child, 0)[1] == 0


def test_how_long_was_played_is_known_on_a_full_disk_too(tiny_disk: TinyDisk) -> None:
    now = [0.0]
    with Store.open(tiny_disk.folder, monotonic=lambda: now[0]) as store:
        friday = store.new_game("marrakesh", "Friday", [{"name": "Sarah"}], {})
        store.new_game("marrakesh", "Saturday", [{"name": "Jan"}], {})
        store.play_clock(friday)
        for n in range(30):
            now[0] += 60.0
            store.append(friday, "do", n)
    tiny_disk.fill()
    store = Store.open(tiny_disk.folder, monotonic=lambda: now[0])
    assert not store.health.saved
    assert {game.title: (game.entries, game.played_seconds) for game in store.games()} == {
        "Friday": (30, 1800),
        "Saturday": (0, 0),
    }
    tiny_disk.clear()
    store.close()
