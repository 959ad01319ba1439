"""What the camera sees when no keshi lies in the tray: paper frame, tray, tower's foot, room and ring.

Two pictures in linear light, what one unit of ring light and what one unit of room light show, so that a lit
and an unlit frame differ by exactly what the ring adds, as on a real table. Paper frame: a 150 × 110 mm
window, markers of 14 mm centred at ±86 and ±66 mm, six gray patches below.
"""

from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np
import numpy.typing as npt

from hardware.simulated.optics import CAMERA_DEPTH_MM, Lens, Points, ring_light
from hardware.simulated.paints import (
    INK,
    PAPER,
    STRIP_PATCHES,
    TABLES,
    TOWERS,
    TRAY_WALLS,
    Bgr,
    Linear,
    Where,
    coverage,
)
from hardware.simulated.tray import WINDOW_MM

PAPER_HALF_MM = (96.5, 78.0)
MARKER_MM = 14.0
MARKER_CENTRES_MM = ((-86.0, -66.0), (86.0, -66.0), (86.0, 66.0), (-86.0, 66.0))
STRIP_MM = (-25.0, 63.0, 25.0, 71.4)
WALL_HEIGHT_MM = 36.0

Mask = npt.NDArray[np.uint8]


@dataclass(frozen=True, eq=False)
class TrayScene:
    """The empty tray: light from the ring, light from the room, and the ring's reflection in the floor."""

    ring: Linear
    room: Linear
    glare: tuple[Where, Linear]  # of the ring, in front of everything that lies on the floor
    hand_mask: Mask  # where a hand above the tray can be seen: inside the walls' upper edge


