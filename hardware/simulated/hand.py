"""A hand that reaches over the tray's edge, takes keshis and goes: a palm, four fingers, a thumb, a wrist.

It comes from above, so keshis on the floor stand before it in the picture, and the tray's walls hide the arm.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import Literal

import cv2
import numpy as np
import numpy.typing as npt

from hardware.simulated.optics import Lens
from hardware.simulated.paints import SKINS, Bgr

Side = Literal["left", "right", "bottom"]
SIDES: tuple[Side, ...] = ("left", "right", "bottom")
_TOWARDS: dict[Side, float] = {"left": 0.0, "right": np.pi, "bottom": -np.pi / 2}

REACH_SECONDS = 0.55
GRASP_SECONDS = 0.5
_AWAY_MM = 150.0
_HELD_MM = 15.0  # above the floor

# A half-closed hand, fingertips near the origin and pointing along +x: from, to, thickness at either end.
_BONES: tuple[tuple[float, float, float, float, float, float], ...] = (
    (-52, -23, -7, -13, 15, 11),
    (-52, -8, 0, -4, 16, 12),
    (-52, 7, -2, 5, 15, 11),
    (-54, 20, -15, 15, 14, 10),
    (-78, -26, -42, -42, 22, 15),
    (-42, -42, -16, -30, 15, 12),
    (-80, -12, -54, -16, 42, 22),
    (-80, 8, -54, 10, 40, 26),
    (-200, 0, -84, 0, 46, 42),
)
_SPRITE_MM = (-205.0, -60.0, 12.0, 45.0)  # left, top, right, bottom around the fingertips
_SPRITE_PX_PER_MM = 2.0


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


class Hand:
    """The hand as a sprite that is laid into the picture wherever a visit has it."""

    def __init__(self, lens: Lens) -> None:
        self._lens = lens

    def drawn(self, visit: Visit, now: float) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.float32]] | None:
        """Its outline as a mask, and how much each spot of it faces the ring; None while it is outside."""
        reach = visit.reach(now)
        if reach <= 0.0:
            return None
        angle = _TOWARDS[visit.side]
        turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
        tip = np.array(visit.target_mm) - turn @ np.array([_AWAY_MM * (1 - reach), 0.0])
        left, top, _, _ = _SPRITE_MM
        corners = np.array([[left, top], [left + 100, top], [left, top + 100]])
        onto = self._lens.project(np.column_stack([corners @ turn.T + tip, np.full(3, _HELD_MM)]))
        from_px = (corners - (left, top)) * _SPRITE_PX_PER_MM
        warp = cv2.getAffineTransform(from_px.astype(np.float32), onto.astype(np.float32))
        mask, roundness = self._sprite
        return (
            np.asarray(cv2.warpAffine(mask, warp, self._lens.size), np.uint8),
            np.asarray(cv2.warpAffine(roundness, warp, self._lens.size), np.float32),
        )

    @cached_property
    def _sprite(self) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.float32]]:
        left, top, right, bottom = _SPRITE_MM
        step = 1 / _SPRITE_PX_PER_MM
        x, y = np.meshgrid(np.arange(left, right, step), np.arange(top, bottom, step))
        height = np.full(x.shape, -np.inf)
        for x1, y1, x2, y2, thick1, thick2 in _BONES:
            along = ((x - x1) * (x2 - x1) + (y - y1) * (y2 - y1)) / ((x2 - x1) ** 2 + (y2 - y1) ** 2)
            along = along.clip(0, 1)
            radius = (thick1 + (thick2 - thick1) * along) / 2
            distance = np.hypot(x - x1 - along * (x2 - x1), y - y1 - along * (y2 - y1))
            # Each bone is a rounded bar: 1 along its middle, 0 at its rim, below 0 outside.
            height = np.maximum(height, 1 - (distance / radius) ** 2)
        mask = np.clip(height * 12, 0, 1) * 255
        roundness = 0.35 + 0.65 * np.sqrt(height.clip(0, 1))
        soft = cv2.GaussianBlur(roundness.astype(np.float32), (0, 0), 1.5 * _SPRITE_PX_PER_MM)
        return mask.astype(np.uint8), np.asarray(soft, np.float32)
