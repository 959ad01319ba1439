"""`companion calibrate --only`: one colour goes into an existing file, if its photos belong there."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest

from calibration.calibrate import Calibration
from calibration.same_table import KnownTable
from hardware.clock import HandWoundClock
from hardware.simulated import SimulatedTower
from tests.calibration.commands import companion
from tests.photos.make import SIZE, save
from vision.photo import Frame, read_photo
from vision.profile import Profile
from vision.rectify import Lens, View

ANOTHER_TABLE = 1


@pytest.fixture
def file(calibration_file: Path, tmp_path: Path) -> Path:
    """A calibration of all colours, its camera's settings among them."""
    path = tmp_path / "calibration.json"
    Profile.load(calibration_file).with_camera({"exposure_microseconds": 8000}).save(path)
    return path


@pytest.fixture
def folder(photo_folder: Path, tmp_path: Path) -> Path:
    """The empty tray and three red pieces, pairs, to be spoilt."""
    copy = tmp_path / "photos"
    copy.mkdir()
    for name in ("empty.jpg", "empty.off.jpg", "red.jpg", "red.off.jpg"):
        shutil.copy(photo_folder / "calibration" / name, copy / name)
    return copy


def change(folder: Path, names: str, how: Callable[[Frame], Frame]) -> None:
    for path in folder.glob(names):
        frame = cv2.imread(str(path))
        assert frame is not None
        cv2.imwrite(str(path), how(np.asarray(frame, np.uint8)))


def mirrored(frame: Frame) -> Frame:
    return np.ascontiguousarray(frame[:, ::-1])


def at_another_table(folder: Path, *labels: str) -> None:
    tower = SimulatedTower(seed=ANOTHER_TABLE, room="studio", clock=HandWoundClock(), full_size=SIZE)
    photos = tower.calibration_photos()
    for label in labels:
        save(photos[label], folder / f"{label}.jpg")


def again(folder: Path, file: Path, *more: str) -> int:
    return companion("calibrate", "--photos", folder, "--out", file, "--only", "red", *more)


def refused(folder: Path, file: Path, capsys: pytest.CaptureFixture[str]) -> str:
    before = file.read_bytes()
    assert again(folder, file) == 1
    assert file.read_bytes() == before
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    return said


def test_photos_of_the_same_table_are_taken_and_the_camera_stays_locked(folder: Path, file: Path) -> None:
    before = Profile.load(file)
    change(folder, "red*.jpg", lambda frame: np.asarray(cv2.convertScaleAbs(frame, alpha=0.9), np.uint8))
    assert again(folder, file) == 0
    after = Profile.load(file)
    assert after.camera == {"exposure_microseconds": 8000}
    assert not np.array_equal(after.looks["red"].paired, before.looks["red"].paired)
    assert np.array_equal(after.looks["green"].paired, before.looks["green"].paired)


def test_photos_of_another_table_are_refused(
    folder: Path, file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    at_another_table(folder, "empty", "red")
    said = refused(folder, file, capsys)
    assert "empty.jpg does not show the tray of this calibration; take it at the same table" in said


def test_a_colour_of_another_table_is_refused_beside_the_right_empty_tray(
    folder: Path, file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    at_another_table(folder, "red")
    assert "red.jpg does not show the tray of this calibration" in refused(folder, file, capsys)


def test_a_camera_on_the_other_side_is_refused(
    folder: Path, file: Path, calibrated: Calibration, capsys: pytest.CaptureFixture[str]
) -> None:
    """From above the floor is one colour, and neither tower nor ring shows in it."""
    place = calibrated.profile.place
    assert place.corners is not None
    view = View.from_markers(place.corners, Lens(place.picture_size, place.lens_bend), place.tray_mm)
    assert view is not None
    half = np.array(place.tray_mm) / 2
    window = view.to_picture(np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * half).astype(np.int32)

    def from_above(frame: Frame) -> Frame:
        level = int(np.median(frame))
        seen = cv2.fillPoly(frame.copy(), [window], (level, level, level))
        return np.asarray(
            cv2.circle(seen, tuple(window.mean(axis=0).astype(int).tolist()), 18, (0, 0, 90), -1)
        )

    change(folder, "empty*.jpg", from_above)
    change(folder, "red*.jpg", from_above)
    assert "empty.jpg does not show the tray of this calibration" in refused(folder, file, capsys)


def test_a_camera_of_another_size_is_refused(
    folder: Path, file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    change(folder, "*.jpg", lambda frame: np.asarray(cv2.resize(frame, (800, 600)), np.uint8))
    said = refused(folder, file, capsys)
    assert "empty.jpg has 800 × 600 pixels, the calibration 640 × 480; take it with" in said


def test_a_mirrored_colour_is_refused(folder: Path, file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    change(folder, "red*.jpg", mirrored)
    assert "red.jpg is mirrored" in refused(folder, file, capsys)


def test_photos_without_the_frame_are_refused(
    folder: Path, file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """They would be learned without the paper's white, and no other colour was."""

    def covered(frame: Frame) -> Frame:
        for rows in (np.s_[:100], np.s_[-100:]):
            frame[rows, :110] = frame[rows, -110:] = 128
        return frame

    change(folder, "*.jpg", covered)
    assert "empty.jpg does not show all four markers" in refused(folder, file, capsys)


def test_a_region_has_no_place_in_a_file_made_with_the_frame(
    folder: Path, file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = file.read_bytes()
    assert again(folder, file, "--region", "10,10,300,200") == 2
    assert "leave --region out" in capsys.readouterr().err
    assert file.read_bytes() == before


def test_a_file_made_without_the_frame_stays_without(
    photo_folder: Path, folder: Path, tmp_path: Path
) -> None:
    """Its colours are not held against white paper, so the new one is not either."""
    file, region = tmp_path / "plain.json", "100,80,440,320"
    for name in ("green.jpg", "green.off.jpg"):
        shutil.copy(photo_folder / "calibration" / name, folder / name)
    words = ("calibrate", "--photos", folder, "--out", file, "--set", "few=red,green")
    assert companion(*words, "--region", region) == 0
    before = json.loads(file.read_text())
    assert again(folder, file) == 0
    after = json.loads(file.read_text())
    assert after["looks"]["green"] == before["looks"]["green"]
    first, second = (
        np.array(" ".join(told["looks"]["red"]["alone"]).split(), float).reshape(-1, 3)
        for told in (before, after)
    )
    assert np.abs(np.median(second, axis=0) - np.median(first, axis=0)).max() < 5


@pytest.mark.parametrize(
    ("alike", "photo", "strange"),
    [(0.5, "red", False), (0.3, "empty", False), (0.3, "red", True), (0.2, "empty", True)],
)
def test_where_the_pattern_leaves_a_doubt_what_is_counted_there_decides(
    alike: float,
    photo: str,
    strange: bool,
    file: Path,
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(KnownTable, "likeness", lambda _self, _photo: alike)
    table = KnownTable(Profile.load(file))
    assert table.strange_when_empty(read_photo(folder / f"{photo}.jpg")) == strange
