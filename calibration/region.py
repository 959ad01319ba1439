"""Pieces photographed without a paper frame: a region of the picture is the tray, pieces tell their size."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from vision.light import LINEAR
from vision.net import PieceNet
from vision.photo import Photo
from vision.profile import WHOLE_PICTURE, EmptyTray, Place
from vision.scales import agreement, as_known, times_as_wide
from vision.sight import Eye, Sight

Region: TypeAlias = npt.NDArray[np.float64]

# A piece is between a 60th and the whole of a photo's shorter side wide; sizes are tried in such steps.
SMALLEST, STEP = 60.0, 1.44
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


def piece_pixels(
    shots: Sequence[Photo], region: Region | None, net: PieceNet, empty: Photo | None = None
) -> float:
    """How wide a piece is in the photos: the size around which nothing changes, and at which pieces look
    about as large as the net knows them.

    empty       the table alone, if it was photographed: its joints and specks are no pieces
    """
    asked = list(shots)[:: -(-len(shots) // MOST_ASKED)]
    side = float(max(min(shot.frame.shape[:2]) for shot in asked))
    sizes = side / STEP ** np.arange(-1, math.ceil(math.log(SMALLEST, STEP)) + 2)
    looks = [[_look(shot, region, size, net) for shot in asked] for size in sizes]
    same: list[float] = [sum(map(agreement, *pair)) for pair in pairwise(looks)]
    if empty is not None:
        bare = [_look(empty, region, size, net) for size in sizes]
        as_much = sum(shot.frame.size for shot in asked) / empty.frame.size
        specks = [max(0, agreement(*pair)) * as_much for pair in pairwise(bare)]
        same = [seen - speck for seen, speck in zip(same, specks, strict=True)]
    times = [times_as_wide(seen) for seen in looks]
    likely = [as_known(seen) for seen in looks]
    # with the looks one step nearer and one farther
    best = max(range(1, len(sizes) - 1), key=lambda at: (same[at - 1] + same[at]) * likely[at])
    return float(sizes[best] * np.clip(times[best], STEP**-0.5, STEP**0.5))


def _look(shot: Photo, region: Region | None, size: float, net: PieceNet) -> Sight:
    return Eye(region_place(shot, region, size), unknown_tray(), net).look_once(shot.frame)


def table_seen(eye: Eye, shots: Sequence[Photo]) -> EmptyTray:
    """The table's usual colour in the photos, as one pixel."""
    seen = [light for shot in shots if (light := eye.table_light(shot.frame)) is not None]
    usual = np.median(seen, axis=0) if seen else np.full(3, LINEAR[128])
    pixel = np.searchsorted(LINEAR, usual).clip(0, 255).astype(np.uint8)
    return EmptyTray(pixel.reshape(1, 1, 3), None, NO_PAPER, None)
