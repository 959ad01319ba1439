"""Trays with walls, deep shadows, pieces of two colours and pictures of hardly more than one piece."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from calibration.bare_table import bare_table, rims_of_table
from calibration.calibrate import calibrate
from calibration.folder import CalibrationPhotos
from calibration.learn import learn
from calibration.sets import PieceSet
from vision.count import TrayCounter
from vision.observation import Observation
from vision.photo import Frame, Photo

CLOTH, WALL = (70, 120, 60), (205, 215, 220)
RED, BLUE, BLACK, WHITE = (35, 30, 185), (170, 80, 30), (32, 32, 34), (228, 230, 232)
SPOTS = {"red": [(150, 130), (300, 250)], "blue": [(345, 120), (220, 190), (140, 270)]}
COLOURS = {"red": RED, "blue": BLUE, "black": BLACK}
RADIUS = 17


def cloth() -> Frame:
    noise = np.random.default_rng(3).normal(0, 3, (360, 480, 3))
    return np.asarray(np.clip(np.array(CLOTH) + noise, 0, 255), np.uint8)


def disc(photo: Frame, label: str, x: int, y: int, shadow: int = 0) -> None:
    if shadow:
        cv2.circle(photo, (x - shadow, y + shadow // 2), RADIUS, (42, 72, 36), -1, cv2.LINE_AA)
    cv2.circle(photo, (x, y), RADIUS, COLOURS[label], -1, cv2.LINE_AA)


def cut(photo: Frame, x: int, y: int, reach: int, name: str) -> Photo:
    part = photo[max(0, y - reach) : y + reach, max(0, x - reach) : x + reach]
    return Photo(np.ascontiguousarray(part), None, f"{name}.png")


def counted(cuttings: dict[str, list[Photo]], photo: Frame) -> Observation:
    profile = learn(cuttings, empty=bare_table(cuttings, "empty.jpg"), set_name="discs", region=None)
    return TrayCounter(profile).count(photo)


def tray(*, whole: bool) -> Frame:
    photo = cloth()
    for label, spots in SPOTS.items():
        for spot in spots:
            disc(photo, label, *spot)
    edges = (85, 65, 405, 315) if whole else (-30, 40, 440, 400)
    cv2.rectangle(photo, edges[:2], edges[2:], WALL, 16)
    if not whole:
        cv2.rectangle(photo, (452, 0), (480, 360), (60, 90, 140), -1)
    return photo


@pytest.mark.parametrize("whole", [True, False])
def test_the_walls_of_a_tray_are_no_pieces(*, whole: bool) -> None:
    photo = tray(whole=whole)
    cuttings = {label: [cut(photo, *spots[0], 30, label)] for label, spots in SPOTS.items()}
    seen = counted(cuttings, photo)
    assert dict(seen.counts) == {"red": 2, "blue": 3}
    assert seen.sure


def test_a_piece_at_the_wall_is_counted_and_asked_about() -> None:
    photo = tray(whole=False)
    cuttings = {label: [cut(photo, *spots[0], 30, label)] for label, spots in SPOTS.items()}
    disc(photo, "red", 412, 200)
    seen = counted(cuttings, photo)
    assert dict(seen.counts) == {"red": 3, "blue": 3}
    assert not seen.sure


def test_shadows_are_no_black_pieces_though_the_black_ones_cutting_shows_one() -> None:
    photo = cloth()
    spots = {**SPOTS, "black": [(310, 60), (60, 60)]}
    for label, places in spots.items():
        for spot in places:
            disc(photo, label, *spot, shadow=16)
    cuttings = {label: [cut(photo, *places[0], 40, label)] for label, places in spots.items()}
    seen = counted(cuttings, photo)
    assert dict(seen.counts) == {"red": 2, "blue": 3, "black": 2}


def test_what_all_middles_share_is_no_table_though_neighbours_show_it_at_the_rims() -> None:
    """The white halves of pills."""
    cuttings: dict[str, list[Frame]] = {}
    for label in ("red", "blue", "black"):
        cutting = cloth()[:90, :90].copy()
        cv2.rectangle(cutting, (28, 28), (31, 62), WHITE, -1)
        cv2.rectangle(cutting, (32, 28), (62, 62), COLOURS[label], -1)
        cv2.rectangle(cutting, (20, 0), (32, 8), WHITE, -1)
        cuttings[label] = [cutting]
    for (rim,) in rims_of_table(cuttings).values():
        assert len(rim) > 500
        assert rim.max() < 150


def test_a_picture_of_hardly_more_than_one_piece() -> None:
    """The piece is all over it, but the table is known."""
    photo = tray(whole=True)
    for spots in SPOTS.values():
        cv2.circle(photo, (spots[0][0] - 5, spots[0][1] - 6), 4, WHITE, -1, cv2.LINE_AA)
    cuttings = {label: [cut(photo, *spots[0], 26, label)] for label, spots in SPOTS.items()}
    for label in SPOTS:
        seen = counted(cuttings, cuttings[label][0].frame)
        assert {name: number for name, number in seen.counts.items() if number} == {label: 1}
        assert seen.sure


def test_a_calibration_from_cuttings_gives_no_advice_about_rings_and_trays() -> None:
    photo = tray(whole=True)
    disc(photo, "blue", 150 + 2 * RADIUS, 130)
    cuttings = {label: (cut(photo, *spots[0], 30, label),) for label, spots in SPOTS.items()}
    empty = bare_table({label: list(shots) for label, shots in cuttings.items()}, "empty.jpg")
    done = calibrate(CalibrationPhotos(empty, cuttings), PieceSet("discs", tuple(SPOTS)))
    assert done.verdict.warnings == ()


def test_pieces_too_small_to_be_seen_are_asked_about() -> None:
    photo = cloth()
    for label, spots in SPOTS.items():
        for spot in spots:
            disc(photo, label, *spot)
    cuttings = {label: [cut(photo, *spots[0], 30, label)] for label, spots in SPOTS.items()}
    seen = counted(cuttings, np.asarray(cv2.resize(photo, (48, 36), interpolation=cv2.INTER_AREA), np.uint8))
    assert seen.total == 0
    assert not seen.sure
    assert counted(cuttings, cloth()).sure
