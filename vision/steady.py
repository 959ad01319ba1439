"""Waiting until the tray is at rest: is something moving, is a hand in view?

>>> watcher = Watcher()                                 # doctest: +SKIP
>>> watcher.see(camera.watch()).state                   # doctest: +SKIP
'moving'
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from typing import Literal, NamedTuple, TypeAlias

import cv2
import numpy as np
import numpy.typing as npt

from vision.photo import Frame

State: TypeAlias = Literal["moving", "hand", "still"]
Small: TypeAlias = npt.NDArray[np.float32]

# Frames are compared at this width: a keshi is then about five pixels wide, and a mean over it has no grain.
WATCH_WIDTH = 108
KESHI_WIDTH = 5
# What becomes brighter or darker over a patch as wide as this is the room's light; a keshi is a small part.
LIGHT_WIDTH = 15
# A keshi moved where its patch changed by so many steps of 255, and so many times as much as grain alone
# changes one: that is the least of the last looks, and no more than this even if all of them moved.
LEAST_CHANGE, MOST_CHANGE = 1.2, 255.0
TIMES_GRAIN, MOST_GRAIN = 2.0, 3.0
LOOKS_REMEMBERED = 20
# Light that wanders (a party, a cloud) changes bright and dark patches unlike each other, look after look. In
# a tray at rest a keshi must do so many times what all but a few looks do; grain alone never asks for that.
TIMES_USUAL, LOOKS_TO_KNOW, LARGER = 1.5, 8, 0.8
# A hand changes so much of the picture, by such a part of how bright it is.
HAND_SHARE = 0.08
HAND_CHANGE, LEAST_HAND_CHANGE = 0.095, 1.5
# How bright it is, its brighter pixels tell; every so many of them are enough.
BRIGHTER, SOME = 0.98, 4
PATIENCE_LOOKS = 20
# What makes one channel of three.
WITHOUT_COLOUR = np.full((1, 3), 1 / 3, np.float32)


@dataclass(frozen=True)
class Watch:
    """One look while waiting: the state of the tray, and by how much the patch that changed most did."""

    state: State
    changed: float


class _Look(NamedTuple):
    """One frame, small, and the room's light in it."""

    small: Small
    light: Small

    @classmethod
    def at(cls, frame: Frame) -> _Look:
        size = (WATCH_WIDTH, max(1, round(WATCH_WIDTH * frame.shape[0] / frame.shape[1])))
        small = np.asarray(cv2.resize(frame, size, interpolation=cv2.INTER_AREA), np.float32)
        return cls(small, _mean(small, LIGHT_WIDTH))


class Watcher:
    """Looks at low-resolution frames as they come and says when the tray has come to rest.

    Without the ring it may be nearly dark under the tower, and one keshi is a small thing. So it is looked
    for as what it is, a patch that changed while the light around it did not, and held against the grain.

    A hand covers far more than a piece. It is told from the last frame that was still, so that one resting in
    the tray is still a hand.
    """

    def __init__(self) -> None:
        self._last: _Look | None = None
        self._at_rest: Small | None = None
        self._lately: deque[float] = deque(maxlen=LOOKS_REMEMBERED)
        self._still: deque[float] = deque(maxlen=LOOKS_REMEMBERED)  # since something last moved
        self._patience = PATIENCE_LOOKS

    def see(self, frame: Frame) -> Watch:
        """Compare one frame with the last, and with the last that was still."""
        look = _Look.at(frame)
        small = look.small
        last, self._last = self._last, look
        if last is None or self._at_rest is None or last.small.shape != small.shape:
            self._at_rest = small
            return Watch("moving", MOST_CHANGE)
        changed = _change(last, look)
        moves = self._least_movement()
        self._lately.append(changed)
        hand = _largest_change(small, self._at_rest) > HAND_SHARE
        if changed > moves:
            self._still.clear()
            return Watch("hand" if hand else "moving", changed)
        self._still.append(changed)
        if hand:
            # Resting unmoved for a while it is no hand but another view: a bump, or the light was switched.
            self._patience -= 1
            if self._patience > 0:
                return Watch("hand", changed)
        self._patience = PATIENCE_LOOKS
        self._at_rest = small
        return Watch("still", changed)

    def _least_movement(self) -> float:
        """What only movement changes, and neither grain nor the room's light."""
        grain = min(MOST_GRAIN, min(self._lately, default=0.0))
        known = sorted(self._still) if len(self._still) >= LOOKS_TO_KNOW else [0.0]
        usual = known[int(LARGER * len(known))]
        return max(LEAST_CHANGE, TIMES_GRAIN * grain, TIMES_USUAL * usual)


def change_between(before: Frame, after: Frame) -> float:
    """By how much the patch changed most that a keshi would fill, whatever the light did meanwhile."""
    return _change(_Look.at(before), _Look.at(after)) if before.shape == after.shape else MOST_CHANGE


def covered_between(before: Frame, after: Frame) -> float:
    """The share of the picture that the largest patch covers which became brighter or darker."""
    then, now = _Look.at(before), _Look.at(after)
    return _largest_change(now.small, then.small, 0.0) if before.shape == after.shape else 1.0


def _change(then: _Look, now: _Look) -> float:
    """Of all patches as large as a keshi, by how much one changed more than the light around it."""
    today = np.divide(now.light, np.maximum(then.light, 1.0))
    changed = _mean(now.small - then.small * today, KESHI_WIDTH)
    return float(max(changed.max(), -changed.min()))


def _mean(small: Small, width: int) -> Small:
    return np.asarray(cv2.blur(small, (width, width)), np.float32)


def _largest_change(now: Small, then: Small, of_interest: float = HAND_SHARE) -> float:
    """The share of the picture that the largest changed patch covers; nothing if that cannot be a hand."""
    changed = cv2.transform(np.abs(_mean(now - then, 3)), WITHOUT_COLOUR)
    # Most often nothing has changed at all, and nothing more need be looked at.
    if np.count_nonzero(changed > LEAST_HAND_CHANGE) <= of_interest * changed.size:
        return 0.0
    some = then.ravel()[::SOME]
    bright = int(BRIGHTER * len(some))
    least = max(LEAST_HAND_CHANGE, HAND_CHANGE * float(np.partition(some, bright)[bright]))
    stats = cv2.connectedComponentsWithStats((changed > least).astype(np.uint8))[2]
    return float(stats[1:, cv2.CC_STAT_AREA].max()) / changed.size if len(stats) > 1 else 0.0
