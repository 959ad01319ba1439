"""Calibrating from one throw: the pieces are guessed, put right by name, and learned."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from calibration.errors import CalibrationError
from calibration.folder import CalibrationPhotos
from calibration.learn import KnownTray, tray_of
from calibration.naming import likeliest_names
from calibration.quick import NO_PIECE, learned_from, missing, seen_in
from calibration.sets import KESHIS, NAMED_COLOURS_LAB
from hardware.clock import HandWoundClock
from hardware.simulated import SimulatedTower
from tests.calibration.commands import companion, empty_of
from tests.photos.make import SEED, SIZE
from vision.count import TrayCounter
from vision.photo import Photo
from vision.profile import Profile

TYPICAL = {label: np.array(lab, float) for label, lab in NAMED_COLOURS_LAB.items()}


@pytest.fixture
def tower() -> SimulatedTower:
    return SimulatedTower(seed=SEED, room="studio", clock=HandWoundClock(), full_size=SIZE)


@pytest.fixture(scope="module")
def tray(keshi_photos: CalibrationPhotos) -> KnownTray:
    return tray_of([], empty=empty_of(keshi_photos))


def tossed(tower: SimulatedTower, colours: dict[str, int]) -> Photo:
    with tower:
        tower.clear()
        tower.place(colours)
        pair = tower.capture()
    return Photo(pair.lit, pair.unlit, "throw")


def test_one_throw_of_all_colours_teaches_all_of_them(tray: KnownTray, tower: SimulatedTower) -> None:
    photo = tossed(tower, dict.fromkeys(KESHIS.labels, 1))
    throw = seen_in(photo, tray, KESHIS.labels)
    assert sorted(throw.names) == sorted(KESHIS.labels)
    done = learned_from([throw], tray, KESHIS)
    assert done.verdict.good
    assert done.profile.labels == KESHIS.labels
    counter = TrayCounter(done.profile)
    another = tossed(tower, {"red": 2, "white": 1, "black": 2, "yellow": 1})
    for unlit in (another.unlit, None):
        counts = counter.count(another.frame, unlit).counts
        assert {label: n for label, n in counts.items() if n} == {
            "red": 2,
            "white": 1,
            "black": 2,
            "yellow": 1,
        }


def test_a_wrong_name_is_put_right_and_what_is_no_piece_teaches_nothing(
    tray: KnownTray, tower: SimulatedTower
) -> None:
    throw = seen_in(tossed(tower, {"red": 1, "white": 1, "green": 1}), tray, KESHIS.labels)
    red = throw.names.index("red")
    assert throw.renamed(red, "orange").names[red] == "orange"
    assert missing([throw.renamed(red, NO_PIECE)], ("red", "white", "green")) == ["red"]


def test_a_colour_that_was_not_thrown_is_asked_for(tray: KnownTray, tower: SimulatedTower) -> None:
    most = dict.fromkeys(KESHIS.labels[:-1], 1)
    first = seen_in(tossed(tower, most), tray, KESHIS.labels)
    with pytest.raises(CalibrationError, match=r"^no piece was named orange; toss one"):
        learned_from([first], tray, KESHIS)
    second = seen_in(tossed(tower, {"orange": 2}), tray, KESHIS.labels, [first])
    assert second.names == ("orange", "orange")
    assert learned_from([first, second], tray, KESHIS).verdict.good


def test_two_names_for_one_colour_are_noticed(tray: KnownTray, tower: SimulatedTower) -> None:
    few = replace(KESHIS, labels=("red", "white", "green"))
    throw = seen_in(tossed(tower, {"red": 2, "white": 1}), tray, few.labels)
    wrong = throw.renamed(throw.names.index("red"), "green")
    (problem,) = learned_from([wrong], tray, few).verdict.refused
    assert problem.code == "named_alike"
    assert {str(problem.params["label"]), str(problem.params["other"])} == {"red", "green"}


def test_an_empty_throw_is_no_throw(tray: KnownTray, keshi_photos: CalibrationPhotos) -> None:
    with pytest.raises(CalibrationError, match="shows no pieces; toss all colours"):
        seen_in(replace(empty_of(keshi_photos), name="throw.jpg"), tray, KESHIS.labels)


def test_twelve_pieces_are_named_together() -> None:
    """A dark room moves every colour; nearest alone, two would have one name."""
    names = list(TYPICAL)
    moved = [TYPICAL[name] for name in names]
    moved[names.index("orange")] = TYPICAL["orange"] * 0.45 + TYPICAL["red"] * 0.55
    assert likeliest_names(moved, TYPICAL) == names


def test_twelve_pieces_that_are_not_all_different_are_named_one_by_one() -> None:
    names = [*list(TYPICAL)[:-1], "white"]
    assert likeliest_names([TYPICAL[name] for name in names], TYPICAL) == names


def written(folder: Path, photo: Photo, name: str) -> None:
    cv2.imwrite(str(folder / f"{name}.jpg"), photo.frame, [cv2.IMWRITE_JPEG_QUALITY, 95])
    assert photo.unlit is not None
    cv2.imwrite(str(folder / f"{name}.off.jpg"), photo.unlit, [cv2.IMWRITE_JPEG_QUALITY, 95])


def test_the_command_learns_from_a_toss_and_is_told_what_it_named_wrongly(
    keshi_photos: CalibrationPhotos,
    tower: SimulatedTower,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    out = tmp_path / "quick.json"
    quick = ("calibrate", "--photos", tmp_path, "--out", out, "--quick")
    written(tmp_path, empty_of(keshi_photos), "empty")
    assert companion(*quick) == 1
    assert "lacks throw.jpg; take a photo of all colours tossed into the tray" in capsys.readouterr().err
    written(tmp_path, tossed(tower, dict.fromkeys(KESHIS.labels, 1)), "throw")
    assert companion(*quick, "--json") == 0
    told = json.loads(capsys.readouterr().out)
    assert sorted(piece["color"] for piece in told["named"]) == sorted(KESHIS.labels)
    assert Profile.load(out).labels == KESHIS.labels
    red = next(piece["number"] for piece in told["named"] if piece["color"] == "red")
    assert companion(*quick, "--name", f"{red}=none") == 1
    err = capsys.readouterr().err
    assert "no piece is named red; put names right with --name" in err
    assert "throw-2.jpg" in err
    for wrong in ("99=red", "1=crimson", "red"):
        assert companion(*quick, "--name", wrong) == 2
    assert companion(*quick, "--set", "cubes=amber,jade") == 2
    assert companion(*quick, "--only", "red") == 2
