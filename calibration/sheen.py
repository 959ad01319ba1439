"""How glossy the paint is: the white light that faces lying in the ring's middle mirror.

It differs from one set of paints, and one ring, to the next. Where a colour has next to no light of its own
(all of black, the blue of red) what a piece near the ring's middle shows more than one far from it is sheen.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence

import numpy as np
import numpy.typing as npt

from calibration.swatches import Swatch, SwatchPiece
from vision.profile import USUAL_SHEEN

# Two pieces tell if one mirrors this much more of the ring than the other; so many tellings are enough.
TELLING, ENOUGH = 0.15, 6
# Light of a channel (white paper has 40 000) dark enough to tell, and that tells half as much as none.
DARK, HALF_TELLING = 3000.0, 2000.0
# A piece's brighter pixels are its face. Many pieces lie on an edge and mirror less than they could: the
# tellings' upper part is right.
FACE, UPPER = 0.75, 0.75
LEAST, MOST = 2000.0, 20000.0
# A few pieces tell it to about a third: nearer to the usual one it is the usual one. From there on they are
# believed the more the farther off it is, and wholly only from the second factor on: too much sheen taken off
# makes wrong counts (gray for black), too little hardly any.
AS_USUAL, UNUSUAL = 1.4, 2.5


def sheen_of(labels: Iterable[Sequence[Swatch]]) -> float:
    """The light mirrored in the ring's middle, told by the pieces of several labels; the usual one if they
    cannot tell.
    """
    told = [telling for swatches in labels for telling in _tellings(swatches)]
    if len(told) < ENOUGH:
        return USUAL_SHEEN
    values, weights = np.array(sorted(told)).T
    sums = np.cumsum(weights)
    sheen = float(np.clip(values[np.searchsorted(sums, UPPER * sums[-1])], LEAST, MOST))
    off = math.log(sheen / USUAL_SHEEN)
    believed = (abs(off) - math.log(AS_USUAL)) / math.log(UNUSUAL / AS_USUAL)
    return USUAL_SHEEN * math.exp(off * min(1.0, max(0.0, believed)))


def _tellings(swatches: Sequence[Swatch]) -> Iterator[tuple[float, float]]:
    """By each piece near the ring's middle and each dark channel: the sheen, and how well it is told."""
    faces = sorted(
        ((float(np.median(piece.mirrors)), _face(piece)) for swatch in swatches for piece in swatch.pieces),
        key=lambda found: found[0],
    )
    for mirrors, face in faces[1:]:
        least, plain = faces[0]
        nearer = mirrors - least
        if nearer < TELLING:
            continue
        sheen = (face - plain) / nearer
        own = plain - least * sheen
        for light, dark in zip(sheen.tolist(), own.tolist(), strict=True):
            if dark < DARK:
                yield light, nearer / (1 + max(dark, 0) / HALF_TELLING)


def _face(piece: SwatchPiece) -> npt.NDArray[np.float64]:
    return np.asarray(np.quantile(piece.light, FACE, axis=0), np.float64)
