"""Frames turned into what people look at."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from companion.table.reports import Picture

BRIGHT = 210.0
MOST_GAIN = 8.0


def picture_of(frame: npt.NDArray[np.uint8], *, brighten: bool = False) -> Picture:
    """The frame turned from blue-green-red into what the screen draws.

    brighten    for people: without the ring it is dark under a tower, whatever the vision makes of it
    """
    height, width = frame.shape[:2]
    if brighten:
        brightest = float(np.percentile(frame[::4, ::4], 98))
        gain = min(MOST_GAIN, max(1.0, BRIGHT / max(1.0, brightest)))
        frame = np.minimum(frame * np.float32(gain), 255).astype(np.uint8)
    return Picture((width, height), frame[:, :, ::-1].tobytes())
