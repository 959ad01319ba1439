"""Draws one moment: the scene, a hand behind, the keshis before it, the ring mirrored in the floor."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from hardware.camera import Frame
from hardware.simulated.film import Film
from hardware.simulated.hand import Visit, shadow
from hardware.simulated.keshi import FACES, NORMALS, Body
from hardware.simulated.optics import CAMERA_DEPTH_MM, Lens, ring_light
from hardware.simulated.paints import Linear
from hardware.simulated.room import Room
from hardware.simulated.scene import Scene, fill

EXPOSURE = 0.90  # what the sensor makes of white paper right under the ring
_CAMERA_MM = np.array([0.0, 0.0, -CAMERA_DEPTH_MM])


@dataclass(frozen=True, eq=False)
class Moment:
    """Everything a picture depends on."""

    now: float
    bodies: Sequence[Body]
    visit: Visit | None
    ring_level: float
    room: Room


class Painter:
    """Draws moments at one picture size."""

    def __init__(self, lens: Lens, scene: Scene, paints: Mapping[str, Linear], film: Film) -> None:
        self._lens = lens
        self._scene = scene
        self._paints = paints
        self._film = film

    def draw(self, moment: Moment) -> Frame:
        ring = np.float32(EXPOSURE * moment.ring_level)
        room = moment.room.light(moment.now)
        light = self._scene.room * room
        if ring > 0:
            light += self._scene.ring * ring
        if moment.visit is not None:
            self._draw_hand(light, moment.visit, moment.now, ring, room)
        # Far ones first: a piece nearer to the lens hides what is behind it.
        for body in sorted(moment.bodies, key=lambda b: -float(np.linalg.norm(b.centre_mm - _CAMERA_MM))):
            self._draw_keshi(light, body, ring, room)
        if ring > 0:
            light += self._scene.glare * ring
        return self._film.develop(light, moment.room.gains(moment.now))

    def _draw_hand(self, light: Linear, visit: Visit, now: float, ring: np.float32, room: Linear) -> None:
        drawn = shadow(visit, now, self._lens)
        if drawn is None:
            return
        mask, roundness = drawn
        mask = np.minimum(mask, self._scene.hand_mask)
        left, top, width, height = cv2.boundingRect(mask)
        if width == 0:
            return
        where = np.s_[top : top + height, left : left + width]
        skin = np.asarray(visit.paint(), np.float32)
        shade = roundness[where][..., None]
        colour = skin * (np.float32(0.62) * ring * shade + np.float32(0.12) * room)
        alpha = (mask[where] / np.float32(255))[..., None]
        light[where] += alpha * (colour - light[where])

    def _draw_keshi(self, light: Linear, body: Body, ring: np.float32, room: Linear) -> None:
        corners = body.corners_mm()
        pixels = self._lens.project(corners)
        height, width = light.shape[:2]
        left, top = np.maximum(np.floor(pixels.min(axis=0)).astype(int) - 2, 0)
        right, bottom = np.minimum(np.ceil(pixels.max(axis=0)).astype(int) + 3, (width, height))
        if right <= left or bottom <= top:
            return
        patch = light[top:bottom, left:right]
        normals = NORMALS @ body.rotation.T
        centres = np.array([corners[list(face)].mean(axis=0) for face in FACES])
        facing = np.einsum("fk,fk->f", normals, _CAMERA_MM - centres) > 0
        lit = ring_light(centres, normals)
        # What looks down sees the dark base, what looks sideways or up sees the room.
        from_room = 0.05 + 0.30 * (1 + normals[:, 2]) / 2
        paint = self._paints[body.colour]
        mask = np.zeros(patch.shape[:2], np.uint8)
        outline = cv2.convexHull(np.asarray(pixels - (left, top), np.float32))
        fill(mask, np.asarray(outline, np.float64).reshape(-1, 2))
        deepest = paint * (np.float32(0.25) * ring + np.float32(0.1) * room)
        _blend(patch, mask, deepest)
        for face in np.flatnonzero(facing):
            mask[:] = 0
            fill(mask, pixels[list(FACES[face])] - (left, top))
            strength = np.float32(0.93 * lit[face] + 0.05) * ring
            _blend(patch, mask, paint * (strength + np.float32(from_room[face]) * room))


def _blend(patch: Linear, mask: npt.NDArray[np.uint8], colour: Linear) -> None:
    alpha = (mask * np.float32(1 / 255))[..., None]
    patch += alpha * (colour - patch)
