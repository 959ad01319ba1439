"""Today's reflection of the ring in the floor, against the one in the empty tray.

The floor mirrors the ring's lamps, often brighter than white paper, and the lens spreads their light around
them. Where they are clipped it depends on today's exposure how much of them is spread: the reflection is then
a little stronger or weaker than calibrated, its faint skirts more so than its dots. Pieces cover some of the
dots; the others tell by how much.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from vision.light import CLIPPED, PAPER_LIGHT, Image, used_up_bytes
from vision.photo import Frame
from vision.sampling import spread_out

Floats = npt.NDArray[np.float32]
Flags = npt.NDArray[np.bool_]
Places = npt.NDArray[np.int64]
Box = tuple[slice, slice]

# Pixels tell if the reflection has so much light there; so many of them are asked, fewer are not worth it.
TELLING, MOST_ASKED, FEWEST = (0.02 * PAPER_LIGHT, 0.6 * PAPER_LIGHT), 300, 40
# A pixel this near to being clipped tells nothing.
NEARLY_CLIPPED = CLIPPED - 5
# How far off the light usually is: its noise, and a part of the reflection.
NOISE, APART = 250.0, 0.03
# How many times that a pixel may be off, round by round, to stay in the fit; so many have to.
ROUNDS, ENOUGH_AGREE = (4.0, 2.5), 0.3
# An excess below this part of the reflection, of faint skirts and of dots, is none.
HARDLY = 0.02
_EXAMPLES = np.array([[1, 1], [1 / 40, 1 / 110]], np.float32)
# Skirts grow with the root of the reflection above this light.
UNSPREAD, SKIRTS_PRICE = 100.0, 0.02
# What may change of less of it (white paper's light is 40 000) hardly changes a byte.
FAINTEST = 200.0
# The part of it that may be left: at the least, if nothing can be told, and against what is left of most
# pixels of its dots.
LEFT_LEAST, LEFT_MOST, LEFT_OF, LEFT_TIMES = 0.06, 0.25, 0.8, 1.5
# What is left is told in such steps, and what was worked out is kept for so many of them.
LEFT_STEP, MOST_KEPT = 0.01, 4
DOT = 0.1 * PAPER_LIGHT


@dataclass(frozen=True)
class Excess:
    """By how much today's reflection exceeds the calibrated one: for each channel which share of it, and how
    many times its root; and which part of it may still be left then.
    """

    shares: Floats
    left: float


class Reflection:
    """The ring's reflection in the empty tray, as one view shows it."""

    def __init__(self, glare: Image, usable: Flags) -> None:
        light = np.maximum(glare, 0)
        gray = light.mean(axis=2)
        self.box = box_around(gray > FAINTEST)
        self._light = light[self.box]
        # The reflection and its skirts: today's excess is made of them.
        self._terms = np.stack([gray[self.box], _skirts(gray[self.box])], axis=2).astype(np.float32)
        least, most = TELLING
        at = np.flatnonzero((gray > least) & (gray < most) & usable)
        asked = min(len(at), MOST_ASKED)
        at = at[spread_out(len(at), asked)]
        # The numbers of their channels: picked so, they come channel by channel.
        self._at: Places = at * 3 + np.arange(3)[:, None]
        self._asked = gray.ravel()[at]
        self._asked_terms = np.stack([self._asked, _skirts(self._asked)]).astype(np.float32)
        self._usual = np.asarray(NOISE + APART * self._asked, np.float32)
        self._weights = 1 / (self._usual * self._usual)

    def take_off(self, lifted: Image, known: Image, photo: Frame) -> float:
        """Take today's excess off light, in place, from which the calibrated reflection was taken off.

        `known` is the light that is expected there besides, lifted as well. Gives the part of the reflection
        that may still be left.
        """
        excess = self.excess(lifted, known, photo)
        if excess is None:
            return LEFT_MOST
        if float(np.abs(excess.shares @ _EXAMPLES).max()) >= HARDLY:
            part = lifted[self.box]
            cv2.subtract(part, cv2.transform(self._terms, excess.shares), part)
        return excess.left

    def excess(self, lifted: Image, known: Image, photo: Frame) -> Excess | None:
        """What the dots that no piece covers tell; nothing if they do not agree."""
        if len(self._asked) < FEWEST:
            return None
        shown, rest, expected = (picture.ravel().take(self._at) for picture in (photo, lifted, known))
        clear = shown.max(axis=0) < NEARLY_CLIPPED
        rest -= expected
        terms, weights = self._asked_terms, self._weights * clear
        agreed = _agreed((rest[1] / self._asked)[clear]) if clear.any() else 0.0
        shares = np.array([[agreed, 0]] * 3, np.float32)
        for times in ROUNDS:
            near = _far(rest - shares @ terms) < np.float32(times) * self._usual
            if np.count_nonzero(near & clear) < max(FEWEST, ENOUGH_AGREE * len(near)):
                return None
            weighed = terms * (weights * near)
            square = weighed @ terms.T
            # Faint skirts could be anything: they have to be worth their price.
            square[1, 1] *= np.float32(1 + SKIRTS_PRICE)
            shares = _solved(square, weighed @ rest.T).T
        strong = near & clear & (self._asked > DOT)
        parts = (_far(rest - shares @ terms) / self._asked)[strong]
        if len(parts) * 4 < FEWEST:
            return None
        most = int(LEFT_OF * (len(parts) - 1))
        left = LEFT_TIMES * float(np.partition(parts, most)[most])
        return Excess(shares, min(LEFT_MOST, max(LEFT_LEAST, left)))

    def over(self, lifted: Image, left: float) -> Frame:
        """What the reflection's box may look like with so much light in it and a part of the reflection."""
        return used_up_bytes(np.asarray(cv2.scaleAdd(self._light, left, lifted[self.box]), np.float32))

    def put(self, over: Frame, expected: Frame) -> Frame:
        """What the tray may look like at the brightest: as expected, and in the box like that."""
        brightest = expected.copy()
        brightest[self.box] = over
        return brightest


