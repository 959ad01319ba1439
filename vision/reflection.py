"""Today's reflection of the ring in the floor, against the one in the empty tray.

The floor mirrors the ring's lamps, often brighter than white paper, and the lens spreads their light around
them. Where they are clipped it depends on today's exposure how much of them is spread: the reflection is then
a little stronger or weaker than calibrated, its faint skirts more so than its dots. Pieces cover some of the
dots; the others tell by how much.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from vision.light import CLIPPED, FAINT_LIGHT, PAPER_LIGHT, Image, as_bytes
from vision.photo import Frame

Floats = npt.NDArray[np.float32]
Flags = npt.NDArray[np.bool_]
Places = npt.NDArray[np.int64]
Box = tuple[slice, slice]

# Pixels tell if the reflection has so much light there; so many of them are asked, fewer are not worth it.
TELLING, MOST_ASKED, FEWEST = (0.02 * PAPER_LIGHT, 0.6 * PAPER_LIGHT), 600, 60
# A pixel this near to being clipped tells nothing.
NEARLY_CLIPPED = CLIPPED - 5
# How far off the light usually is: its noise, and a part of the reflection.
NOISE, APART = 250.0, 0.03
# How many times that a pixel may be off, round by round, to stay in the fit; so many have to.
ROUNDS, ENOUGH_AGREE = (4.0, 3.0, 2.5), 0.3
# Skirts grow with the root of the reflection above this light.
UNSPREAD, SKIRTS_PRICE = 100.0, 0.02
# Less of it (white paper's light is 40 000) changes no byte.
FAINTEST = 40.0
# The part of it that may be left: at the least, if nothing can be told, and against what is left of most
# pixels of its dots.
LEFT_LEAST, LEFT_MOST, LEFT_OF, LEFT_TIMES = 0.06, 0.25, 0.8, 1.5
DOT = 0.1 * PAPER_LIGHT


@dataclass(frozen=True)
class Excess:
    """By how much today's reflection exceeds the calibrated one, by channel: by a share of it, and by so
    many times its root; and which part of it may still be left then.
    """

    share: Floats
    skirts: Floats
    left: float


class Reflection:
    """The ring's reflection in the empty tray, as one view shows it."""

    def __init__(self, glare: Image, usable: Flags) -> None:
        self.box = box_around(glare[..., 1] > FAINTEST)
        self.light = np.maximum(glare, 0)
        self._skirts = np.sqrt(np.maximum(self.light[self.box] - np.float32(UNSPREAD), 0))
        least, most = TELLING
        at = np.flatnonzero((glare[..., 1] > least) & (glare[..., 1] < most) & usable)
        asked = min(len(at), MOST_ASKED)
        self._at: Places = at[np.arange(asked) * len(at) // max(1, asked)]
        self._asked = self._sampled(self.light)
        self._asked_skirts = np.sqrt(np.maximum(self._asked - np.float32(UNSPREAD), 0))
        self._usual = np.asarray(NOISE + APART * self._asked[:, 1], np.float32)

    def take_off(self, lifted: Image, known: Sequence[Image], photo: Frame) -> float:
        """Take today's excess off light, in place, from which the calibrated reflection was taken off.

        `known` is the light that is expected there besides. Gives the part of the reflection that may still
        be left.
        """
        excess = self.excess(lifted, known, photo)
        if excess is None:
            return LEFT_MOST
        part = lifted[self.box]
        cv2.subtract(part, cv2.transform(self.light[self.box], np.diag(excess.share)), part)
        cv2.subtract(part, cv2.transform(self._skirts, np.diag(excess.skirts)), part)
        return excess.left

    def excess(self, lifted: Image, known: Sequence[Image], photo: Frame) -> Excess | None:
        """What the dots that no piece covers tell; nothing if they do not agree."""
        clear = photo.reshape(-1, 3)[self._at].max(axis=1) < NEARLY_CLIPPED
        if np.count_nonzero(clear) < FEWEST:
            return None
        rest = self._sampled(lifted) - np.float32(FAINT_LIGHT)
        for light in known:
            rest -= self._sampled(light)
        rest, dots, skirts = rest[clear], self._asked[clear], self._asked_skirts[clear]
        usual = self._usual[clear]
        found = np.stack([np.full(3, _agreed(rest[:, 1] / dots[:, 1]), np.float32), np.zeros(3, np.float32)])
        for times in ROUNDS:
            off = np.abs(rest - found[0] * dots - found[1] * skirts).max(axis=1)
            near = off < np.float32(times) * usual
            if np.count_nonzero(near) < ENOUGH_AGREE * len(self._at):
                return None
            found = _fitted(dots[near], skirts[near], rest[near], usual[near])
        strong = near & (dots[:, 1] > DOT)
        if np.count_nonzero(strong) * 4 < FEWEST:
            return None
        off = np.abs(rest - found[0] * dots - found[1] * skirts).max(axis=1)
        left = LEFT_TIMES * float(np.quantile(off[strong] / dots[strong, 1], LEFT_OF))
        return Excess(found[0], found[1], min(LEFT_MOST, max(LEFT_LEAST, left)))

    def over(self, expected: Frame, light: Image, left: float) -> Frame:
        """What a place may look like that has so much light (`expected` in bytes) and a part of the
        reflection.
        """
        brightest = expected.copy()
        brightest[self.box] = as_bytes(cv2.scaleAdd(self.light[self.box], left, light[self.box]))
        return brightest

    def _sampled(self, picture: Image) -> Floats:
        return np.take(picture.reshape(-1, 3), self._at, axis=0)


def _agreed(values: Floats) -> float:
    """The middle of the narrowest half of some values: what most of them agree on."""
    ranked = np.sort(values)
    half = len(ranked) // 2
    start = int((ranked[half:] - ranked[: len(ranked) - half]).argmin())
    return float(ranked[start + half // 2])


def _fitted(dots: Floats, skirts: Floats, rest: Floats, usual: Floats) -> Floats:
    """So much of the dots and so much of the skirts, by channel, explain the rest best."""
    weight = 1 / (usual * usual)[:, None]
    both, own = (weight * dots * skirts).sum(axis=0), (weight * dots * dots).sum(axis=0)
    # Faint skirts could be anything: they have to be worth their price.
    other = (weight * skirts * skirts).sum(axis=0) * np.float32(1 + SKIRTS_PRICE)
    dots_seen, skirts_seen = (weight * dots * rest).sum(axis=0), (weight * skirts * rest).sum(axis=0)
    whole = own * other - both * both
    found = [(dots_seen * other - skirts_seen * both) / whole, (skirts_seen * own - dots_seen * both) / whole]
    return np.stack(found).astype(np.float32)


def box_around(mask: Flags) -> Box:
    """The box around a mask; around nothing one pixel, which OpenCV can still work on."""
    left, top, width, height = cv2.boundingRect(mask.astype(np.uint8))
    return np.s_[top : top + max(1, height), left : left + max(1, width)]
