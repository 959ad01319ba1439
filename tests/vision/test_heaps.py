"""Pieces of one label that touch in a heap, as coins on a desk do."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from calibration.bare_table import bare_table
from calibration.learn import learn
from vision.count import TrayCounter
from vision.observation import Observation
from vision.photo import Frame, Photo
from vision.plain_necks import cut_at_necks
from vision.plain_table import fill_highlights
from vision.seams import Blob

RADIUS, APART = 22, 45
COPPER, PAPER = (45, 66, 88), (236, 238, 240)
# Six rows of four, each touching the next.
HEAP = [(55 + APART * column + 4 * (row % 2), 45 + APART * row) for row in range(6) for column in range(4)]


def desk(coins: list[tuple[int, int]], size: tuple[int, int] = (330, 290)) -> Frame:
    photo = np.full((*size, 3), PAPER, np.float32)
    for x, y in coins:
        cv2.circle(photo, (x, y), RADIUS, COPPER, -1, cv2.LINE_AA)
    noise = np.random.default_rng(5).normal(0, 3, photo.shape)
    return np.asarray(np.clip(cv2.GaussianBlur(photo, (0, 0), 1.0) + noise, 0, 255), np.uint8)


def cuttings(reach: int, which: tuple[int, ...] = (5, 10)) -> dict[str, list[Photo]]:
    photo = desk(HEAP)
    cut = [(photo[y - reach : y + reach, x - reach : x + reach]) for x, y in (HEAP[one] for one in which)]
    return {"coin": [Photo(np.ascontiguousarray(one), None, "coin.jpg") for one in cut]}


def counted(photos: dict[str, list[Photo]], photo: Frame, *, bare: bool) -> Observation:
    empty = Photo(desk([], (60, 60)), None, "empty.jpg") if bare else bare_table(photos, "empty.jpg")
    profile = learn(photos, empty=empty, set_name="coins")
    return TrayCounter(profile).count(photo)


@pytest.mark.parametrize("bare", [True, False])
def test_a_heap_of_coins_is_cut_at_its_necks(*, bare: bool) -> None:
    # Corner coins with some paper around them: their neighbours reach into the cuttings.
    found = counted(cuttings(reach=30, which=(0, 20)), desk(HEAP), bare=bare)
    assert found.counts == {"coin": 24}
    assert found.sure


def test_cuttings_that_are_all_piece_leave_the_table_to_a_crowded_photo() -> None:
    """Copper is everywhere in it, but it is the label's."""
    hardly_any_paper_around = np.ascontiguousarray(desk(HEAP)[18:298, 28:222])
    found = counted(cuttings(reach=14), hardly_any_paper_around, bare=False)
    assert found.counts == {"coin": 24}
    assert found.sure


def test_twins_in_the_corners_of_cuttings_are_no_table() -> None:
    table = bare_table(cuttings(reach=33), "empty.jpg").frame
    assert table.shape[0] > 1
    # Where coins end they mix with the paper; copper itself is darker.
    assert table.max(axis=2).min() > max(COPPER) + 20


def test_twins_that_reach_into_a_cutting_do_not_belong_to_its_piece() -> None:
    empty = Photo(desk([], (60, 60)), None, "empty.jpg")
    profile = learn(cuttings(reach=33), empty=empty, set_name="coins")
    assert profile.piece.typical == pytest.approx(np.pi * RADIUS**2, rel=0.25)


@pytest.mark.parametrize("hollow", [True, False])
def test_a_gap_between_round_pieces_is_no_highlight(*, hollow: bool) -> None:
    mask = np.ones((60, 60), np.uint8)
    if hollow:
        mask[16:45, 16:45] = 0
        for x, y in ((16, 16), (44, 16), (16, 44), (44, 44)):
            cv2.circle(mask, (x, y), 14, 1, -1)
    else:
        cv2.circle(mask, (30, 30), 7, 0, -1)
    before = mask.copy()
    fill_highlights(mask, 1000)
    assert (mask == before).all() == hollow


def test_a_hand_is_not_cut_into_pieces() -> None:
    photo = desk([(60, 60)])
    cv2.ellipse(photo, (190, 200), (70, 90), 20, 0, 360, COPPER, -1, cv2.LINE_AA)
    found = counted(cuttings(reach=30, which=(0, 20)), photo, bare=True)
    assert not found.sure


def test_the_parts_of_a_heap_take_no_more_room_than_the_heap() -> None:
    """A mask as big as the heap for each of a thousand parts would fill a small computer's memory."""
    heap = np.zeros((400, 400), np.uint8)
    for x in range(20, 400, 20):
        for y in range(20, 400, 20):
            cv2.circle(heap, (x, y), 10, 1, -1)
    parts = cut_at_necks(heap, 10.0)
    assert len(parts) == 19 * 19
    again = np.zeros_like(heap)
    for part in parts:
        part.on(again)[:] += part.mask
    assert (again == heap).all()  # every pixel is some part's, and no other's
    assert sum(part.mask.size for part in parts) < 1.5 * heap.size


def test_a_part_of_a_patch_keeps_nothing_of_the_patch() -> None:
    mask = np.zeros((300, 300), np.uint8)
    mask[100:120, 200:220] = 1
    one = Blob(mask, 5, 6, np.empty(0)).cropped()
    assert (one.left, one.top, one.mask.shape) == (205, 106, (20, 20))
    assert one.mask.base is None
