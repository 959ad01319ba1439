"""The bare table where nobody photographed it: what the rims of the pieces' photos have in common.

Cuttings that show nothing but their pieces have nothing in common. Then a single pixel stands for the table,
and every photo that is counted has to tell its own.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from calibration.learn_plain import Colours, rim, shared_colours
from vision.photo import Photo

UNSEEN = (128, 128, 128)
# So many pixels of the rims, and so much of them, have to agree to be the table.
FEWEST_PIXELS, LEAST_SHARE = 40, 0.06
WIDE = 40


def bare_table(photos: Mapping[str, Sequence[Photo]], name: str) -> Photo:
    """A stand-in for the photo of the empty table."""
    rims = {label: np.concatenate([rim(shot.frame) for shot in many]) for label, many in photos.items()}
    if len(rims) == 1:
        shots = next(iter(photos.values()))
        rims = {str(number): rim(shot.frame) for number, shot in enumerate(shots)}
    shared: Colours = shared_colours(rims)
    if len(shared) < max(FEWEST_PIXELS, LEAST_SHARE * sum(map(len, rims.values()))):
        return Photo(np.full((1, 1, 3), UNSEEN, np.uint8), None, name)
    return Photo(np.resize(shared, (max(1, len(shared) // WIDE), WIDE, 3)), None, name)
