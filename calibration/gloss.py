"""How glossy the paint is: the white light that a face in the ring's middle mirrors.

Where a colour has next to no light of its own (all of black, the blue of red) what a piece near the ring's
middle shows more than one far from it is the ring. It differs from one set of paints to the next.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
import numpy.typing as npt

from vision.sight import Spot

# Two pieces tell if one mirrors this much more of the ring than the other; so many tellings are enough.
TELLING, ENOUGH = 0.12, 4
# A channel is dark enough to tell below this light (paper is 1). A piece's brighter pixels are its face.
DARK, FACE = 0.1, 0.75
# Where nothing tells, paints are usually like this.
USUAL, MOST = 0.15, 0.5
# Pieces lie flat, on an edge, or lean: on average they mirror so much of what they could.
MIRRORED, LEAST_LEFT = 0.35, 0.3


def gloss_of(labels: Iterable[Sequence[Spot]]) -> float:
    """The light mirrored in the ring's middle, told by the pieces of several labels."""
    told: list[tuple[float, float]] = []
    for spots in labels:
        (plain, least), *others = sorted(
            ((_face(spot), spot.veil) for spot in spots), key=lambda face: face[1]
        )
        for face, veil in others:
            nearer = veil - least
            if nearer > TELLING:
                told += [(light, nearer) for light in ((face - plain) / nearer)[plain < DARK].tolist()]
    if len(told) < ENOUGH:
        return USUAL
    values, weights = np.array(sorted(told)).T
    middle = np.searchsorted(np.cumsum(weights), weights.sum() / 2)
    return float(np.clip(values[middle], 0, MOST))


def without_gloss(spot: Spot, gloss: float) -> npt.NDArray[np.float32]:
    """The light of a piece's pixels without what they usually mirror of the ring."""
    bare = spot.pixels - np.float32(MIRRORED * gloss * spot.veil)
    return np.asarray(np.maximum(bare, LEAST_LEFT * spot.pixels), np.float32)


def _face(spot: Spot) -> npt.NDArray[np.float64]:
    return np.asarray(np.quantile(spot.pixels, FACE, axis=0), np.float64)
