"""One keshi in the air or on the floor: an octagonal prism, 10 mm across flats and 10 mm high."""

from dataclasses import dataclass
from typing import Literal

import numpy as np
import numpy.typing as npt

from hardware.simulated.optics import Points

Pose = Literal["upright", "lying", "leaning"]
Rotation = npt.NDArray[np.float64]

ACROSS_FLATS_MM = 10.0
HEIGHT_MM = 10.0
_CORNER_RADIUS_MM = ACROSS_FLATS_MM / 2 / np.cos(np.pi / 8)

_angles = np.pi / 8 + np.arange(8) * np.pi / 4
_ring = np.stack([_CORNER_RADIUS_MM * np.cos(_angles), _CORNER_RADIUS_MM * np.sin(_angles)], axis=1)
CORNERS_MM: Points = np.concatenate(
    [
        np.column_stack([_ring, np.full(8, -HEIGHT_MM / 2)]),
        np.column_stack([_ring, np.full(8, HEIGHT_MM / 2)]),
    ]
)
FACES: tuple[tuple[int, ...], ...] = (
    tuple(range(8)),
    tuple(range(8, 16)),
    *((side, (side + 1) % 8, (side + 1) % 8 + 8, side + 8) for side in range(8)),
)
FACE_CENTRES_MM: Points = np.array([CORNERS_MM[list(face)].mean(axis=0) for face in FACES])
NORMALS: Points = np.array(
    [[0, 0, -1], [0, 0, 1], *([np.cos(a + np.pi / 8), np.sin(a + np.pi / 8), 0] for a in _angles)],
    dtype=float,
)


def turned(axis: npt.ArrayLike, radians: float) -> Rotation:
    """A turn about an axis."""
    x, y, z = np.asarray(axis, dtype=float) / np.linalg.norm(axis)
    cross = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    return np.asarray(np.eye(3) + np.sin(radians) * cross + (1 - np.cos(radians)) * (cross @ cross))


@dataclass(frozen=True, eq=False)
class Body:
    """A keshi's place and turn; `rest_pose` names how it will lie."""

    colour: str
    pose: Pose
    centre_mm: Points
    rotation: Rotation

    def corners_mm(self) -> Points:
        return CORNERS_MM @ self.rotation.T + self.centre_mm

    def on_floor(self, floor_mm: float = 0.0) -> "Body":
        """The same, moved up or down until its lowest corner touches."""
        lowest = float(self.corners_mm()[:, 2].min())
        centre = self.centre_mm + np.array([0.0, 0.0, floor_mm - lowest])
        return Body(self.colour, self.pose, centre, self.rotation)


def lay_down(colour: str, pose: Pose, x_mm: float, y_mm: float, dice: np.random.Generator) -> Body:
    """A keshi at rest at a spot, turned as chance has it."""
    spin = turned((0, 0, 1), dice.uniform(0, 2 * np.pi))
    if pose == "upright":
        rotation = spin
    elif pose == "lying":
        # On one of its eight sides: the side faces point along multiples of 45 degrees.
        rotation = spin @ turned((1, 0, 0), np.pi / 2) @ turned((0, 0, 1), np.pi / 4 * dice.integers(8))
    else:
        rotation = spin @ turned((1, 0, 0), np.deg2rad(dice.uniform(14, 38)))
    return Body(colour, pose, np.array([x_mm, y_mm, 0.0]), rotation).on_floor()
