"""Learning a set of pieces from photos: the empty tray, then a few pieces of each label.

>>> profile = learn({"red": [red_photo], "white": [white_photo]}, empty=empty_photo)   # doctest: +SKIP
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime

import cv2
import numpy as np

from calibration.errors import CalibrationError
from vision.photo import Photo
from vision.profile import LabelLook, Place, Profile


def learn(
    photos: Mapping[str, Sequence[Photo]],
    *,
    empty: Photo,
    set_name: str = "keshis",
    region: tuple[float, float, float, float] | None = None,
) -> Profile:
    """A profile from photos of a few pieces of each label. Raises `CalibrationError` naming the photo."""
    if not photos:
        raise CalibrationError("There are no photos of pieces; give at least one for each colour.")
    looks = {}
    sizes = []
    for label, shots in photos.items():
        for shot in shots:
            if shot.frame.shape != empty.frame.shape:
                raise CalibrationError(
                    f"{shot.name or label} has another size than the photo of the empty tray."
                )
            changed = cv2.absdiff(shot.frame, empty.frame).max(axis=2)
            mask = cv2.morphologyEx(
                (changed > 40).astype(np.uint8), cv2.MORPH_OPEN, np.ones((7, 7), np.uint8)
            )
            if not mask.any():
                raise CalibrationError(
                    f"{shot.name or label}: no piece of {label} is to be seen; place three."
                )
            stats = cv2.connectedComponentsWithStats(mask)[2]
            sizes.extend(np.sqrt(stats[1:, 4]).tolist())
            looks[label] = LabelLook(shot.frame[mask > 0][:64, ::-1].astype(np.float64))
    height, width = empty.frame.shape[:2]
    return Profile(
        set_name=set_name,
        looks=looks,
        place=Place((width, height), region=region or (0.0, 0.0, 1.0, 1.0)),
        piece_pixels=float(np.median(sizes)),
        empty_lit=empty.frame,
        empty_unlit=empty.unlit,
        created=datetime.now(UTC).isoformat(timespec="seconds"),
    )
