"""Bad files of every kind: each gets a sentence, changes nothing, and crashes nothing.

Sound files are torn, scribbled on, shuffled and blown up, `COMPANION_BAD_FILES` of each kind
(docs/reliability.md has the figures of a long run). The config has tests of its own (test_config.py).
"""

import json
import os
import random
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest

from calibration.errors import CalibrationError
from companion.__main__ import main
from companion.games.marrakesh.game import Game
from companion.games.marrakesh.rules.options import GameOptions, Seat
from companion.photolog.log import PhotoLogKeeper
from companion.photolog.logs import read_log
from companion.play import facts_file, notation, saved_games
from companion.play.errors import RulesError
from companion.play.journal import BadJournal
from companion.play.robot import Robot
from companion.play.saved_games import CannotTakeUp
from companion.store import Store
from companion.table.found_tray import learn_simulated
from hardware.simulated import SimulatedTower
from vision.errors import VisionError
from vision.photo import read_photo
from vision.profile import Profile

COUNT = int(os.environ.get("COMPANION_BAD_FILES", "60"))
OPTIONS = GameOptions((Seat("Sarah", "green"), Seat("Jan", "blue")), depth="light")
BOUNDARIES = [
    b"", b"0", b"-1", b"1e999", b"NaN", b"null", b"9" * 400, b"\x00", b"\xff\xfe", b'"', b"[", b"{" * 2000,
    b"[" * 50_000, b"../../../etc/passwd", b"\xf0\x9f\x90\xaa" * 50, b"\n" * 300, b"true", b"A" * 70_000,
]  # fmt: skip


def spoil(content: bytes, rng: random.Random) -> bytes:
    """One of the ways in which files go bad."""
    spoiled = bytearray(content)
    at = rng.randrange(len(spoiled) + 1)
    match rng.randrange(7):
        case 0:
            del spoiled[at:]
        case 1:
            del spoiled[at : at + rng.choice([1, 7, 300])]
        case 2:
            for _ in range(rng.choice([1, 5, 40])):
                spoiled[rng.randrange(len(spoiled))] = rng.randrange(256)
        case 3:
            spoiled[at:at] = rng.choice(BOUNDARIES)
        case 4:
            lines = content.split(b"\n")
            rng.shuffle(lines)
            return b"\n".join(lines)
        case 5:
            lines = content.split(b"\n")
            lines[rng.randrange(len(lines))] = rng.choice(BOUNDARIES)
            return b"\n".join(lines)
        case 6:
            # A number or word in it becomes something extreme.
            words = content.split(b" ")
            words[rng.randrange(len(words))] = rng.choice(BOUNDARIES)
            return b" ".join(words)
    return bytes(spoiled)


def _each_spoiled(content: bytes, kind: str) -> list[bytes]:
    return [spoil(content, random.Random(f"{kind} {number}")) for number in range(COUNT)]


def _robot_game(answers: int) -> Game:
    game = Game.new(OPTIONS)
    robot = Robot(7)
    for _ in range(answers):
        assert game.pending is not None
        game.answer(robot.answer(game.pending))
    return game


