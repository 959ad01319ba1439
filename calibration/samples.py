"""The colour of single pieces, one number triple each: what the verdict on a calibration is made from.

A piece's colour is the middle one of its pixels, in CIELAB: there a distance of 1 is about what an eye can
tell. A face that lies flat mirrors the ring, a tilted one does not: so its colour may be any from that to
what is left without it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from vision.sight import Spot

Lab = npt.NDArray[np.float64]

# Which part of what it can mirror of the ring a piece does mirror, as it lies flat or on an edge.
MIRRORED = (0.25, 0.5, 0.75, 1.0)
# Nearer to the ring's middle than this a colour may be half the ring's.
DAZZLED = 0.6


@dataclass(frozen=True)
class PieceSample:
    """One piece of a calibration photo: what it should be, its colour, how much it covers, which colours it
    may have beneath what it mirrors of the ring, whether that dazzles too much to tell any, and how plain it
    is to see.
    """

    label: str
    photo: str
    lab: Lab
    area_mm2: float
    beneath: tuple[Lab, ...] = ()
    dazzled: bool = False
    likely: float = 1.0

    @property
    def looks(self) -> tuple[Lab, ...]:
        """All colours it may have."""
        return (self.lab, *self.beneath)


def samples_of(spots: Sequence[Spot], label: str, photo: str, gloss: float) -> list[PieceSample]:
    """One sample for each piece in a photo."""
    found = []
    for spot in spots:
        light = np.median(spot.pixels, axis=0)
        ring = [part * gloss * spot.veil for part in MIRRORED] if spot.veil else []
        beneath = tuple(lab_of(np.maximum(light - each, 0)) for each in ring)
        dazzled = spot.veil > DAZZLED
        found.append(
            PieceSample(label, str(photo), lab_of(light), spot.area_mm2, beneath, dazzled, spot.likely)
        )
    return found


def lab_of(light: npt.NDArray[np.floating]) -> Lab:
    """A colour of linear light, blue green red, in CIELAB."""
    light = np.maximum(light, 0)
    curved = np.where(light <= 0.0031308, 12.92 * light, 1.055 * np.power(light, 1 / 2.4) - 0.055)
    colour = curved.astype(np.float32).reshape(1, 1, 3)
    return np.asarray(cv2.cvtColor(colour, cv2.COLOR_BGR2LAB)[0, 0], np.float64)