class KnownTray:
    """How bright a tray may look whose own light never changes, by how much of the reflection is left over
    it. Photos leave about as much one after the other, so what was worked out is kept.
    """

    def __init__(self, reflection: Reflection, lifted: Image, plain: Frame, slack: Frame | None) -> None:
        """`lifted` is the tray's light, lifted by the faint light, `plain` the same in bytes, `slack` how far
        its edges may lie aside.
        """
        self._reflection, self._lifted, self._plain, self._slack = reflection, lifted, plain, slack
        self._kept: dict[int, Frame] = {}

    def brightest(self, left: float) -> Frame:
        """With such a part of the reflection left, or a little more."""
        step = math.ceil(left / LEFT_STEP)
        if step not in self._kept:
            if len(self._kept) == MOST_KEPT:
                self._kept.pop(next(iter(self._kept)))
            over = self._reflection.over(self._lifted, step * LEFT_STEP)
            high = self._reflection.put(over, self._plain)
            if self._slack is not None:
                high = np.asarray(cv2.dilate(high, self._slack), np.uint8)
            self._kept[step] = high
        return self._kept[step]


def _solved(square: Floats, right: Floats) -> Floats:
    """The two rows that solve two equations each; numpy takes its time for so little."""
    (a, b), (c, d) = square.astype(np.float64).tolist()
    return np.array([[d, -b], [-c, a]], np.float32) @ right / np.float32(a * d - b * c or 1)


def _skirts(light: Floats) -> Floats:
    return np.asarray(np.sqrt(np.maximum(light - np.float32(UNSPREAD), 0)), np.float32)


def _far(rest: Floats) -> Floats:
    """How far the farthest channel of each pixel is off."""
    off = np.abs(rest)
    return np.asarray(np.maximum(np.maximum(off[0], off[1]), off[2]), np.float32)


def _agreed(values: Floats) -> float:
    """The middle of the narrowest half of some values: what most of them agree on."""
    ranked = np.sort(values)
    half = len(ranked) // 2
    start = int((ranked[half:] - ranked[: len(ranked) - half]).argmin())
    return float(ranked[start + half // 2])


def box_around(mask: Flags) -> Box:
    """The box around a mask; around nothing one pixel, which OpenCV can still work on."""
    left, top, width, height = cv2.boundingRect(mask.astype(np.uint8))
    return np.s_[top : top + max(1, height), left : left + max(1, width)]
