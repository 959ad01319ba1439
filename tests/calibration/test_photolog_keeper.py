"""Keeping confirmed throws: in order, within the limit, through a pulled plug and a full disk."""

from __future__ import annotations

import json
import shutil
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from calibration.files import write_whole
from companion.photolog.log import PhotoLogKeeper, light_of
from companion.photolog.logs import read_log
from tests.calibration.commands import companion
from vision.observation import Observation
from vision.photo import Frame, read_photo


def noisy(seed: int, size: int = 64) -> Frame:
    """A frame that does not compress to nothing."""
    return np.random.default_rng(seed).integers(0, 256, (size, size, 3), dtype=np.uint8)


def plain(red: int, green: int, blue: int) -> Frame:
    return np.full((32, 32, 3), (blue, green, red), np.uint8)


def test_a_throw_is_kept_as_replay_reads_it(tmp_path: Path) -> None:
    keeper = PhotoLogKeeper(tmp_path / "photos")
    seen = Observation({"red": 1, "white": 2}, (), sure=False, hand=False)
    path = keeper.keep(
        noisy(1), noisy(2), confirmed={"red": 2, "white": 1}, counted=seen, light="warm", calibration="abc"
    )
    assert path is not None
    (line,) = read_log(tmp_path / "photos").lines
    assert (line.image, line.counts, line.counted) == (path, {"red": 2, "white": 1}, {"red": 1, "white": 2})
    assert (line.light, line.calibration, line.sequence) == ("warm", "abc", 1)
    photo = read_photo(path)
    assert photo.unlit is not None
    assert photo.frame.shape == (64, 64, 3)


def test_numbers_go_on_after_a_restart(tmp_path: Path) -> None:
    for number in range(1, 4):
        keeper = PhotoLogKeeper(tmp_path)
        assert keeper.keep(noisy(number), None, confirmed={"red": number}) == tmp_path / f"{number:06d}.jpg"
    assert [line.sequence for line in read_log(tmp_path).lines] == [1, 2, 3]


def test_the_oldest_throws_make_room(tmp_path: Path) -> None:
    keeper = PhotoLogKeeper(tmp_path, limit_mb=0.1)
    for number in range(40):
        keeper.keep(noisy(number), noisy(100 + number), confirmed={"red": 1})
        assert sum(path.stat().st_size for path in tmp_path.iterdir()) <= 100_000
    lines = read_log(tmp_path).lines
    assert 3 <= len(lines) < 40
    assert [line.sequence for line in lines] == list(range(41 - len(lines), 41))
    assert all(line.image.exists() for line in lines)
    assert len(list(tmp_path.iterdir())) == 2 * len(lines) + 1


def test_trimming_leaves_other_files_alone(tmp_path: Path) -> None:
    keeper = PhotoLogKeeper(tmp_path)
    keeper.keep(noisy(1), None, confirmed={"red": 1})
    (tmp_path / "holiday.jpg").write_bytes(b"x" * 5000)
    (tmp_path / "20260315.jpg").write_bytes(b"a telephone's picture")
    (tmp_path / "000077.jpg").write_bytes(b"somebody else's seventy-seventh picture")
    (tmp_path / "000002.jpg").write_bytes(b"a photo whose line was never written")
    (tmp_path / ".000003.jpg.abc.part").write_bytes(b"half a photo")
    done = PhotoLogKeeper(tmp_path, limit_mb=0).trim()
    assert (done.throws, done.left_over) == (1, 1)
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "000077.jpg",
        "20260315.jpg",
        "holiday.jpg",
        "log.jsonl",
    ]


@pytest.mark.parametrize("harm", ["a flipped byte", "an empty log", "no log"])
def test_where_the_log_has_suffered_no_photo_is_swept_up(tmp_path: Path, harm: str) -> None:
    keeper = PhotoLogKeeper(tmp_path)
    for number in range(3):
        keeper.keep(noisy(number), None, confirmed={"red": 1})
    log = tmp_path / "log.jsonl"
    lines = log.read_bytes().splitlines(keepends=True)
    if harm == "a flipped byte":
        log.write_bytes(lines[0] + b"[" + lines[1][1:] + lines[2])
    elif harm == "an empty log":
        log.write_bytes(b"")
    else:
        log.unlink()
    done = PhotoLogKeeper(tmp_path).trim()
    assert (done.throws, done.left_over) == (0, 0)
    assert len(list(tmp_path.glob("*.jpg"))) == 3


def test_making_room_keeps_lines_that_make_no_sense(tmp_path: Path) -> None:
    keeper = PhotoLogKeeper(tmp_path)
    for number in range(3):
        keeper.keep(noisy(number), None, confirmed={"red": 1})
    log = tmp_path / "log.jsonl"
    lines = log.read_bytes().splitlines(keepends=True)
    log.write_bytes(lines[0] + b"[" + lines[1][1:] + lines[2])
    assert PhotoLogKeeper(tmp_path, limit_mb=0).trim().throws == 2
    assert log.read_bytes() == b"[" + lines[1][1:]
    assert (tmp_path / "000002.jpg").exists()


