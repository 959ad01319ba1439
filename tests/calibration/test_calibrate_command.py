"""`companion calibrate` from photos: what it writes, what it refuses, and that a refusal changes nothing."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.calibration.commands import companion
from vision.photo import Frame, read_photo
from vision.profile import Profile

FEW = "few=red,green,white"


def test_twelve_keshis_from_their_photos(
    photo_folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out, report = tmp_path / "calibration.json", tmp_path / "colours.png"
    words = ("calibrate", "--photos", photo_folder / "calibration", "--out", out, "--report", report)
    assert companion(*words, "--json") == 0
    told = json.loads(capsys.readouterr().out)
    assert len(told["labels"]) == 12
    assert told["pieces"] == dict.fromkeys(told["labels"], 3)
    assert told["warnings"] == []
    assert told["id"] == Profile.load(out).id
    picture = cv2.imread(str(report))
    assert picture is not None
    assert picture.shape[1] > 1000


def test_the_verdict_in_words(folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert companion("calibrate", "--photos", folder, "--out", tmp_path / "few.json", "--set", FEW) == 0
    said = capsys.readouterr().out
    assert "3 of the few learned from 9 pieces" in said
    assert "no two are too close" in said
    assert Profile.load(tmp_path / "few.json").labels == ("red", "green", "white")


def put(folder: Path, label: str, change: Callable[[Frame], Frame]) -> None:
    """Spoil a photo and its twin in the same way."""
    for name in (f"{label}.jpg", f"{label}.off.jpg"):
        frame = cv2.imread(str(folder / name))
        assert frame is not None
        cv2.imwrite(str(folder / name), change(np.asarray(frame, np.uint8)))


def shown_instead(folder: Path, label: str, other: str) -> None:
    for ending in (".jpg", ".off.jpg"):
        shutil.copy(folder / f"{other}{ending}", folder / f"{label}{ending}")


def blur(frame: Frame) -> Frame:
    return np.asarray(cv2.GaussianBlur(frame, (0, 0), 5), np.uint8)


SPOILERS: dict[str, tuple[Callable[[Path], object], str]] = {
    "the same colour twice": (lambda f: shown_instead(f, "red", "green"), "same colour"),
    "no pieces": (lambda f: shown_instead(f, "red", "empty"), "red.jpg"),
    "too dark": (lambda f: put(f, "red", lambda frame: frame // 6), "red.jpg is too dark"),
    "blurred": (lambda f: put(f, "red", blur), "red.jpg is blurred"),
    "another size": (lambda f: put(f, "red", lambda frame: frame[::2, ::2]), "red.jpg has 320 × 240 pixels"),
    "a missing colour": (lambda f: (f / "white.jpg").unlink(), "lacks white.jpg"),
    "a missing twin": (lambda f: (f / "white.off.jpg").unlink(), "white.jpg has no unlit twin"),
    "no photo at all": (lambda f: (f / "red.jpg").write_bytes(b"GIF89a, hardly"), "red.jpg"),
    "half a photo": (lambda f: (f / "red.jpg").write_bytes((f / "red.jpg").read_bytes()[:300]), "red.jpg"),
}


@pytest.mark.parametrize("what", SPOILERS)
def test_a_photo_that_cannot_work_is_named_and_nothing_changes(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], what: str
) -> None:
    spoil, said = SPOILERS[what]
    spoil(folder)
    out = tmp_path / "few.json"
    out.write_text("the calibration from before")
    report = tmp_path / "few.png"
    words = ("calibrate", "--photos", folder, "--out", out, "--set", FEW, "--report", report)
    assert companion(*words) == 1
    assert said in capsys.readouterr().err
    assert out.read_text() == "the calibration from before"
    assert not report.exists()


def test_a_hand_in_a_calibration_photo_is_refused(
    folder: Path, photo_folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for ending in (".jpg", ".off.jpg"):
        shutil.copy(photo_folder / "play" / f"11_dark_hand{ending}", folder / f"red{ending}")
    assert companion("calibrate", "--photos", folder, "--out", tmp_path / "few.json", "--set", FEW) == 1
    assert "red.jpg" in capsys.readouterr().err
    assert not (tmp_path / "few.json").exists()


def test_one_colour_is_recalibrated_alone(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "few.json"
    assert companion("calibrate", "--photos", folder, "--out", out, "--set", FEW) == 0
    before = Profile.load(out)
    again = tmp_path / "again"
    again.mkdir()
    for path in folder.glob("empty*"):
        shutil.copy(path, again / path.name)
    brighter = cv2.convertScaleAbs(read_photo(folder / "red.jpg").frame, alpha=1.06)
    cv2.imwrite(str(again / "red.jpg"), brighter)
    shutil.copy(folder / "red.off.jpg", again / "red.off.jpg")
    assert companion("calibrate", "--photos", again, "--out", out, "--only", "red") == 0
    after = Profile.load(out)
    assert after.labels == before.labels
    assert not np.array_equal(after.looks["red"].paired, before.looks["red"].paired)
    assert np.array_equal(after.looks["green"].paired, before.looks["green"].paired)
    shutil.copy(folder / "green.jpg", again / "red.jpg")
    shutil.copy(folder / "green.off.jpg", again / "red.off.jpg")
    assert companion("calibrate", "--photos", again, "--out", out, "--only", "red") == 1
    assert "red.jpg seems to show green pieces" in capsys.readouterr().err
    assert Profile.load(out).id == after.id
    assert companion("calibrate", "--photos", again, "--out", out, "--only", "blue") == 2
    assert "it knows red, green, white" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ((), "companion play"),
        (("--photos", "."), "--out FILE"),
        (("--photos", "nowhere", "--out", "x.json"), "no folder nowhere"),
        (("--photos", ".", "--out", "x.json", "--set", "nothing"), "no set “nothing”"),
        (("--photos", ".", "--refine", ".", "--out", "x.json"), "two different ways"),
    ],
)
def test_wrong_use_is_told_in_a_sentence(
    words: tuple[str, ...],
    said: str,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    assert companion("calibrate", *words) == 2
    assert said in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("region", ["1,2,3", "a,b,c,d", "-5,0,100,100", "0,0,9999,100", "10,10,5,5"])
def test_a_region_outside_the_picture_is_refused(
    folder: Path, tmp_path: Path, region: str, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ("calibrate", "--photos", folder, "--out", tmp_path / "x.json", "--set", FEW)
    assert companion(*words, f"--region={region}") == 2
    assert "region" in capsys.readouterr().err
