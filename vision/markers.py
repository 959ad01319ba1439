"""The four ArUco markers on the paper frame: found anywhere once, then followed near their last place.

Ids 0–3 run clockwise from the picture's top left. A whole search reads every pixel; between two photos the
markers barely move. So first a few spots in and around each are looked at: if they are as dark and as bright
as printed, the markers still lie where they lay, and only their corners are measured anew. If not, four small
windows around the last place are searched, and the whole picture if one of them comes up empty.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from vision.photo import Frame
from vision.shrink import grain, shrunk, stacked

Corners = npt.NDArray[np.float64]  # 16 × 2: four corners of each marker, NaN where one was not found

MARKERS = 4
# A marker may wander by this part of its own side before its window misses it.
WINDOW_MARGIN = 0.6
# Spots to look at lie this far inside and outside of a marker's edge, as a part of its side: a marker that
# moved further shows.
EDGE_MARGIN = 0.06
CELLS = 6
# How many times larger a picture is looked through again for markers that were not read.
ENLARGED = 2
# Corners are measured by the pixels around where they were; if one moved further they are looked for anew.
CORNER_REACH, NO_HOLE = (3, 3), (-1, -1)
CORNER_MOVE = 1.5
# So much has to be seen around a corner to measure it; it wanders as far as this by noise alone.
CORNER_ROOM, CORNER_NOISE = 6, 0.5
CORNER_ENDS = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_MAX_ITER, 30, 0.1)


def _spots(off_edge: float) -> Corners:
    """Spots so far inside every marker's edge, and as many outside, as shares of its four corners."""
    along = (np.arange(CELLS) + 0.5) / CELLS
    spots = []
    for margin in (off_edge, -off_edge):
        for edge in (np.full(CELLS, margin), np.full(CELLS, 1 - margin)):
            spots += [(along, edge), (edge, along)]
    x, y = np.hstack(spots)
    return np.asarray(np.stack([(1 - x) * (1 - y), x * (1 - y), x * y, (1 - x) * y], axis=1), np.float64)


SPOTS = _spots(EDGE_MARGIN)


class Edges:
    """The edges of markers at one place in the picture: whether they still lie there, within some pixels.

    Spots that far inside of them are dark and spots that far outside bright; nothing else need be looked at.
    """

    def __init__(self, corners: Corners, within_pixels: float) -> None:
        squares = corners.reshape(MARKERS, 4, 2)
        side = float(np.linalg.norm(squares - np.roll(squares, 1, axis=1), axis=2).mean())
        spots = np.nan_to_num(np.rint(_spots(within_pixels / max(side, 1.0)) @ squares), nan=-1.0)
        self._low, self._high = spots.min(axis=(0, 1)), spots.max(axis=(0, 1))
        places = spots.astype(np.intp).reshape(MARKERS, 2, -1, 2)
        self._columns, self._rows = places[..., 0], places[..., 1]

    def are_in(self, frame: Frame) -> bool:
        """Whether a picture still shows them there."""
        height, width = frame.shape[:2]
        if not ((self._low >= 0).all() and (self._high < (width, height)).all()):
            return False
        shades = frame[self._rows, self._columns, 1]
        return bool((shades[:, 0].max(axis=1) < shades[:, 1].min(axis=1)).all())


@dataclass(frozen=True)
class Windows:
    """What is looked at of a picture whose markers may lie where they lay: a window around each, all of one
    size. Shrunk they lie one below the other; in that picture are the spots, of each marker those inside and
    those outside of its edge, and the markers' corners, each shifted from where it lies in the whole.
    """

    picture_size: tuple[int, int]
    corners: Corners
    boxes: list[tuple[slice, slice]]
    shift: Corners
    rows: npt.NDArray[np.intp]
    columns: npt.NDArray[np.intp]

    @classmethod
    def around(cls, last: Corners, picture_size: tuple[int, int], factor: int) -> Windows | None:
        """For markers of a shrunk picture; `None` if one is not wholly in it."""
        squares = last.reshape(MARKERS, 4, 2)
        low, high = squares.min(axis=1), squares.max(axis=1)
        around = EDGE_MARGIN * (high - low).max() + 1
        grid = grain(factor)
        most = np.array(picture_size) // (factor * grid) * grid
        if (low < around).any() or (high > most - 1 - around).any():
            return None
        start = (low - around - CORNER_ROOM).astype(np.intp) // grid * grid
        size = ((high + around + CORNER_ROOM - start).max(axis=0).astype(np.intp) // grid + 1) * grid
        if (size > most).any():
            return None
        start = np.clip(start, 0, most - size)
        width, height = (size * factor).tolist()
        shift = np.arange(MARKERS)[:, None] * (0, size[1]) - start
        spots = np.rint(SPOTS @ squares).astype(np.intp) + shift[:, None]
        return cls(
            picture_size,
            last,
            [np.s_[y : y + height, x : x + width] for x, y in (start * factor).tolist()],
            np.repeat(shift, 4, axis=0).astype(np.float64),
            *(spots[..., axis].reshape(MARKERS, 2, -1) for axis in (1, 0)),
        )


def _detector() -> cv2.aruco.ArucoDetector:
    settings = cv2.aruco.DetectorParameters()
    settings.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    settings.cornerRefinementWinSize = 3
    # The frame always fills a good part of the picture: small squares are noise, looking at them costs time.
    settings.minMarkerPerimeterRate = 0.08
    settings.adaptiveThreshWinSizeMin = 13
    settings.adaptiveThreshWinSizeMax = 33
    settings.adaptiveThreshWinSizeStep = 10
    return cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50), settings)


