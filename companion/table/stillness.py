"""When the tray is worth a count: something moved, and now nothing has for a while.

The ring's own flash is no movement, though the frames after it show it. But what happened while it flashed
was seen by nobody, so the first clear frame afterwards is held against the last one before.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from hardware.camera import Frame
from vision.steady import Watcher, change_between, covered_between

ARRIVED_AFTER_SECONDS = 1.3
"""Pieces come out of a tower in fits and starts."""
LEFT_AFTER_SECONDS = 0.5
FIRST_WAIT_SECONDS, LAST_WAIT_SECONDS = 0.5, 8.0
"""For a hand that rests in the tray; when it goes, it moves."""
LONG_WAIT_SECONDS = 2.0
"""With the waits before, a hand has then rested unmoved for about five seconds."""
PAUSE_SECONDS = 0.2
"""A hand that is gone for so long may be another one when it comes again."""
GONE_SHARE = 0.025
"""Of the picture: pieces that left change less of it, fingers at rest in its corner more."""
UNSEEN = 2
"""Hands that may have come while nobody watched: more than one."""
AFTERGLOW_SECONDS = 0.35
"""Frames after a flash still show it."""
CHANGED_BEHIND_THE_FLASH = 4.0
"""Steps of 255; in two seconds the light of a party does nearly as much."""

Movement: TypeAlias = Literal["moving", "hand", "settling", "settled", "quiet"]


class Stillness:
    """What the low-resolution frames say about the tray.

    "settled" comes once there is something new to count; "quiet" means that it was counted already.
    `hands` says how often something came into the tray since it was last counted: two players may have been
    quicker than the count.
    """

    def __init__(self, now: float) -> None:
        self.hands = UNSEEN
        self._eye = Watcher()
        self._fresh = True  # whatever lies there was not counted yet
        self._last_motion = now
        self._hand_wait = 0.0
        self._hand_stays = False
        self._without_hands: Frame | None = None
        self._free_since: float | None = None
        self._afterglow_until = 0.0
        self._last_frame: Frame | None = None
        self._before_flash: Frame | None = None

    def see(self, frame: Frame, now: float, settle_seconds: float = LEFT_AFTER_SECONDS) -> Movement:
        seen = self._eye.see(frame)
        if now < self._afterglow_until:
            return "settling" if self._fresh else "quiet"
        before, self._last_frame = self._last_frame, frame
        if seen.state in ("moving", "hand") or self._changed_behind_the_flash(frame):
            self._count_hand(before, now)
            self._hand_wait = 0.0
            self._disturb(now)
            return "hand" if seen.state == "hand" else "moving"
        if not self._fresh:
            return "quiet"
        self._look_for_pause(frame, now)
        return "settled" if now - self._last_motion >= settle_seconds + self._hand_wait else "settling"

    def hand_counted(self, now: float, *, came: bool = False) -> None:
        """The count saw a hand; as long as it does not move, the ring is not to flash at it over and over.

        came    it was not there yet when the count began, so it is another one
        """
        self._disturb(now)
        self.hands += came or self._paused(now)
        self._hand_stays, self._free_since = True, None
        self._hand_wait = min(LAST_WAIT_SECONDS, max(FIRST_WAIT_SECONDS, 2 * self._hand_wait))

    def counted(self) -> None:
        """What lies there is known now, until something moves."""
        self._fresh = False
        self.hands = 0
        self._hand_stays, self._free_since = False, None

    def flashed(self, now: float) -> None:
        """The ring was on until now."""
        self._afterglow_until = now + AFTERGLOW_SECONDS
        if self._before_flash is None:
            self._before_flash = self._last_frame

    @property
    def hand_stays_long(self) -> bool:
        """Whether what the count took for a hand has not moved for longer than hands do."""
        return self._hand_wait >= LONG_WAIT_SECONDS

    def quiet_seconds(self, now: float) -> float:
        """For how long nothing new has been there to count."""
        return 0.0 if self._fresh else now - self._last_motion

    def _count_hand(self, before: Frame | None, now: float) -> None:
        """Something moves: a hand that was there already, or after a pause another one."""
        if self.hands == 0:
            self._without_hands = before
        if not self._hand_stays and (self.hands == 0 or self._paused(now)):
            self.hands += 1
        self._hand_stays, self._free_since = False, None

    def _paused(self, now: float) -> bool:
        return self._free_since is not None and now - self._free_since >= PAUSE_SECONDS

    def _look_for_pause(self, frame: Frame, now: float) -> None:
        """Nothing moves: whether the hand has gone, or only rests."""
        free = self._without_hands is not None and covered_between(self._without_hands, frame) < GONE_SHARE
        if not free:
            self._free_since = None
        elif self._free_since is None:
            self._free_since = now

    def _disturb(self, now: float) -> None:
        """Something moved; the tray must come to rest anew."""
        self._fresh = True
        self._last_motion = now

    def _changed_behind_the_flash(self, frame: Frame) -> bool:
        before, self._before_flash = self._before_flash, None
        return before is not None and change_between(before, frame) > CHANGED_BEHIND_THE_FLASH
