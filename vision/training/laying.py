"""Keshis come to lie in a tray: tossed, sorted into touching rows, or poured on one spot.

Heights are millimetres above the tray's floor, whichever side the camera looks from.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias, get_args

import numpy as np

from vision.rectify import TRAY_MM
from vision.training.casting import NEVER, Floats, Solid
from vision.training.solids import Body, Pose, Vector, turned

Arrangement: TypeAlias = Literal["toss", "sorted", "heap"]
ARRANGEMENTS: tuple[Arrangement, ...] = get_args(Arrangement)
# Heights are kept for squares of this size.
CELL_MM = 0.5
# How much lower a place has to be for each millimetre it is farther off.
FAR_COST = 0.12


@dataclass(frozen=True)
class Laid:
    """A body as it lies: its middle's x and y in the tray and height above the floor."""

    body: Body
    turn: Vector
    place: Vector
    pose: Pose


class Floor:
    """What lies in the tray so far; a body comes to rest on the highest thing under it."""

    def __init__(self, inset_mm: float = 0.0) -> None:
        self.half = np.array(TRAY_MM) / 2 - inset_mm
        columns, rows = (int(2 * side / CELL_MM) for side in self.half)
        self.high = np.zeros((rows, columns), np.float32)

    def drop(
        self,
        rng: np.random.Generator,
        body: Body,
        wished: Vector,
        poses: tuple[Pose, ...],
        *,
        spread: float,
        tries: int,
        flat: bool,
    ) -> Laid | None:
        """The best of some places near the one wished for; `flat`: only if it touches nothing below it."""
        best: tuple[float, Laid, tuple[slice, slice], Floats] | None = None
        for number in range(tries):
            pose = poses[int(rng.integers(len(poses)))]
            turn = turned(rng, pose)
            place = wished + rng.normal(0, 0.3 + spread * number / tries, 2)
            found = self._rest(body, turn, place)
            if found is None:
                continue
            height, low, window, top = found
            if flat and height + low > 0.2:
                continue
            cost = height + FAR_COST * float(np.hypot(*(place - wished)))
            if best is None or cost < best[0]:
                best = (cost, Laid(body, turn, np.append(place, height), pose), window, top)
            if flat:
                break
        if best is None:
            return None
        _, laid, window, top = best
        self.high[window] = np.maximum(self.high[window], np.where(top > -NEVER / 2, top + laid.place[2], 0))
        return laid

    def _rest(
        self, body: Body, turn: Vector, place: Vector
    ) -> tuple[float, float, tuple[slice, slice], Floats] | None:
        """How high its middle comes to lie, its lowest point below that, where, and its upper side."""
        cells = int(np.ceil(body.radius / CELL_MM))
        column, row = np.floor((place + self.half) / CELL_MM).astype(int).tolist()
        line = (np.arange(-cells, cells + 1) + 0.5) * CELL_MM
        x, y = np.meshgrid(line + column * CELL_MM - self.half[0], line + row * CELL_MM - self.half[1])
        start = np.stack([x.ravel(), y.ravel(), np.zeros(x.size)], axis=1).astype(np.float32)
        solid = Solid(body, turn, np.append(place, 0.0))
        up = np.broadcast_to(np.array([0, 0, 1], np.float32), start.shape)
        low, top, _ = (part.reshape(*x.shape, *part.shape[1:]) for part in solid.meet(start, up))
        covered = top > low
        rows, columns = np.nonzero(covered)
        first_row, first_column = row - cells, column - cells
        if not len(rows) or rows.min() + first_row < 0 or columns.min() + first_column < 0:
            return None
        if rows.max() + first_row >= len(self.high) or columns.max() + first_column >= self.high.shape[1]:
            return None
        inner = np.s_[rows.min() : rows.max() + 1, columns.min() : columns.max() + 1]
        window = np.s_[
            rows.min() + first_row : rows.max() + first_row + 1,
            columns.min() + first_column : columns.max() + first_column + 1,
        ]
        low, top, covered = low[inner], top[inner], covered[inner]
        height = float(np.where(covered, self.high[window] - low, -np.inf).max())
        return height, float(low[covered].min()), window, np.where(covered, top, -NEVER).astype(np.float32)


def lay(
    rng: np.random.Generator, bodies: list[Body], arrangement: Arrangement, floor: Floor
) -> list[Laid | None]:
    """Where each body comes to lie; `None` where no room was left."""
    if arrangement == "heap":
        spot = rng.uniform(-1, 1, 2) * (floor.half - 32)
        spread = rng.uniform(4, 11)
        return [
            floor.drop(
                rng,
                body,
                spot + rng.normal(0, spread, 2),
                ("flat", "side", "side", "leaning"),
                spread=14,
                tries=12,
                flat=False,
            )
            for body in bodies
        ]
    if arrangement == "sorted":
        return _rows(rng, bodies, floor)
    zone, wide = rng.uniform(-1, 1, 2) * (floor.half - 25), rng.uniform(14, 45)
    laid = []
    for body in bodies:
        wished = np.clip(zone + rng.normal(0, wide, 2), 7 - floor.half, floor.half - 7)
        laid.append(floor.drop(rng, body, wished, ("flat", "side", "side"), spread=90, tries=60, flat=True))
    return laid


def _rows(rng: np.random.Generator, bodies: list[Body], floor: Floor) -> list[Laid | None]:
    """As somebody sorts them: rows of two to five that touch, upright."""
    laid: list[Laid | None] = []
    left = 0
    way = place = np.zeros(2)
    for body in bodies:
        if left == 0:
            left = int(rng.integers(1, 6))
            place = rng.uniform(-1, 1, 2) * (floor.half - 8)
            angle = rng.uniform(0, 2 * np.pi)
            way = np.array([np.cos(angle), np.sin(angle)])
        found = None
        for _ in range(40):
            found = floor.drop(rng, body, place, ("flat",), spread=0.3, tries=3, flat=True)
            if found is not None:
                break
            place = rng.uniform(-1, 1, 2) * (floor.half - 8)
        laid.append(found)
        if found is not None:
            place = found.place[:2] + way * rng.uniform(10.6, 11.4)
        left -= 1
    return laid
