"""Is the paper frame in a photo, and the right way round?"""

from __future__ import annotations

import numpy as np

from vision.errors import VisionError
from vision.markers import MarkerFinder
from vision.photo import Photo


def shows_frame(photo: Photo) -> bool:
    """Whether the paper frame's markers are in the picture."""
    try:
        corners = MarkerFinder().find(photo.frame)
    except VisionError:
        return False
    return bool(np.isfinite(corners).all(axis=1).sum() >= 8)  # a single marker may be a chance pattern


def is_mirrored(photo: Photo) -> bool:
    """Whether the frame can be read only in a mirror.

    Without its markers a photo is taken to lie where the last one did, so nothing else would tell.
    """
    return not shows_frame(photo) and shows_frame(Photo(np.ascontiguousarray(photo.frame[:, ::-1])))
