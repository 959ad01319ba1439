"""Draws one moment: the scene, a hand behind, the keshis before it, the ring mirrored in the floor."""

import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from hardware.frames import Frame
from hardware.simulated.film import Film
from hardware.simulated.hand import Hand, Visit
from hardware.simulated.keshi import FACE_CENTRES_MM, FACES, NORMALS, Body
from hardware.simulated.optics import CAMERA_DEPTH_MM, Lens, ring_light
from hardware.simulated.paints import Linear, blend, coverage, tinted
from hardware.simulated.room import Room
from hardware.simulated.scene import TrayScene

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


class TrayPainter:
    """Draws moments at one picture size."""

    def __init__(self, lens: Lens, scene: TrayScene, paints: Mapping[str, Linear], film: Film) -> None:
        self._lens = lens
        self._scene = scene
        self._paints = paints
        self._film = film
        self._hand = Hand(lens)
        self._light = np.empty_like(scene.ring)  # drawn on anew for every frame
        self._drawing = threading.Lock()

    def draw(self, moment: Moment) -> Frame:
        with self._drawing:
            return self._drawn(moment)

    def _drawn(self, moment: Moment) -> Frame:
        ring = np.float32(EXPOSURE * moment.ring_level)
        room = moment.room.light(moment.now)
        light = tinted(self._scene.room, room, onto=self._light)
        if ring > 0:
            cv2.scaleAdd(self._scene.ring, float(ring), light, light)
        if moment.visit is not None:
            self._draw_hand(light, moment.visit, moment.now, ring, room)
        # Far ones first: a piece nearer to the lens hides what is behind it.
        for body in sorted(moment.bodies, key=lambda b: -float(np.linalg.norm(b.centre_mm - _CAMERA_MM))):
            self._draw_keshi(light, body, ring, room)
        if ring > 0:
            where, glare = self._scene.glare
            light[where] += glare * ring
        return self._film.develop(light, moment.room.gains(moment.now))

    def _draw_hand(self, light: Linear, visit: Visit, now: float, ring: np.float32, room: Linear) -> None:
        drawn = self._hand.drawn(visit, now)
        if drawn is None:
            return
        mask, roundness = drawn
        mask = np.minimum(mask, self._scene.hand_mask)
        left, top, width, height = cv2.boundingRect(mask)
        if width == 0:
            return
        where = np.s_[top : top + height, left : left + width]
        shade, alpha = roundness[where], mask[where] * np.float32(1 / 255)
        for channel, skin in enumerate(visit.paint()):
            under = light[where][..., channel]
            colour = np.float32(skin) * (np.float32(0.62) * ring * shade + np.float32(0.12) * room[channel])
            under += alpha * (colour - under)

    def _draw_keshi(self, light: Linear, body: Body, ring: np.float32, room: Linear) -> None:
        corners = body.corners_mm()
        pixels = self._lens.project(corners)
        normals = NORMALS @ body.rotation.T
        centres = FACE_CENTRES_MM @ body.rotation.T + body.centre_mm
        facing = np.einsum("fk,fk->f", normals, _CAMERA_MM - centres) > 0
        lit = ring_light(centres, normals)
        # What looks down sees the dark base, what looks sideways or up sees the room.
        from_room = 0.05 + 0.30 * (1 + normals[:, 2]) / 2
        paint = self._paints[body.colour]
        outline = cv2.convexHull(pixels.astype(np.float32))
        where, alpha = coverage(np.asarray(outline, np.float64).reshape(-1, 2), self._lens.size)
        blend(light[where], alpha, paint * (np.float32(0.25) * ring + np.float32(0.1) * room))
        for face in np.flatnonzero(facing):
            where, alpha = coverage(pixels[list(FACES[face])], self._lens.size)
            strength = np.float32(0.93 * lit[face] + 0.05) * ring
            blend(light[where], alpha, paint * (strength + np.float32(from_room[face]) * room))
