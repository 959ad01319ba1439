"""The markers are followed from photo to photo: at rest, after a bump, and when one is covered."""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt
import pytest

from vision.markers import Edges, MarkerFinder
from vision.photo import Frame
from vision.shrink import FACTORS, shrunk

SIDE = 36
PLACES = ((40, 40), (360, 44), (356, 240), (44, 244))


def paper() -> Frame:
    """A sheet with the four markers, a little soft as a lens leaves it."""
    sheet = np.full((320, 440), 230, np.uint8)
    printed = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    for marker, (x, y) in enumerate(PLACES):
        sheet[y : y + SIDE, x : x + SIDE] = cv2.aruco.generateImageMarker(printed, marker, SIDE) // 2 + 20
    return np.asarray(cv2.cvtColor(cv2.GaussianBlur(sheet, (0, 0), 0.8), cv2.COLOR_GRAY2BGR), np.uint8)


def bumped(picture: Frame, move: npt.NDArray[np.float64]) -> Frame:
    size = (picture.shape[1], picture.shape[0])
    return np.asarray(cv2.warpAffine(picture, move, size, borderMode=cv2.BORDER_REPLICATE), np.uint8)


@pytest.mark.parametrize("across", [0.0, 0.4, 1.0, 1.4, 2.0, 3.0, 4.5, 7.0, 12.0])
@pytest.mark.parametrize("degrees", [0.0, 0.6])
def test_a_bump_of_any_size_is_measured(across: float, degrees: float) -> None:
    finder = MarkerFinder()
    before = finder.find(paper())
    move = np.asarray(cv2.getRotationMatrix2D((220, 160), degrees, 1.0), np.float64)
    move[:, 2] += (across, -across / 2)
    after = finder.find(bumped(paper(), move))
    assert np.abs(after - (before @ move[:, :2].T + move[:, 2])).max() < 0.35


def test_a_covered_marker_is_not_taken_for_one_that_lies_still() -> None:
    finder = MarkerFinder()
    finder.find(paper())
    covered = paper()
    covered[30:60, 340:420] = (90, 120, 180)
    assert np.isnan(finder.find(covered)).any(axis=1).tolist() == [False] * 4 + [True] * 4 + [False] * 8


def test_a_dimmer_light_moves_nothing() -> None:
    finder = MarkerFinder()
    before = finder.find(paper())
    assert np.abs(finder.find(paper() // 5) - before).max() < 0.2


@pytest.mark.parametrize(("across", "still"), [(0.0, True), (0.3, True), (3.0, False), (-12.0, False)])
def test_the_markers_edges_tell_whether_they_lie_still(across: float, still: bool) -> None:
    edges = Edges(MarkerFinder().find(paper()), within_pixels=1.0)
    move = np.array([[1.0, 0, across], [0, 1.0, 0]])
    assert edges.are_in(bumped(paper(), move)) is still
    assert edges.are_in(bumped(paper(), move) // 5) is still


def test_covered_markers_or_markers_beyond_the_picture_do_not_lie_still() -> None:
    corners = MarkerFinder().find(paper())
    covered = paper()
    covered[30:60, 340:420] = (90, 120, 180)
    assert not Edges(corners, 1.0).are_in(covered)
    assert not Edges(corners, 1.0).are_in(paper()[:250])
    unseen = corners.copy()
    unseen[4:8] = np.nan
    assert not Edges(unseen, 1.0).are_in(paper())


@pytest.mark.parametrize("factor", FACTORS)
def test_a_shrunk_picture_is_the_mean_of_the_whole_one(factor: int) -> None:
    picture = bumped(paper(), np.array([[1.0, 0, 0.3], [0, 1.0, 0.3]]))[:317, :431]
    picture = np.asarray(cv2.GaussianBlur(picture, (0, 0), factor), np.uint8)
    small = shrunk(picture, factor)
    height, width = 317 // factor, 431 // factor
    assert small.shape == (height, width, 3)
    blocks = picture[: height * factor, : width * factor].reshape(height, factor, width, factor, 3)
    assert np.abs(small - blocks.mean(axis=(1, 3))).max() < 4  # of 255; OpenCV 5 rounds otherwise than 4
