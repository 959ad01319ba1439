"""Frames as every camera returns them: height × width × 3, 8 bits, blue first, as OpenCV reads a photo."""

from typing import TypeAlias

import cv2
import numpy as np
import numpy.typing as npt

from hardware.errors import CameraBroken
from words import N_

Frame: TypeAlias = npt.NDArray[np.uint8]


def shrunk(frame: Frame, size: tuple[int, int]) -> Frame:
    """A frame made small enough to watch, its proportions kept."""
    height, width = frame.shape[:2]
    scale = min(1.0, size[0] / width, size[1] / height)
    if scale == 1.0:
        return frame
    small = (max(1, round(width * scale)), max(1, round(height * scale)))
    return np.asarray(cv2.resize(frame, small, interpolation=cv2.INTER_AREA), np.uint8)


def as_bgr(array: npt.NDArray[np.uint8], pixel_format: str, size: tuple[int, int]) -> Frame:
    """What a camera's stream holds, as a BGR frame of its own.

    Rows may be padded beyond the picture's width; the padding is cut off.
    """
    width, height = size
    codes = {
        "YUV420": cv2.COLOR_YUV2BGR_I420,
        "YVU420": cv2.COLOR_YUV2BGR_YV12,
        "NV12": cv2.COLOR_YUV2BGR_NV12,
    }
    if pixel_format in codes:
        frame = cv2.cvtColor(array, codes[pixel_format])
    elif pixel_format in ("RGB888", "XRGB8888"):  # named from the highest byte down: blue comes first
        frame = array[..., :3]
    elif pixel_format in ("BGR888", "XBGR8888"):
        frame = array[..., 2::-1]
    else:
        raise CameraBroken(
            N_(
                "The camera gives its frames as {pixel_format}, which cannot be read here.",
                pixel_format=pixel_format,
            )
        )
    return np.array(frame[:height, :width], np.uint8)
