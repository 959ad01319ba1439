"""Faces of the tower in a lamp's light: in a single photo they may look like pieces.

The room's light on a wall is guessed as a gentle hill. A lamp that shines on one end of a narrow face is no
hill, and what it lights there can have the size and the colour of a brown, beige or gray piece. But it ends
where the face ends, while a piece that lies before a face covers its edges too.
"""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from companion.words import N_, Text
from vision.doubts import Doubt
from vision.judge import LIKE_NO_OTHER, Verdict
from vision.patch import Patch
from vision.photo import Frame
from vision.pixels import Faces

# So much of a patch lies on one face, so much of its rim along the face's edges; it is this many times as
# bright as the face was expected to be, and its colour is not like no other.
ON_ONE_FACE, ALONG_EDGES, BRIGHTER = 0.7, 0.46, 1.3
_NEIGHBOURS = np.ones((3, 3), np.uint8)


def lit_face_doubts(
    verdicts: Sequence[Verdict], seen: Frame, faces: Faces, labels: Sequence[str]
) -> list[Doubt]:
    """What to ask about pieces that may be a face in a lamp's light."""
    asked = [
        verdict.patch
        for verdict in verdicts
        if verdict.kind == "piece" and verdict.patch.margin < LIKE_NO_OTHER
    ]
    return [
        Doubt(
            N_(
                "one {label} piece may be a part of the tower in a lamp's light",
                label=Text(labels[patch.label]),
            )
        )
        for patch in asked
        if _is_lit_face(patch, seen, faces)
    ]


def _is_lit_face(patch: Patch, seen: Frame, faces: Faces) -> bool:
    mask = patch.mask
    height, width = mask.shape
    box = np.s_[patch.top : patch.top + height, patch.left : patch.left + width]
    rim = mask - np.asarray(cv2.erode(mask, _NEIGHBOURS, borderValue=0), np.uint8)
    if cv2.countNonZero(rim & faces.seams[box]) < ALONG_EDGES * cv2.countNonZero(rim):
        return False
    pixels = np.bincount(faces.numbers[box][mask.view(np.bool_)])
    most = int(pixels.argmax())
    if most == faces.ceiling or pixels[most] < ON_ONE_FACE * pixels.sum():
        return False
    return faces.times_as_bright(seen, mask, patch.left, patch.top) >= BRIGHTER
