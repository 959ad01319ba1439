"""The paints of the twelve keshis, the paper frame, the tower and the room, as they reflect light.

Values are linear reflectances in OpenCV's order (blue, green, red); a print run shifts them a little.
"""

from collections.abc import Mapping

import numpy as np
import numpy.typing as npt

Bgr = tuple[float, float, float]
Linear = npt.NDArray[np.float32]

KESHI_PAINTS: Mapping[str, Bgr] = {
    "turquoise": (0.42, 0.39, 0.025),
    "green": (0.075, 0.55, 0.41),
    "pink": (0.33, 0.16, 0.82),
    "black": (0.032, 0.029, 0.028),
    "white": (0.77, 0.80, 0.81),
    "gray": (0.27, 0.26, 0.26),
    "beige": (0.27, 0.51, 0.69),
    "brown": (0.045, 0.072, 0.185),
    "red": (0.028, 0.022, 0.54),
    "yellow": (0.012, 0.42, 0.86),
    "purple": (0.27, 0.045, 0.125),
    "orange": (0.016, 0.12, 0.88),
}
COLOURS = tuple(KESHI_PAINTS)

PAPER = 0.86
INK = 0.03
STRIP_PATCHES = (0.86, 0.58, 0.33, 0.17, 0.055, 0.014)

# One table has a red-brown tower in a dark tray, the next a blue one in plywood.
TOWERS: tuple[Bgr, ...] = ((0.045, 0.07, 0.26), (0.07, 0.16, 0.33), (0.28, 0.15, 0.08))
TRAY_WALLS: tuple[Bgr, ...] = ((0.035, 0.037, 0.04), (0.10, 0.19, 0.32), (0.11, 0.20, 0.31))
TABLES: tuple[Bgr, ...] = ((0.12, 0.20, 0.29), (0.09, 0.065, 0.055), (0.13, 0.10, 0.085))
SKINS: tuple[Bgr, ...] = ((0.24, 0.33, 0.58), (0.13, 0.20, 0.38), (0.055, 0.085, 0.17), (0.30, 0.40, 0.66))


def print_run(seed: int) -> dict[str, Linear]:
    """The twelve paints of one copy of the game: each batch a few percent off the next."""
    dice = np.random.default_rng([seed, 1])
    return {
        colour: (np.array(paint) * dice.normal(1.0, 0.03, 3)).clip(0.008, 0.95).astype(np.float32)
        for colour, paint in KESHI_PAINTS.items()
    }
