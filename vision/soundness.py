"""Whether a calibration read from a file can be counted with: every number there, finite, and possible.

A file may be damaged, edited by hand or written for another tray; found out here it is a sentence, found
out while counting it would be a crash or, worse, a wrong count.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from companion.words import N_, NOTHING, Text
from vision.rectify import MARGIN_MM, Raster

if TYPE_CHECKING:
    from vision.profile import Place, Profile

LARGEST_PICTURE = 30_000
TRAY_MM_BETWEEN = (10.0, 2000.0)
PIXELS_A_MM_BETWEEN = (0.2, 50.0)
# Without a frame a "millimetre" is a pixel of the picture, and a piece may be thousands of them wide.
PIXELS_A_PIXEL_BETWEEN = (0.002, 50.0)
LARGEST_RASTER = 4_000_000
MARKER_CORNERS = 16
MOST_BEND = 1.0
LONGEST_PIECE = 10.0
SIZES_BETWEEN = (0.01, 100.0)
# White paper has 40 000.
MOST_SHEEN = 40_000.0


def flaw(profile: Profile) -> Text:
    """What is wrong with the profile, in a few words; nothing if it is sound."""
    if not profile.looks:
        return N_("the colours")
    for label, look in profile.looks.items():
        if not len(look.colours) or not _between(look.colours, 0, 1000):
            return N_("the colours of {label}", label=Text(label))
    piece = profile.piece
    if not 0 < piece.least <= piece.typical <= piece.most < float("inf"):
        return N_("the size of a piece")
    if piece.single is not None and not piece.least / 2 <= piece.single <= 2 * piece.most:
        return N_("the size of a single piece")
    if not _between(piece.length, 1, LONGEST_PIECE):
        return N_("the length of a piece")
    for label, kind in piece.kinds.items():
        if not _between(kind.size, *SIZES_BETWEEN) or not _between(kind.length, 1, LONGEST_PIECE):
            return N_("the size of {label}", label=Text(label))
    if not _between(profile.sheen, 0, MOST_SHEEN):
        return N_("the sheen of the paint")
    return _place_flaw(profile.place) or _empty_flaw(profile)


def _place_flaw(place: Place) -> Text:
    if not all(0 < side <= LARGEST_PICTURE for side in place.picture_size):
        return N_("the size of the picture")
    scale_between = PIXELS_A_MM_BETWEEN if place.framed else PIXELS_A_PIXEL_BETWEEN
    if not _between(place.tray_mm, *TRAY_MM_BETWEEN) or not _between(place.pixels_a_mm, *scale_between):
        return N_("the size of the tray")
    left, top, right, bottom = place.region
    if not (0 <= left < right <= 1 and 0 <= top < bottom <= 1):
        return N_("the region of the tray")
    if not abs(place.lens_bend) <= MOST_BEND:
        return N_("the bend of the lens")
    if place.corners is not None:
        corners = place.corners
        if len(corners) != MARKER_CORNERS or not _between(corners, -LARGEST_PICTURE, 2 * LARGEST_PICTURE):
            return N_("the corners of the markers")
    return NOTHING


def _empty_flaw(profile: Profile) -> Text:
    """The pictures of the empty tray belong to this tray and to each other."""
    place, empty = profile.place, profile.empty
    if empty.unlit is not None and empty.unlit.shape != empty.lit.shape:
        return N_("the pictures of the empty tray")
    if place.framed:
        raster = Raster.over(place.tray_mm, place.pixels_a_mm, MARGIN_MM)
        if raster.width * raster.height > LARGEST_RASTER:
            return N_("the size of the tray")
        if empty.lit.shape[:2] != (raster.height, raster.width):
            return N_("the pictures of the empty tray")
    papers = [paper for paper in (empty.paper_lit, empty.paper_ring) if paper is not None]
    if any(paper.shape != papers[0].shape or not _between(paper, -10, 10) for paper in papers):
        return N_("the paper around the tray")
    return NOTHING


def _between(values: npt.ArrayLike, least: float, most: float) -> bool:
    """All of the values are numbers within the bounds; NaN is within none."""
    numbers = np.asarray(values, np.float64)
    return bool(((numbers >= least) & (numbers <= most)).all())
