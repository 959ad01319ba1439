"""Cuttings into which other pieces reach: the one in the middle is meant."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from calibration.learn import learn
from calibration.middle_piece import of_middle_piece
from calibration.quality import set_problems
from tests.vision.test_plain_tables import COUNTS, PAPER, THROW, WOOD, camera, candies
from vision.count import TrayCounter
from vision.photo import Frame, Photo

REACH = 34


def cutting(photo: Frame, x: int, y: int, name: str) -> Photo:
    part = photo[max(0, y - REACH) : y + REACH, max(0, x - REACH) : x + REACH]
    return Photo(np.ascontiguousarray(part), None, f"{name}.jpg")


@pytest.mark.parametrize("table", [PAPER, WOOD])
@pytest.mark.parametrize("apart", [33, 40])
def test_a_neighbour_beside_or_touching_the_piece_teaches_nothing(
    table: tuple[float, float, float], apart: int
) -> None:
    pairs = [("red", "green"), ("green", "blue"), ("blue", "yellow"), ("yellow", "red")]
    spots = [
        spot
        for number, (label, other) in enumerate(pairs)
        for spot in ((label, 60 + 110 * number, 100), (other, 60 + 110 * number, 100 + apart))
    ]
    photo = camera(candies(spots, table))
    cuttings = {
        label: [cutting(photo, 60 + 110 * number, 100, label)] for number, (label, _) in enumerate(pairs)
    }
    bare = camera(candies([], table))[150:210, 200:300]
    profile = learn(cuttings, empty=Photo(np.ascontiguousarray(bare), None, "empty.jpg"), set_name="candies")
    assert TrayCounter(profile).count(camera(candies(THROW, table))).counts == COUNTS


def test_what_is_not_in_the_middle_is_left_as_it_was() -> None:
    seen = np.full((60, 60, 3), 200, np.uint8)
    mask = np.zeros((60, 60), np.uint8)
    cv2.circle(mask, (10, 10), 8, 1, -1)
    seen[mask > 0] = (30, 30, 180)
    ratio = np.where(mask > 0, 9, -9).astype(np.float32)
    assert of_middle_piece([mask], seen, ratio)[0] is mask
    assert of_middle_piece([], seen, ratio) == []


def shot(value: tuple[int, int, int], name: str) -> Photo:
    return Photo(np.full((60, 60, 3), value, np.uint8), None, name)


def test_black_pieces_a_black_table_and_vivid_ones_are_no_bad_photos() -> None:
    dark, vivid = shot((12, 10, 10), "black.jpg"), shot((0, 120, 255), "orange.jpg")
    assert set_problems(dark, {"black": [dark], "orange": [vivid]}, framed=False) == []
    assert [p.code for p in set_problems(dark, {"black": [dark]}, framed=False)] == ["too_dark"] * 2
    white = shot((255, 255, 255), "white.jpg")
    assert [p.code for p in set_problems(vivid, {"white": [white]}, framed=False)] == ["too_bright"]
