"""`companion count`: a line a photo, also for files that are none."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import cv2
import pytest

from tests.calibration.commands import companion
from vision.photo import read_photo


def test_a_pair_a_single_and_a_file_that_is_no_photo(
    photo_folder: Path, calibration_file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    truth = json.loads((photo_folder / "play" / "log.jsonl").read_text().splitlines()[0])
    pair = photo_folder / "play" / truth["image"]
    alone = tmp_path / "alone.png"
    cv2.imwrite(str(alone), read_photo(pair).frame)
    nothing = tmp_path / "notes.jpg"
    nothing.write_text("no photo")
    missing = tmp_path / "missing.jpg"
    overlays = tmp_path / "seen"
    overlays.mkdir()
    words = ("count", "--calibration", calibration_file, "--overlay", overlays)
    # a shell's *.jpg brings the twin along: it is no photo of its own
    assert companion(*words, pair, pair.with_suffix(".off.jpg"), nothing, missing, alone) == 1
    first, second, third, last = map(json.loads, capsys.readouterr().out.splitlines())
    assert first["counts"] == truth["counts"]
    assert first["total"] == sum(truth["counts"].values()) == len(first["pieces"])
    assert first["hand"] is False
    for piece in first["pieces"]:
        near = [p for p in truth["pieces"] if abs(p["x"] - piece["x"]) < 15 and abs(p["y"] - piece["y"]) < 15]
        assert [p["color"] for p in near] == [piece["color"]]
    assert set(second) == set(third) == {"image", "error"}
    assert third["image"] == str(missing)
    assert len(last["counts"]) == 12
    assert sorted(path.name for path in overlays.iterdir()) == ["00_studio.png", "alone.png"]


def test_without_a_calibration_it_says_what_to_do(
    photo_folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    photo = photo_folder / "play" / "00_studio.jpg"
    assert companion("count", photo) == 2
    assert companion("count", "--calibration", tmp_path / "none.json", photo) == 2
    assert "companion calibrate" in capsys.readouterr().err
    assert (
        companion("count", "--calibration", tmp_path / "none.json", "--overlay", tmp_path / "none", photo)
        == 2
    )


def test_an_overlay_never_takes_the_place_of_a_photo(
    photo_folder: Path, calibration_file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    photo, other = tmp_path / "throw.png", tmp_path / "other" / "throw.jpg"
    other.parent.mkdir()
    cv2.imwrite(str(photo), read_photo(photo_folder / "play" / "00_studio.jpg").frame)
    other.write_bytes((photo_folder / "play" / "00_studio.jpg").read_bytes())
    before = photo.read_bytes()
    words = ("count", "--calibration", calibration_file, "--overlay")
    assert companion(*words, tmp_path, photo) == 2
    assert "would be written over" in capsys.readouterr().err
    assert photo.read_bytes() == before
    seen = tmp_path / "seen"
    seen.mkdir()
    assert companion(*words, seen, photo, other) == 2
    assert "the same name" in capsys.readouterr().err
    assert list(seen.iterdir()) == []


def test_what_has_no_name_or_no_end_costs_only_its_own_line(
    photo_folder: Path, calibration_file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pipe = tmp_path / "pipe.jpg"
    os.mkfifo(pipe)
    long = tmp_path / f"{'x' * 250}.jpg"
    long.write_bytes((photo_folder / "play" / "00_studio.jpg").read_bytes())
    assert companion("count", "--calibration", calibration_file, ".", "/", pipe, "/dev/zero", long) == 1
    *wrong, right = map(json.loads, capsys.readouterr().out.splitlines())
    assert ["error" in line for line in wrong] == [True] * 4
    assert "counts" in right


@pytest.mark.parametrize("closed", [">&-", "2>&-", "0>&- >&- 2>&-"])
def test_a_closed_output_costs_only_what_would_have_been_said(
    closed: str, tmp_path: Path, calibration_file: Path, photo_folder: Path
) -> None:
    out = tmp_path / "seen"
    out.mkdir()
    photo = photo_folder / "calibration" / "empty.jpg"
    words = [
        "-m",
        "companion",
        "count",
        "--calibration",
        str(calibration_file),
        "--overlay",
        str(out),
        str(photo),
    ]
    done = subprocess.run(
        ["sh", "-c", f'exec "$@" {closed}', "sh", sys.executable, *words],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert (out / "empty.png").read_bytes().startswith(b"\x89PNG")