def _contents(folder: Path) -> dict[str, bytes]:
    return {str(path): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


def test_written_games(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """By the command itself: exit code 1 with one sentence and the shelf as it was, or a whole game."""
    whole = notation.write(_robot_game(40)).encode()
    file = tmp_path / "game.txt"
    data = tmp_path / "data"
    Store.open(data).close()
    refused = 0
    for content in _each_spoiled(whole, "written game"):
        file.write_bytes(content)
        with Store.look(data) as store:
            before = [game.id for game in store.games()]
        code = main(["games", "--data", str(data), "import", str(file)])
        told = capsys.readouterr()
        with Store.look(data) as store:
            games = [game.id for game in store.games()]
        if code == 0:
            assert told.out.startswith("imported as ")
            assert len(games) == len(before) + 1
        else:
            refused += 1
            assert code == 1
            assert told.err.count("\n") == 1
            assert told.err.startswith("companion: game.txt: ") or str(file) in told.err
            assert games == before
    assert refused > COUNT // 4
    assert {path.name for path in tmp_path.iterdir()} == {"game.txt", "data"}


def test_facts(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    whole = b'{\n  "marrakesh facts": 1,\n  "river.length": 20,\n  "workshop.2.price": 1\n}\n'
    file = tmp_path / "facts.json"
    for content in _each_spoiled(whole, "facts"):
        file.write_bytes(content)
        data = tmp_path / "data"
        code = main(["games", "--data", str(data), "facts", "--import", str(file)])
        told = capsys.readouterr()
        if code != 0:
            assert code == 1
            assert told.err.count("\n") == 1
        try:
            facts_file.read(content.decode(errors="replace"))
        except RulesError as wrong:
            assert len(str(wrong)) < 400  # noqa: PT017 - either outcome is right, a long one is not


def test_journals(tmp_path: Path) -> None:
    """Entries that are sound for the store and nonsense for the game."""
    robot = Robot(3)
    with Store.open(tmp_path) as store:
        saved = saved_games.begin(store, OPTIONS)
        for _ in range(12):
            assert saved.game.pending is not None
            saved.game.answer(robot.answer(saved.game.pending))
        records = [entry.payload for entry in store.journal(saved.id)]
        whole = json.dumps(records).encode()
        for content in _each_spoiled(whole, "journal"):
            try:
                spoiled = json.loads(content.decode(errors="replace"))
            except (ValueError, RecursionError):
                continue
            listed = spoiled if isinstance(spoiled, list) else [spoiled]
            try:
                game = Game(OPTIONS, {}, listed)
            except BadJournal as bad:
                assert str(bad)  # noqa: PT017 - either outcome is right, a silent one is not
            else:
                assert game.misfit is None or game.misfit.reason
        store.append(saved.id, "do", ["no record of ours"])
        with pytest.raises(CannotTakeUp, match="cannot be read"):
            saved_games.take_up(store, saved.id)


def _jpeg(frame: np.ndarray[tuple[int, ...], np.dtype[np.uint8]], ending: str = ".jpg") -> bytes:
    return cv2.imencode(ending, frame)[1].tobytes()


@pytest.mark.parametrize("ending", [".jpg", ".png", ".webp", ".bmp"])
def test_photos(tmp_path: Path, ending: str) -> None:
    rng = np.random.default_rng(1)
    whole = _jpeg(rng.integers(0, 255, (60, 80, 3), np.uint8), ending)
    file = tmp_path / f"photo{ending}"
    _each_gives_a_sentence(file, whole, f"photo{ending}", lambda: read_photo(file), VisionError)


def test_calibrations(tmp_path: Path) -> None:
    file = tmp_path / "calibration.json"
    learn_simulated(SimulatedTower(seed=1)).save(file)
    whole = file.read_bytes()
    assert len(Profile.load(file).labels) == 12
    _each_gives_a_sentence(file, whole, "calibration", lambda: Profile.load(file), VisionError)


def test_photo_logs(tmp_path: Path) -> None:
    log = PhotoLogKeeper(tmp_path)
    for throw in range(4):
        log.keep(np.full((30, 40, 3), 90, np.uint8), None, confirmed={"red": throw})
    file = tmp_path / "log.jsonl"
    _each_gives_a_sentence(file, file.read_bytes(), "photo log", lambda: read_log(tmp_path), CalibrationError)


def _each_gives_a_sentence(
    file: Path, whole: bytes, kind: str, read: Callable[[], object], refusal: type[Exception]
) -> None:
    """Reading either works or is refused with a sentence; anything else fails the test by itself."""
    for content in _each_spoiled(whole, kind):
        file.write_bytes(content)
        before = _contents(file.parent)
        try:
            read()
        except refusal as error:
            assert 10 < len(str(error)) < 600  # noqa: PT017 - either outcome is right, a silent one is not
        assert _contents(file.parent) == before


def test_a_refusal_quotes_only_the_beginning_of_a_long_value(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "facts.json"
    file.write_text(json.dumps({"marrakesh facts": 1, "river rapids": "x" * 5000}))
    assert main(["games", "--data", str(tmp_path), "facts", "--import", str(file)]) == 1
    assert len(capsys.readouterr().err) < 200
