"""Learning a set of pieces from photos: the empty tray, then a few pieces of each label.

>>> profile = learn({"red": [red_photo], "white": [white_photo]}, empty=empty_photo)   # doctest: +SKIP
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime

import cv2
import numpy as np

from calibration.errors import CalibrationError
from calibration.learn_plain import learn_plain
from calibration.problems import Problem
from vision.background import empty_look
from vision.colour import summarise
from vision.light import as_bytes, ring_light
from vision.markers import MarkerFinder
from vision.photo import Photo
from vision.profile import EmptyTray, LabelLook, PieceSize, Place, Profile
from vision.rectify import fit_lens
from vision.tray import FramedTray


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
    height, width = empty.frame.shape[:2]
    corners = MarkerFinder().find(empty.frame)
    markers = int(np.isfinite(corners).all(axis=1).sum()) // 4
    if region is not None or markers < 2:
        return learn_plain(photos, empty=empty, set_name=set_name, region=region)
    if markers < 4:
        raise CalibrationError(Problem("no_frame", {"photo": empty.name or "empty.jpg"}).sentence())
    place = Place((width, height), corners, lens_bend=fit_lens(corners, (width, height)).bend)
    tray = FramedTray(place)
    flat = tray.lay_flat(empty.frame, empty.unlit)
    dark = flat.unlit
    paper = tray.lay_flat(empty.frame, None).paper
    etray = EmptyTray(flat.lit, flat.unlit, paper, None if dark is None else flat.paper)
    look = empty_look(etray, place, tray.raster, pair=dark is not None).blurred(3)
    looks = {}
    areas = []
    for label, shots in photos.items():
        found = []
        for shot in shots:
            flat = tray.lay_flat(shot.frame, shot.unlit)
            gain = look.paper.gain(flat.paper)
            light = ring_light(flat.lit, flat.unlit, gain, look.inverse_field)
            seen = as_bytes(cv2.subtract(cv2.blur(light, (3, 3)), look.glare))
            differs = cv2.absdiff(seen, look.plain_bytes.astype(np.uint8)).max(axis=2)
            mask = cv2.morphologyEx((differs > 12).astype(np.uint8), cv2.MORPH_OPEN, np.ones((5, 5), np.uint8))
            mask[look.glare.max(axis=2) > 2000] = 0
            _, groups, stats, _ = cv2.connectedComponentsWithStats(mask)
            for group in range(1, len(stats)):
                if stats[group, 4] < 0.3 * 100 * place.pixels_a_mm**2:
                    continue
                areas.append(stats[group, 4] / place.pixels_a_mm**2)
                core = cv2.erode((groups == group).astype(np.uint8), np.ones((5, 5), np.uint8))
                found.append(seen[core > 0].astype(np.float64))
        if not found:
            shown = {"photo": shots[0].name or label, "label": label}
            raise CalibrationError(Problem("no_pieces", shown).sentence())
        looks[label] = LabelLook(summarise(np.concatenate(found)))
    return Profile(
        set_name=set_name,
        looks=looks,
        place=place,
        piece=PieceSize(float(np.median(areas)), float(np.quantile(areas, 0.1)), float(np.quantile(areas, 0.9))),
        empty=etray,
        created=datetime.now(UTC).isoformat(timespec="seconds"),
    )
