"""A hand that reaches over the tray's edge, takes keshis and goes: a palm, four fingers, a thumb, a wrist.

It comes from above, so keshis on the floor stand before it in the picture, and the tray's walls hide the arm.
"""

from dataclasses import dataclass
from typing import Literal

import cv2
import numpy as np
import numpy.typing as npt

from hardware.simulated.optics import Lens, Points
from hardware.simulated.paints import SKINS, Bgr

Side = Literal["left", "right", "bottom"]
SIDES: tuple[Side, ...] = ("left", "right", "bottom")
_TOWARDS: dict[Side, float] = {"left": 0.0, "right": np.pi, "bottom": -np.pi / 2}

REACH_SECONDS = 0.55
GRASP_SECONDS = 0.5
HAND_SECONDS = 2 * REACH_SECONDS + GRASP_SECONDS
_AWAY_MM = 150.0

# Bones of a half-closed hand whose fingertips are at the origin, pointing along +x: from, to, thickness.
_BONES: tuple[tuple[float, float, float, float, float], ...] = (
    (-48, -16, -10, -12, 15),
    (-50, -5, -3, -3, 16),
    (-50, 7, -4, 7, 15),
    (-48, 17, -14, 15, 13),
    (-60, -22, -24, -27, 16),
    (-75, 0, -48, 0, 52),
    (-190, 0, -70, 0, 44),
)


@dataclass(frozen=True)
class Visit:
    """One reach into the tray: from when until when, where to, from which side, whose hand."""

    starts_at: float
    ends_at: float
    target_mm: tuple[float, float]
    side: Side
    skin: int

    def reach(self, now: float) -> float:
        """How far in the hand is: 0 outside, 1 at the keshis."""
        if not self.starts_at < now < self.ends_at:
            return 0.0
        way = min(1.0, (now - self.starts_at) / REACH_SECONDS, (self.ends_at - now) / REACH_SECONDS)
        return float(way * way * (3 - 2 * way))

    def paint(self) -> Bgr:
        return SKINS[self.skin % len(SKINS)]


def shadow(
    visit: Visit, now: float, lens: Lens
) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.float32]] | None:
    """The hand's outline as a mask, and its roundness: 1 in the middle of a finger, less to the edges."""
    reach = visit.reach(now)
    if reach <= 0.0:
        return None
    angle = _TOWARDS[visit.side]
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    tip = np.array(visit.target_mm) - turn @ np.array([_AWAY_MM * (1 - reach), 0.0])
    width, height = lens.size
    mask = np.zeros((height, width), np.uint8)
    for x1, y1, x2, y2, thick_mm in _BONES:
        ends: Points = np.array([[x1, y1], [x2, y2]]) @ turn.T + tip
        # Held 15 mm above the floor, so a little smaller than on it.
        start, end = lens.project(np.column_stack([ends, [15.0, 15.0]]))
        thickness = max(1, round(thick_mm * lens.pixels_per_mm * 0.92))
        cv2.line(mask, _pixel(start), _pixel(end), 255, thickness, cv2.LINE_AA)
    inside = (mask > 127).astype(np.uint8)
    depth = cv2.distanceTransform(inside, cv2.DIST_L2, 3) / np.float32(7.0 * lens.pixels_per_mm)
    roundness = np.asarray(0.45 + 0.55 * np.sqrt(np.clip(depth, 0, 1)), np.float32)
    return mask, roundness


def _pixel(point: npt.NDArray[np.float64]) -> tuple[int, int]:
    return round(float(point[0])), round(float(point[1]))
