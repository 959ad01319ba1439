"""Keeps an eye on the camera itself: unplugged, stalled, frozen, black or of the wrong size.

    camera = GuardedCamera(name_camera("auto", light=ring), light=ring, on_change=post)
    camera.open()                # never fails; what is wrong stands in camera.health
    while playing:
        try:
            frame = camera.watch()
        except CameraError as error:
            ...                  # say so, let the table count by hand; watch() again: it retries by itself

What is wrong is noticed within two seconds and said once; then the camera is closed and opened anew, at first
soon, later every eight seconds, until it is well again. Closing it at a fault and opening it anew does not
make it well: only two frames that differ do.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Literal, TypeVar

import numpy as np

from hardware.camera import Camera, FlashPair, OpenedAndClosed
from hardware.clock import Clock, WallClock
from hardware.errors import CameraBroken, CameraError, CameraMissing, CameraStalled
from hardware.frames import Frame
from hardware.lights import Light, NoLight
from words import N_, Text

NOTICE_SECONDS = 1.5  # leaves half a second of the two for the frame that shows it
CAPTURE_SECONDS = 1.9  # without a frame; a flash pair may take longer, as it does with a slow webcam
FIRST_RETRY_SECONDS = 0.5
LAST_RETRY_SECONDS = 8.0
CALM_SECONDS = 0.2  # a fault answers no faster than this, so that a loop around it stays cool
PROOF_SECONDS = 0.02  # between the frames that must differ, for a camera that answers at once
BLACK_LEVEL = 6.0  # with the ring on, even an empty table's paper frame is far brighter

T = TypeVar("T")
State = Literal["closed", "well", "missing", "stalled", "frozen", "black", "wrong size", "broken"]


@dataclass(frozen=True)
class Health:
    """How the camera does: its state, since when, and a sentence for the table."""

    state: State
    since: float  # monotonic seconds
    sentence: Text
    tries: int = 0  # in a row, without success

    @property
    def well(self) -> bool:
        return self.state == "well"


class GuardedCamera(OpenedAndClosed):
    """A camera that heals itself as far as a camera can.

    camera:
        the one to look after.
    light:
        the ring: a black frame is a fault only while the ring is on.
    on_change:
        told each time the state changes, in the thread that watches.
    """

    def __init__(
        self,
        camera: Camera,
        *,
        light: Light | None = None,
        clock: Clock | None = None,
        on_change: Callable[[Health], None] | None = None,
    ) -> None:
        self.camera = camera
        self._light: Light = light or NoLight()
        self._clock = clock or WallClock()
        self._on_change = on_change
        self._settings: dict[str, object] = {}
        self._next_try_at = 0.0
        self._sizes: dict[str, tuple[int, ...]] = {}
        self._last_seen: Frame | None = None
        self._same_since: float | None = None
        self._black_since: float | None = None
        self._alive = False
        self._closed = True
        self.health = Health("closed", self._clock.now(), N_("The camera is not in use."))

    @property
    def name(self) -> str:
        return self.camera.name

    @property
    def live(self) -> bool:
        return self.camera.live

    def open(self) -> None:
        """Try to start it; a fault is kept in `health` and retried by the next `watch`."""
        if not self._closed:
            return
        self._closed = False
        if self.health.state == "closed":
            self._try_to_open()
        else:
            self._next_try_at = self._next_try_at or self._clock.now()

    def close(self) -> None:
        """Let it go; a fault outlives this, and so does the wait until the next try."""
        self._closed = True
        self.camera.close()
        if self.health.well:
            self._say("closed", N_("The camera is not in use."))

    def watch(self, timeout_seconds: float = 2.0) -> Frame:
        self._heal()
        while True:
            frame = self._guarded(lambda: self.camera.watch(min(timeout_seconds, NOTICE_SECONDS)))
            self._check_size("watch", frame)
            self._check_black(frame, NOTICE_SECONDS)
            self._check_frozen(frame)
            if self._recovered():
                return frame
            self._clock.sleep(PROOF_SECONDS)

    def capture(self, timeout_seconds: float = 5.0) -> FlashPair:
        self._heal()
        if not self.health.well:
            self.watch(timeout_seconds)
        pair = self._guarded(lambda: self.camera.capture(min(timeout_seconds, CAPTURE_SECONDS)))
        self._check_size("capture", pair.lit)
        if pair.unlit is not None:
            if pair.lit.mean() < BLACK_LEVEL:
                self._fault("black", CameraBroken(_BLACK))
            if self.camera.live and np.array_equal(pair.lit, pair.unlit):
                self._fault("frozen", CameraBroken(_FROZEN))
        return pair

    def settings(self) -> dict[str, object]:
        return self.camera.settings()

    def lock(self, settings: Mapping[str, object]) -> None:
        """Fix the settings now, and again whenever the camera is picked up anew."""
        self._settings = dict(settings)
        if self.health.well:
            self._guarded(lambda: self.camera.lock(self._settings))

    def unlock(self) -> None:
        self._settings = {}
        self.camera.unlock()

    def _heal(self) -> None:
        """Open the camera anew when its time has come; until then say again what is wrong."""
        if self._closed:
            raise CameraMissing(N_("The {name} is closed; open it first.", name=self.name))
        if self.health.well or self._next_try_at == 0.0:
            return
        wait = self._next_try_at - self._clock.now()
        if wait > 0:
            self._clock.sleep(min(wait, CALM_SECONDS))
        if self._clock.now() < self._next_try_at:
            raise _as_error(self.health)
        self._try_to_open()
        if self._next_try_at:
            raise _as_error(self.health)

    def _try_to_open(self) -> None:
        self.camera.close()
        self._forget_frames()
        try:
            self.camera.open()
            if self._settings:
                self.camera.lock(self._settings)
        except CameraError as error:
            self._note(_state_of(error), error.said)
        else:
            self._next_try_at = 0.0
            if self.health.state == "closed":
                self._say("well", N_("The {name} works.", name=self.name))

    def _guarded(self, action: Callable[[], T]) -> T:
        try:
            return action()
        except CameraError as error:
            self._fault(_state_of(error), error)
            raise

    def _check_size(self, stream: str, frame: Frame) -> None:
        first = self._sizes.setdefault(stream, frame.shape)
        if frame.shape != first or frame.ndim != 3:
            self._fault(
                "wrong size",
                CameraBroken(
                    N_(
                        "The {name} suddenly gives frames of another size; it is started anew.",
                        name=self.name,
                    )
                ),
            )

    def _check_black(self, frame: Frame, patience_seconds: float) -> None:
        """Without light a frame may be dark, but a sensor never gives all pixels the very same value."""
        dark = frame.mean() < BLACK_LEVEL if self._light.level > 0.05 else int(frame.max()) <= 1
        now = self._clock.now()
        if not dark:
            self._black_since = None
        elif self._black_since is None:
            self._black_since = now
        elif now - self._black_since >= patience_seconds:
            self._fault("black", CameraBroken(_BLACK))

    def _check_frozen(self, frame: Frame) -> None:
        same = self.camera.live and self._last_seen is not None and np.array_equal(frame, self._last_seen)
        self._last_seen = frame
        now = self._clock.now()
        if not same:
            self._alive = self._same_since is not None
            self._same_since = now
        elif self._same_since is not None and now - self._same_since >= NOTICE_SECONDS:
            self._fault("frozen", CameraBroken(_FROZEN))

    def _recovered(self) -> bool:
        """Well again after a fault: not with the first frame, but once two differ and none is black."""
        if self.health.well:
            return True
        if self._black_since is not None or (self.camera.live and not self._alive):
            return False
        self._say("well", N_("The {name} works again.", name=self.name))
        return True

    def _fault(self, state: State, error: CameraError) -> None:
        self._note(state, error.said)
        self._forget_frames()
        raise error

    def _note(self, state: State, sentence: Text) -> None:
        tries = self.health.tries + 1 if not self.health.well else 1
        wait = min(LAST_RETRY_SECONDS, FIRST_RETRY_SECONDS * 2 ** (tries - 1))
        self._next_try_at = self._clock.now() + wait
        self._say(state, sentence, tries)

    def _say(self, state: State, sentence: Text, tries: int = 0) -> None:
        changed = state != self.health.state
        since = self._clock.now() if changed else self.health.since
        self.health = Health(state, since, sentence, tries)
        if changed and self._on_change is not None:
            self._on_change(self.health)

    def _forget_frames(self) -> None:
        self._last_seen = None
        self._same_since = None
        self._black_since = None
        self._alive = False


_BLACK = N_("The camera's picture is black; is its lens covered, or its ribbon cable loose?")
_FROZEN = N_("The camera shows the same picture over and over; it is started anew.")


def _state_of(error: CameraError) -> State:
    if isinstance(error, CameraMissing):
        return "missing"
    return "stalled" if isinstance(error, CameraStalled) else "broken"


def _as_error(health: Health) -> CameraError:
    kinds: dict[str, type[CameraError]] = {"missing": CameraMissing, "stalled": CameraStalled}
    return kinds.get(health.state, CameraBroken)(health.sentence)
