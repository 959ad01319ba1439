"""Walls and tower behind the pieces: how unlike them a pixel is.

Shade takes the same part of every colour and reaches further than a piece is wide. So a pixel of another
tint than its wall, or a dark spot that a piece could cover, is no wall.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from vision.light import FAINT_BYTE, FAINT_LIGHT, Image
from vision.photo import Frame
from vision.rectify import Raster

Floats = npt.NDArray[np.float32]
Places = npt.NDArray[np.int64]

# What a place behind other pieces keeps of its light at the least, and what it shows at the most.
DARKEST, BRIGHTEST = 0.6, 1.5
# The same for walls whose light can change suddenly, and how much an edge in their light counts.
FICKLE_DARKEST, FICKLE_BRIGHTEST, FICKLE_EDGES = 0.35, 2.2, 0.3
# How much of the ring's and of the room's light a place may get, against what is expected; and how firmly
# (bytes squared) each is expected, the room's on most surfaces and on fickle ones.
RING_SHARE_LEAST, RING_SHARE_MOST, ROOM_SHARES = 0.55, (1.2, 4.0), (0.0, 10.0)
RING_FIRM, ROOM_FIRM = (180.0, 10.0), (33.0, 1.0)
# Shares of light are kept in bytes, so many to the whole; there is no more than this.
LEVELS, MOST_SHARE = 110.0, 2.3
# Shade reaches at least this far.
SHADE_MM = 13.0
# Tints (squared bytes) that noise makes: at the least, and against a surface's quieter pixels. So many times
# that is still the wall's own tint.
LEAST_NOISE, QUIET, FROM_QUIET, SAME_TINT = 2.5, 0.3, 2.8, 9.0
# How deep shade may be beyond the soft shade around it, and how bright a wall may be beyond its light: in
# bytes, and as a share of its brightness.
DEEPER = (3.0, 0.12)
LIGHTER = (2.5, 0.05)
TINT_SHARE = 0.02
LIGHTER_BY_ROOM = (4.0, 0.1)
# Of every surface so many pixels tell how noisy it is; with fewer than enough nothing does.
ENOUGH, ASKED = 320, 128


@dataclass(frozen=True)
class Unlike:
    """How unlike their walls the wall pixels of one photo are, squared: by `tint`, and by brightness."""

    tint: Floats
    brightness: Floats

    @property
    def total(self) -> Floats:
        return self.tint + self.brightness


@dataclass(frozen=True)
class Mixture:
    """A single photo's light without the reflection, and what it is mixed from: the ring's and the room's."""

    light: Image
    ring: Image
    room: Image


