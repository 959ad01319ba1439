"""Waiting until the tray is at rest: is something moving, is a hand in view, do several looks agree?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

import cv2
import numpy as np
import numpy.typing as npt

from vision.observation import Observation
from vision.photo import Frame
from vision.profile import Profile

State: TypeAlias = Literal["empty", "moving", "hand", "still"]

WATCH_WIDTH = 108


@dataclass(frozen=True)
class Watch:
    """One look while waiting: the state of the tray and the share of it that changed since the last look."""

    state: State
    changed: float


class Watcher:
    """Looks at low-resolution frames as they come and says when the tray has come to rest."""

    def __init__(self, profile: Profile | None) -> None:
        self.profile = profile
        self._last: npt.NDArray[np.uint8] | None = None

    def see(self, frame: Frame) -> Watch:
        scale = WATCH_WIDTH / frame.shape[1]
        small = cv2.resize(frame, None, fx=scale, fy=scale, interpolation=cv2.INTER_NEAREST)
        gray = np.asarray(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), np.uint8)
        last, self._last = self._last, gray
        if last is None or last.shape != gray.shape:
            return Watch("moving", 1.0)
        changed = float((cv2.absdiff(gray, last) > 18).mean())
        return Watch("moving" if changed > 0.004 else "still", changed)


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
    """The most frequent count among those without a hand; among its observations a sure one first."""
    if not seen:
        return None
    candidates = [o for o in seen if not o.hand] or list(seen)
    keys = [tuple(sorted(o.counts.items())) for o in candidates]
    winner = Counter(keys).most_common(1)[0][0]
    return max((o for o, k in zip(candidates, keys, strict=True) if k == winner), key=lambda o: o.sure)
