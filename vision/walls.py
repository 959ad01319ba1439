"""Walls and tower behind the pieces: how unlike them a pixel is.

Light changes the tint of a wall only as far as ring and room mix, and it is soft: shade and sun reach
further than a piece is wide. So a pixel of a tint that no mixture has, or a spot that a piece could cover, is
no wall.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from vision.light import FAINT_BYTE, FAINT_LIGHT, Image, capped, floored
from vision.photo import Frame
from vision.rectify import Raster
from vision.sampling import spread_out
from vision.wall_noise import ASKED, noise_levels, usual_tint

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
# A lamp in view is mirrored in paint and varnish: white light on top, up to so many bytes of it.
MIRRORED = 14.0
# Shares of light are kept in bytes, so many to the whole; there is no more than this.
LEVELS, MOST_SHARE = 110, 2.3
# Shade reaches at least this far.
SHADE_MM = 13.0
# So many times the tint that noise makes is still the wall's own tint.
SAME_TINT = 9.0
# How deep shade may be beyond the soft shade around it, and how bright a wall may be beyond its light: in
# bytes, and as a share of its brightness.
DEEPER, LIGHTER = (3.0, 0.12), (2.5, 0.05)
# In a single photo the soft light itself is only guessed at. And a tint is never known better than this share
# of a wall's brightness.
LIGHTER_BY_ROOM, TINT_SHARE = (4.0, 0.1), 0.02
# A surface with so many pixels tells how noisy it is. One with less of the ring's light (white paper has
# 40 000) is hardly lit.
ENOUGH, HARDLY_LIT = 320, 40.0
# A pixel no farther off than this (a cost) is as expected.
AS_EXPECTED = 0.25
# No surface has this number: it comes after all walls.
NO_WALL = 255
# Added to three times a pixel's number they are the numbers of its channels.
_CHANNELS = np.arange(3)[:, None]


@dataclass(frozen=True)
class Mixture:
    """A single photo's light without the reflection, lifted by the faint light, and what it is mixed from:
    the ring's and the room's.
    """

    lifted: Image
    ring: Image
    room: Image
    # Whether a lamp is in view.
    lamp: bool


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
        self._wall = np.asarray(wall, np.bool_)
        # By pixel: which of the walls it is, and whether that is a fickle one.
        present, owner = np.unique(np.where(self._wall, numbers, NO_WALL), return_inverse=True)
        self._owner = owner.ravel()
        self._fickle = np.isin(numbers, sorted(fickle)).ravel()
        # What a pixel may be off by a plain comparison counts only at seams.
        self._never = np.where(seams, 0, np.inf).astype(np.float32).ravel()
        own = [np.flatnonzero(self._owner == n) for n, number in enumerate(present) if number != NO_WALL]
        asked = [pixels[spread_out(len(pixels), ASKED)] for pixels in own]
        self._asked: Places = np.array(asked, np.int64).ravel()
        self._green_asked = (self._asked * 3 + 1).reshape(-1, ASKED)
        self._loud = np.array([len(pixels) >= ENOUGH for pixels in own], np.bool_)
        # Shade is soft: half the size is plenty for it.
        half = ((numbers.shape[0] + 1) // 2, (numbers.shape[1] + 1) // 2)
        rows, columns = np.divmod(np.arange(numbers.size), numbers.shape[1])
        self._half_at = rows // 2 * half[1] + columns // 2
        self._as_expected = np.zeros(half, np.uint8)
        self._as_expected.ravel()[self._half_at[self._wall.ravel()]] = LEVELS
        self._elsewhere = (self._as_expected == 0).astype(np.uint8) * 255
        side = round(SHADE_MM * raster.pixels_a_mm / 2) | 1
        self._shade = np.ones((side, side), np.uint8)

    def compare(
        self,
        off: Image,
        seen: Frame,
        expected: Frame,
        slack: Image,
        grain: float,
        mixture: Mixture | None = None,
    ) -> None:
        """How unlike its wall each wall pixel is, squared: put into `off`, which holds the same by a plain
        comparison. That is enough for those as expected, and along seams, where either surface may be seen,
        at the most. `slack` (squared bytes) is what else may be off, `grain` the noise of the light,
        `mixture` the light of a single photo, of which the room's part may be more or less here and there.
        """
        some = np.flatnonzero((off > AS_EXPECTED) & self._wall)
        if not len(some):
            return
        tint, share, square = self._tints(np.concatenate([self._asked, some]), seen, expected, mixture)
        asked = len(self._asked)
        levels = noise_levels(tint[:asked], square[:asked], grain, self._loud, self._room_share(mixture))
        tint, share, square = tint[asked:], share[asked:], square[asked:]
        noise = usual_tint(levels.take(self._owner.take(some)), square, grain)
        darkest, brightest = self._soft(some, share, tint < SAME_TINT * noise, both=mixture is not None)
        bright = np.sqrt(square * np.float32(1 / 3))
        lightest = LIGHTER if mixture is None else LIGHTER_BY_ROOM
        darker = floored(darkest - share) * bright / (DEEPER[0] + np.float32(DEEPER[1]) * bright)
        lighter = floored(share - brightest) * bright / (lightest[0] + np.float32(lightest[1]) * bright)
        tint /= noise + slack.ravel().take(some) + np.float32(TINT_SHARE**2) * square
        edges = darker * darker + lighter * lighter
        if mixture is not None:
            edges[self._fickle.take(some)] *= np.float32(FICKLE_EDGES)
        flat = off.ravel()
        flat[some] = np.minimum(tint + edges, flat.take(some) + self._never.take(some))

    def _tints(
        self, some: Places, seen: Frame, expected: Frame, mixture: Mixture | None
    ) -> tuple[Floats, Floats, Floats]:
        """For some of the wall pixels: how far (squared bytes) their tint is off, their light as a share of
        what is expected, and how bright (squared) that is.
        """
        at = some * 3 + _CHANNELS
        shown, known = _bytes_at(seen, at), _bytes_at(expected, at)
        np.maximum(known, 1, out=known)
        square = _dot(known, known)
        share = _dot(shown, known) / square
        if mixture is None:
            np.clip(share, DARKEST, BRIGHTEST, out=share)
            shown -= known * share
        else:
            fickle = self._fickle.take(some)
            least = np.where(fickle, np.float32(FICKLE_DARKEST), np.float32(DARKEST))
            most = np.where(fickle, np.float32(FICKLE_BRIGHTEST), np.float32(BRIGHTEST))
            np.clip(share, least, most, out=share)
            shown -= _remixed(at, fickle, mixture)
            if mixture.lamp:
                shown -= np.clip((shown[0] + shown[1] + shown[2]) * np.float32(1 / 3), 0, MIRRORED)
        return _dot(shown, shown), share, square

    def _room_share(self, mixture: Mixture | None) -> Floats:
        """How much light of the room's each surface has against the ring's."""
        if mixture is None:
            return np.zeros(len(self._loud), np.float32)
        room, ring = (
            part.ravel().take(self._green_asked).mean(axis=1) for part in (mixture.room, mixture.ring)
        )
        return np.asarray(np.maximum(room, 0) / np.maximum(ring, HARDLY_LIT), np.float32)

    def _soft(
        self, some: Places, share: Floats, own: npt.NDArray[np.bool_], *, both: bool
    ) -> tuple[Floats, Floats | np.float32]:
        """The soft light around some pixels: dark spots smaller than shade reaches are filled, and with
        `both` bright ones are taken off. Pixels that are not the wall's `own` say nothing.
        """
        at = self._half_at.take(some)
        level = capped(share * np.float32(LEVELS), MOST_SHARE * LEVELS)
        # Of the pixels that share a half-size one, the last wins: light is the same for all of them.
        shade = self._as_expected.copy()
        shade.ravel()[at] = level * own
        filled = cv2.morphologyEx(shade, cv2.MORPH_CLOSE, self._shade)
        darkest = capped(np.take(filled.ravel(), at) * np.float32(1 / LEVELS), 1.0)
        if not both:
            return darkest, np.float32(1)
        shade = self._as_expected | self._elsewhere
        shade.ravel()[at] = np.where(own, level, 255)
        # A single noisy pixel would lower all around it.
        lowered = cv2.erode(cv2.medianBlur(shade, 3), self._shade)
        opened = cv2.dilate(cv2.subtract(lowered, self._elsewhere), self._shade)
        return darkest, np.maximum(np.take(opened.ravel(), at) * np.float32(1 / LEVELS), 1)


def _remixed(at: Places, fickle: npt.NDArray[np.bool_], mixture: Mixture) -> Floats:
    """What pixels of walls would show with as much of the ring's and the room's light as explains them
    best.
    """
    light, ring, room = (part.ravel().take(at) for part in (mixture.lifted, mixture.ring, mixture.room))
    # A byte is about the root of the light: errors of the light count less where it is bright.
    weight = np.asarray(np.float32(0.25) / np.maximum(light, np.float32(FAINT_LIGHT)), np.float32)
    light -= np.float32(FAINT_LIGHT)
    floored(ring)
    floored(room)
    ring_firm, room_firm, ring_most = (
        np.where(fickle, np.float32(wide), np.float32(narrow))
        for narrow, wide in (RING_FIRM, ROOM_FIRM, RING_SHARE_MOST)
    )
    ring_w: Floats = ring * weight
    room_w: Floats = room * weight
    rings, rooms, both = _dot(ring_w, ring) + ring_firm, _dot(room_w, room) + room_firm, _dot(ring_w, room)
    ring_seen, room_seen = _dot(ring_w, light) + ring_firm, _dot(room_w, light) + room_firm
    whole = 1 / (rings * rooms - both * both)
    ring_share = np.clip((ring_seen * rooms - room_seen * both) * whole, RING_SHARE_LEAST, ring_most)
    room_share = np.clip((room_seen * rings - ring_seen * both) * whole, *ROOM_SHARES)
    remixed = np.sqrt(ring * ring_share + room * room_share + np.float32(FAINT_LIGHT))
    return np.asarray(remixed - np.float32(FAINT_BYTE), np.float32)


def _dot(first: Floats, second: Floats) -> Floats:
    """Channel by channel multiplied and summed."""
    return np.asarray(first[0] * second[0] + first[1] * second[1] + first[2] * second[2], np.float32)


def _bytes_at(picture: Frame, at: Places) -> Floats:
    """Some channels of pixels above the dark."""
    return picture.ravel().take(at).astype(np.float32) - np.float32(FAINT_BYTE)
