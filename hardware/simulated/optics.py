"""The camera under the clear floor: where a point above the table lands in its picture.

Millimetres: x to the picture's right, y down the picture, z up from the floor's surface and away from the
camera. A keshi is 10 mm across flats and some 45 pixels wide in a full frame.
"""

import numpy as np
import numpy.typing as npt

Points = npt.NDArray[np.float64]
Grid = npt.NDArray[np.float32]

CAMERA_DEPTH_MM = 250.0  # below the floor
RING_RADIUS_MM = 22.0
RING_LEDS = 8
PIXELS_PER_MM = 4.4 / 1024  # of the picture's width, at the floor


class Lens:
    """A pinhole looking straight up, mounted by hand: a little off centre and a little turned."""

    def __init__(self, size: tuple[int, int], seed: int) -> None:
        self.size = size
        dice = np.random.default_rng([seed, 2])
        turn = np.deg2rad(dice.normal(0.0, 0.5))
        self._turn = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
        width, height = size
        self.pixels_per_mm = PIXELS_PER_MM * width
        self._centre = np.array([width / 2, height / 2]) + dice.normal(0.0, 0.004, 2) * width

    def project(self, points_mm: Points) -> Points:
        """Pixels of points, n × 3 in millimetres; n × 2 lie on the floor."""
        flat = points_mm[:, :2]
        if points_mm.shape[1] == 3:
            flat = flat * (CAMERA_DEPTH_MM / (CAMERA_DEPTH_MM + points_mm[:, 2:3]))
        result: Points = flat @ self._turn.T * self.pixels_per_mm + self._centre
        return result

    def floor_grid(self) -> tuple[Grid, Grid]:
        """The floor's x and y in millimetres under every pixel."""
        width, height = self.size
        right = (np.arange(width, dtype=np.float32) + np.float32(0.5 - self._centre[0]))[None, :]
        down = (np.arange(height, dtype=np.float32) + np.float32(0.5 - self._centre[1]))[:, None]
        turn = (self._turn / self.pixels_per_mm).astype(np.float32)
        return right * turn[0, 0] + down * turn[1, 0], right * turn[0, 1] + down * turn[1, 1]


_ANGLES = np.arange(RING_LEDS) * (2 * np.pi / RING_LEDS)
RING_POSITIONS_MM: Points = np.stack(
    [
        RING_RADIUS_MM * np.cos(_ANGLES),
        RING_RADIUS_MM * np.sin(_ANGLES),
        np.full(RING_LEDS, -CAMERA_DEPTH_MM),
    ],
    axis=1,
)


def ring_light(centres_mm: Points, normals: Points) -> npt.NDArray[np.float64]:
    """How strongly the ring lights small faces, 1 for one that lies on the middle of the floor."""
    to_led = RING_POSITIONS_MM[None, :, :] - centres_mm[:, None, :]
    distance = np.linalg.norm(to_led, axis=2)
    at_face = np.einsum("flk,fk->fl", to_led, normals) / distance
    strength = at_face.clip(0) * (CAMERA_DEPTH_MM / distance) ** 2
    return np.asarray(strength.mean(axis=1))
