"""Draws what was seen onto the photo, for people: outlines in the label's colour, doubtful pieces marked."""

from __future__ import annotations

from collections.abc import Mapping

import cv2
import numpy as np

from vision.observation import Observation
from vision.photo import Frame
from vision.profile import Profile

DOUBTFUL_BELOW = 0.8


def draw(frame: Frame, observation: Observation, colours: Mapping[str, tuple[int, int, int]]) -> Frame:
    """A copy of the photo with each piece outlined; `colours` gives red, green, blue for each label."""
    picture = frame.copy()
    thickness = max(1, round(frame.shape[1] / 400))
    for piece in observation.pieces:
        red, green, blue = colours.get(piece.label, (255, 255, 255))
        points = np.array(piece.outline or [(piece.x, piece.y)], np.float32).round().astype(np.int32)
        cv2.polylines(picture, [points], True, (0, 0, 0), thickness * 3)
        cv2.polylines(picture, [points], True, (blue, green, red), thickness)
        if piece.confidence < DOUBTFUL_BELOW:
            centre = (round(piece.x), round(piece.y))
            cv2.putText(picture, "?", centre, cv2.FONT_HERSHEY_SIMPLEX, 0.8, (255, 255, 255), thickness * 2)
    return picture


def swatches(profile: Profile) -> dict[str, tuple[int, int, int]]:
    """The colour to paint each label with, as red, green, blue."""
    return {label: look.swatch for label, look in profile.looks.items()}