class Walls:
    """The pixels of one view that are walls or tower, by surface."""

    def __init__(
        self,
        numbers: Frame,
        wall: npt.NDArray[Any],
        seams: npt.NDArray[np.bool_],
        raster: Raster,
        fickle: frozenset[int] = frozenset(),
    ) -> None:
        self.shape = numbers.shape
        at = np.flatnonzero(wall)
        owners = numbers.ravel()[at]
        order = np.argsort(owners, kind="stable")
        self.at = at[order]
        # Which of them lie where surfaces meet.
        self.seams = np.flatnonzero(seams.ravel()[self.at])
        counts = np.bincount(owners, minlength=256)
        self.numbers = np.flatnonzero(counts)
        self._counts = counts[self.numbers]
        ends = np.concatenate([[0], np.cumsum(self._counts)])
        self._asked = np.array(
            [
                start + np.arange(ASKED) * size // ASKED
                for start, size in zip(ends[:-1], self._counts, strict=True)
            ]
        ).reshape(-1, ASKED)
        self._loud = self._counts >= ENOUGH
        fickle_ones = np.isin(owners[order], sorted(fickle))
        self._least = np.where(fickle_ones, FICKLE_DARKEST, DARKEST).astype(np.float32)
        self._most = np.where(fickle_ones, FICKLE_BRIGHTEST, BRIGHTEST).astype(np.float32)
        self._ring_most, self._ring_firm, self._room_firm = (
            np.where(fickle_ones, wide, narrow).astype(np.float32)
            for narrow, wide in (RING_SHARE_MOST, RING_FIRM, ROOM_FIRM)
        )
        self._strict = np.where(fickle_ones, FICKLE_EDGES, 1).astype(np.float32)
        rows, columns = np.divmod(self.at, numbers.shape[1])
        # Shade is soft: half the size is plenty for it.
        self._half = ((numbers.shape[0] + 1) // 2, (numbers.shape[1] + 1) // 2)
        self._half_at = rows // 2 * self._half[1] + columns // 2
        self._elsewhere = np.ones(self._half, np.bool_)
        self._elsewhere.ravel()[self._half_at] = False
        side = round(SHADE_MM * raster.pixels_a_mm / 2) | 1
        self._shade = np.ones((side, side), np.uint8)

    def by_surface(self, values: Floats) -> Floats:
        """A number for every surface (of all surfaces), for each wall pixel."""
        return np.repeat(values[self.numbers], self._counts)

    def look(self, picture: Frame) -> Floats:
        """A picture's wall pixels above the dark, channels × pixels."""
        planes = [np.take(plane.ravel(), self.at) for plane in cv2.split(picture)]
        return np.stack(planes).astype(np.float32) - np.float32(FAINT_BYTE)

    def off(self, seen: Frame, expected: Frame, slack: Image, mixture: Mixture | None = None) -> Unlike:
        """How unlike its wall each wall pixel is; `slack` (squared bytes) is what else may be off, `mixture`
        the light of a single photo, of which the room's part may be more or less here and there.
        """
        shown, known = self.look(seen), self.look(expected)
        np.maximum(known, 1, out=known)
        square = known[0] * known[0] + known[1] * known[1] + known[2] * known[2]
        share = (shown[0] * known[0] + shown[1] * known[1] + shown[2] * known[2]) / square
        if mixture is None:
            np.clip(share, DARKEST, BRIGHTEST, out=share)
            shown -= known * share
        else:
            np.clip(share, self._least, self._most, out=share)
            shown -= self._remixed(mixture)
        tint = shown[0] * shown[0] + shown[1] * shown[1] + shown[2] * shown[2]
        noise = self._noise(tint)
        own = tint < SAME_TINT * noise
        darkest, brightest = self._soft(share, own, both=mixture is not None)
        bright = np.sqrt(square * np.float32(1 / 3))
        lightest = LIGHTER if mixture is None else LIGHTER_BY_ROOM
        darker = np.maximum(darkest - share, 0) * bright / (DEEPER[0] + np.float32(DEEPER[1]) * bright)
        lighter = np.maximum(share - brightest, 0) * bright / (lightest[0] + np.float32(lightest[1]) * bright)
        tint /= noise + np.take(slack.ravel(), self.at) + np.float32(3 * TINT_SHARE**2 / 3) * square
        unlike = darker * darker + lighter * lighter
        return Unlike(tint, unlike if mixture is None else unlike * self._strict)

    def _remixed(self, mixture: Mixture) -> Floats:
        """What each wall pixel would show with as much of the ring's and the room's light as explains it
        best.
        """
        light, ring, room = (self._light(part) for part in (mixture.light, mixture.ring, mixture.room))
        np.maximum(ring, 0, out=ring)
        # A byte is about the root of the light: errors of the light count less where it is bright.
        weight = 1 / (np.maximum(light, 0) + np.float32(FAINT_LIGHT)) * np.float32(0.25)
        ring_w, room_w = ring * weight, room * weight
        rings, both, rooms, ring_seen, room_seen = (
            first[0] * second[0] + first[1] * second[1] + first[2] * second[2]
            for first, second in (
                (ring_w, ring), (ring_w, room), (room_w, room), (ring_w, light), (room_w, light)
            )
        )
        rings += self._ring_firm
        rooms += self._room_firm
        ring_seen += self._ring_firm
        room_seen += self._room_firm
        whole = 1 / (rings * rooms - both * both)
        ring_share = np.clip(
            (ring_seen * rooms - room_seen * both) * whole, RING_SHARE_LEAST, self._ring_most
        )
        room_share = np.clip((room_seen * rings - ring_seen * both) * whole, *ROOM_SHARES)
        remixed = ring * ring_share + room * room_share
        return np.sqrt(remixed + np.float32(FAINT_LIGHT)) - np.float32(FAINT_BYTE)

    def _light(self, picture: Image) -> Floats:
        return np.ascontiguousarray(np.take(picture.reshape(-1, 3), self.at, axis=0).T)

    def _noise(self, tint: Floats) -> Floats:
        """The usual tint of every surface, from its quieter pixels: pieces may cover half of it."""
        at = int(QUIET * ASKED)
        quiet = np.partition(tint[self._asked], at, axis=1)[:, at]
        usual = np.where(self._loud, np.maximum(LEAST_NOISE, FROM_QUIET * quiet), LEAST_NOISE)
        return np.repeat(usual.astype(np.float32), self._counts)

    def _soft(
        self, share: Floats, own: npt.NDArray[np.bool_], *, both: bool
    ) -> tuple[Floats, Floats | np.float32]:
        """The soft light around each pixel: dark spots smaller than shade reaches are filled, and with `both`
        bright ones are taken off. Pixels that are not the wall's `own` say nothing.
        """
        # Of the pixels that share a half-size one, the last wins: light is the same for all of them.
        shade = np.zeros(self._half, np.uint8)
        level = np.minimum(share, np.float32(MOST_SHARE)) * np.float32(LEVELS)
        shade.ravel()[self._half_at] = level * own
        filled = cv2.morphologyEx(shade, cv2.MORPH_CLOSE, self._shade)
        darkest = np.take(filled.ravel(), self._half_at) * np.float32(1 / LEVELS)
        if not both:
            return np.minimum(darkest, 1), np.float32(1)
        shade.ravel()[self._half_at] = np.where(own, level, 255)
        shade[self._elsewhere] = 255
        # A single noisy pixel would lower all around it.
        lowered = cv2.erode(cv2.medianBlur(shade, 3), self._shade)
        lowered[self._elsewhere] = 0
        opened = cv2.dilate(lowered, self._shade)
        brightest = np.take(opened.ravel(), self._half_at) * np.float32(1 / LEVELS)
        return np.minimum(darkest, 1), np.maximum(brightest, 1)
