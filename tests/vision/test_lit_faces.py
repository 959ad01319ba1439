"""Faces of the tower in a lamp's light, which a single photo may show like pieces."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from tests.vision.conftest import Table
from vision.doubts import Doubt
from vision.judge import Verdict
from vision.lit_faces import lit_face_doubts
from vision.patch import Patch, best_label
from vision.pixels import Faces
from vision.shape import Split, form_of
from words import Text

SHAPE = (120, 160)
LABELS = ("gray", "black")
# A face 18 pixels high, and the ceiling around it.
FACE = np.s_[50:68, 20:140]


def faces() -> Faces:
    numbers = np.zeros(SHAPE, np.uint8)
    numbers[FACE] = 1
    wide = np.ones((5, 5), np.uint8)
    seams = (cv2.dilate(numbers, wide) != cv2.erode(numbers, wide)).astype(np.uint8)
    return Faces(numbers, 0, seams, np.full((*SHAPE, 3), 60, np.uint8))


def patch_of(mask: np.ndarray, margin: float = 2.0) -> Patch:
    left, top, width, height = cv2.boundingRect(mask)
    own = np.ascontiguousarray(mask[top : top + height, left : left + width])
    form, costs = form_of(own), [1.0, 1.0 + margin]
    middle = (left + form.x, top + form.y)
    split = Split(own, form, 1, 1.2, np.inf, 1)
    return Patch(left, top, own, float(form.area), costs, 9.0, middle, split, 0, *best_label(costs))


def end_of_the_face() -> np.ndarray:
    mask = np.zeros(SHAPE, np.uint8)
    mask[50:68, 118:140] = 1
    return mask


def disc_before_the_face() -> np.ndarray:
    mask = np.zeros(SHAPE, np.uint8)
    cv2.circle(mask, (80, 59), 13, 1, -1)
    return mask


def doubts(mask: np.ndarray, *, seen: int = 120, margin: float = 2.0) -> list[str]:
    picture = np.full((*SHAPE, 3), seen, np.uint8)
    verdict = Verdict(patch_of(mask, margin), "piece", 1.0)
    return [str(doubt) for doubt in lit_face_doubts([verdict], picture, faces(), LABELS)]


def test_what_ends_where_a_face_ends_may_be_that_face_in_a_lamp_s_light() -> None:
    assert doubts(end_of_the_face()) == ["a gray piece may be a part of the tower in a lamp's light"]


def test_a_piece_before_a_face_covers_its_edges() -> None:
    assert doubts(disc_before_the_face()) == []


def test_a_lamp_makes_a_face_brighter_and_its_colour_no_clearer() -> None:
    assert doubts(end_of_the_face(), seen=65) == []
    assert doubts(end_of_the_face(), margin=6.0) == []


def test_the_ceiling_between_two_faces_is_no_face() -> None:
    numbers = np.ones(SHAPE, np.uint8)
    numbers[FACE] = 0
    turned = faces()._replace(numbers=numbers)
    verdict = Verdict(patch_of(end_of_the_face()), "piece", 1.0)
    bright = np.full((*SHAPE, 3), 120, np.uint8)
    assert lit_face_doubts([verdict], bright, turned, LABELS) == []
    assert lit_face_doubts([verdict], bright, turned._replace(ceiling=1), LABELS) != []


@pytest.mark.parametrize("paired", [True, False])
def test_only_single_photos_are_asked_about(table: Table, paired: bool) -> None:
    photo = table.throw({"gray": 2})
    flat = table.counter.tray.lay_flat(photo.frame, photo.unlit if paired else None)
    _, evidence = table.counter.examiner.examine(flat)
    assert (evidence.faces is None) is paired


@pytest.mark.parametrize("paired", [True, False])
def test_whoever_counts_a_single_photo_is_told(
    table: Table, monkeypatch: pytest.MonkeyPatch, paired: bool
) -> None:
    photo = table.throw({"gray": 2})
    face = Doubt(Text("a face perhaps"))
    monkeypatch.setattr("vision.count.lit_face_doubts", lambda *_: [face])
    observation = table.counter.count(photo.frame, photo.unlit if paired else None)
    assert (face in observation.doubts) is not paired
    assert not (observation.sure and observation.doubts)
