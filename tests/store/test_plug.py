"""Somebody pulls the plug at any moment, inside a write too, and nothing acknowledged is lost.

`COMPANION_KILLS` and `COMPANION_POWER_CUTS` set how many are tried (docs/reliability.md has a long run).
"""

import os
import random
import signal
from collections.abc import Iterator
from pathlib import Path

from companion.store import Store
from tests.store.faulty_disk import FaultyDisk, Happening
from tests.store.table_talk import payload

POWER_CUTS = int(os.environ.get("COMPANION_POWER_CUTS", "150"))
SECTOR_BYTES = 512


def test_what_a_pulled_plug_leaves_still_holds_every_acknowledged_entry(tmp_path: Path) -> None:
    """Unlike a killed process, a dead Pi loses what was written and not yet synced, in any order and torn.

    One evening is played over a disk that notes every write and sync. Then, for moments picked at random, the
    files are put together as the card may hold them: what was synced, and of the rest some sectors only.
    """
    happenings = _play_over_a_noting_disk(tmp_path / "played")
    acks = sum(happening.what == "ack" for happening in happenings)
    assert acks > 100
    for number in range(POWER_CUTS):
        rng = random.Random(number)
        cut = rng.randrange(len(happenings))
        folder = tmp_path / f"cut-{number}"
        folder.mkdir()
        for name, content in _what_the_card_holds(happenings[:cut], rng).items():
            (folder / Path(name).name).write_bytes(content)
        promised = [h.data.decode() for h in happenings[:cut] if h.what == "ack"]
        with Store.open(folder) as store:
            kept = [
                f"{game.id} {entry.payload}" for game in store.games() for entry in store.journal(game.id)
            ]
            assert set(promised) <= set(kept)
            assert len(kept) <= len(promised) + 1
            if promised:  # cut off while the very first file was being made, it is made anew, and says so
                assert store.notices == []
            assert store.health.saved


def _play_over_a_noting_disk(folder: Path) -> list[Happening]:
    """In a child: the noting disk stays under SQLite for the rest of the process."""
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(read)
        _note_an_evening(folder, write)
    os.close(write)
    with os.fdopen(read, "rb") as pipe:
        noted = pipe.read()
    assert os.waitpid(child, 0)[1] == 0
    return list(_unpack(noted))


def _note_an_evening(folder: Path, write: int) -> None:
    disk = FaultyDisk(recording=True)
    disk.install()
    rng = random.Random(5)
    store = Store.open(folder)
    for evening in range(3):
        game = store.new_game("marrakesh", f"evening {evening}", [], {})
        for number in range(50):
            entry = f"{number:03d} {payload(rng)}"
            store.append(game, "do", entry)
            disk.note(f"{game} {entry}")
    ours = (str(folder / "companion.db"), str(folder / "companion.db-wal"), "")
    with os.fdopen(write, "wb") as pipe:
        for happening in disk.happenings:
            if happening.path in ours:
                head = f"{happening.what}\t{happening.path}\t{happening.at}\t{len(happening.data)}\n"
                pipe.write(head.encode() + happening.data)
    os._exit(0)


def _unpack(noted: bytes) -> Iterator[Happening]:
    at = 0
    while at < len(noted):
        end = noted.index(b"\n", at)
        what, path, offset, size = noted[at:end].decode().split("\t")
        at = end + 1 + int(size)
        yield Happening(what, path, int(offset), noted[end + 1 : at])


def _what_the_card_holds(happenings: list[Happening], rng: random.Random) -> dict[str, bytes]:
    files: dict[str, bytearray] = {}
    last_sync: dict[str, int] = {}
    for number, happening in enumerate(happenings):
        if happening.what == "sync":
            last_sync[happening.path] = number
    for number, happening in enumerate(happenings):
        content = files.setdefault(happening.path, bytearray()) if happening.path else bytearray()
        synced = number < last_sync.get(happening.path, -1)
        if happening.what == "truncate" and (synced or rng.random() < 0.5):
            del content[happening.at :]
        elif happening.what == "write":
            for start in range(0, len(happening.data), SECTOR_BYTES):
                if synced or rng.random() < 0.5:
                    sector = happening.data[start : start + SECTOR_BYTES]
                    at = happening.at + start
                    content.extend(bytes(max(0, at + len(sector) - len(content))))
                    content[at : at + len(sector)] = sector
    return {name: bytes(content) for name, content in files.items()}


def test_a_killed_writer_is_really_killed_inside_a_write(tmp_path: Path) -> None:
    """Guards the tests of this file: the wrapped disk must bite, or they would prove nothing."""
    child = os.fork()
    if child == 0:
        FaultyDisk(kill_at_write=12).install()
        store = Store.open(tmp_path)
        game = store.new_game("marrakesh", "Friday", [], {})
        for number in range(100):
            store.append(game, "do", number)
        os._exit(0)
    status = os.waitpid(child, 0)[1]
    assert os.WIFSIGNALED(status)
    assert os.WTERMSIG(status) == signal.SIGKILL
