"""Learning a set of pieces from photos: the empty tray, then a few pieces of each label.

>>> profile = learn({"red": [red_photo], "white": [white_photo]}, empty=empty_photo)   # doctest: +SKIP

With the paper frame in the empty photo, the tray's place, its lens and its light are learned from it; without
one, or with a region given, the picture itself is the tray (`calibration.learn_plain`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime

import numpy as np

from calibration.errors import CalibrationError
from calibration.frame_size import tray_size_mm
from calibration.learn_plain import learn_plain
from calibration.problems import Problem
from calibration.sheen import sheen_of
from calibration.swatches import SwatchCutter
from companion.words import N_
from vision.colour import summarise
from vision.count import TrayCounter
from vision.markers import MarkerFinder
from vision.photo import Photo
from vision.profile import LabelLook, PieceSize, Place, Profile
from vision.rectify import fit_lens


def learn(
    photos: Mapping[str, Sequence[Photo]],
    *,
    empty: Photo,
    set_name: str = "keshis",
    region: tuple[float, float, float, float] | None = None,
    sheen: float | None = None,
) -> Profile:
    """A profile from photos of a few pieces of each label. Raises `CalibrationError` naming the photo.

    The paint's `sheen` is learned as well, unless it is known.
    """
    if not photos or not all(photos.values()):
        raise CalibrationError(N_("There are no photos of pieces; give at least one for each colour."))
    size = (empty.frame.shape[1], empty.frame.shape[0])
    corners = MarkerFinder().find(empty.frame)
    markers = int(np.isfinite(corners).all(axis=1).sum()) // 4
    if region is not None or markers < 2:
        return learn_plain(photos, empty=empty, set_name=set_name, region=region)
    if markers < 4:
        raise CalibrationError(Problem("no_frame", {"photo": empty.name or "empty.jpg"}).said)
    tray_mm = tray_size_mm(corners, size)
    place = Place(size, corners, lens_bend=fit_lens(corners, size, tray_mm).bend, tray_mm=tray_mm)
    cutter = SwatchCutter(place, empty)
    swatches = {label: [cutter.cut(label, shot) for shot in shots] for label, shots in photos.items()}
    areas = [piece.area for cut in swatches.values() for swatch in cut for piece in swatch.pieces]
    sheen = sheen_of(swatches.values()) if sheen is None else sheen
    profile = Profile(
        set_name=set_name,
        looks={
            label: LabelLook(summarise(np.concatenate([swatch.colours(sheen) for swatch in cut])))
            for label, cut in swatches.items()
        },
        place=place,
        piece=PieceSize(float(np.median(areas)), float(np.min(areas)), float(np.max(areas))),
        empty=cutter.empty,
        sheen=sheen,
        created=datetime.now(UTC).isoformat(timespec="seconds"),
    )
    return replace(profile, piece=_size_as_counted(profile, photos))


def _size_as_counted(profile: Profile, photos: Mapping[str, Sequence[Photo]]) -> PieceSize:
    """The size of a piece as counting sees it: what it adds at the rim and loses in the shade is in it."""
    counter = TrayCounter(profile)
    usual: dict[bool, list[float]] = {True: [], False: []}
    for label, shots in photos.items():
        for shot in shots:
            for pair in (True, False) if shot.unlit is not None else (False,):
                usual[pair] += counter.areas(shot.frame, shot.unlit if pair else None, label)
    sizes = usual[True] or usual[False]
    if len(sizes) < len(photos):
        return profile.piece
    typical, least, most = (float(np.quantile(sizes, share)) for share in (0.5, 0.1, 0.9))
    return PieceSize(typical, least, most, float(np.median(usual[False])) if usual[False] else None)
