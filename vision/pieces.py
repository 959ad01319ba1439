"""From the net's maps to pieces: the likeliest middles first, each with its outline of rays, and none twice.

The maps have one pixel a millimetre: how likely a middle is there, how far the piece reaches from there in
each direction, and whether tray, piece or something foreign is seen.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

import cv2
import numpy as np
import numpy.typing as npt

Map: TypeAlias = npt.NDArray[np.float32]
Polygon: TypeAlias = npt.NDArray[np.float64]  # n × 2, in pixels of the maps

RAYS = 16
# A middle less likely than this is none.
LIKELY = 0.5
# Two outlines of which the smaller lies in the other by more than this show one piece.
SAME = 0.4
# Outlines are compared on a grid so much finer than the maps.
FINER = 3
# What is called a piece is smaller than this many square millimetres only if it is dust.
LEAST_AREA = 8.0
# So that a grid can be made: no piece reaches further, in pixels of the maps.
FURTHEST = 40.0


@dataclass(frozen=True, eq=False)
class FoundPiece:
    """One piece: where its middle is, how likely it is one, and what is seen of it."""

    x: float
    y: float
    likely: float
    outline: Polygon

    @property
    def area(self) -> float:
        return float(cv2.contourArea(self.outline.astype(np.float32)))


def directions(rays: int = RAYS) -> Polygon:
    """The ways of the rays, x and y; the first goes right, the next ones clockwise as the picture is seen."""
    angles = np.arange(rays) * 2 * np.pi / rays
    return np.stack([np.cos(angles), np.sin(angles)], axis=1)


def find_pieces(likely: Map, rays: Map, *, least: float = LIKELY, same: float = SAME) -> list[FoundPiece]:
    """Pieces from a map of likelihood and one map for each ray, the surest first."""
    found: list[_Drawn] = []
    ways = directions(len(rays))
    for y, x in _middles(likely, least):
        reach = np.clip(rays[:, y, x].astype(np.float64), 0.0, FURTHEST)
        outline = np.array([x, y], np.float64) + reach[:, None] * ways
        piece = FoundPiece(float(x), float(y), float(likely[y, x]), outline)
        if piece.area < LEAST_AREA:
            continue
        drawn = _Drawn.of(piece)
        if all(not other.holds(x, y) and drawn.shared(other) <= same for other in found):
            found.append(drawn)
    return [drawn.piece for drawn in found]


def _middles(likely: Map, least: float) -> list[tuple[int, int]]:
    """Rows and columns of the hilltops, the likeliest first."""
    highest = cv2.dilate(likely, np.ones((3, 3), np.uint8))
    rows, columns = np.nonzero((likely >= highest) & (likely > least))
    order = np.argsort(-likely[rows, columns], kind="stable")
    return list(zip(rows[order].tolist(), columns[order].tolist(), strict=True))


@dataclass(frozen=True, eq=False)
class _Drawn:
    """A piece filled in on its own small grid, to be laid over another."""

    piece: FoundPiece
    left: int
    top: int
    mask: npt.NDArray[np.bool_]
    size: int

    @classmethod
    def of(cls, piece: FoundPiece) -> _Drawn:
        places = np.round(piece.outline * FINER).astype(np.int32)
        low, high = places.min(axis=0), places.max(axis=0)
        mask = np.zeros((int(high[1] - low[1]) + 1, int(high[0] - low[0]) + 1), np.uint8)
        cv2.fillPoly(mask, [places - low], 1)
        filled = mask > 0
        return cls(piece, int(low[0]), int(low[1]), filled, int(filled.sum()))

    def holds(self, x: int, y: int) -> bool:
        """Whether a middle lies in it: what is seen of two pieces never overlaps."""
        row, column = y * FINER - self.top, x * FINER - self.left
        height, width = self.mask.shape
        return 0 <= row < height and 0 <= column < width and bool(self.mask[row, column])

    def shared(self, other: _Drawn) -> float:
        """How much of the smaller of the two lies in the other."""
        left, top = max(self.left, other.left), max(self.top, other.top)
        right = min(self.left + self.mask.shape[1], other.left + other.mask.shape[1])
        bottom = min(self.top + self.mask.shape[0], other.top + other.mask.shape[0])
        if right <= left or bottom <= top:
            return 0.0
        mine = self.mask[top - self.top : bottom - self.top, left - self.left : right - self.left]
        its = other.mask[top - other.top : bottom - other.top, left - other.left : right - other.left]
        return float((mine & its).sum()) / max(1, min(self.size, other.size))
