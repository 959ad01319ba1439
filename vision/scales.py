"""How large pieces are in a photo without a paper frame: the size around which nothing changes.

The net knows pieces of one size. At a wrong one it splits them or takes several for one, and a step nearer or
farther it sees something else again; around the right one it sees the same.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, TypeAlias

import cv2
import numpy as np
import numpy.typing as npt

from vision.pieces import LIKELY
from vision.tray import PIECE_MM

if TYPE_CHECKING:
    from vision.sight import Sight

Places: TypeAlias = npt.NDArray[np.float64]  # x, y, area

# From one size to the next.
STEP = 1.2
# So far from its true size (as a power of e) the net still knows a piece.
SIZE_SPREAD = 0.5
# A piece is the same if its middle moved by less than this share of its radius, and its area by no more
# than so many times.
SAME_PLACE, SAME_AREA = 0.6, 2.0


def steadiest(look: Callable[[int], Sight], farthest: int) -> Sight:
    """The look that those a step nearer and farther agree with most, if its pieces are about as large as the
    net knows them.

    look        at a photo so many steps nearer than usual; what is usual is tried first, and taken if nothing
                changes around it
    """
    sights: dict[int, Sight] = {}

    def at(step: int) -> Sight:
        if step not in sights:
            sights[step] = look(step)
        return sights[step]

    best, most, steps = at(0), -math.inf, 0
    for step in sorted(range(-farthest, farthest + 1), key=abs):
        agreed = agreement(at(step), at(step - 1)) + agreement(at(step), at(step + 1))
        if (worth := agreed * as_known([at(step)])) > most:
            best, most = at(step), worth
            steps = step
        if step == 0 and agreed == 2 * len(_places(best)):
            break
    return _agreed(best, at(steps - 1), at(steps + 1))


def _agreed(sight: Sight, *others: Sight) -> Sight:
    """A look in which every place is as likely a piece as several looks say on average."""
    seen = [_places(other, least=0.0) for other in others]
    likely = [np.array([spot.likely for spot in other.spots]) for other in others]
    spots = []
    for spot, (x, y, area) in zip(sight.spots, _places(sight, least=0.0), strict=True):
        told = [spot.likely]
        for its, chances in zip(seen, likely, strict=True):
            same = _same(its, x, y, area)
            told.append(float(chances[same].max()) if same.any() else 0.0)
        spots.append(replace(spot, found=replace(spot.found, likely=float(np.mean(told)))))
    return replace(sight, spots=tuple(spots))


def as_known(sights: Sequence[Sight]) -> float:
    """How well the net knows pieces as large as they look, 0–1."""
    return math.exp(-((math.log(times_as_wide(sights)) / SIZE_SPREAD) ** 2) / 2)


def times_as_wide(sights: Sequence[Sight]) -> float:
    """How many times as wide as the net knows them pieces look."""
    areas = [spot.area_mm2 for sight in sights for spot in sight.spots if spot.likely > LIKELY]
    return math.sqrt(float(np.median(areas)) * 4 / math.pi) / PIECE_MM if areas else 1.0


def agreement(one: Sight, other: Sight) -> int:
    """How many pieces both see, less those that only one of them sees."""
    mine, its = _places(one), _places(other)
    free = np.ones(len(its), np.bool_)
    both = 0
    for x, y, area in mine:
        if not len(its):
            break
        same = free & _same(its, x, y, area)
        if same.any():
            away = np.hypot(its[:, 0] - x, its[:, 1] - y)
            free[np.where(same, away, np.inf).argmin()] = False
            both += 1
    return both - (len(mine) - both) - (len(its) - both)


def _same(places: Places, x: float, y: float, area: float) -> npt.NDArray[np.bool_]:
    """Which of the places are the one here that covers so much."""
    away = np.hypot(places[:, 0] - x, places[:, 1] - y)
    times = np.maximum(places[:, 2] / area, area / np.maximum(places[:, 2], 1e-6))
    return np.asarray((away < SAME_PLACE * math.sqrt(area / math.pi)) & (times < SAME_AREA), np.bool_)


def _places(sight: Sight, least: float = LIKELY) -> Places:
    """Where in the photo pieces are seen that are likelier than this, and how much of it each covers."""
    seen = [spot for spot in sight.spots if spot.likely > least]
    outlines = [sight.outline(spot) for spot in seen]
    rows = [(*each.mean(axis=0), max(cv2.contourArea(each.astype(np.float32)), 1.0)) for each in outlines]
    return np.array(rows, np.float64).reshape(-1, 3)
