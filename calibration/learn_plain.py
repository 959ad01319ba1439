"""Learning pieces from photos without a paper frame: cuttings of any size will do, if the scale is the same.

A photo of the empty table tells its colours. Whatever stands out of them in a label's photos are that label's
pieces; most of them are of one size, and that is the size of a piece.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import NoReturn

import cv2
import numpy as np
import numpy.typing as npt

from calibration.errors import PhotosRefused
from calibration.problems import Problem
from vision.colour import cell_index, summarise
from vision.light import as_bytes
from vision.photo import Photo
from vision.plain import PlainTray, TableTop, plain_light, stands_out
from vision.profile import EmptyTray, LabelLook, PieceSize, Place, Profile

Region = tuple[float, float, float, float]
Mask = npt.NDArray[np.uint8]

PIECE_PIXELS = 26.0  # how wide a piece should be on the raster: enough to tell its shape, quick to count
FIRST_LOOK_PIXELS = 700_000
LARGEST_SCALE = 2.0
# How clearly a piece must stand out of the table's colours; faint ones are looked for if there are no others.
CLEARLY, FAINTLY = 3.0, 1.2
LEAST_PIXELS = 40
SMALL_SHARE = 0.15
SIZES = (0.55, 1.7)
WHOLE = (0.0, 0.0, 1.0, 1.0)


def learn_plain(
    photos: Mapping[str, Sequence[Photo]], *, empty: Photo, set_name: str, region: Region | None
) -> Profile:
    """A profile of pieces on a table; raises `PhotosRefused` naming the photo that shows none."""
    height, width = empty.frame.shape[:2]
    shots = [shot for many in photos.values() for shot in many]
    largest = max(shot.frame.shape[0] * shot.frame.shape[1] for shot in (empty, *shots))
    place = Place(
        (width, height), region=region or WHOLE, pixels_a_mm=min(1.0, (FIRST_LOOK_PIXELS / largest) ** 0.5)
    )
    area = _usual_area(_areas(place, photos, empty))  # in pixels of the photos
    place = replace(place, pixels_a_mm=min(LARGEST_SCALE, PIECE_PIXELS / area**0.5))
    table = _empty_table(place, empty)
    top = TableTop(table, pair=table.unlit is not None)
    looks = {}
    areas: list[float] = []
    for label, many in photos.items():
        found = []
        for shot in many:
            for mask, seen in _pieces(place, shot, top, 0.3 * PIECE_PIXELS**2):
                areas.append(float(mask.sum()) / place.pixels_a_mm**2)
                core = cv2.erode(mask, np.ones((3, 3), np.uint8))
                found.append(seen[(core if core.any() else mask) > 0].astype(np.float64))
        if not found:
            _refuse(label, many)
        looks[label] = LabelLook(summarise(np.concatenate(found)))
    typical = _usual_area(areas)
    return Profile(
        set_name=set_name,
        looks=looks,
        place=place,
        piece=PieceSize(typical, SIZES[0] * typical, SIZES[1] * typical),
        empty=table,
        created=datetime.now(UTC).isoformat(timespec="seconds"),
    )


def _empty_table(place: Place, empty: Photo) -> EmptyTray:
    flat = PlainTray(place).lay_flat(empty.frame, empty.unlit)
    return EmptyTray(flat.lit, flat.unlit, np.empty((0, 3)), None)


def _areas(place: Place, photos: Mapping[str, Sequence[Photo]], empty: Photo) -> list[float]:
    """How many pixels of the photos everything covers that stands out of the table."""
    table = _empty_table(place, empty)
    top = TableTop(table, pair=table.unlit is not None)
    areas: list[float] = []
    for label, many in photos.items():
        found = [mask for shot in many for mask, _ in _pieces(place, shot, top, LEAST_PIXELS)]
        if not found:
            _refuse(label, many)
        areas += [float(mask.sum()) / place.pixels_a_mm**2 for mask in found]
    return areas


def _refuse(label: str, shots: Sequence[Photo]) -> NoReturn:
    raise PhotosRefused(Problem("no_pieces", {"photo": shots[0].name or label, "label": label}).sentence())


def _usual_area(areas: Sequence[float]) -> float:
    """The area of a single piece: some may touch, some show only a part."""
    single = float(np.quantile(areas, 0.4))
    return float(np.median([area for area in areas if SIZES[0] * single <= area <= SIZES[1] * single]))


def _pieces(
    place: Place, shot: Photo, top: TableTop, least_pixels: float
) -> list[tuple[Mask, npt.NDArray[np.uint8]]]:
    """Everything in a photo that is no table: its pixels, and the picture to read its colours from."""
    flat = PlainTray(place).lay_flat(shot.frame, shot.unlit)
    seen = as_bytes(plain_light(flat.lit, flat.unlit))
    costs = np.minimum(top.costs[cell_index(seen)], 12.0).astype(np.float32)
    for limit in (CLEARLY, FAINTLY):
        _, groups, stats, _ = cv2.connectedComponentsWithStats(stands_out(costs, limit))
        areas = stats[1:, cv2.CC_STAT_AREA]
        if len(areas) and areas.max() >= least_pixels:
            chosen = np.nonzero(areas >= max(least_pixels, SMALL_SHARE * areas.max()))[0] + 1
            return [((groups == group).astype(np.uint8), seen) for group in chosen]
    return []