class ScenePainter:
    """Paints a scene back to front."""

    def __init__(self, lens: Lens, seed: int) -> None:
        self._lens = lens
        self._dice = np.random.default_rng([seed, 3])
        width, height = lens.size
        self._ring = np.zeros((height, width, 3), np.float32)
        self._room = np.zeros((height, width, 3), np.float32)
        self._style = int(self._dice.integers(len(TOWERS)))

    def paint(self) -> TrayScene:
        self._table()
        self._room_above()
        self._tray_walls()
        self._tower_foot()
        self._paper()
        within_walls = self._shape(_rectangle(*WINDOW_MM, z_mm=WALL_HEIGHT_MM))
        return TrayScene(self._ring, self._room, self._floor_glare(), (within_walls * 255).astype(np.uint8))

    def _shape(self, corners_mm: Points) -> Linear:
        """A polygon on the table as a mask of the whole picture."""
        whole = np.zeros(self._ring.shape[:2], np.float32)
        where, alpha = coverage(self._lens.project(corners_mm), self._lens.size)
        whole[where] = alpha
        return whole

    def _lay(
        self, corners_mm: Points, ring: npt.ArrayLike, room: npt.ArrayLike, *, lit: bool = False
    ) -> None:
        """A polygon of one paint; `lit` ones lie on the floor and take the ring's light as the floor does."""
        where, alpha = coverage(self._lens.project(corners_mm), self._lens.size)
        self._cover(where, alpha, ring, room, lit=lit)

    def _cover(
        self, where: Where, alpha: Linear, ring: npt.ArrayLike, room: npt.ArrayLike, *, lit: bool = False
    ) -> None:
        field = self._floor_light[where] if lit else np.float32(1)
        for channel in range(3):
            for layer, light in (
                (self._ring, np.asarray(ring, np.float32)[channel] * field),
                (self._room, np.asarray(room, np.float32)[channel]),
            ):
                under = layer[where][..., channel]
                under += alpha * (light - under)

    @cached_property
    def _floor_light(self) -> Linear:
        """How strongly the ring lights what lies in the floor's plane, pixel by pixel."""
        x_mm, y_mm = self._lens.floor_grid()
        distance_sq = x_mm**2 + y_mm**2 + np.float32(CAMERA_DEPTH_MM**2)
        return np.asarray((np.float32(CAMERA_DEPTH_MM**2) / distance_sq) ** np.float32(1.5))

    def _table(self) -> None:
        """What surrounds the paper: the underside of whatever the tray stands on."""
        table = np.array(TABLES[self._style], np.float32)
        self._cover((slice(None), slice(None)), self._patchy(18, 0.08), table, table * 0.012, lit=True)

    def _room_above(self) -> None:
        """The ceiling, brighter on the lamp's side, and a few specks of dust on the floor."""
        x_mm, y_mm = self._lens.floor_grid()
        towards = self._dice.uniform(0, 2 * np.pi)
        slope = (x_mm * np.cos(towards) + y_mm * np.sin(towards)) / 100.0
        where, alpha = coverage(self._lens.project(_rectangle(*WINDOW_MM)), self._lens.size)
        self._cover(where, alpha, np.full(3, 0.006), np.ones(3))
        for channel in range(3):
            self._room[where][..., channel] *= 1.0 + 0.35 * slope[where].astype(np.float32)
        for _ in range(14):
            spot = self._dice.uniform(-1, 1, 2) * np.array([60, 40])
            dust = _disc(spot, self._dice.uniform(0.12, 0.3))
            self._lay(dust, np.full(3, self._dice.uniform(0.02, 0.06)), np.full(3, 0.9))

    def _tray_walls(self) -> None:
        wall = np.array(TRAY_WALLS[self._style])
        low, high = _rectangle(*WINDOW_MM), _rectangle(*WINDOW_MM, z_mm=WALL_HEIGHT_MM)
        inward = np.array([[0, 1, 0], [-1, 0, 0], [0, -1, 0], [1, 0, 0]], dtype=float)
        for side in range(4):
            following = (side + 1) % 4
            quad = np.array([low[side], low[following], high[following], high[side]])
            strength = ring_light(quad.mean(axis=0)[None], inward[side][None])[0] + 0.06
            room = 0.10 + 0.22 * self._dice.random()
            self._lay(quad, wall * strength * 1.3, wall * room)

    def _tower_foot(self) -> None:
        """The tower stands at the picture's upper edge: its back, the ramp, the lip the keshis fall over."""
        tower = np.array(TOWERS[self._style])
        parts: tuple[tuple[tuple[tuple[float, float], ...], float, float], ...] = (
            (((-50, -48), (50, -48), (31.5, -29), (-31.5, -29)), 0.20, 0.20),
            (((-34, -43), (34, -43), (29, -18.3), (-29, -18.3)), 0.37, 0.24),
            (((-40, -14.2), (40, -14.2), (20, -7), (-20, -7)), 0.05, 0.32),
            (((-40, -16.3), (40, -16.3), (40, -14.2), (-40, -14.2)), 0.48, 0.12),
        )
        for corners, ring, room in parts:
            self._lay(np.array(corners, dtype=float), tower * ring, tower * room)

    def _paper(self) -> None:
        outer = self._shape(_rectangle(2 * PAPER_HALF_MM[0], 2 * PAPER_HALF_MM[1]))
        sheet = outer - self._shape(_rectangle(*WINDOW_MM))
        self._cover((slice(None), slice(None)), sheet, np.full(3, PAPER), np.full(3, 0.02), lit=True)
        self._print()

    def _print(self) -> None:
        """Markers, strip and title: ink and grays on the paper, lit like the paper."""
        dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
        for number, centre in enumerate(MARKER_CENTRES_MM):
            cells = cv2.aruco.generateImageMarker(dictionary, number, 6)
            self._rect(centre[0] - 7, centre[1] - 7, centre[0] + 7, centre[1] + 7, INK)
            cell = MARKER_MM / 6
            for row, column in np.argwhere(np.asarray(cells) > 0):
                left, top = centre[0] - 7 + column * cell, centre[1] - 7 + row * cell
                self._rect(left, top, left + cell, top + cell, PAPER)
        left, top, right, bottom = STRIP_MM
        self._rect(left - 0.3, top - 0.3, right + 0.3, bottom + 0.3, 0.2)
        step = (right - left) / len(STRIP_PATCHES)
        for place, gray in enumerate(STRIP_PATCHES):
            self._rect(left + place * step, top, left + (place + 1) * step, bottom, gray)
        self._title()

    def _rect(self, left: float, top: float, right: float, bottom: float, gray: float) -> None:
        corners = np.array([[left, top], [right, top], [right, bottom], [left, bottom]])
        self._lay(corners, np.full(3, gray), np.full(3, 0.02 * gray), lit=True)

    def _title(self) -> None:
        scale = self._lens.pixels_per_mm / 4.4
        mask = np.zeros(self._ring.shape[:2], np.uint8)
        text, font = "KESHI TRAY", cv2.FONT_HERSHEY_SIMPLEX
        thickness = max(1, round(2 * scale))
        (width, _), _ = cv2.getTextSize(text, font, 0.8 * scale, thickness)
        at = self._lens.project(np.array([[0.0, -62.0]]))[0]
        corner = (round(float(at[0]) - width / 2), round(float(at[1])))
        cv2.putText(mask, text, corner, font, 0.8 * scale, 255, thickness, cv2.LINE_AA)
        alpha = mask * np.float32(1 / 255)
        self._cover((slice(None), slice(None)), alpha, np.full(3, INK), np.full(3, 0.0006), lit=True)

    def _floor_glare(self) -> tuple[Where, Linear]:
        """The ring mirrored in the clear floor: a wreath of soft dots around the lens."""
        dots = np.zeros(self._ring.shape[:2], np.float32)
        leds, turn = int(self._dice.integers(10, 14)), self._dice.uniform(0, 1)
        for led in range(leds):
            angle = (led + turn) * 2 * np.pi / leds
            middle = 17.0 * np.array([np.cos(angle), np.sin(angle)]) + np.array([1.0, 0.0])
            dots += self._shape(_disc(middle, 2.2))
        soft = cv2.GaussianBlur(dots, (0, 0), 0.6 * self._lens.pixels_per_mm)
        strength = self._dice.uniform(0.16, 0.30)
        left, top, width, height = cv2.boundingRect((soft > 0.002).astype(np.uint8))
        where = (slice(top, top + height), slice(left, left + width))
        return where, np.asarray(cv2.merge([soft[where] * np.float32(strength)] * 3), np.float32)

    def _patchy(self, cells: int, spread: float) -> Linear:
        """Nearly 1 everywhere, less in some places: cloth and wood are not of one piece."""
        coarse = 1 - np.abs(self._dice.normal(0.0, spread, (cells, cells))).astype(np.float32)
        return np.asarray(cv2.resize(coarse, self._lens.size, interpolation=cv2.INTER_LINEAR), np.float32)