class MarkerFinder:
    """Finds the frame's markers in photo after photo."""

    def __init__(self, last: Corners | None = None, factor: int = 1) -> None:
        """They were last seen there, in pictures that are to be shrunk by one of the `FACTORS`."""
        self._whole = _detector()
        self._near = _detector()
        near = self._near.getDetectorParameters()
        near.minMarkerPerimeterRate = 0.5
        near.adaptiveThreshWinSizeMin = near.adaptiveThreshWinSizeMax = 23
        self._near.setDetectorParameters(near)
        self._factor = factor
        self._last = None if last is None else (last + 0.5) / factor - 0.5
        self._windows: Windows | None = None

    def find(self, frame: Frame) -> Corners:
        """The corners of all markers in sight; rows of NaN for those that are not."""
        return (self._find(frame) + 0.5) * self._factor - 0.5

    def _find(self, frame: Frame) -> Corners:
        """The same in pixels of the shrunk picture."""
        if self._last is not None:
            unmoved = self._unmoved(frame, self._last)
            if unmoved is not None:
                self._last = unmoved
                return unmoved
        small = shrunk(frame, self._factor)
        if self._last is not None:
            corners = self._follow(small, self._last)
            if not np.isnan(corners).any():
                self._last = corners
                return corners
        corners = self._search(small)
        if not np.isnan(corners).any():
            self._last = corners
        return corners

    def _search(self, frame: Frame) -> Corners:
        # Half the size is plenty to recognise a marker in a big picture.
        shrink = 2 if frame.shape[1] > 1600 else 1
        gray = cv2.cvtColor(np.ascontiguousarray(frame[::shrink, ::shrink]), cv2.COLOR_BGR2GRAY)
        corners = _arrange(*self._whole.detectMarkers(gray)[:2])
        if np.isnan(corners).any():
            # Small markers with ragged edges are read better enlarged.
            large = cv2.resize(gray, None, fx=ENLARGED, fy=ENLARGED, interpolation=cv2.INTER_CUBIC)
            closer = (_arrange(*self._whole.detectMarkers(large)[:2]) + 0.5) / ENLARGED - 0.5
            corners = np.where(np.isnan(corners), closer, corners)
        return corners * shrink

    def _unmoved(self, frame: Frame, last: Corners) -> Corners | None:
        """The corners, to a fraction of a pixel, of markers that lie where they lay; `None` if one does
        not.
        """
        windows = self._windows_around(last, (frame.shape[1], frame.shape[0]))
        if windows is None:
            return None
        gray = cv2.cvtColor(stacked([frame[box] for box in windows.boxes], self._factor), cv2.COLOR_BGR2GRAY)
        shades = gray[windows.rows, windows.columns]
        if (shades[:, 0].max(axis=1) >= shades[:, 1].min(axis=1)).any():
            return None
        start = (last + windows.shift).astype(np.float32)
        corners = cv2.cornerSubPix(gray, start.copy(), CORNER_REACH, NO_HOLE, CORNER_ENDS)
        return None if np.abs(corners - start).max() > CORNER_MOVE else corners - windows.shift

    def _windows_around(self, last: Corners, picture_size: tuple[int, int]) -> Windows | None:
        """The windows to look through; noise in the corners is no reason to lay them out anew."""
        windows = self._windows
        if (
            windows is None
            or windows.picture_size != picture_size
            or np.abs(windows.corners - last).max() > CORNER_NOISE
        ):
            windows = self._windows = Windows.around(last, picture_size, self._factor)
        return windows

    def _follow(self, frame: Frame, last: Corners) -> Corners:
        height, width = frame.shape[:2]
        corners = np.full((4 * MARKERS, 2), np.nan)
        for marker in range(MARKERS):
            square = last[4 * marker : 4 * marker + 4]
            low, high = square.min(axis=0), square.max(axis=0)
            margin = WINDOW_MARGIN * float((high - low).max())
            left, top = np.maximum(low - margin, 0).astype(int)
            right, bottom = np.minimum(high + margin, (width, height)).astype(int)
            if right - left < 8 or bottom - top < 8:
                break
            window = cv2.cvtColor(frame[top:bottom, left:right], cv2.COLOR_BGR2GRAY)
            found, ids, _ = self._near.detectMarkers(window)
            here = _arrange(found, ids)[4 * marker : 4 * marker + 4]
            if np.isnan(here).any():
                break
            corners[4 * marker : 4 * marker + 4] = here + np.array([left, top])
        return corners


def _arrange(found: Sequence[Any], ids: Any) -> Corners:
    corners = np.full((4 * MARKERS, 2), np.nan)
    # OpenCV gives no ids at all where there are no markers.
    if ids is None:
        return corners
    for square, marker in zip(found, np.ravel(ids).tolist(), strict=True):
        if 0 <= marker < MARKERS:
            corners[4 * marker : 4 * marker + 4] = square[0]
    return corners
