"""How far the tint of a wall strays by noise alone.

The noise of the photo's light tells how noise compares from place to place, but not how much of it there is:
JPEG and the camera make clumps of it. The quieter pixels of all walls together tell that, whatever pieces
cover. A single wall may be off by more, because the room's light on it is guessed: by how much, its own
quieter pixels tell, but no more than the room can do today. In the dark that is nothing: there it is pieces.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from vision.light import FAINT_LIGHT

Floats = npt.NDArray[np.float32]
Flags = npt.NDArray[np.bool_]

# Of every wall so many pixels are asked.
ASKED = 96
# Its quieter pixels, as a part of them, and how many times their tint (squared bytes) the usual one is. No
# tint is known better than the least.
QUIET, FROM_QUIET, LEAST_NOISE = 0.3, 2.8, 2.5
# A wall's own noise against that of all: at the least, at the most, and at the most for each part of the
# room's light in the ring's.
QUIETEST, LOUDEST, LOUDER_BY_ROOM = 0.6, 1.5, 45.0
# Clumps of noise that a wall's quieter pixels do not tell of make at least so much of it.
CLUMPS = 1.5


def noise_levels(tint: Floats, square: Floats, grain: float, loud: Flags, room_share: Floats) -> Floats:
    """How many times the noise of the light makes each wall's usual tint.

    Of the asked pixels (`ASKED` for each wall, one wall after the other) `tint` is how far they are off and
    `square` how bright they are, both squared bytes; `grain` is the noise of the light, `loud` says which
    walls are big enough to tell, `room_share` how much light of the room's each has against the ring's.
    """
    if not loud.any():
        return np.zeros(len(loud), np.float32)
    by_noise = (tint / _by_grain(square, grain)).reshape(-1, ASKED)
    quiet = _quiet(by_noise)
    common = _quiet(by_noise[loud].reshape(1, -1))
    most = common * (np.float32(LOUDEST) + np.float32(LOUDER_BY_ROOM) * room_share)
    level = np.where(loud, np.clip(quiet, np.float32(QUIETEST) * common, most), common)
    return np.asarray(level * np.float32(FROM_QUIET), np.float32)


def usual_tint(levels: Floats, square: Floats, grain: float) -> Floats:
    """The tint (squared bytes) that noise makes of pixels so bright, on walls of these levels."""
    tint: Floats = np.maximum(
        np.maximum(levels, np.float32(CLUMPS)) * _by_grain(square, grain), np.float32(LEAST_NOISE)
    )
    return tint


def _by_grain(square: Floats, grain: float) -> Floats:
    """Noise of the light makes more bytes where it is dark."""
    return np.asarray(np.float32(3 * max(grain, 1e-3) ** 2) / (square + np.float32(3 * FAINT_LIGHT)))


def _quiet(values: Floats) -> Floats:
    """The quieter values of each row."""
    at = int(QUIET * values.shape[1])
    return np.asarray(np.partition(values, at, axis=1)[:, at], np.float32)
