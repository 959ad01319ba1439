"""A frame printed for another tray is recognised by its markers, and counts as well."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from calibration.calibrate import calibrate
from calibration.folder import CalibrationPhotos
from calibration.frame_size import tray_size_mm
from calibration.sets import PieceSet
from companion.paper_frame.paper import (
    BORDER_MM,
    MARKER_CELLS,
    MARKER_MM,
    PATCH_MM,
    FrameGeometry,
    black_cells,
)
from vision.count import TrayCounter
from vision.markers import MarkerFinder
from vision.photo import Frame, Photo

PIXELS_A_MM = 4.0
COLOURS = {"red": (40, 40, 190), "green": (60, 150, 60), "white": (215, 215, 215)}
DESK, FLOOR, PAPER = 90, (70, 50, 40), 225


def tray_photo(tray_mm: tuple[float, float], pieces: list[tuple[str, float, float]], seed: int) -> Photo:
    """The printed frame on a desk, a dark floor in its window, discs of 10 mm on it; from straight above."""
    geometry = FrameGeometry(*tray_mm)
    reach_x, reach_y = geometry.width_mm / 2 + 8, geometry.height_mm / 2 + 8
    frame = np.full((round(2 * reach_y * PIXELS_A_MM), round(2 * reach_x * PIXELS_A_MM), 3), DESK, np.uint8)

    def fill(x: float, y: float, width: float, height: float, colour: tuple[int, ...]) -> None:
        corners = [
            ((a + reach_x) * PIXELS_A_MM, (b + reach_y) * PIXELS_A_MM)
            for a, b in ((x, y), (x + width, y + height))
        ]
        (left, top), (right, bottom) = [(round(a), round(b)) for a, b in corners]
        frame[top:bottom, left:right] = colour

    half_x, half_y = tray_mm[0] / 2, tray_mm[1] / 2
    fill(-half_x - BORDER_MM, -half_y - BORDER_MM, geometry.width_mm, geometry.height_mm, (PAPER,) * 3)
    fill(-half_x, -half_y, *tray_mm, FLOOR)
    cell = MARKER_MM / MARKER_CELLS
    for marker_id, (x, y) in enumerate(geometry.marker_centres()):
        for column, row in black_cells(marker_id):
            fill(x - 7 + column * cell, y - 7 + row * cell, cell, cell, (25, 25, 25))
    for x, y, gray in geometry.gray_patches():
        fill(x - PATCH_MM / 2, y - PATCH_MM / 2, PATCH_MM, PATCH_MM, (round(gray * PAPER),) * 3)
    for colour, x, y in pieces:
        middle = (round((x + reach_x) * PIXELS_A_MM), round((y + reach_y) * PIXELS_A_MM))
        cv2.circle(frame, middle, round(5.2 * PIXELS_A_MM), COLOURS[colour], -1, cv2.LINE_AA)
    noise = np.random.default_rng(seed).normal(0, 2, frame.shape)
    soft = cv2.GaussianBlur(frame, (0, 0), 0.8)
    return Photo(np.asarray(np.clip(soft + noise, 0, 255), np.uint8), None, "tray.jpg")


@pytest.mark.parametrize(
    "tray_mm", [(150.0, 110.0), (200.0, 120.0), (100.0, 140.0), (160.0, 118.0), (80.0, 60.0)]
)
def test_the_markers_tell_the_size_of_the_tray(tray_mm: tuple[float, float]) -> None:
    frame: Frame = tray_photo(tray_mm, [], 1).frame
    corners = MarkerFinder().find(frame)
    size = tray_size_mm(corners, (frame.shape[1], frame.shape[0]))
    assert size == pytest.approx(tray_mm, rel=0.02)


def test_the_usual_tray_is_known_in_the_photos(photo_folder: Path) -> None:
    frame = cv2.imread(str(photo_folder / "calibration" / "empty.jpg"))
    assert frame is not None
    corners = MarkerFinder().find(np.asarray(frame, np.uint8))
    assert tray_size_mm(corners, (frame.shape[1], frame.shape[0])) == (150, 110)


def test_a_wide_tray_calibrates_and_counts() -> None:
    tray_mm = (200.0, 120.0)
    spots = [(-60.0, -30.0), (10.0, 20.0), (70.0, -10.0)]
    photos = {
        label: (tray_photo(tray_mm, [(label, x, y) for x, y in spots], number),)
        for number, label in enumerate(COLOURS, start=2)
    }
    pieces = PieceSet("discs", tuple(COLOURS))
    done = calibrate(CalibrationPhotos(tray_photo(tray_mm, [], 1), photos), pieces)
    assert done.profile.place.tray_mm == pytest.approx(tray_mm, rel=0.02)
    throw = [("red", -80.0, 40.0), ("red", -69.0, 40.0), ("green", 0.0, 0.0), ("white", 85.0, -45.0)]
    seen = TrayCounter(done.profile).count(tray_photo(tray_mm, throw, 9).frame)
    assert dict(seen.counts) == {"red": 2, "green": 1, "white": 1}
