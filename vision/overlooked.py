"""What the net overlooked: things that were not there when the tray was empty, and that it calls neither
piece nor foreign.

A white piece before a lamp is nothing to the net, but in the ring's light alone it stands out.
"""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
import numpy.typing as npt

from vision.colour import roots
from vision.net import FOREIGN, Maps
from vision.net_input import PIXELS_A_MM
from vision.normalise import Normalised
from vision.pieces import FoundPiece
from vision.rectify import MARGIN_MM

# What differs so much from the empty tray, in roots, and is so wide and so large, is something.
CHANGED, WIDE_MM, LEAST_MM2 = 16.0, 4.0, 15.0
# Around a piece the light changes too.
BESIDE_MM = 3.0


def overlooked(found: Sequence[FoundPiece], shown: Normalised, maps: Maps) -> list[FoundPiece]:
    """Each such thing with its outline, as if the net had found it; nothing without an empty tray."""
    if shown.bare is None or not shown.framed:
        return []
    changed = np.asarray(cv2.absdiff(roots(shown.light), shown.bare)).max(axis=2) > CHANGED
    rim = int(MARGIN_MM * PIXELS_A_MM)  # the paper around the window is no part of the tray
    tray = np.zeros(changed.shape, np.bool_)
    tray[rim:-rim, rim:-rim] = True
    left = (changed & tray & ~_explained(found, maps, changed.shape)).astype(np.uint8)
    count, names, stats, middles = cv2.connectedComponentsWithStats(
        cv2.morphologyEx(left, cv2.MORPH_OPEN, _disc(WIDE_MM))
    )
    things = []
    for number in range(1, count):
        if stats[number, cv2.CC_STAT_AREA] < LEAST_MM2 * PIXELS_A_MM**2:
            continue
        mask = (names == number).astype(np.uint8)
        (outline, *_), _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
        x, y = middles[number] / PIXELS_A_MM
        likely = float(maps.likely[int(y), int(x)])
        things.append(FoundPiece(float(x), float(y), likely, outline[:, 0] / PIXELS_A_MM))
    return things


def _explained(found: Sequence[FoundPiece], maps: Maps, size: tuple[int, ...]) -> npt.NDArray[np.bool_]:
    """Where something foreign is, or a place that is weighed anyway, with a rim around them."""
    foreign = (maps.kinds[FOREIGN] > 0.5).astype(np.uint8)
    known = np.asarray(cv2.resize(foreign, (size[1], size[0]), interpolation=cv2.INTER_NEAREST), np.uint8)
    for piece in found:
        cv2.fillPoly(known, [np.round(piece.outline * PIXELS_A_MM).astype(np.int32)], 1)
    return np.asarray(cv2.dilate(known, _disc(2 * BESIDE_MM)) > 0, np.bool_)


def _disc(wide_mm: float) -> npt.NDArray[np.uint8]:
    side = int(wide_mm * PIXELS_A_MM) | 1
    return np.asarray(cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (side, side)), np.uint8)
