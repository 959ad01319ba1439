"""What one photo says pixel by pixel, ready to be cut into pieces."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple, TypeAlias, TypeVar

import cv2
import numpy as np
import numpy.typing as npt

from vision.colour import Cells
from vision.light import FAINT_BYTE, Image
from vision.photo import Frame

Flags: TypeAlias = npt.NDArray[np.bool_]
Mask: TypeAlias = npt.NDArray[np.uint8]
Numbers: TypeAlias = npt.NDArray[np.int32]
Value = TypeVar("Value", bound=np.generic)

# The label of a pixel whose colour cannot be told.
NOTHING = 255


def under(mask: Mask, left: int, top: int, picture: npt.NDArray[Value]) -> npt.NDArray[Value]:
    """The part of a picture over which a mask lies that begins there."""
    height, width = mask.shape
    return picture[top : top + height, left : left + width]


class Faces(NamedTuple):
    """What lies behind the pieces of a single photo: surfaces as small numbers, which of them is the ceiling,
    where they meet (0 or 1), and what they were expected to look like.
    """

    numbers: Frame
    ceiling: int
    seams: Mask
    expected: Frame

    def times_as_bright(self, seen: Frame, mask: Mask, left: int, top: int) -> float:
        """How many times as bright as expected a picture is under a mask that begins there."""
        shown, expected = (
            np.maximum(np.array(cv2.mean(under(mask, left, top, picture), mask)[:3]) - FAINT_BYTE, 1)
            for picture in (seen, self.expected)
        )
        return float(shown @ expected / (expected @ expected))


@dataclass(frozen=True)
class Evidence:
    """A flat photo, weighed: its corrected colours and their cells in the colour cube, each pixel's cheapest
    label (of those that matter), whether it stands out of the background, by how much, and how much of the
    ring's glare lay over it.
    """

    seen: Frame
    cells: Cells
    labels: Mask
    foreground: Mask
    ratio: Image
    glare: Image
    # Single photos: how well each pixel is seen (10: well, 0: under the ring's reflection).
    sight: Image | None = None
    # The cells of the same pixels as tilted faces, which mirror none of the ring.
    tilted: Cells | None = None
    # Where the tray's window is open; of a tray without a frame everywhere.
    window: Flags | None = None
    # Whether the paper is lit as when calibrated, or at least not much less.
    lit: bool = True
    # Single photos: whether a white piece may be as bright as a lamp.
    dazzled: bool = False
    # Single photos through glass: what lies behind the pieces.
    faces: Faces | None = None
    # Where a lamp in view is clipped, or a dot may lie before it, as 0 or 1.
    lamp: Mask | None = None
