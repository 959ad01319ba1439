"""Pieces photographed without a paper frame: a region of the picture is the tray, its pieces tell the scale.

The net knows pieces of one size. So the photos are laid out at one scale after the other, and the one at
which most of them look as large as they should is right.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from vision.light import LINEAR
from vision.net import PieceNet
from vision.photo import Photo
from vision.pieces import LIKELY
from vision.profile import WHOLE_PICTURE, EmptyTray, Place
from vision.sight import Eye
from vision.tray import PIECE_MM

Region: TypeAlias = npt.NDArray[np.float64]

# A piece is between a 60th and the whole of a photo's shorter side wide; sizes are tried in such steps.
SMALLEST, STEP = 60.0, 1.4
# So far from its true size (as a power of e) the net still knows a piece.
SIZE_SPREAD = 0.3
# Of many photos so many tell the scale.
MOST_ASKED = 6
NO_PAPER = np.ones((1, 3))


def region_place(shot: Photo, region: Region | None, piece_pixels: float) -> Place:
    """The tray in photos of this one's size."""
    size = (shot.frame.shape[1], shot.frame.shape[0])
    return Place(size, region=WHOLE_PICTURE if region is None else region, piece_pixels=piece_pixels)


def unknown_tray() -> EmptyTray:
    """A table that nobody saw empty."""
    return EmptyTray(np.zeros((1, 1, 3), np.uint8), None, NO_PAPER, None)


def piece_pixels(shots: Sequence[Photo], region: Region | None, net: PieceNet) -> float:
    """How wide a piece is in the photos."""
    asked = list(shots)[:: -(-len(shots) // MOST_ASKED)]
    side = float(max(min(shot.frame.shape[:2]) for shot in asked))
    sizes = side / STEP ** np.arange(math.ceil(math.log(SMALLEST, STEP)) + 1)
    return float(max(sizes, key=lambda size: sum(_plain(shot, region, size, net) for shot in asked)))


def _plain(shot: Photo, region: Region | None, size: float, net: PieceNet) -> float:
    """How many pieces look like ones at a scale, each counted by how near its size is to the right one."""
    if min(shot.frame.shape[:2]) < size / 2:
        return 0.0
    place = region_place(shot, region, size)
    spots = Eye(place, unknown_tray(), net).look_once(shot.frame).spots
    off = [
        math.log(math.sqrt(spot.area_mm2 * 4 / math.pi) / PIECE_MM) for spot in spots if spot.likely > LIKELY
    ]
    return sum(math.exp(-((each / SIZE_SPREAD) ** 2) / 2) for each in off)


def table_seen(eye: Eye, shots: Sequence[Photo]) -> EmptyTray:
    """The table's usual colour in the photos, as one pixel."""
    seen = [light for shot in shots if (light := eye.table_light(shot.frame)) is not None]
    usual = np.median(seen, axis=0) if seen else np.full(3, LINEAR[128])
    pixel = np.searchsorted(LINEAR, usual).clip(0, 255).astype(np.uint8)
    return EmptyTray(pixel.reshape(1, 1, 3), None, NO_PAPER, None)
