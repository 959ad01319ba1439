"""Waiting until the tray is at rest: is something moving, is a hand in view, do several looks agree?

>>> watcher = Watcher(profile)                          # doctest: +SKIP
>>> watcher.see(camera.watch()).state                   # doctest: +SKIP
'moving'
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

import cv2
import numpy as np
import numpy.typing as npt

from vision.observation import Observation
from vision.photo import Frame
from vision.profile import Profile

State: TypeAlias = Literal["empty", "moving", "hand", "still"]

# Frames are compared at this width: a keshi is then about five pixels wide, noise is averaged out.
WATCH_WIDTH = 108
# A pixel changed when it differs by this much; so many of all pixels are a movement, so many a hand.
CHANGED_BYTES = 18
MOVING_SHARE = 0.0026
HAND_SHARE = 0.08
PATIENCE_LOOKS = 20


@dataclass(frozen=True)
class Watch:
    """One look while waiting: the state of the tray and the share of it that changed since the last look."""

    state: State
    changed: float


class Watcher:
    """Looks at low-resolution frames as they come and says when the tray has come to rest.

    A hand covers far more than a piece. It is told from the last frame that was still, so that one resting in
    the tray is still a hand. Before anything has moved the tray counts as empty.
    """

    def __init__(self, profile: Profile | None) -> None:
        self.profile = profile
        self._last: npt.NDArray[np.uint8] | None = None
        self._at_rest: npt.NDArray[np.uint8] | None = None
        self._touched = False
        self._patience = PATIENCE_LOOKS

    def see(self, frame: Frame) -> Watch:
        """Compare one frame with the last, and with the last that was still."""
        gray = _small(frame)
        last, self._last = self._last, gray
        if last is None or last.shape != gray.shape:
            self._at_rest = gray
            return Watch("moving", 1.0)
        changed = _changed(gray, last)
        hand = self._at_rest is not None and _largest_change(gray, self._at_rest) > HAND_SHARE
        if changed > MOVING_SHARE:
            self._touched = True
            return Watch("hand" if hand else "moving", changed)
        if hand:
            # Resting unmoved for a while it is no hand but another view: a bump, or the light was switched.
            self._patience -= 1
            if self._patience > 0:
                return Watch("hand", changed)
        self._patience = PATIENCE_LOOKS
        self._at_rest = gray
        return Watch("still" if self._touched else "empty", changed)


def _small(frame: Frame) -> npt.NDArray[np.uint8]:
    step = max(1, frame.shape[1] // (2 * WATCH_WIDTH))
    gray = cv2.cvtColor(np.ascontiguousarray(frame[::step, ::step]), cv2.COLOR_BGR2GRAY)
    size = (WATCH_WIDTH, max(1, round(WATCH_WIDTH * frame.shape[0] / frame.shape[1])))
    return np.asarray(cv2.resize(gray, size, interpolation=cv2.INTER_AREA), np.uint8)


def _changed(now: npt.NDArray[np.uint8], then: npt.NDArray[np.uint8]) -> float:
    return float((cv2.absdiff(now, then) > CHANGED_BYTES).mean())


def _largest_change(now: npt.NDArray[np.uint8], then: npt.NDArray[np.uint8]) -> float:
    """The share of the picture that the largest changed patch covers."""
    mask = (cv2.absdiff(now, then) > CHANGED_BYTES).astype(np.uint8)
    stats = cv2.connectedComponentsWithStats(mask)[2]
    return float(stats[1:, cv2.CC_STAT_AREA].max()) / mask.size if len(stats) > 1 else 0.0


class Voter:
    """Combines several observations of one rest, so that noise does not flip a count."""

    def __init__(self) -> None:
        self._seen: list[Observation] = []

    def add(self, observation: Observation) -> None:
        self._seen.append(observation)

    def clear(self) -> None:
        self._seen.clear()

    def verdict(self) -> Observation | None:
        """The observation most of them agree on, preferring sure ones; nothing before the first."""
        return vote(self._seen)


def vote(seen: Sequence[Observation]) -> Observation | None:
    """The most frequent count among those without a hand; among its observations a sure one first.

    Looks that all differ are a doubt of their own: nobody knows which of them was right.
    """
    if not seen:
        return None
    candidates = [o for o in seen if not o.hand] or list(seen)
    keys = [tuple(sorted(o.counts.items())) for o in candidates]
    winner, votes = Counter(keys).most_common(1)[0]
    best = max((o for o, k in zip(candidates, keys, strict=True) if k == winner), key=lambda o: o.sure)
    if len(candidates) > 1 and votes == 1:
        return replace(best, sure=False, doubts=(*best.doubts, "each look counted something else"))
    return best
