"""Patches of one photo, measured together: each as if alone, and where its colour can be trusted."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from vision.colour import ColourTable, cell_index
from vision.patch import DAZZLING, GLARING, Cutting, patches_of
from vision.pixels import Evidence, Mask
from vision.profile import LabelLook
from vision.second_look import SecondLook
from vision.separate import Separator
from vision.shape import Split, Usual, form_of

SHAPE = (120, 160)
RED, BLUE = (30, 40, 150), (150, 60, 40)
TABLE = ColourTable({"red": LabelLook(np.array([RED], float)), "blue": LabelLook(np.array([BLUE], float))})
RADIUS = 11
AREA = np.pi * RADIUS**2


def disc(x: int, y: int, radius: int = RADIUS) -> Mask:
    mask = np.zeros(SHAPE, np.uint8)
    cv2.circle(mask, (x, y), radius, 1, -1)
    return mask


def photo(red: Mask, blue: Mask) -> Evidence:
    """Pieces of two colours before nothing at all."""
    seen = np.zeros((*SHAPE, 3), np.uint8)
    seen[red > 0] = RED
    seen[blue > 0] = BLUE
    there = red | blue
    return Evidence(
        seen=seen,
        cells=cell_index(seen),
        labels=np.where(there > 0, blue, 255).astype(np.uint8),
        foreground=there,
        ratio=np.where(there > 0, 8.0 + blue, -5.0).astype(np.float32),
        glare=np.zeros(SHAPE, np.float32),
        window=np.ones(SHAPE, np.bool_),
    )


def cutting(mask: Mask) -> Cutting:
    return Cutting(Split(mask, form_of(mask), 1, 1.2, np.inf, 1), 0, 0)


def test_patches_measured_together_are_what_each_is_alone() -> None:
    # A sliver without a core among them: of that the rim has to do.
    sliver = np.zeros(SHAPE, np.uint8)
    sliver[100:102, 20:60] = 1
    both = disc(110, 40) | disc(40, 40, 8)
    there = photo(disc(110, 40) | sliver, disc(40, 40) | disc(80, 80))
    cuttings = [cutting(mask) for mask in (disc(40, 40), sliver, both, disc(80, 80))]
    together = patches_of(cuttings, there, TABLE)
    assert [patch.label for patch in together] == [1, 0, 0, 1]
    assert together[2].foreign > 0
    for one, patch in zip(cuttings, together, strict=True):
        (alone,) = patches_of([one], there, TABLE)
        assert patch.costs == pytest.approx(alone.costs)
        assert (patch.strength, patch.foreign) == pytest.approx((alone.strength, alone.foreign))


@pytest.mark.parametrize(
    ("covered", "glare", "label"),
    [
        (0.5, GLARING + 1, 0),  # enough is clear: the covered half tells nothing
        (0.8, 2 * GLARING, 1),  # too little is clear: so much has to be believed
        (0.8, 2 * DAZZLING, 0),  # unless it dazzles, and a few pixels are left
    ],
)
def test_a_colour_is_told_where_the_reflection_is_weakest(covered: float, glare: float, label: int) -> None:
    mask = disc(80, 60)
    rows = np.flatnonzero(mask.any(axis=1))
    lower = (mask > 0) & (np.arange(SHAPE[0]) >= rows[0] + (1 - covered) * len(rows))[:, None]
    # The reflection makes the lower part of a red piece look blue.
    there = photo(mask & ~lower.view(np.uint8), lower.view(np.uint8))
    there = replace(there, glare=np.where(lower, glare, 0).astype(np.float32))
    (patch,) = patches_of([cutting(mask)], there, TABLE)
    assert patch.label == label


def test_a_piece_in_the_hole_of_others_is_one_by_itself() -> None:
    around = disc(80, 60, 45) & ~disc(80, 60, 25)
    found = Separator(TABLE, Usual(AREA)).separate(photo(disc(80, 60) | disc(20, 20), around))
    red = sorted(patch.middle for patch in found if patch.label == 0)
    assert red == [pytest.approx((20, 20), abs=1), pytest.approx((80, 60), abs=1)]
    assert all(patch.neighbours == 0 for patch in found if patch.label == 0)


@pytest.mark.parametrize("x", range(70, 92, 3))
@pytest.mark.parametrize("y", range(50, 62, 3))
def test_a_second_look_finds_a_piece_wherever_it_lies(x: int, y: int) -> None:
    there = photo(disc(x, y), np.zeros(SHAPE, np.uint8))
    np.minimum(there.ratio, 2.4, out=there.ratio)
    (verdict,) = SecondLook(TABLE, AREA).find(there, [])
    assert verdict.patch.middle == pytest.approx((x, y), abs=3)


def test_specks_all_over_are_no_reason_for_a_second_look(monkeypatch: pytest.MonkeyPatch) -> None:
    there = photo(np.zeros(SHAPE, np.uint8), np.zeros(SHAPE, np.uint8))
    there.ratio[::12, ::12] = 6.0
    there = replace(there, sight=np.full(SHAPE, 10, np.float32))
    monkeypatch.setattr(SecondLook, "_unexplained_pieces", lambda *_: pytest.fail("looked"))
    assert SecondLook(TABLE, AREA).find(there, []) == []
