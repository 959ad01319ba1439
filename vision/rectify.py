"""From the camera's picture to the flat tray, and back.

The flat tray is a small raster seen straight on: with a paper frame its axes are millimetres from the
window's middle, without one they are the region's own. Only the raster is ever looked at closely, which is
what makes counting quick.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

Points = npt.NDArray[np.float64]  # n × 2

MARKER_MM = 14.0
# From the window's edge to the middle of a marker.
MARKER_OUTSIDE_MM = 11.0
TRAY_MM = (150.0, 110.0)
# The flat tray shows a little of the paper around the window, so that pieces at the edge are seen whole.
MARGIN_MM = 2.0
NODE_PIXELS = 16
# The second map of a remapping whose first holds both coordinates.
NO_MAP = np.empty(0, np.float32)


def marker_corners_mm(tray_mm: tuple[float, float] = TRAY_MM) -> Points:
    """The sixteen marker corners on the paper, in millimetres from the window's middle."""
    across, down = tray_mm[0] / 2 + MARKER_OUTSIDE_MM, tray_mm[1] / 2 + MARKER_OUTSIDE_MM
    centres = np.array([[-across, -down], [across, -down], [across, down], [-across, down]])
    half = MARKER_MM / 2
    square = np.array([[-half, -half], [half, -half], [half, half], [-half, half]])
    return np.asarray((centres[:, None] + square[None]).reshape(-1, 2), np.float64)


@dataclass(frozen=True)
class Lens:
    """The picture's size and how much the lens bends straight lines (0: not at all)."""

    picture_size: tuple[int, int]
    bend: float = 0.0

    def straighten(self, points: Points) -> Points:
        """Picture pixels to straight coordinates around the picture's middle."""
        width, height = self.picture_size
        bent = (points - (width / 2, height / 2)) / (width / 2)
        return np.asarray(bent * (1 + self.bend * (bent**2).sum(axis=-1, keepdims=True)), np.float64)

    def bend_back(self, straight: Points) -> Points:
        """The other way round, by a few rounds of correction: the bend is small."""
        width, height = self.picture_size
        # Bending moves a point along the line to the middle: only its distance has to be corrected.
        bent = self.bend * np.einsum("...i,...i->...", straight, straight)
        part = 1 / (1 + bent)
        for _ in range(4):
            part = 1 / (1 + bent * part * part)
        return np.asarray(straight * part[..., None] * (width / 2) + (width / 2, height / 2), np.float64)


@dataclass(frozen=True, eq=False)
class View:
    """Where the tray lies in one picture: the way from the paper's millimetres to pixels and back."""

    lens: Lens
    to_straight: npt.NDArray[np.float64]

    @classmethod
    def from_markers(cls, corners: Points, lens: Lens, tray_mm: tuple[float, float] = TRAY_MM) -> View | None:
        """From the marker corners in sight; `None` with fewer than two markers."""
        seen = ~np.isnan(corners).any(axis=1)
        if seen.sum() < 8:
            return None
        paper = marker_corners_mm(tray_mm)[seen]
        matrix, _ = cv2.findHomography(paper, lens.straighten(corners[seen]))
        return None if matrix is None else cls(lens, np.asarray(matrix, np.float64))

    @classmethod
    def from_region(cls, lens: Lens, corners: Points, size_mm: tuple[float, float]) -> View:
        """Without a paper frame: the region with these corners, in pixels of the picture clockwise from its
        top left, is a tray of that size.
        """
        across, down = size_mm[0] / 2, size_mm[1] / 2
        tray = np.array([[-across, -down], [across, -down], [across, down], [-across, down]], np.float32)
        straight = lens.straighten(corners).astype(np.float32)
        return cls(lens, np.asarray(cv2.getPerspectiveTransform(tray, straight), np.float64))

    def to_picture(self, points: Points) -> Points:
        straight = cv2.perspectiveTransform(points.reshape(1, -1, 2).astype(np.float64), self.to_straight)
        return self.lens.bend_back(np.asarray(straight[0], np.float64))

    def to_tray(self, picture: Points) -> Points:
        """The other way: pixels of the picture to millimetres on the paper."""
        straight = self.lens.straighten(picture).reshape(1, -1, 2)
        back = cv2.perspectiveTransform(straight, np.linalg.inv(self.to_straight))
        return np.asarray(back[0], np.float64)

    def misfit(self, corners: Points, tray_mm: tuple[float, float] = TRAY_MM) -> float:
        """How far, in pixels, the markers lie from where this view expects them."""
        seen = ~np.isnan(corners).any(axis=1)
        off = self.to_picture(marker_corners_mm(tray_mm)[seen]) - corners[seen]
        return float(np.sqrt((off**2).sum(axis=1).mean()))


@dataclass(frozen=True)
class Raster:
    """The flat tray's own grid: its size in pixels, and how many of them make a millimetre."""

    width: int
    height: int
    pixels_a_mm: float

    @classmethod
    def over(cls, size_mm: tuple[float, float], pixels_a_mm: float, margin_mm: float = 0.0) -> Raster:
        width, height = ((side + 2 * margin_mm) * pixels_a_mm for side in size_mm)
        return cls(max(8, round(width)), max(8, round(height)), pixels_a_mm)

    def to_mm(self, points: Points) -> Points:
        return np.asarray(
            (points - ((self.width - 1) / 2, (self.height - 1) / 2)) / self.pixels_a_mm, np.float64
        )

    def from_mm(self, points: Points) -> Points:
        return np.asarray(
            points * self.pixels_a_mm + ((self.width - 1) / 2, (self.height - 1) / 2), np.float64
        )


def raster_nodes(raster: Raster) -> Points:
    """Every 16th pixel of the raster: a view bends so gently that the rest can be filled in between."""
    columns, rows = raster.width // NODE_PIXELS + 2, raster.height // NODE_PIXELS + 2
    x, y = np.meshgrid(np.arange(columns), np.arange(rows))
    return np.asarray(np.stack([x, y], axis=-1).reshape(-1, 2) * float(NODE_PIXELS), np.float64)


def fill_in(places: Points, raster: Raster) -> npt.NDArray[np.float32]:
    """Places worked out for the nodes, for every pixel of the raster."""
    columns, rows = raster.width // NODE_PIXELS + 2, raster.height // NODE_PIXELS + 2
    grow = np.array([[NODE_PIXELS, 0, 0], [0, NODE_PIXELS, 0]], np.float64)
    coarse = places.reshape(rows, columns, 2).astype(np.float32)
    dense = cv2.warpAffine(coarse, grow, (raster.width, raster.height), flags=cv2.INTER_LINEAR)
    return np.asarray(dense, np.float32)


def fit_lens(corners: Points, picture_size: tuple[int, int], tray_mm: tuple[float, float] = TRAY_MM) -> Lens:
    """The lens that makes the markers' sixteen corners lie as they are printed."""

    def misfit(bend: float) -> float:
        lens = Lens(picture_size, bend)
        view = View.from_markers(corners, lens, tray_mm)
        return np.inf if view is None else view.misfit(corners, tray_mm)

    bends = np.linspace(-0.15, 0.15, 31)
    best = float(min(bends, key=misfit))
    fine = np.linspace(best - 0.01, best + 0.01, 21)
    return Lens(picture_size, float(min(fine, key=misfit)))
