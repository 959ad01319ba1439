"""Whether frames can be trusted: a healthy camera's are not black, frozen or suddenly of another size."""

from typing import Literal

import numpy as np

from companion.words import N_, Text
from hardware.clock import Clock
from hardware.errors import CameraBroken
from hardware.frames import Frame
from hardware.lights import Light

NOTICE_SECONDS = 1.5  # leaves half a second of two for the frame that shows it
BLACK_LEVEL = 6.0  # with the ring on, even an empty table's paper frame is far brighter

Wrong = Literal["frozen", "black", "wrong size"]


class CameraUnfit(CameraBroken):
    """What is wrong with a camera's frames, in a word and in a sentence."""

    def __init__(self, sentence: Text, wrong: Wrong) -> None:
        super().__init__(sentence)
        self.wrong: Wrong = wrong


class FrameChecks:
    """Looks at every frame of one camera.

    live        it looks at a real tray: two frames are never quite the same
    light       the ring: a black frame is a fault only while the ring is on
    """

    def __init__(self, name: str, live: bool, light: Light, clock: Clock) -> None:
        self._name = name
        self._live = live
        self._light = light
        self._clock = clock
        self._sizes: dict[str, tuple[int, ...]] = {}
        self.begin()

    def of(self, name: str) -> "FrameChecks":
        """These for the same camera; anew for another one, whose frames may be of another size."""
        return self if name == self._name else FrameChecks(name, self._live, self._light, self._clock)

    def begin(self) -> None:
        """The camera was opened anew: what it showed before says nothing about it."""
        self._last: Frame | None = None
        self._same_since: float | None = None
        self._black_since: float | None = None
        self._changes = False

    @property
    def proved(self) -> bool:
        """Whether it is seen that the camera works: two frames differ, and none is black."""
        return self._black_since is None and (self._changes or not self._live)

    def watched(self, frame: Frame) -> None:
        """Look at a small frame; CameraUnfit once something is wrong for longer than a moment."""
        self._check_size("watch", frame)
        self._check_black(frame)
        self._check_frozen(frame)

    def captured(self, lit: Frame, unlit: Frame | None) -> None:
        """Look at a flash pair; CameraUnfit if it must not be counted."""
        self._check_size("capture", lit)
        if unlit is None:
            return
        if lit.mean() < BLACK_LEVEL:
            raise CameraUnfit(_BLACK, "black")
        if self._live and np.array_equal(lit, unlit):
            raise CameraUnfit(_FROZEN, "frozen")

    def _check_size(self, stream: str, frame: Frame) -> None:
        first = self._sizes.setdefault(stream, frame.shape)
        if frame.shape != first or frame.ndim != 3:
            raise CameraUnfit(
                N_("The {name} suddenly gives frames of another size; it is started anew.", name=self._name),
                "wrong size",
            )

    def _check_black(self, frame: Frame) -> None:
        """Without light a frame may be dark, but a sensor never gives all pixels the very same value."""
        dark = frame.mean() < BLACK_LEVEL if self._light.level > 0.05 else int(frame.max()) <= 1
        now = self._clock.now()
        if not dark:
            self._black_since = None
        elif self._black_since is None:
            self._black_since = now
        elif now - self._black_since >= NOTICE_SECONDS:
            raise CameraUnfit(_BLACK, "black")

    def _check_frozen(self, frame: Frame) -> None:
        same = self._live and self._last is not None and np.array_equal(frame, self._last)
        self._last = frame
        now = self._clock.now()
        if not same:
            self._changes = self._same_since is not None
            self._same_since = now
        elif self._same_since is not None and now - self._same_since >= NOTICE_SECONDS:
            raise CameraUnfit(_FROZEN, "frozen")


_BLACK = N_("The camera's picture is black; is its lens covered, or its ribbon cable loose?")
_FROZEN = N_("The camera shows the same picture over and over; it is started anew.")
