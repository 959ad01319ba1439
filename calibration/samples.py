"""The colour of single pieces, one number triple each: what the verdict on a calibration is made from.

A piece's colour is the middle one of the pixels well inside its outline, with the ring's light alone
where there is an unlit twin, in CIELAB: there a distance of 1 is about what an eye can tell. A face that lies
flat mirrors the ring, a tilted one does not: so its colour may be any from that to what is left without it.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from calibration.veil import Veil
from vision.observation import Observation, Piece
from vision.photo import Frame, Photo

Lab = npt.NDArray[np.float64]

# Which part of what it can mirror of the ring a piece does mirror, as it lies flat or on an edge.
MIRRORED = (0.25, 0.5, 0.75, 1.0)
# A piece of which more than this part lies under dots of the ring's reflection has no colour worth judging.
TOO_DAZZLED = 0.5


@dataclass(frozen=True)
class PieceSample:
    """One piece of a calibration photo: what it should be, its colour, how much it covers, which colours it
    may have beneath what it mirrors of the ring, and whether that dazzles too much to tell any.
    """

    label: str
    photo: str
    lab: Lab
    area_pixels: float
    x: float
    y: float
    beneath: tuple[Lab, ...] = ()
    dazzled: bool = False

    @property
    def looks(self) -> tuple[Lab, ...]:
        """All colours it may have."""
        return (self.lab, *self.beneath)


def samples_in(photo: Photo, observation: Observation, label: str, veil: Veil) -> list[PieceSample]:
    """One sample for each piece outlined in the photo."""
    light = ring_light(photo)
    found = []
    for piece in observation.pieces:
        mask, area = _inside(piece, photo.frame.shape[0], photo.frame.shape[1])
        pixels = light[mask > 0]
        if not len(pixels):
            continue
        mirrored, dazzled = veil.over(mask)
        clear = ~dazzled if not dazzled.all() else dazzled
        beneath = [np.maximum(pixels - part * mirrored, 0)[clear] for part in MIRRORED if mirrored.any()]
        found.append(
            PieceSample(
                label,
                str(photo.name),
                lab_of(np.median(pixels, axis=0)),
                area,
                piece.x,
                piece.y,
                tuple(lab_of(np.median(each, axis=0)) for each in beneath),
                float(dazzled.mean()) > TOO_DAZZLED,
            )
        )
    return found


def ring_light(photo: Photo) -> npt.NDArray[np.float32]:
    """The photo in linear light, 0 to 1, without what the room adds to it."""
    light = _linear(photo.frame)
    if photo.unlit is not None and photo.unlit.shape == photo.frame.shape:
        light = np.maximum(light - _linear(photo.unlit), 0)
    return light


def _linear(frame: Frame) -> npt.NDArray[np.float32]:
    share = np.arange(256) / 255
    table = np.where(share <= 0.04045, share / 12.92, ((share + 0.055) / 1.055) ** 2.4)
    return np.asarray(table.astype(np.float32)[frame], np.float32)


def lab_of(light: npt.NDArray[np.floating]) -> Lab:
    """A colour of linear light, blue green red, in CIELAB."""
    curved = np.where(light <= 0.0031308, 12.92 * light, 1.055 * np.power(light, 1 / 2.4) - 0.055)
    colour = curved.astype(np.float32).reshape(1, 1, 3)
    return np.asarray(cv2.cvtColor(colour, cv2.COLOR_BGR2LAB)[0, 0], np.float64)


def _inside(piece: Piece, height: int, width: int) -> tuple[npt.NDArray[np.uint8], float]:
    """A mask of the pixels well inside the outline, and the outline's area."""
    mask = np.zeros((height, width), np.uint8)
    if len(piece.outline) < 3:
        return mask, 0.0
    points = np.array(piece.outline, np.float32)
    area = float(cv2.contourArea(points))
    cv2.fillPoly(mask, [points.round().astype(np.int32)], 1)
    rim = max(3, int(0.3 * area**0.5)) | 1  # the rim mixes with what lies beside the piece
    core = cv2.erode(mask, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (rim, rim)))
    return np.asarray(core if core.any() else mask, np.uint8), area
