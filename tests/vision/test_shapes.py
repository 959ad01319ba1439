"""Patches of one colour, cut into pieces by shape."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.shape import ROUND_ENOUGH, Mask, Split, Usual, form_of, split, thickness

ACROSS = 24


def octagons(*middles: tuple[int, int]) -> Mask:
    mask = np.zeros((160, 200), np.uint8)
    for x, y in middles:
        angles = np.arange(8) * np.pi / 4 + np.pi / 8
        corners = np.stack([x + ACROSS / 1.848 * np.cos(angles), y + ACROSS / 1.848 * np.sin(angles)], axis=1)
        cv2.fillConvexPoly(mask, corners.round().astype(np.int32), 1)
    return mask


def cut(mask: Mask, piece_area: float, stretch: float = 1.0) -> list[Split]:
    return split(mask, form_of(mask), Usual(piece_area, stretch))


AREA = float(octagons((80, 80)).sum())


@pytest.mark.parametrize(
    ("middles", "pieces"),
    [
        ([(80, 80)], 1),
        ([(60, 80), (84, 80)], 2),
        ([(60, 80), (84, 80), (72, 101)], 3),
        ([(40, 80), (64, 80), (88, 80), (112, 80)], 4),
        ([(40, 80), (64, 80), (88, 80), (88, 104), (112, 80)], 5),
    ],
)
def test_touching_octagons_are_told_apart(middles: list[tuple[int, int]], pieces: int) -> None:
    parts = cut(octagons(*middles), AREA)
    assert len(parts) == pieces
    found = sorted((np.argwhere(part.mask).mean(axis=0)[::-1].round().astype(int)).tolist() for part in parts)
    for (x, y), (wanted_x, wanted_y) in zip(found, sorted([list(m) for m in middles]), strict=True):
        assert abs(x - wanted_x) <= 3
        assert abs(y - wanted_y) <= 3


def test_two_lying_pieces_side_by_side_are_two() -> None:
    mask = np.zeros((80, 120), np.uint8)
    mask[20:44, 20:68] = 1
    assert len(cut(mask, 24.0 * 24.0)) == 2


def test_a_piece_showing_its_side_is_still_one() -> None:
    mask = np.zeros((80, 120), np.uint8)
    mask[20:44, 20:51] = 1
    assert len(cut(mask, 24.0 * 24.0, stretch=1.2)) == 1


def test_bars_and_crescents_are_neither_round_nor_thick() -> None:
    bar = np.zeros((40, 100), np.uint8)
    bar[15:20, 5:95] = 1
    piece = octagons((80, 80))
    assert form_of(bar).roundness < 0.4 < 0.9 < form_of(piece).roundness
    assert thickness(bar) < 4 < 10 < thickness(piece)
    ring = octagons((80, 80))
    ring[70:90, 70:90] = 0
    assert form_of(ring).solidity < 0.6


@pytest.mark.parametrize("aspect", [1.0, 1.1, 1.2, 1.3, 1.4, 1.6])
@pytest.mark.parametrize("corners", [4, 5, 6, 8, 40])
def test_what_is_plainly_compact_is_round_enough(aspect: float, corners: int) -> None:
    angles = np.arange(corners) * 2 * np.pi / corners + 0.3
    outline = np.stack([80 + 13 * aspect * np.cos(angles), 60 + 13 * np.sin(angles)], axis=1)
    mask = np.zeros((120, 160), np.uint8)
    cv2.fillConvexPoly(mask, outline.round().astype(np.int32), 1)
    form = form_of(mask)
    down, across = np.argwhere(mask).T
    within = np.hypot(across - form.x, down - form.y) <= np.sqrt(form.area / np.pi)
    assert (form.roundness >= ROUND_ENOUGH) == (within.mean() >= ROUND_ENOUGH)


def test_two_pieces_cover_more_than_one_that_shows_all_of_its_side() -> None:
    """A cube in the picture's corner: long, a third bigger than usual, and still one."""
    mask = np.zeros((80, 120), np.uint8)
    cv2.fillConvexPoly(mask, np.array([[20, 24], [46, 20], [57, 31], [56, 44], [26, 46], [19, 40]]), 1)
    assert 1.28 < mask.sum() / 656 < 1.36
    assert len(cut(mask, 656.0)) == 1
