"""The one owner of the tray's camera: opens it, looks after it, heals it, lets it go.

    camera = TrayCamera(name_camera("auto", light=ring), light=ring)
    while playing:
        try:
            frame = camera.watch()      # opens it where need be
        except CameraError as error:
            ...                         # say so, let the table count by hand; ask again: it retries by itself
    camera.let_go()

Unplugged, stalled, frozen, black or of the wrong size: that is noticed within two seconds, and the journal
has it. Then the camera is closed and opened anew, at first soon, later every eight seconds. Two frames that
differ make it well again; but only who could make use of a picture (`worked`) makes the next fault's first
try come soon.
"""

import logging
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Literal

from companion.words import N_, Text
from hardware.camera import Camera, FlashPair
from hardware.clock import Clock, WallClock
from hardware.errors import CameraBroken, CameraError, CameraMissing, CameraStalled
from hardware.frame_checks import NOTICE_SECONDS, CameraUnfit, FrameChecks, Wrong
from hardware.frames import Frame
from hardware.lights import Light, NoLight

log = logging.getLogger(__name__)

CAPTURE_SECONDS = 1.9  # without a frame; a flash pair may take longer, as it does with a slow webcam
FIRST_RETRY_SECONDS = 0.5
LAST_RETRY_SECONDS = 8.0
CALM_SECONDS = 0.2  # a fault answers no faster than this, so that a loop around it stays cool
PROOF_SECONDS = 0.02  # between the frames that must differ, for a camera that answers at once

State = Literal["closed", "well", "missing", "stalled", "broken"] | Wrong


@dataclass(frozen=True)
class Health:
    """How the camera does: its state, since when, and a sentence for the table."""

    state: State
    since: float  # monotonic seconds
    sentence: Text

    @property
    def well(self) -> bool:
        return self.state == "well"


class TrayCamera:
    """A camera that heals itself as far as a camera can, and its ring, dark but for the flash.

    camera:
        the one to look after.
    light:
        the ring.
    on_change:
        told each time the state changes, in the thread that watches.
    """

    def __init__(
        self,
        camera: Camera,
        *,
        light: Light | None = None,
        clock: Clock | None = None,
        on_change: Callable[[Health], None] = lambda health: None,
    ) -> None:
        self.camera = camera
        self.tries = 0  # to pick it up again, since a picture was last of use
        self._light: Light = light or NoLight()
        self._clock = clock or WallClock()
        self._on_change = on_change
        self._checks = FrameChecks(camera.name, camera.live, self._light, self._clock)
        self._settings: dict[str, object] = {}
        self._in_use = False
        self._next_try_at: float | None = None
        self.health = Health("closed", self._clock.now(), N_("The camera is not in use."))

    # -- what it is asked for -----------------------------------------------------------------------------

    def watch(self) -> Frame:
        """The next small frame."""
        self._heal()
        while True:
            with self._guarded():
                frame = self.camera.watch(NOTICE_SECONDS)
                self._checks.watched(frame)
            if self.health.well or self._checks.proved:
                self._say("well", N_("The {name} works.", name=self.camera.name))
                return frame
            self._clock.sleep(PROOF_SECONDS)

    def flash(self) -> FlashPair:
        """A flash pair; the ring is dark again afterwards, whatever happens."""
        self._heal()
        if not self.health.well:
            self.watch()
        try:
            with self._guarded():
                pair = self.camera.capture(CAPTURE_SECONDS)
                self._checks.captured(pair.lit, pair.unlit)
        finally:
            if self._light.level:
                self._light.switch(0.0)
        return pair

    def worked(self) -> None:
        """A picture was of use: should it fail again, it is soon tried again."""
        self.tries = 0

    def fail(self, sentence: Text) -> None:
        """Something stumbled over its pictures: it is closed, and opened anew a little later."""
        self._note("broken", sentence)

    def hurry(self) -> None:
        """Somebody waits for a picture: after a fault it is tried again at once."""
        if self._next_try_at is not None:
            self._next_try_at = self._clock.now()

    def let_go(self) -> None:
        """Ring dark, camera closed. A fault outlives this, and so does the wait until the next try; errors on
        the way down matter to nobody.
        """
        self._in_use = False
        with suppress(Exception):
            self._light.off()
        with suppress(Exception):
            self.camera.close()
        if self.health.well:
            self._say("closed", N_("The camera is not in use."))

    @property
    def live(self) -> bool:
        return self.camera.live

    @property
    def is_open(self) -> bool:
        return self._in_use and self._next_try_at is None

    @property
    def waits(self) -> bool:
        """Whether it is left alone for a while, after a fault."""
        return self._next_try_at is not None

    # -- exposure, gain, colour, focus --------------------------------------------------------------------

    def settings(self) -> dict[str, object]:
        """What is fixed, as `lock` takes it."""
        return self.camera.settings()

    def lock(self, settings: Mapping[str, object]) -> None:
        """Fix the settings now, and again whenever the camera is picked up anew."""
        self._settings = dict(settings)
        if self.is_open and self._settings:
            with self._guarded():
                self.camera.lock(self._settings)

    def meter_anew(self) -> None:
        """Forget what is fixed: opened again it takes the light as it is then."""
        self.let_go()
        self._settings = {}
        self.camera.unlock()

    # -- its ups and downs --------------------------------------------------------------------------------

    def _heal(self) -> None:
        """Open the camera when its time has come; until then say again what is wrong."""
        now = self._clock.now()
        if not self._in_use:
            self._in_use = True
            self._next_try_at = self._next_try_at or now
        if self._next_try_at is None:
            return
        if self._next_try_at > now:
            self._clock.sleep(min(self._next_try_at - now, CALM_SECONDS))
        if self._clock.now() < self._next_try_at:
            raise _as_error(self.health)
        self._open()

    def _open(self) -> None:
        self.camera.close()
        self._checks.begin()
        with self._guarded():
            self.camera.open()
            self._checks = self._checks.of(self.camera.name)
            if self._settings:
                self.camera.lock(self._settings)
        self._next_try_at = None
        if self.health.state == "closed":
            self._say("well", N_("The {name} works.", name=self.camera.name))

    @contextmanager
    def _guarded(self) -> Iterator[None]:
        """Whatever is wrong with the camera is noted, before it is raised."""
        try:
            yield
        except CameraError as error:
            self._note(_state_of(error), error.said)
            raise

    def _note(self, state: State, sentence: Text) -> None:
        wait = min(LAST_RETRY_SECONDS, FIRST_RETRY_SECONDS * 2.0**self.tries)
        self.tries += 1
        self._next_try_at = self._clock.now() + wait
        self._say(state, sentence)

    def _say(self, state: State, sentence: Text) -> None:
        was = self.health
        since = was.since if state == was.state else self._clock.now()
        self.health = Health(state, since, sentence)
        if state == was.state:
            return
        if state not in ("closed", "well"):
            log.warning("camera: %s", sentence)
        elif state == "well" and was.state != "closed":
            log.warning("camera: it works again")
        self._on_change(self.health)


def _state_of(error: CameraError) -> State:
    if isinstance(error, CameraUnfit):
        return error.wrong
    if isinstance(error, CameraMissing):
        return "missing"
    return "stalled" if isinstance(error, CameraStalled) else "broken"


def _as_error(health: Health) -> CameraError:
    kinds: dict[str, type[CameraError]] = {"missing": CameraMissing, "stalled": CameraStalled}
    return kinds.get(health.state, CameraBroken)(health.sentence)
