"""What hides pieces: a lamp behind them, dots of the reflection before them, noise."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from tests.vision.conftest import Table
from vision.colour import ColourTable, cell_index
from vision.judge import judge
from vision.patch import Patch
from vision.photo import Frame
from vision.pixels import Evidence
from vision.profile import LabelLook
from vision.separate import Separator
from vision.shape import Split, form_of

# Where the ceiling is seen, on the raster.
LAMP = (230, 170)
PIECE_AREA = 400.0


def with_lamp(flat: Frame) -> Frame:
    """A flat photo with a clipped lamp before the ceiling, and in it a hole that looks like the ceiling."""
    lit = flat.copy()
    cv2.circle(lit, LAMP, 24, (255, 255, 255), -1)
    hole = np.zeros(flat.shape[:2], np.uint8)
    cv2.circle(hole, LAMP, 11, 1, -1)
    lit[hole > 0] = flat[hole > 0]
    return lit


@pytest.mark.parametrize("paired", [True, False])
def test_what_interrupts_a_lamp_stands_before_it(table: Table, paired: bool) -> None:
    photo = table.throw({})
    flat = table.counter.tray.lay_flat(photo.frame, photo.unlit if paired else None)
    unlit = None if flat.unlit is None else with_lamp(flat.unlit)
    evidence = table.counter.examiner.examine(replace(flat, lit=with_lamp(flat.lit), unlit=unlit))
    across, down = LAMP
    assert evidence.foreground[down - 3 : down + 4, across - 3 : across + 4].all()


def patch(strength: float) -> Patch:
    """A small dark patch: too little for a piece."""
    mask = np.zeros((12, 12), np.uint8)
    cv2.circle(mask, (6, 6), 4, 1, -1)
    form = form_of(mask)
    return Patch(
        left=0,
        top=0,
        mask=mask,
        area=float(form.area),
        costs=[0.5, 3.0],
        strength=strength,
        middle=(6.0, 6.0),
        split=Split(mask, form, 1, 100.0, np.inf, 1),
        neighbours=0,
        sight=np.inf,
        under_dots=False,
    )


def test_a_faint_patch_is_asked_about_in_a_noisy_photo_only() -> None:
    assert judge(patch(3.2), PIECE_AREA).kind == "nothing"
    assert judge(patch(3.2), PIECE_AREA, noisy=True).kind == "odd"
    assert judge(patch(2.4), PIECE_AREA, noisy=True).kind == "nothing"


@pytest.mark.parametrize(("dotted", "completed"), [(True, True), (False, False)])
def test_dots_may_hide_the_other_half_of_a_piece(dotted: bool, completed: bool) -> None:
    disc = np.zeros((60, 60), np.uint8)
    cv2.circle(disc, (30, 30), 11, 1, -1)
    disc[:30] = 0
    sight = np.full(disc.shape, 10, np.float32)
    if dotted:
        sight[:30] = 0
    colours = {"red": np.array([[30.0, 40.0, 150.0]]), "blue": np.array([[150.0, 60.0, 40.0]])}
    table = ColourTable({label: LabelLook(colour) for label, colour in colours.items()})
    seen = np.full((*disc.shape, 3), colours["red"][0], np.uint8)
    evidence = Evidence(
        seen=seen,
        cells=cell_index(seen),
        labels=np.zeros(disc.shape, np.uint8),
        foreground=disc,
        ratio=np.full(disc.shape, 9, np.float32),
        glare=np.zeros(disc.shape, np.float32),
        sight=sight,
    )
    (patch,) = Separator(table, np.pi * 12.0**2).separate(evidence)
    assert patch.under_dots is completed
