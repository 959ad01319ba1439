"""Pieces that have nearly the table's colour: white on paper, black on a dark cloth.

Their colour does not tell them, but their outline does: a round of a piece's size with an edge most of the
way. Such rounds are counted if a label that is hard to see on this table explains them, and asked about.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace

import cv2
import numpy as np
import numpy.typing as npt

from vision.colour import ColourTable, Costs, cell_index
from vision.light import Image
from vision.patch import MOST_COST
from vision.pixels import Evidence, Mask

Colours = npt.NDArray[np.float64]

# A label is hard to see if so many of its colours stand out of the table by less than this.
HARD, HARD_SHARE = 4.5, 0.3
# Of these, so little stands out that even an edge may not tell them: some may be missed.
TABLE_LIKE, TABLE_LIKE_SHARE = 3.0, 0.45
# An edge is so many times as steep as the picture usually is, and at least so steep, in bytes a pixel.
STEEP, LEAST_STEEP = 3.0, 1.5
# Where the edge may be, in radii of a piece, and how far round it has to be seen.
NEAREST, FARTHEST, ROUND = 0.72, 1.28, 0.62
# With an edge this far round it is something, even if no label explains it: they may be learned badly.
PLAINLY_ROUND = 0.8
ANGLES = 48
RADIAL = 0.8  # the cosine between an edge's slope and the way from the middle
CANDIDATES = 60
# So much of it was not found yet, and it may cost a label so much: of pieces like that, calibrating sees only
# what is least like the table.
FREE, LIKE_LABEL, NEARLY_BEST = 0.5, 8.0, 1.0
# It is believed to be there, not that it is clear.
STRENGTH = 3.0


def hard_to_see(looks: Sequence[Colours], ratios: Costs) -> list[int]:
    """The labels whose pieces hardly stand out, by how much each colour of the cube stands out."""
    return _below(looks, ratios, HARD, HARD_SHARE)


def table_like(looks: Sequence[Colours], ratios: Costs) -> list[int]:
    """Those of them that have the table's very colours."""
    return _below(looks, ratios, TABLE_LIKE, TABLE_LIKE_SHARE)


def _below(looks: Sequence[Colours], ratios: Costs, limit: float, share: float) -> list[int]:
    shown = [ratios[cell_index(np.clip(colours, 0, 255).astype(np.uint8)[None])[0]] for colours in looks]
    return [label for label, ratio in enumerate(shown) if (ratio < limit).mean() >= share]


def with_faint(evidence: Evidence, table: ColourTable, hard: list[int], piece_area: float) -> Evidence:
    """The evidence with what is round but was not found standing out a little, above all of hard labels."""
    foreground, ratio = evidence.foreground.copy(), evidence.ratio.copy()
    for disc, way in rounds(evidence.seen, evidence.foreground, piece_area):
        inside = disc > 0
        if (foreground[inside] == 0).mean() < FREE:
            continue
        cost = np.minimum(table.costs.take(evidence.cells[inside], axis=0), MOST_COST).mean(axis=0)
        own = min((cost[label] for label in hard), default=MOST_COST)
        if way < PLAINLY_ROUND and own > min(LIKE_LABEL, float(cost.min()) + NEARLY_BEST):
            continue
        foreground[inside] = 1
        ratio[inside] = STRENGTH
    return replace(evidence, foreground=foreground, ratio=ratio)


def rounds(
    seen: npt.NDArray[np.uint8], found: Mask, piece_area: float, least: float = ROUND
) -> Iterator[tuple[Mask, float]]:
    """Everything of a piece's size with an edge most of the way round, and how far; what was found already is
    left out.
    """
    radius = math.sqrt(piece_area / math.pi)
    slope, steep = _edges(seen, found)
    for x, y in _middles(slope, steep, radius):
        way = _way_round(slope, steep, x, y, radius)
        if way >= least:
            disc = np.zeros(found.shape, np.uint8)
            cv2.circle(disc, (round(x), round(y)), round(0.9 * radius), 1, cv2.FILLED)
            yield disc, way


def _edges(seen: npt.NDArray[np.uint8], found: Mask) -> tuple[Image, npt.NDArray[np.bool_]]:
    """The slope of the picture at each pixel, across and down, and where that is the edge of something."""
    smooth = cv2.GaussianBlur(seen.astype(np.float32), (0, 0), 1.2)
    across, down = (cv2.Sobel(smooth, cv2.CV_32F, dx, 1 - dx) / 8 for dx in (1, 0))
    strongest = np.argmax(across**2 + down**2, axis=2)[..., None]
    slope = np.concatenate([np.take_along_axis(field, strongest, 2) for field in (across, down)], axis=2)
    size = np.hypot(slope[..., 0], slope[..., 1])
    steep = size > max(LEAST_STEEP, STEEP * float(np.median(size)))
    steep &= cv2.dilate(found, np.ones((7, 7), np.uint8)) == 0
    return np.asarray(slope / np.maximum(size, 1e-6)[..., None], np.float32), steep


def _middles(slope: Image, steep: npt.NDArray[np.bool_], radius: float) -> list[tuple[float, float]]:
    """Where the most edges point to from a piece's radius away, the best first."""
    height, width = steep.shape
    rows, columns = np.nonzero(steep)
    counted = np.zeros((height, width), np.float32)
    for reach in (0.85, 1.0, 1.15):
        for side in (-1, 1):
            x = np.rint(columns + side * reach * radius * slope[rows, columns, 0]).astype(int)
            y = np.rint(rows + side * reach * radius * slope[rows, columns, 1]).astype(int)
            there = (x >= 0) & (x < width) & (y >= 0) & (y < height)
            np.add.at(counted, (y[there], x[there]), 1.0)
    votes = cv2.GaussianBlur(counted, (0, 0), 0.12 * radius + 0.8)
    near = max(3, round(radius)) | 1
    peaks = (votes >= cv2.dilate(votes, np.ones((near, near), np.uint8))) & (votes > 0.1)
    spots = np.argwhere(peaks)
    best = np.argsort(-votes[peaks])[:CANDIDATES]
    return [(float(x), float(y)) for y, x in spots[best]]


def _way_round(slope: Image, steep: npt.NDArray[np.bool_], x: float, y: float, radius: float) -> float:
    """How far round a middle an edge that faces it is seen."""
    height, width = steep.shape
    reach = math.ceil(FARTHEST * radius)
    top, left = max(0, round(y) - reach), max(0, round(x) - reach)
    box = np.s_[top : min(height, round(y) + reach + 1), left : min(width, round(x) + reach + 1)]
    rows, columns = np.nonzero(steep[box])
    across, down = columns + left - x, rows + top - y
    far = np.maximum(np.hypot(across, down), 1e-6)
    facing = slope[box][rows, columns]
    radial = np.abs(across * facing[:, 0] + down * facing[:, 1]) / far
    good = (far >= NEAREST * radius) & (far <= FARTHEST * radius) & (radial >= RADIAL)
    turns = np.floor((np.arctan2(down[good], across[good]) / (2 * np.pi) + 0.5) * ANGLES).astype(int)
    return len(np.unique(turns % ANGLES)) / ANGLES
