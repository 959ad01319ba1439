"""`companion replay` over the small photo log, as it is and with mistakes put into it."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from tests.calibration.commands import companion


def test_the_log_in_this_repository_is_counted_right(
    photo_folder: Path, calibration_file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ("replay", photo_folder / "play", "--calibration", calibration_file)
    assert companion(*words, "--json", "--min-exact", 99) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["photos"], told["exact"], told["confused"]) == (11, 11, 0)
    assert (told["hands"], told["hands_noticed"], told["false_hands"]) == (1, 1, 0)
    assert told["wrong_but_sure"] == 0
    assert set(told["lights"]) == {"studio", "evening", "daylight", "party", "drift", "dark"}


def test_single_photos_leave_the_twins_aside(
    photo_folder: Path, calibration_file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ("replay", photo_folder / "play", "--calibration", calibration_file)
    assert companion(*words, "--single", "--min-exact", 80) == 0
    assert "0 of 12 counted as flash pairs" in capsys.readouterr().out
    assert companion(*words) == 0
    assert "12 of 12 counted as flash pairs" in capsys.readouterr().out


@pytest.fixture
def small_log(photo_folder: Path, tmp_path: Path) -> Path:
    """The first three photos, to be tampered with; the calibration photos are found beside them."""
    play = tmp_path / "table" / "play"
    play.mkdir(parents=True)
    lines = (photo_folder / "play" / "log.jsonl").read_text().splitlines()[:3]
    for line in lines:
        name = json.loads(line)["image"]
        shutil.copy(photo_folder / "play" / name, play / name)
        shutil.copy(photo_folder / "play" / name.replace(".jpg", ".off.jpg"), play)
    (play / "log.jsonl").write_text("\n".join(lines) + "\n")
    return play


def change_first_line(log: Path, **changes: object) -> None:
    first, *rest = (log / "log.jsonl").read_text().splitlines()
    told = json.loads(first) | changes
    told.pop("pieces", None)
    (log / "log.jsonl").write_text("\n".join([json.dumps(told), *rest]) + "\n")


def test_the_calibration_photos_beside_the_log_are_used(
    small_log: Path, photo_folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert companion("replay", small_log) == 2
    assert "--calibration FILE" in capsys.readouterr().err
    shutil.copytree(photo_folder / "calibration", small_log.parent / "calibration")
    assert companion("replay", small_log.parent, "--min-exact", 100) == 0
    said = capsys.readouterr().out
    assert "3 of 3 photos exact (100.0 %)" in said
    assert "true \\ seen" in said


def test_a_wrong_photo_fails_the_bar_and_is_pictured(
    small_log: Path, calibration_file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    change_first_line(small_log, counts={"red": 1, "orange": 3, "brown": 1, "white": 1}, light="<b>odd</b>")
    page = tmp_path / "wrong.html"
    words = ("replay", small_log, "--calibration", calibration_file, "--html", page)
    assert companion(*words, "--min-exact", 90) == 1
    said = capsys.readouterr()
    assert "00_studio.jpg: red 2 instead of 1, orange 2 instead of 3 (sure)" in said.out
    assert "fewer than the 90 % asked for" in said.err
    html = page.read_text()
    assert html.count("data:image/jpeg;base64,") == 1
    assert "&lt;b&gt;odd&lt;/b&gt;" in html
    for outside in ("http", 'src="/', "<script", "<link"):
        assert outside not in html
    assert companion(*words, "--min-exact", 60) == 0


def test_files_that_are_no_photos_are_named_and_the_others_counted(
    small_log: Path, calibration_file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (small_log / "00_studio.jpg").write_bytes(b"no photo")
    with (small_log / "log.jsonl").open("a") as file:
        file.write('{"image": "gone.jpg", "counts": {"red": 1}}\nnonsense\n')
    assert companion("replay", small_log, "--calibration", calibration_file) == 1
    said = capsys.readouterr()
    assert "2 of 4 photos exact" in said.out
    for name in ("00_studio.jpg", "gone.jpg", "line 5: no JSON"):
        assert name in said.err
    assert "Traceback" not in said.err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("nowhere",), "there is no folder nowhere"),
        ((".",), "holds no log.jsonl"),
        ((".", "--min-exact", "140"), "from 0 to 100"),
    ],
)
def test_wrong_use(
    words: tuple[str, ...],
    said: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    assert companion("replay", *words) == 2
    assert said in capsys.readouterr().err


def test_a_spoilt_calibration_is_refused(
    small_log: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    spoilt = tmp_path / "spoilt.json"
    spoilt.write_text('{"format": "something else"}')
    assert companion("replay", small_log, "--calibration", spoilt) == 2
    assert "spoilt.json" in capsys.readouterr().err


def test_an_empty_log_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "log.jsonl").write_text("")
    assert companion("replay", tmp_path) == 1
    assert "no photos yet" in capsys.readouterr().err


def test_the_page_never_takes_the_place_of_the_log(
    small_log: Path, calibration_file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    log = small_log / "log.jsonl"
    before = log.read_bytes()
    assert companion("replay", small_log, "--calibration", calibration_file, "--html", log) == 2
    assert "would be written over" in capsys.readouterr().err
    assert log.read_bytes() == before


def test_half_a_sign_in_a_log_is_a_line_that_makes_no_sense(
    small_log: Path, calibration_file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with (small_log / "log.jsonl").open("a") as file:
        file.write('{"image": "\\ud800.jpg", "counts": {"red": 1}}\n')
    assert companion("replay", small_log, "--calibration", calibration_file) == 1
    assert "not in UTF-8" in capsys.readouterr().err
