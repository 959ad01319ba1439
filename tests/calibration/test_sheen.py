"""Learning how glossy the paint is, and leaving shadows out of colours."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from calibration import swatches as cutting
from calibration.calibrate import Calibration, calibrate
from calibration.folder import CalibrationPhotos
from calibration.sets import PieceSet
from calibration.sheen import sheen_of
from calibration.swatches import Swatch, SwatchCutter, SwatchPiece, shaded
from vision.profile import USUAL_SHEEN

# The light of some paints, blue green red; white paper has 40 000.
PAINTS = {
    "black": (900, 800, 700),
    "red": (1200, 1000, 18000),
    "yellow": (1500, 15000, 26000),
    "white": (33000, 34000, 35000),
}


def piece(paint: tuple[int, int, int], sheen: float, mirrors: float, tilted: float) -> SwatchPiece:
    """A piece that mirrors so much of the ring, but for the part of it that faces another way."""
    weights = np.full(100, mirrors, np.float32)
    shine = np.where(np.arange(100) < 100 * tilted, 0, sheen * mirrors)
    light = np.array(paint, np.float32) + shine[:, None].astype(np.float32)
    return SwatchPiece(light.astype(np.float32), weights, 100.0)


def swatches(
    sheen: float, mirrors: tuple[float, ...] = (0.0, 0.1, 0.6), tilted: float = 0.4
) -> list[list[Swatch]]:
    return [
        [Swatch(tuple(piece(paint, sheen, each, tilted) for each in mirrors))] for paint in PAINTS.values()
    ]


@pytest.mark.parametrize("sheen", [12500.0, 15000.0])
def test_glossier_paint_is_told_by_dark_colours(sheen: float) -> None:
    assert sheen_of(swatches(sheen)) == pytest.approx(sheen, rel=0.05)


@pytest.mark.parametrize("sheen", [3800.0, 4800.0, 6300.0])
def test_what_is_near_the_usual_is_the_usual(sheen: float) -> None:
    assert sheen_of(swatches(sheen)) == USUAL_SHEEN


def test_what_is_hardly_unusual_is_hardly_believed() -> None:
    """Three pieces a colour tell it to a third only: a telling just beyond the usual must not change much."""
    told = [sheen_of(swatches(sheen)) for sheen in (6600.0, 6900.0, 8000.0, 10000.0, 12000.0)]
    assert told == sorted(told)
    assert told[1] == pytest.approx(USUAL_SHEEN, rel=0.03)
    assert told[2] == pytest.approx(5500, rel=0.05)
    assert told[4] == pytest.approx(12000, rel=0.05)
    assert sheen_of(swatches(2500.0)) == pytest.approx(3400, rel=0.05)


def test_pieces_that_all_lie_far_from_the_ring_tell_nothing() -> None:
    assert sheen_of(swatches(15000.0, mirrors=(0.0, 0.02, 0.1))) == USUAL_SHEEN
    assert sheen_of([]) == USUAL_SHEEN


def test_a_pieces_colour_is_kept_without_its_sheen() -> None:
    near = Swatch((piece(PAINTS["black"], 12000.0, 0.8, 0.0),))
    far = Swatch((piece(PAINTS["black"], 12000.0, 0.0, 0.0),))
    assert np.abs(near.colours(12000.0) - far.colours(12000.0)).max() <= 1
    assert np.abs(near.colours(4800.0) - far.colours(4800.0)).max() > 30


def test_a_shadow_on_a_wall_is_no_colour_of_the_piece_beside_it() -> None:
    wall = np.full((1, 4, 3), (150, 155, 160), np.uint8)
    wall[0, 3] = 22  # the ceiling, far away, gets none of the ring's light
    seen = wall.copy()
    seen[0, 0] = (118, 122, 126)
    seen[0, 1] = (60, 58, 150)
    seen[0, 3] = (30, 30, 30)
    assert shaded(seen, wall).tolist() == [[True, False, False, False]]


def test_a_piece_is_cut_out_without_its_shadow(
    calibrated: Calibration, keshi_photos: CalibrationPhotos, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What half of a piece's pixels say is believed, if the other half may be shadow; not if all may be."""
    cutter = SwatchCutter(calibrated.profile.place, keshi_photos.empty)
    photo = keshi_photos.pieces["red"][0]
    shape = calibrated.profile.empty.lit.shape[:2]
    sizes = []
    for rows in (slice(0, 0), slice(0, None, 4), slice(None)):
        dark = np.zeros(shape, np.bool_)
        dark[rows] = True
        monkeypatch.setattr(cutting, "shaded", lambda *_, dark=dark: dark)
        sizes.append(sum(len(piece.light) for piece in cutter.cut("red", photo).pieces))
    none, some, all_of_it = sizes
    assert some == pytest.approx(0.75 * none, rel=0.1)
    assert all_of_it == none


def test_one_colour_learned_anew_keeps_the_sheen_of_all(keshi_photos: CalibrationPhotos) -> None:
    """Three red pieces cannot tell it; the calibration they go into did."""
    red = CalibrationPhotos(keshi_photos.empty, {"red": keshi_photos.pieces["red"]})
    pieces = PieceSet("keshis", ("red",))
    alone = calibrate(red, pieces).profile
    assert alone.sheen == USUAL_SHEEN
    assert calibrate(red, pieces, known=replace(alone, sheen=11000.0)).profile.sheen == 11000
