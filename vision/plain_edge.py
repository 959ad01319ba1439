"""Pieces that the picture's edge cuts off: their round is carried on a little beyond it.

Without a frame nobody keeps the pieces away from the edge. What is seen of such a piece is no odd piece but a
plain one, of which the camera missed a part; carried on, it is judged like all others.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

import cv2
import numpy as np
import numpy.typing as npt

from vision.colour import Costs
from vision.pixels import Evidence, Mask, Value, under
from vision.seams import components

Points = npt.NDArray[np.float64]

# So much of a piece has to be seen: less is left alone, and below the second it is counted but asked about.
LEAST_SHARE, CLEAR_SHARE, MOST_SHARE = 0.1, 0.22, 0.8
# A piece is carried on until it is so deep, in radii: enough to be judged, with its middle still in sight.
DEPTH = 1.4
# It has to stand out, and its outline to lie so near (on average, in radii) to a piece's.
STRENGTH, OFF_ROUND = 4.0, 0.17
DOUBTFUL_STRENGTH = 3.1
# A whole piece's shape speaks for it; of one that is cut off only its colour does. If that costs a label more
# than this, it may be a pen that reaches into the picture.
LIKE_LABEL = 2.0
ROUNDS = 12


class Cut(NamedTuple):
    """A cut-off piece: which pixels are seen of it, in the box around them that begins there, and the middle
    of its round.
    """

    mask: Mask
    left: int
    top: int
    x: float
    y: float

    def on(self, picture: npt.NDArray[Value], margin: int = 0) -> npt.NDArray[Value]:
        """Its box in a picture, which may have a margin."""
        return under(self.mask, self.left + margin, self.top + margin, picture)


def carried_on(evidence: Evidence, piece_area: float, costs: Costs) -> tuple[Evidence, int]:
    """The evidence with a margin for what lies beyond the edge, and the margin's width in pixels; `costs` are
    those of the best label, by the colour cube.
    """
    radius = math.sqrt(piece_area / math.pi)
    cuts = list(_cuts(evidence, piece_area, radius))
    if not cuts:
        return evidence, 0
    margin = math.ceil(DEPTH * radius)
    wider = _widened(evidence, margin)
    for cut in cuts:
        little = bool(cut.mask.sum() < CLEAR_SHARE * piece_area)
        # Its rim is a mixture with the table.
        strange = float(np.median(costs.take(cut.on(evidence.cells)[cut.mask > 0]))) > LIKE_LABEL
        _carry_on(wider, cut, margin, radius, faint=little or strange)
    return wider, margin


def _cuts(evidence: Evidence, piece_area: float, radius: float) -> Iterator[Cut]:
    height, width = evidence.foreground.shape
    border = np.zeros((height, width), np.bool_)
    border[[0, -1], :] = border[:, [0, -1]] = True
    there = border & (evidence.foreground > 0)
    for label in np.unique(evidence.labels[there]).tolist():
        own = ((evidence.labels == label) & (evidence.foreground > 0)).astype(np.uint8)
        own = np.asarray(cv2.morphologyEx(own, cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8)), np.uint8)
        groups, stats = components(own)
        for group in np.unique(groups[there & (own > 0)]).tolist():
            area = int(stats[group, cv2.CC_STAT_AREA])
            if not group or not LEAST_SHARE * piece_area <= area <= MOST_SHARE * piece_area:
                continue
            # Only its box is looked at: a big picture may have hundreds of them.
            x, y, wide, high = stats[group, : cv2.CC_STAT_AREA].tolist()
            mask = (groups[y : y + high, x : x + wide] == group).view(np.uint8)
            if cv2.mean(evidence.ratio[y : y + high, x : x + wide], mask)[0] < STRENGTH:
                continue
            outlines, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE, offset=(x, y))
            middle = _round_middle(outlines, (height, width), radius)
            if middle is not None:
                yield Cut(mask, x, y, *middle)


def _round_middle(
    outlines: Sequence[cv2.typing.MatLike], shape: tuple[int, int], radius: float
) -> tuple[float, float] | None:
    """The middle of the piece whose outline a cut-off patch shows in a picture of some shape; nothing if it
    shows no such outline.
    """
    height, width = shape
    points = np.asarray(max(outlines, key=len)[:, 0], np.float64)
    inner = (points > 1).all(axis=1) & (points[:, 0] < width - 2) & (points[:, 1] < height - 2)
    if np.count_nonzero(inner) < 5:
        return None
    seen = points[inner]
    # From the edge's side, or a shallow arc would be taken for the far side of a round.
    on_edge = points[~inner]
    middle = on_edge.mean(axis=0) if len(on_edge) else seen.mean(axis=0)
    middle = middle + (middle - seen.mean(axis=0))
    for _ in range(ROUNDS):
        away = seen - middle
        far = np.maximum(np.hypot(away[:, 0], away[:, 1]), 1e-6)
        slope = -away / far[:, None]
        step, *_ = np.linalg.lstsq(slope.T @ slope + 1e-3 * np.eye(2), -slope.T @ (far - radius), rcond=None)
        middle = middle + np.clip(step, -radius, radius)
    away = seen - middle
    off = np.abs(np.hypot(away[:, 0], away[:, 1]) - radius).mean() / radius
    return (float(middle[0]), float(middle[1])) if off <= OFF_ROUND else None


def _widened(evidence: Evidence, margin: int) -> Evidence:
    """The evidence with nothing all around it."""
    flat, deep = ((margin, margin),) * 2, ((margin, margin), (margin, margin), (0, 0))
    return replace(
        evidence,
        seen=np.pad(evidence.seen, deep),
        cells=np.pad(evidence.cells, flat),
        labels=np.pad(evidence.labels, flat),
        foreground=np.pad(evidence.foreground, flat),
        ratio=np.pad(evidence.ratio, flat),
        glare=np.pad(evidence.glare, flat),
    )


def _carry_on(wider: Evidence, cut: Cut, margin: int, radius: float, *, faint: bool) -> None:
    """Paint what the edge hides of a piece into the margin, in the piece's most common colour."""
    inside = cut.mask > 0
    rows, columns = np.nonzero(inside)
    deep = DEPTH * radius
    # How far it reaches across and down, in pixels of the wider picture.
    right, down = (
        np.arange(
            max(0, math.ceil(max(middle - radius, start + seen.max() - deep)) + margin),
            min(whole, math.floor(min(middle + radius, start + seen.min() + deep)) + margin + 1),
        )
        for middle, start, seen, whole in (
            (cut.x, cut.left, columns, wider.labels.shape[1]),
            (cut.y, cut.top, rows, wider.labels.shape[0]),
        )
    )
    beyond = np.ones((len(down), len(right)), np.bool_)
    height, width = (side - margin for side in wider.labels.shape)
    beyond[np.ix_((down >= margin) & (down < height), (right >= margin) & (right < width))] = False
    square = np.add.outer((down - margin - cut.y) ** 2, (right - margin - cut.x) ** 2)
    below, aside = np.nonzero(beyond & (square <= radius**2))
    if not len(below):
        return
    disc = down[below], right[aside]
    cells, ratio = cut.on(wider.cells, margin), cut.on(wider.ratio, margin)
    kinds, often = np.unique(cells[inside], return_counts=True)
    common = kinds[often.argmax()]
    at = tuple(np.argwhere((cells == common) & inside)[0])
    wider.cells[disc] = common
    wider.labels[disc] = cut.on(wider.labels, margin)[at]
    wider.seen[disc] = cut.on(wider.seen, margin)[at]
    wider.foreground[disc] = 1
    strength = DOUBTFUL_STRENGTH if faint else float(ratio[inside].mean())
    wider.ratio[disc] = strength
    if faint:
        ratio[inside] = strength
