"""One photo's light, against white paper's and as smooth as its noise asks for."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.background import EmptyLook
from vision.light import Gain, Image, blur_width, light_noise, ring_light, todays_field
from vision.photo import Frame
from vision.tray import FlatPhoto


@dataclass(frozen=True)
class Shown:
    """One photo's light: with the ring off, and the ring's part alone (of a single photo: all of it)."""

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
    lit = _smooth_light(photo.lit, field, width)
    if photo.unlit is None or not pairs:
        return Shown(photo.lit, None, None, lit, width, noise / width, gain)
    dark = _smooth_light(photo.unlit, field, width)
    ring = np.asarray(cv2.subtract(lit, dark, lit), np.float32)
    return Shown(photo.lit, photo.unlit, dark, ring, width, noise / width, gain)


def _smooth_light(picture: Frame, field: Image, width: int) -> Image:
    light = ring_light(picture, field)
    # The same as a blur, which takes half as long again.
    evenly = np.full(width, 1 / width, np.float32)
    return np.asarray(cv2.sepFilter2D(light, -1, evenly, evenly, light), np.float32)
