"""How much bigger pieces look where the table is nearer to the camera.

Held aslant, a camera shows the pieces in front larger than those behind. How much, those tell that lie apart:
what they cover grows evenly, as a logarithm, towards the camera.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from vision.plain_size import ALIKE, Lone

# So many patches more than what is fitted (each label's size and two slopes) tell a slope, and have to be
# explained so much better by it, as an F-test has it: by chance that happens to one photo in a hundred.
SPARE, PLAINLY = 4, 9.0
FITS, FLATNESS = 3, 0.2
# From the middle to the edge, as a logarithm: what is less is level, what is more is no table.
LEVEL_BELOW, STEEPEST = 0.08, 0.9


class Slope(NamedTuple):
    """By how much, as a logarithm, what a piece covers grows from the middle to the right and to the lower
    edge.
    """

    across: float = 0.0
    down: float = 0.0

    def at(self, x: float, y: float, shape: tuple[int, ...]) -> float:
        """How much of the usual a piece covers at some place of a picture of some shape."""
        right, below = _from_middle(x, y, shape)
        return math.exp(self.across * right + self.down * below)

    def widened(self, shape: tuple[int, ...], margin: int) -> Slope:
        """The same for a picture with a margin around it."""
        return Slope(self.across * (1 + 2 * margin / shape[1]), self.down * (1 + 2 * margin / shape[0]))

    def levelled(self, lone: Sequence[Lone], shape: tuple[int, ...]) -> list[Lone]:
        """Patches as big as they would be in the picture's middle."""
        return [one._replace(area=one.area / self.at(one.x, one.y, shape)) for one in lone]


LEVEL = Slope()


def slope_of(lone: Sequence[Lone], shape: tuple[int, ...]) -> Slope:
    """The slope that patches lying apart agree on; level if they agree on none."""
    kept = list(lone)
    slope = LEVEL
    for _ in range(FITS):
        groups = [[one for one in kept if one.label == label] for label in {one.label for one in kept}]
        groups = [group for group in groups if len(group) > 1]
        spare = sum(map(len, groups)) - len(groups) - 2
        if spare < SPARE:
            return LEVEL
        apart = np.concatenate([_apart(group, shape) for group in groups])
        places, logs = apart[:, :2], apart[:, 2]
        fit = np.linalg.solve(places.T @ places + FLATNESS * np.eye(2), places.T @ logs)
        slope = Slope(float(fit[0]), float(fit[1]))
        # What fits far worse than pieces of one size is several that touch, or a part of one.
        rest = logs - places @ fit
        usual = max(math.log(ALIKE), float(np.median(np.abs(rest))))
        fitting = [one for group in groups for one in group]
        kept = [one for one, off in zip(fitting, rest, strict=True) if abs(off) <= usual]
    steep = math.hypot(*slope)
    before, after = float((logs**2).sum()), float((rest**2).sum())
    told = (before - after) * spare > 2 * PLAINLY * after
    return slope if told and LEVEL_BELOW <= steep <= STEEPEST else LEVEL


def _apart(group: Sequence[Lone], shape: tuple[int, ...]) -> npt.NDArray[np.float64]:
    """Where patches of one label lie and how big they are (a logarithm), against their middle."""
    rows = np.array([[*_from_middle(one.x, one.y, shape), math.log(one.area)] for one in group])
    return np.asarray(rows - rows.mean(axis=0), np.float64)


def _from_middle(x: float, y: float, shape: tuple[int, ...]) -> tuple[float, float]:
    """A place as shares of the way from the picture's middle to its edges."""
    return 2 * x / shape[1] - 1, 2 * y / shape[0] - 1
