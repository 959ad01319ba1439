"""What thrown pieces probably are, before anybody has shown the tray any: the nearest typical colours.

Where as many pieces lie as there are labels, each label is probably there once: then all of them are named
together, so that what does not fit is least in sum.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import cv2
import numpy as np

from calibration.samples import Lab

# Of a throw with one piece of each label none looks so much more like another label's, in steps of CIELAB.
FARTHER = 20.0
# OpenCV's name for costs that are given.
COSTS_GIVEN = -1


def likeliest_names(colours: Sequence[Lab], typical: Mapping[str, Lab]) -> list[str]:
    """A label for each colour.

    >>> typical = {"red": np.array([42.0, 48, 27]), "orange": np.array([59.0, 43, 48])}
    >>> likeliest_names([np.array([49.0, 46, 36]), np.array([43.0, 48, 28])], typical)
    ['orange', 'red']
    """
    if not colours:
        return []
    labels = list(typical)
    away = np.linalg.norm(np.array(colours)[:, None] - np.array(list(typical.values())), axis=2)
    nearest = away.argmin(axis=1)
    if len(colours) == len(labels):
        ones = np.ones((len(labels), 1), np.float32)
        once = np.asarray(cv2.EMD(ones, ones, COSTS_GIVEN, (away**2).astype(np.float32))[2]).argmax(axis=1)
        each = np.arange(len(labels))
        if (away[each, once] - away[each, nearest]).max() < FARTHER:
            nearest = once
    return [labels[place] for place in nearest.tolist()]