def _rectangle(width_mm: float, height_mm: float, z_mm: float = 0.0) -> Points:
    x, y = width_mm / 2, height_mm / 2
    return np.array([[-x, -y, z_mm], [x, -y, z_mm], [x, y, z_mm], [-x, y, z_mm]])


def _disc(centre_mm: npt.ArrayLike, radius_mm: float) -> Points:
    angles = np.arange(20) * (2 * np.pi / 20)
    return np.asarray(centre_mm) + radius_mm * np.stack([np.cos(angles), np.sin(angles)], axis=1)


def smaller(scene: TrayScene, size: tuple[int, int]) -> TrayScene:
    """The same scene in a smaller picture, for the watching stream."""

    def shrink(layer: npt.NDArray[np.float32]) -> Linear:
        return np.asarray(cv2.resize(layer, size, interpolation=cv2.INTER_AREA), np.float32)

    mask = cv2.resize(scene.hand_mask, size, interpolation=cv2.INTER_AREA)
    where, glare = scene.glare
    whole = np.zeros_like(scene.ring)
    whole[where] = glare
    everywhere = (slice(0, size[1]), slice(0, size[0]))
    return TrayScene(
        shrink(scene.ring), shrink(scene.room), (everywhere, shrink(whole)), np.asarray(mask, np.uint8)
    )


def lamp_colour(kelvin: float) -> Bgr:
    """The colour of a lamp, green kept at 1: warm bulbs are red, the sky is blue."""
    warm = (5500.0 - kelvin) / 5500.0
    return (float(np.clip(1.0 - 1.1 * warm, 0.1, 2.0)), 1.0, float(np.clip(1.0 + 0.7 * warm, 0.3, 2.0)))