@pytest.mark.parametrize("cut", range(1, 60, 7))
def test_a_torn_last_line_costs_only_itself(tmp_path: Path, cut: int) -> None:
    keeper = PhotoLogKeeper(tmp_path)
    keeper.keep(noisy(1), None, confirmed={"red": 1})
    keeper.keep(noisy(2), None, confirmed={"red": 2})
    path = tmp_path / "log.jsonl"
    path.write_bytes(path.read_bytes()[:-cut])
    log = read_log(tmp_path)
    assert not log.problems
    assert log.lines[0].sequence == 1
    again = PhotoLogKeeper(tmp_path)
    assert again.keep(noisy(3), None, confirmed={"red": 3}) == tmp_path / "000003.jpg"
    assert [line.sequence for line in read_log(tmp_path).lines] == [1, 3]


def test_the_line_is_written_after_the_photo(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    written: list[str] = []

    def pull_the_plug_at_the_twin(path: Path, content: bytes) -> None:
        written.append(path.name)
        if path.name.endswith(".off.jpg"):
            raise OSError(28, "No space left on device")
        write_whole(path, content)

    monkeypatch.setattr("companion.photolog.log.write_whole", pull_the_plug_at_the_twin)
    keeper = PhotoLogKeeper(tmp_path)
    assert keeper.keep(noisy(1), noisy(2), confirmed={"red": 1}) is None
    assert "not kept" in keeper.problem
    assert written == ["000001.jpg", "000001.off.jpg"]
    assert list(tmp_path.iterdir()) == [], "a photo without its twin takes the room of nobody"
    monkeypatch.undo()
    assert keeper.keep(noisy(1), noisy(2), confirmed={"red": 1}) == tmp_path / "000001.jpg"
    assert keeper.problem == ""


@pytest.mark.parametrize("written", [False, True])
def test_photos_whose_line_does_not_fit_go_but_never_those_of_a_line(
    written: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    append = PhotoLogKeeper._append

    def full(keeper: PhotoLogKeeper, line: bytes) -> int:
        append(keeper, line if written else line[:20])
        raise OSError(28, "No space left on device")

    keeper = PhotoLogKeeper(tmp_path)
    keeper.keep(noisy(1), noisy(2), confirmed={"red": 1})
    monkeypatch.setattr(PhotoLogKeeper, "_append", full)
    assert keeper.keep(noisy(3), noisy(4), confirmed={"red": 1}) is None
    kept = {line.image.name for line in read_log(tmp_path).lines}
    photos = {path.name for path in tmp_path.glob("*.jpg") if not path.name.endswith(".off.jpg")}
    assert photos == kept == ({"000001.jpg", "000002.jpg"} if written else {"000001.jpg"})


def test_the_disks_last_room_is_left_to_the_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    keeper = PhotoLogKeeper(tmp_path)
    keeper.keep(noisy(1), None, confirmed={"red": 1})
    before = {path: path.read_bytes() for path in tmp_path.iterdir()}
    usage = shutil.disk_usage(tmp_path)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: usage._replace(free=29_000_000))
    assert keeper.keep(noisy(2), None, confirmed={"red": 1}) is None
    assert "No space left" in keeper.problem
    assert {path: path.read_bytes() for path in tmp_path.iterdir()} == before, "what is kept stays"
    monkeypatch.setattr(shutil, "disk_usage", lambda _: usage._replace(free=31_000_000))
    assert keeper.keep(noisy(2), None, confirmed={"red": 1}) is not None


def test_switched_off_it_writes_nothing(tmp_path: Path) -> None:
    for keeper in (PhotoLogKeeper(tmp_path / "a", on=False), PhotoLogKeeper(tmp_path / "a", limit_mb=0)):
        assert keeper.keep(noisy(1), None, confirmed={"red": 1}) is None
    assert not (tmp_path / "a").exists()
    assert PhotoLogKeeper(tmp_path / "a").trim().kept_bytes == 0


def test_a_correction_replaces_the_earlier_line(tmp_path: Path) -> None:
    keeper = PhotoLogKeeper(tmp_path)
    keeper.keep(noisy(1), None, confirmed={"red": 1})
    with (tmp_path / "log.jsonl").open("a") as file:
        file.write(json.dumps({"image": "000001.jpg", "counts": {"red": 5}}) + "\n")
    assert [dict(line.counts) for line in read_log(tmp_path).lines] == [{"red": 5}]
    assert PhotoLogKeeper(tmp_path, limit_mb=0).trim().throws == 1


def test_corrected_throws_make_room_too(tmp_path: Path) -> None:
    keeper = PhotoLogKeeper(tmp_path)
    for number in range(1, 9):
        keeper.keep(noisy(number), None, confirmed={"red": 1})
        with (tmp_path / "log.jsonl").open("a") as file:
            file.write(json.dumps({"image": f"{number:06d}.jpg", "counts": {"red": 2}}) + "\n")
    limit_mb = sum(path.stat().st_size for path in tmp_path.iterdir()) / 2_000_000
    trimmed = PhotoLogKeeper(tmp_path, limit_mb=limit_mb).trim()
    assert 0 < trimmed.kept_bytes <= limit_mb * 1_000_000


def test_the_room_light_gets_a_word() -> None:
    assert light_of(None) == "unknown"
    assert light_of(plain(4, 4, 4)) == "dark"
    assert light_of(plain(150, 110, 70)) == "warm"
    assert light_of(plain(90, 110, 160)) == "cool"
    assert light_of(plain(120, 120, 120)) == "neutral"


@settings(max_examples=40)
@given(garbage=st.binary(max_size=300))
def test_a_spoilt_log_never_stops_the_keeper(
    garbage: bytes, tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder = tmp_path_factory.mktemp("log")
    (folder / "log.jsonl").write_bytes(garbage)
    keeper = PhotoLogKeeper(folder, limit_mb=1)
    assert keeper.keep(noisy(1, 24), None, confirmed={"red": 1}) is not None
    assert read_log(folder).lines[-1].counts == {"red": 1}
    keeper.trim()
    assert read_log(folder).lines[-1].counts == {"red": 1}


def test_the_command_lists_and_trims(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert companion("photolog", "list", "--data", tmp_path) == 0
    assert "0 throws" in capsys.readouterr().out
    keeper = PhotoLogKeeper(tmp_path / "photos")
    seen = Observation({"red": 1}, (), sure=True, hand=False)
    for number in range(3):
        keeper.keep(noisy(number), None, confirmed={"red": number}, counted=seen, light="warm")
    assert companion("photolog", "list", "--data", tmp_path) == 0
    first, second, *_ = capsys.readouterr().out.splitlines()
    assert first == "000001.jpg  photo  warm  nothing  (corrected)"
    assert second == "000002.jpg  photo  warm  1 red"
    assert companion("photolog", "trim", "--data", tmp_path, "--limit-mb", "0.013", "--json") == 0
    assert json.loads(capsys.readouterr().out)["throws"] > 0
    assert [line.sequence for line in read_log(tmp_path / "photos").lines] in ([3], [2, 3])
    assert companion("photolog", "trim", "--data", tmp_path, "--limit-mb", "-1") == 2


def test_a_file_in_the_log_s_place_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "photos").write_text("in the way")
    assert companion("photolog", "list", "--data", tmp_path) == 2
    assert "move that file away" in capsys.readouterr().err


def test_throws_kept_from_many_threads_lose_nothing(tmp_path: Path) -> None:
    def keep(number: int) -> None:
        PhotoLogKeeper(tmp_path).keep(noisy(number, 24), None, confirmed={"red": number})
        PhotoLogKeeper(tmp_path).trim()

    with ThreadPoolExecutor(4) as threads:
        list(threads.map(keep, range(12)))
    lines = read_log(tmp_path).lines
    assert [line.sequence for line in lines] == list(range(1, 13))
    assert {line.counts["red"] for line in lines} == set(range(12))


def test_listing_names_the_lines_that_make_no_sense(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    keeper = PhotoLogKeeper(tmp_path / "photos")
    keeper.keep(noisy(1), None, confirmed={"red": 1})
    with (tmp_path / "photos" / "log.jsonl").open("a") as file:
        file.write("[]\n")
    assert companion("photolog", "list", "--data", tmp_path) == 1
    told = capsys.readouterr()
    assert "1 throw in" in told.out
    assert "line 2" in told.err


def test_lines_by_somebody_else_cost_neither_the_log_nor_a_folder(tmp_path: Path) -> None:
    names = ("log.jsonl", "evening", "000001.jpg", "000002.jpg")
    (tmp_path / "evening").mkdir()
    for name in names[2:]:
        (tmp_path / name).write_bytes(b"x" * 700_000)
    lines = [json.dumps({"image": name, "counts": {"red": 1}}) for name in names]
    (tmp_path / "log.jsonl").write_text("\n".join(lines) + "\n")
    PhotoLogKeeper(tmp_path, limit_mb=1).trim()
    assert [path.name for path in sorted(tmp_path.iterdir())] == ["000002.jpg", "evening", "log.jsonl"]
    assert (tmp_path / "log.jsonl").read_text().splitlines() == [lines[0], lines[3]]
