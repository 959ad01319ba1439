"""The tray's camera in use: opened when needed, locked as calibrated, the ring dark afterwards."""

from __future__ import annotations

from contextlib import suppress

from hardware.camera import Camera, FlashPair, Frame
from hardware.lights import Light
from vision.profile import Profile

WATCH_TIMEOUT_SECONDS = 1.5  # a stalled camera is told within two seconds
CAPTURE_TIMEOUT_SECONDS = 5.0


class HeldCamera:
    """One camera with its light ring, held by the watcher's thread."""

    def __init__(self, camera: Camera, light: Light) -> None:
        self._camera = camera
        self._light = light
        self.is_open = False

    def open(self, profile: Profile | None) -> None:
        """Unless it is open already."""
        if not self.is_open:
            self._camera.open()
            self.is_open = True
            self.lock(profile)

    def lock(self, profile: Profile | None) -> None:
        """Exposure, gain and colour as they were when the colours were learned."""
        if profile is not None and profile.camera:
            self._camera.lock(profile.camera)

    def let_go(self) -> None:
        """Ring dark, camera closed; errors on the way down matter to nobody."""
        with suppress(Exception):
            self._light.off()
        with suppress(Exception):
            self._camera.close()
        self.is_open = False

    def watch(self) -> Frame:
        """The next small frame."""
        return self._camera.watch(WATCH_TIMEOUT_SECONDS)

    def flash(self) -> FlashPair:
        """A flash pair; the ring is dark again afterwards, whatever happens."""
        try:
            return self._camera.capture(CAPTURE_TIMEOUT_SECONDS)
        finally:
            if self._light.level:
                self._light.switch(0.0)
