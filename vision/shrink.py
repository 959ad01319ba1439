"""Pictures made smaller, whole or only the part that is needed: nothing else touches as many bytes."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from vision.photo import Frame

# How many times smaller than the picture the tray is looked at: what halving, and a third, can do.
FACTORS = (1, 2, 3, 4, 6, 8, 12, 16)


def grain(factor: int) -> int:
    """A part of a picture shrinks to the same pixels as the whole does if its edges lie at multiples of so
    many pixels of the shrunk picture.
    """
    # From a half to a third three pixels become two.
    return 2 if factor % 3 == 0 else 1


def shrunk(picture: Frame, factor: int) -> Frame:
    """The picture at one of the `FACTORS` of its size, every pixel the mean of those it stands for."""
    height, width = picture.shape[0] // factor, picture.shape[1] // factor
    return _reduced(picture[: height * factor, : width * factor], width, height)


def stacked(parts: Sequence[Frame], factor: int) -> Frame:
    """Parts of one size, shrunk, one below the other: one call for all of them, and big enough for all
    cores. Their sides are multiples of the factor's grain.
    """
    if len(parts) == 1:
        return shrunk(parts[0], factor)
    if factor == 1:
        return np.concatenate(parts)
    height, width = parts[0].shape[0] // 2, parts[0].shape[1] // 2
    halves = np.empty((len(parts) * height, width, 3), np.uint8)
    for number, part in enumerate(parts):
        half = halves[number * height : (number + 1) * height]
        cv2.resize(part, (width, height), half, interpolation=cv2.INTER_AREA)
    return _reduced(halves, 2 * width // factor, 2 * len(halves) // factor)


def _reduced(picture: Frame, width: int, height: int) -> Frame:
    # Halving has a short cut, and from a half to a third it is a small step: together they are three times
    # quicker than the mean of nine pixels.
    while picture.shape[1] >= 2 * width:
        half = (picture.shape[1] // 2, picture.shape[0] // 2)
        picture = np.asarray(cv2.resize(picture, half, interpolation=cv2.INTER_AREA), np.uint8)
    if picture.shape[1] > width:
        picture = np.asarray(cv2.resize(picture, (width, height), interpolation=cv2.INTER_LINEAR), np.uint8)
    return picture
