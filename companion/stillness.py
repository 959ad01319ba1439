"""When the tray is worth a count: something moved, and now nothing has for a while.

The ring's own flash is no movement, though the frames after it show it. But what happened while it flashed
was seen by nobody, so the first clear frame afterwards is held against the last one before.

Without the ring it may be nearly dark under the tower. The frames are averaged down and brightened before
they are compared: a keshi in a dim room then moves as much as one at noon, and the picture's grain does not.
"""

from __future__ import annotations

from collections import deque
from typing import Literal, TypeAlias

import cv2
import numpy as np

from hardware.camera import Frame
from vision.profile import Profile
from vision.steady import Watcher

TOSS_SETTLE_SECONDS = 1.3  # keshis come out of a tower in fits and starts
DRAFT_SETTLE_SECONDS = 0.5
AFTERGLOW_SECONDS = 0.35  # frames after a flash still show it
LOOK_WIDTH_PX = 108
BRIGHT = 190.0
BRIGHT_ENOUGH = (110.0, 250.0)
MOST_GAIN = 16.0
GRAIN_AFTER_GAIN = 16.0  # brightened grain beyond this would look like movement
LEAST_GRAIN = 1.0
FRAMES_REMEMBERED = 20

Rest: TypeAlias = Literal["moving", "hand", "settling", "settled", "quiet"]


class Stillness:
    """What the low-resolution frames say about the tray.

    "settled" comes once there is something new to count; "quiet" means that it was counted already.
    """

    def __init__(self, profile: Profile | None, now: float) -> None:
        self._profile = profile
        self._eye = Watcher(profile)
        self._fresh = True  # whatever lies there was not counted yet
        self._last_motion = now
        self._afterglow_until = 0.0
        self._gain = 1.0
        self._flickers: deque[float] = deque(maxlen=FRAMES_REMEMBERED)
        self._last_small: Frame | None = None
        self._last_frame: Frame | None = None
        self._before_flash: Frame | None = None

    def see(self, frame: Frame, now: float, settle_seconds: float = DRAFT_SETTLE_SECONDS) -> Rest:
        frame = self._clear(frame)
        seen = self._eye.see(frame)
        if now < self._afterglow_until:
            return "settling" if self._fresh else "quiet"
        self._last_frame = frame
        if seen.state in ("moving", "hand") or self._changed_behind_the_flash(frame):
            self.disturb(now)
            return "hand" if seen.state == "hand" else "moving"
        if not self._fresh:
            return "quiet"
        return "settled" if now - self._last_motion >= settle_seconds else "settling"

    def disturb(self, now: float) -> None:
        """Something moved; the tray must come to rest anew."""
        self._fresh = True
        self._last_motion = now

    def counted(self) -> None:
        """What lies there is known now, until something moves."""
        self._fresh = False

    def flashed(self, now: float) -> None:
        """The ring was on until now."""
        self._afterglow_until = now + AFTERGLOW_SECONDS
        if self._before_flash is None:
            self._before_flash = self._last_frame

    def quiet_seconds(self, now: float) -> float:
        """For how long nothing new has been there to count."""
        return 0.0 if self._fresh else now - self._last_motion

    def _clear(self, frame: Frame) -> Frame:
        """The frame small, without grain, and bright; the gain stays the same until the light changes."""
        high = max(1, round(frame.shape[0] * LOOK_WIDTH_PX / frame.shape[1]))
        small = np.asarray(cv2.resize(frame, (LOOK_WIDTH_PX, high), interpolation=cv2.INTER_AREA), np.uint8)
        self._measure_grain(small)
        brightest = float(np.percentile(small, 98))
        grain = min(self._flickers, default=0.0)
        most = min(MOST_GAIN, GRAIN_AFTER_GAIN / max(LEAST_GRAIN, grain))
        dim = not BRIGHT_ENOUGH[0] <= brightest * self._gain <= BRIGHT_ENOUGH[1]
        if self._gain > 1.3 * most or (dim and self._gain < most):
            self._gain = min(most, max(1.0, BRIGHT / max(1.0, brightest)))
        return np.asarray(cv2.convertScaleAbs(small, alpha=max(1.0, self._gain)), np.uint8)

    def _measure_grain(self, small: Frame) -> None:
        """How much the picture flickers when nothing moves: the least of the last frames."""
        last, self._last_small = self._last_small, small
        if last is not None and last.shape == small.shape:
            self._flickers.append(float(np.percentile(cv2.absdiff(small, last), 99.5)))

    def _changed_behind_the_flash(self, frame: Frame) -> bool:
        before, self._before_flash = self._before_flash, None
        if before is None or before.shape != frame.shape:
            return False
        check = Watcher(self._profile)
        check.see(before)
        return check.see(frame).state in ("moving", "hand")
