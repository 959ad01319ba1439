"""Cuttings into which other pieces reach: the one in the middle is meant."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from calibration.bare_table import bare_table
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


def test_what_the_sides_cut_off_is_not_the_piece_in_the_middle() -> None:
    """The gap between two boards has the colour that shows in a bead's hole."""
    seen = np.full((60, 60, 3), 200, np.uint8)
    bead, gap = np.zeros((60, 60), np.uint8), np.zeros((60, 60), np.uint8)
    cv2.circle(bead, (30, 30), 14, 1, -1)
    gap[:, 50:56] = 1
    seen[bead > 0] = (30, 30, 180)
    seen[gap > 0] = (60, 60, 60)
    cv2.circle(seen, (30, 30), 6, (60, 60, 60), -1)
    ratio = np.where((bead | gap) > 0, 9, -9).astype(np.float32)
    (found,) = of_middle_piece([gap, bead], seen, ratio)
    assert (found == bead).all()


def test_a_colour_of_many_neighbours_is_no_table() -> None:
    """Two of three labels' rims show black, as most of the pieces on the table are."""
    colours = {"black": (20, 20, 20), "red": (40, 30, 190), "blue": (180, 80, 30)}
    cuttings = {}
    for label, colour in colours.items():
        frame = np.full((90, 90, 3), (150, 170, 180), np.uint8)
        cv2.circle(frame, (45, 45), 20, colour, -1, cv2.LINE_AA)
        if label != "black":
            cv2.circle(frame, (45, 2), 20, colours["black"], -1, cv2.LINE_AA)
        cuttings[label] = [Photo(frame, None, f"{label}.jpg")]
    table = bare_table(cuttings, "empty.jpg").frame.reshape(-1, 3)
    assert len(table) > 1
    assert table.min() > 100


def shot(value: tuple[int, int, int], name: str) -> Photo:
    return Photo(np.full((60, 60, 3), value, np.uint8), None, name)


def test_black_pieces_a_black_table_and_vivid_ones_are_no_bad_photos() -> None:
    dark, vivid = shot((12, 10, 10), "black.jpg"), shot((0, 120, 255), "orange.jpg")
    assert set_problems(dark, {"black": [dark], "orange": [vivid]}, framed=False) == []
    assert [p.code for p in set_problems(dark, {"black": [dark]}, framed=False)] == ["too_dark"] * 2
    white = shot((255, 255, 255), "white.jpg")
    assert [p.code for p in set_problems(vivid, {"white": [white]}, framed=False)] == ["too_bright"]
