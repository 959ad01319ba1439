"""Where keshis come to rest in the tray: apart, or side against side, but never inside one another."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from hardware.errors import TowerRefused
from hardware.simulated.keshi import HEIGHT_MM, Body, Pose, lay_down
from hardware.simulated.optics import Points
from words import N_

WINDOW_MM = (150.0, 110.0)
_TRIES = 400
_ANGLES = np.arange(0.0, np.pi, np.pi / 48)
_DIRECTIONS = np.stack([np.cos(_ANGLES), np.sin(_ANGLES)])


@dataclass(frozen=True)
class Spill:
    """How a handful spreads over the tray.

    touching:
        the chance that a piece comes to rest against another.
    crowding:
        the chance that it comes to rest on top of another; 0 unless a test asks for it.
    leaning:
        the chance that it leans on another instead of lying flat.
    """

    touching: float = 0.25
    crowding: float = 0.0
    leaning: float = 0.01
    wall_gap_mm: float = 1.0


def footprint(body: Body) -> Points:
    """The corners of a piece as the floor feels them, from straight above."""
    return body.corners_mm()[:, :2]


def gap_mm(one: Points, other: Points) -> float:
    """How far two pieces are apart along the direction that parts them best; not above 0 when they overlap.

    Of all directions 48 are tried, so a gap may be a little wider than said, never narrower.
    """
    along_one, along_other = one @ _DIRECTIONS, other @ _DIRECTIONS
    apart = np.maximum(
        along_other.min(axis=0) - along_one.max(axis=0), along_one.min(axis=0) - along_other.max(axis=0)
    )
    return float(apart.max())


def _inside_walls(spot: Points, wall_gap_mm: float) -> bool:
    half = np.array(WINDOW_MM) / 2 - wall_gap_mm
    return bool((np.abs(spot) <= half).all())


def settle(
    colours: Sequence[str],
    lying_there: Sequence[Body],
    dice: np.random.Generator,
    spill: Spill,
    poses: Sequence[Pose] = (),
) -> list[Body]:
    """A place at rest for each colour, beside those that lie there already; chance picks missing poses."""
    placed = list(lying_there)
    fresh: list[Body] = []
    middle = np.array([dice.normal(0, 12), dice.normal(-4, 9)])
    for turn, colour in enumerate(colours):
        pose = poses[turn] if turn < len(poses) else _any_pose(dice, spill)
        body = _rest(colour, pose, placed, middle, dice, spill)
        placed.append(body)
        fresh.append(body)
    return fresh


def _any_pose(dice: np.random.Generator, spill: Spill) -> Pose:
    if dice.random() < spill.leaning:
        return "leaning"
    return "lying" if dice.random() < 0.55 else "upright"


def _rest(
    colour: str, pose: Pose, placed: Sequence[Body], middle: Points, dice: np.random.Generator, spill: Spill
) -> Body:
    flat = [body for body in placed if body.pose != "leaning" and body.centre_mm[2] < HEIGHT_MM]
    if flat and dice.random() < spill.crowding:
        below = flat[int(dice.integers(len(flat)))]
        x_mm, y_mm = below.centre_mm[:2] + dice.uniform(-5, 5, 2)
        return lay_down(colour, "upright", x_mm, y_mm, dice).on_floor(HEIGHT_MM)
    against_another = bool(placed) and (dice.random() < spill.touching or pose == "leaning")
    if pose == "leaning" and not placed:
        pose = "lying"  # there is nothing to lean on
    grounds = [footprint(body) for body in placed]
    spread = np.array([22.0, 17.0])
    for attempt in range(_TRIES):
        if against_another and attempt < 40:
            body = _beside(colour, pose, placed[int(dice.integers(len(placed)))], dice)
            wanted_gap_mm = 0.02
        else:
            # Wider with every try: a full tray still finds its corners.
            spot = middle + dice.normal(0, 1, 2) * spread * (1 + attempt / 40)
            body = lay_down(colour, pose, float(spot[0]), float(spot[1]), dice)
            wanted_gap_mm = 1.5 if attempt < _TRIES // 2 else 0.1
        ground = footprint(body)
        if _inside_walls(ground, spill.wall_gap_mm) and all(
            gap_mm(g, ground) >= wanted_gap_mm for g in grounds
        ):
            return body
    raise TowerRefused(
        N_("There is no room left in the tray for another keshi: {placed} lie there.", placed=len(placed))
    )


def _beside(colour: str, pose: Pose, neighbour: Body, dice: np.random.Generator) -> Body:
    """Pushed against a neighbour from some side until they touch."""
    angle = dice.uniform(0, 2 * np.pi)
    direction = np.array([np.cos(angle), np.sin(angle)])
    body = lay_down(colour, pose, float(neighbour.centre_mm[0]), float(neighbour.centre_mm[1]), dice)
    still, near, far = footprint(neighbour), 0.0, 20.0
    own = footprint(body)
    for _ in range(14):
        halfway = (near + far) / 2
        if gap_mm(still, own + direction * halfway) < 0.15:
            near = halfway
        else:
            far = halfway
    shift = np.append(direction * far, 0.0)
    return Body(colour, pose, body.centre_mm + shift, body.rotation)
