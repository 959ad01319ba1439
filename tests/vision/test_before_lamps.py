"""Holes in a lamp's light: a pale piece before a lamp shows hardly anything else of itself."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import numpy.typing as npt
import pytest

from tests.vision.conftest import Table
from vision.before_lamps import lamp_doubts
from vision.patch import Patch
from vision.photo import Frame
from vision.shape import Split, form_of

SHAPE, LAMP, PIECE_AREA = (120, 160), (80, 60), 400.0
Mask = npt.NDArray[np.uint8]


def disc(radius: int, middle: tuple[int, int] = LAMP, shape: tuple[int, int] = SHAPE) -> Mask:
    mask = np.zeros(shape, np.uint8)
    cv2.circle(mask, middle, radius, 1, -1)
    return mask


def piece(mask: Mask) -> Patch:
    form = form_of(mask)
    split = Split(mask, form, 1, 0, 9, 1)
    return Patch(0, 0, mask, float(form.area), [1.0], 9.0, (form.x, form.y), split, 0, 0, 1.0, 9.0)


def asked(clipped: Mask, *counted: Patch) -> bool:
    return bool(lamp_doubts(clipped, counted, PIECE_AREA))


def test_a_hole_that_no_piece_explains_is_asked_about() -> None:
    lamp = disc(20)
    assert not asked(lamp)
    assert asked(lamp - disc(6))
    assert not asked(lamp - disc(6), piece(disc(9)))
    assert asked(lamp - disc(6), piece(disc(9, (20, 20))))


def test_a_speck_is_no_hole_and_neither_is_a_dent() -> None:
    lamp = disc(20)
    assert not asked(lamp - disc(2))
    assert not asked(lamp & (1 - disc(9, (100, 60))))


@pytest.mark.parametrize("pale", [True, False])
def test_a_photo_with_something_pale_before_a_lamp_is_not_sure(table: Table, pale: bool) -> None:
    photo = table.throw({})
    flat = table.counter.tray.lay_flat(photo.frame, None)

    def with_lamp(lit: Frame) -> Frame:
        shown = lit.copy()
        shown[disc(24, (230, 170), lit.shape[:2]) > 0] = 255
        if pale:
            # Only the edges of a white piece are darker than the lamp.
            edges = disc(8, (230, 170), lit.shape[:2]) - disc(5, (230, 170), lit.shape[:2])
            shown[edges > 0] = 215
        return shown

    seen = table.counter.count_flat(replace(flat, lit=with_lamp(flat.lit)))
    assert any("before a lamp" in str(doubt) for doubt in seen.doubts) is pale
