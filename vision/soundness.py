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
PIECE_PIXELS_BETWEEN = (2.0, 10_000.0)
PIECE_MM2_BETWEEN = (1.0, 10_000.0)
LARGEST_RASTER = 4_000_000
MARKER_CORNERS = 16
MOST_BEND = 1.0


def flaw(profile: Profile) -> Text:
    """What is wrong with the profile, in a few words; nothing if it is sound."""
    if not profile.looks:
        return N_("the colours")
    paired = {bool(look.paired) for look in profile.looks.values()}
    for label, look in profile.looks.items():
        pieces = (*look.alone, *look.paired)
        if not look.alone or not all(len(piece) and _between(piece, 0, 1000) for piece in pieces):
            return N_("the colours of {label}", label=Text(label))
    if len(paired) > 1:
        return N_("the colours")
    if not _between(profile.piece_mm2, *PIECE_MM2_BETWEEN):
        return N_("the size of a piece")
    if not _between(profile.gloss, 0, 1):
        return N_("the gloss of the paint")
    return _place_flaw(profile.place) or _empty_flaw(profile)


def _place_flaw(place: Place) -> Text:
    if not all(0 < side <= LARGEST_PICTURE for side in place.picture_size):
        return N_("the size of the picture")
    if not _between(place.tray_mm, *TRAY_MM_BETWEEN) or not _between(place.pixels_a_mm, *PIXELS_A_MM_BETWEEN):
        return N_("the size of the tray")
    if not place.framed and not _between(place.piece_pixels, *PIECE_PIXELS_BETWEEN):
        return N_("the size of a piece")
    if _raster(place).width * _raster(place).height > LARGEST_RASTER:
        return N_("the size of the tray")
    if place.region.shape != (4, 2) or not _between(place.region, 0, 1):
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
    raster = _raster(place)
    if place.framed and empty.lit.shape[:2] != (raster.height, raster.width):
        return N_("the pictures of the empty tray")
    papers = [paper for paper in (empty.paper_lit, empty.paper_ring) if paper is not None]
    if any(paper.shape != papers[0].shape or not _between(paper, -10, 10) for paper in papers):
        return N_("the paper around the tray")
    return NOTHING


def _raster(place: Place) -> Raster:
    return Raster.over(place.tray_mm, place.pixels_a_mm, MARGIN_MM)


def _between(values: npt.ArrayLike, least: float, most: float) -> bool:
    """All of the values are numbers within the bounds; NaN is within none."""
    numbers = np.asarray(values, np.float64)
    return bool(((numbers >= least) & (numbers <= most)).all())
