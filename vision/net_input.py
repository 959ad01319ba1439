"""What the net that finds pieces is shown: up to four flat pictures of the tray as one block of numbers.

The flat tray has 2 pixels a millimetre. Colours stay in the order of every frame here: blue, green, red.
What nobody took is zeros, and a channel beside it says so: a dark room is not the same as no picture of it.
"""

from __future__ import annotations

from typing import TypeAlias

import cv2
import numpy as np
import numpy.typing as npt

from vision.photo import Frame

Block: TypeAlias = npt.NDArray[np.float32]  # 1 × channels × height × width

PIXELS_A_MM = 2.0
PICTURES = ("photo", "empty", "unlit", "empty unlit")
# Three colours of each picture, and for each but the photo whether it is there.
CHANNELS = 3 * len(PICTURES) + len(PICTURES) - 1
# The net halves the picture four times.
MULTIPLE = 16


def assemble(
    photo: Frame,
    *,
    empty: Frame | None = None,
    unlit: Frame | None = None,
    empty_unlit: Frame | None = None,
) -> Block:
    """The net's input for a flat photo and what else is known of its tray; all of one size."""
    height, width = photo.shape[:2]
    block = np.zeros((1, CHANNELS, height, width), np.float32)
    for number, picture in enumerate((photo, empty, unlit, empty_unlit)):
        if picture is None:
            continue
        if picture.shape != (height, width, 3) or picture.dtype != np.uint8:
            raise ValueError(
                f"the picture '{PICTURES[number]}' must be 8-bit colour, {width}×{height} pixels"
            )
        block[0, 3 * number : 3 * number + 3] = picture.transpose(2, 0, 1) * np.float32(1 / 255)
        if number:
            block[0, 3 * len(PICTURES) + number - 1] = 1.0
    return block


def padded(picture: Frame, multiple: int = MULTIPLE) -> Frame:
    """A picture made larger to the right and below until the net can halve it; its last pixels go on."""
    down, right = (-side % multiple for side in picture.shape[:2])
    if not down and not right:
        return picture
    return np.asarray(cv2.copyMakeBorder(picture, 0, down, 0, right, cv2.BORDER_REPLICATE), np.uint8)


def assemble_padded(
    photo: Frame,
    *,
    empty: Frame | None = None,
    unlit: Frame | None = None,
    empty_unlit: Frame | None = None,
) -> Block:
    """The same of a size the net can take, whatever the tray's own."""
    others = {"empty": empty, "unlit": unlit, "empty_unlit": empty_unlit}
    return assemble(
        padded(photo), **{name: None if each is None else padded(each) for name, each in others.items()}
    )
