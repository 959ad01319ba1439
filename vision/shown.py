"""One photo's light, against white paper's and as smooth as its noise asks for."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.background import EmptyLook
from vision.light import LINEAR_LIGHT, WITHOUT_COLOUR, Gain, Image, blur_width, light_noise, todays_field
from vision.photo import Frame
from vision.tray import FlatPhoto


@dataclass(frozen=True)
class Shown:
    """One photo's light: with the ring off (without its colour), and the ring's part alone (of a single
    photo: all of it).
    """

    photo: Frame
    unlit: Frame | None
    dark: Image | None
    ring: Image
    # How widely noise was smoothed out, and how much of it (of light) is left.
    width: int
    grain: float
    # How strong the light on the paper is in each channel, against the calibrated.
    gain: Gain


def light_of(photo: FlatPhoto, look: EmptyLook, *, pairs: bool) -> Shown:
    """The light of a flat photo; its unlit twin is looked at only if the tray was calibrated with `pairs`."""
    gain = np.ones(3) if photo.paper is None else look.paper.gain(photo.paper)
    noise = light_noise(photo.lit, gain, look.inverse_field)
    width = blur_width(noise)
    field = todays_field(gain, look.inverse_field)
    lit = cv2.LUT(photo.lit, LINEAR_LIGHT)
    if photo.unlit is None or not pairs:
        ring = _smooth(cv2.multiply(lit, field, lit), width)
        return Shown(photo.lit, None, None, ring, width, noise / width, gain)
    unlit = cv2.LUT(photo.unlit, LINEAR_LIGHT)
    # Pictures are written over themselves: so they stay in the processor's cache, which takes half as long.
    ring = _smooth(cv2.multiply(cv2.subtract(lit, unlit, lit), field, lit), width)
    gray = cv2.transform(unlit, (WITHOUT_COLOUR / gain).astype(np.float32))
    dark = _smooth(cv2.multiply(gray, look.gray_field, gray), width)
    return Shown(photo.lit, photo.unlit, dark, ring, width, noise / width, gain)


def _smooth(light: cv2.typing.MatLike, width: int) -> Image:
    # The same as a blur, which takes half as long again.
    evenly = np.full(width, 1 / width, np.float32)
    return np.asarray(cv2.sepFilter2D(light, -1, evenly, evenly, light), np.float32)
