"""Counting: a photo of the tray and a profile give an `Observation`.

>>> counter = TrayCounter(Profile.load("calibration.json"))     # doctest: +SKIP
>>> counter.count(photo.frame, photo.unlit).counts["red"]       # doctest: +SKIP
3
"""

from __future__ import annotations

from collections import Counter

import cv2
import numpy as np

from vision.observation import Observation, Piece
from vision.photo import Frame
from vision.profile import Profile


class TrayCounter:
    """Counts the pieces of one profile; keeps what does not change from photo to photo."""

    def __init__(self, profile: Profile) -> None:
        self.profile = profile

    def count(self, frame: Frame, unlit: Frame | None = None) -> Observation:
        """What lies in the tray; with the unlit twin the room's light drops out."""
        seen = cv2.absdiff(frame, unlit) if unlit is not None else frame
        blurred = cv2.medianBlur(np.asarray(seen, np.uint8), 5)
        pieces: list[Piece] = []
        for label, look in self.profile.looks.items():
            colour = np.array(look.swatch[::-1])
            near = (np.abs(blurred.astype(np.int16) - colour).max(axis=2) < 25).astype(np.uint8)
            _, _, stats, centres = cv2.connectedComponentsWithStats(near)
            for (*_, area), (x, y) in list(zip(stats, centres, strict=True))[1:]:
                if area > 0.3 * self.profile.piece_pixels**2:
                    pieces.append(Piece(label, float(x), float(y), 0.5))
        counted = Counter(piece.label for piece in pieces)
        return Observation(
            counts={label: counted[label] for label in self.profile.labels},
            pieces=tuple(pieces),
            sure=False,
            hand=False,
            doubts=("the colours were only compared with one swatch each",),
        )
