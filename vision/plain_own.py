"""The table as a photo of pieces shows it: the colours that turn up all over the picture.

For where nobody photographed the bare table, or the pieces lie on another one today.
"""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt

from vision.colour import cell_index
from vision.light import as_bytes
from vision.photo import Frame
from vision.plain_table import Costs, plain_light
from vision.profile import EmptyTray

LOOKED_AT = 256  # the longer side, in pixels, at which the picture is looked at
TILES = 8
# A kind of colour is in a tile if it covers so much of it, and is the table's if it is in so many of the
# tiles; one that a label shows as well has to be in more of them.
SHOWN, SPREAD_OUT, SPREAD_OUT_LABEL = 0.08, 0.35, 0.6
# No label's pieces cover so much of a picture.
TOO_MUCH = 0.25
LABEL_LIKE, NO_LABEL = 1.5, 6.0
# So much of a table in a label's colours may be its pieces.
OF_A_LABEL = 0.3
LEAST_SHARE = 0.15


def own_table(lit: Frame, label_costs: Costs) -> EmptyTray:
    """What a table would look like that explains the most widespread colours of a photo."""
    small, seen, kinds = _looked_at(lit)
    spread = _spread(kinds)[kinds]
    like_label = (label_costs[cell_index(seen)] < LABEL_LIKE) & (covered(kinds)[kinds] < TOO_MUCH)
    table = spread >= np.where(like_label, SPREAD_OUT_LABEL, SPREAD_OUT)
    if table.mean() < LEAST_SHARE:
        table = spread >= np.quantile(spread, 1 - LEAST_SHARE)
    return _as_table(small[table])


def between_pieces(lit: Frame, widespread: EmptyTray, label_costs: Costs) -> EmptyTray | None:
    """Where the most widespread colours are a label's: the table that no label explains, if it is to be seen
    all over the photo as well.
    """
    cells = cell_index(as_bytes(plain_light(widespread.lit, None)))
    if (label_costs[cells] < LABEL_LIKE).mean() < OF_A_LABEL:
        return None
    small, seen, kinds = _looked_at(lit)
    table = (label_costs[cell_index(seen)] >= NO_LABEL) & (_spread(kinds)[kinds] >= SPREAD_OUT)
    return _as_table(small[table]) if table.mean() >= LEAST_SHARE else None


def _looked_at(lit: Frame) -> tuple[Frame, Frame, npt.NDArray[np.int32]]:
    """A picture at the size at which it is looked at: as it is, in bytes of its light, and its kinds of
    colours.
    """
    times = max(1.0, max(lit.shape[:2]) / LOOKED_AT)
    size = (max(1, round(lit.shape[1] / times)), max(1, round(lit.shape[0] / times)))
    small = np.asarray(cv2.resize(lit, size, interpolation=cv2.INTER_AREA), np.uint8)
    seen = as_bytes(plain_light(small, None))
    return small, seen, coarse_kinds(seen.reshape(-1, 3)).reshape(seen.shape[:2])


def _as_table(pixels: Frame) -> EmptyTray:
    return EmptyTray(pixels[None], None, np.empty((0, 3)), None)


def coarse_kinds(pixels: npt.NDArray[np.uint8]) -> npt.NDArray[np.int32]:
    """The kind of colour of each pixel (n × 3): one of sixteen steps in every channel."""
    coarse = pixels.astype(np.int32) >> 4
    return np.asarray((coarse[:, 0] << 8) | (coarse[:, 1] << 4) | coarse[:, 2], np.int32)


def with_neighbours(cube: npt.NDArray[np.bool_]) -> npt.NDArray[np.bool_]:
    """The marked kinds of colours and those next to them."""
    padded = np.pad(cube, 1)
    for axis in range(3):
        padded = padded | np.roll(padded, 1, axis) | np.roll(padded, -1, axis)
    return padded[1:-1, 1:-1, 1:-1]


def _spread(kinds: npt.NDArray[np.int32]) -> npt.NDArray[np.float64]:
    """In which part of the picture's tiles each kind of colour is shown."""
    votes = np.zeros((16, 16, 16))
    tiles = [tile for row in np.array_split(kinds, TILES) for tile in np.array_split(row, TILES, axis=1)]
    filled = [tile for tile in tiles if tile.size]
    for tile in filled:
        shown = np.bincount(tile.ravel(), minlength=16**3).reshape(16, 16, 16)
        votes += with_neighbours(shown >= max(1.0, SHOWN * tile.size))
    return np.asarray(votes.ravel() / len(filled), np.float64)


def covered(kinds: npt.NDArray[np.int32]) -> npt.NDArray[np.float64]:
    """Which part of the picture each kind of colour covers, together with those next to it."""
    counts = np.bincount(kinds.ravel(), minlength=16**3).reshape(16, 16, 16)
    padded = np.pad(counts, 1)
    around = sum(
        padded[a : a + 16, b : b + 16, c : c + 16] for a in range(3) for b in range(3) for c in range(3)
    )
    return np.asarray(np.ravel(around) / max(1, kinds.size), np.float64)
