"""Soft cues, made of a few sine waves when they are first heard: counted, your turn, not possible.

With no sound device, or muted, everything still works in silence.
A device that comes late is found at a later cue. One that nobody heard for a while is closed: an open one
wants silence from us forty times a second.
"""

import logging
import threading
from array import array
from collections.abc import Callable
from math import exp, pi, sin
from time import monotonic
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pygame.mixer import Sound

log = logging.getLogger(__name__)
RATE = 22050
RETRY_SECONDS = (
    30.0  # a sound card that is slow to come up, or a loudspeaker switched on later, is not missed
)
QUIET_SECONDS = 120.0
LATE_SECONDS = 2.0
"""A cue that would come later than this after what it tells of is left out."""
# Each cue: (start in seconds, frequency in hertz, length in seconds, loudness)
CUES: dict[str, tuple[tuple[float, float, float, float], ...]] = {
    "counted": ((0.0, 659.3, 0.22, 0.30), (0.10, 880.0, 0.35, 0.28)),
    "your turn": ((0.0, 523.3, 0.30, 0.28), (0.14, 659.3, 0.30, 0.26), (0.28, 784.0, 0.50, 0.24)),
    "not possible": ((0.0, 220.0, 0.16, 0.30), (0.12, 185.0, 0.28, 0.28)),
}


def samples(cue: str, volume: float = 1.0) -> "array[int]":
    """The cue as signed 16-bit samples in one channel."""
    notes = CUES[cue]
    length = max(start + long for start, _hertz, long, _loud in notes) + 0.05
    wave = [0.0] * int(length * RATE)
    for start, hertz, long, loud in notes:
        first = int(start * RATE)
        for index in range(int(long * RATE)):
            time = index / RATE
            swell = min(1.0, time / 0.012) * exp(-4.5 * time / long)
            tone = sin(2 * pi * hertz * time) + 0.22 * sin(4 * pi * hertz * time)
            wave[first + index] += loud * swell * tone
    return array("h", (int(max(-1.0, min(1.0, value * volume)) * 32000) for value in wave))


class Silence:
    """No sound device, or none wanted."""

    volume = 0.0

    def prepare(self) -> None:
        """Nothing to make ready."""

    def rest(self) -> None:
        """Nothing to close."""

    def play(self, cue: str) -> None:
        if cue not in CUES:
            raise KeyError(cue)


class Sounds:
    """Plays the cues; opened on first use, so that starting up never waits for a sound card."""

    def __init__(self, volume: float = 0.6, now: Callable[[], float] = monotonic) -> None:
        self.volume = volume
        self.ready: bool | None = None
        self.now = now
        self.retry_at = 0.0
        self.heard_at = now()
        self.waves: dict[tuple[str, float], bytes] = {}
        self.made: dict[tuple[str, float], Sound] = {}
        self.lock = threading.Lock()

    def open(self) -> bool:
        """Whether there is a device; one that failed is tried again after a while."""
        if self.ready is None or self.may_retry():
            import pygame

            try:
                pygame.mixer.init(frequency=RATE, size=-16, channels=1, buffer=1024)
                self.ready = True
                self.heard_at = self.now()
            except (pygame.error, NotImplementedError, ImportError) as fault:
                log.info("no sound: %s", fault)
                self.ready = False
                self.retry_at = self.now() + RETRY_SECONDS
        return self.ready

    def rest(self) -> None:
        """Close the device when nothing was heard for a while; called now and then."""
        if not self.ready or self.now() - self.heard_at < QUIET_SECONDS:
            return
        if not self.lock.acquire(blocking=False):
            return
        try:
            import pygame

            pygame.mixer.quit()
            self.ready = None
            self.made.clear()  # a sound belongs to the device it was made for
        finally:
            self.lock.release()

    def may_retry(self) -> bool:
        return self.ready is False and self.now() >= self.retry_at

    def prepare(self) -> None:
        """Open the device and make the cues in a thread of their own, so that the first one comes at once."""
        if self.volume > 0:
            threading.Thread(target=self.make_all, name="sounds").start()

    def make_all(self) -> None:
        with self.lock:
            for cue in CUES:
                self.made_cue(cue)

    def made_cue(self, cue: str) -> "Sound | None":
        """The cue ready to play, or None without a device."""
        if not self.open():
            return None
        import pygame

        key = (cue, self.volume)
        if key not in self.made:
            if key not in self.waves:
                self.waves[key] = samples(cue, self.volume).tobytes()
            self.made[key] = pygame.mixer.Sound(buffer=self.waves[key])
        return self.made[key]

    def play(self, cue: str) -> None:
        """Play a cue, beside the screen where the device has to be opened first."""
        if cue not in CUES:
            raise KeyError(cue)
        if self.volume <= 0 or not self.lock.acquire(blocking=False):
            return
        try:
            if not self.ready:
                if self.ready is None or self.may_retry():
                    threading.Thread(target=self.play_late, args=(cue, self.now()), name="sounds").start()
                return
            sound = self.made_cue(cue)
        finally:
            self.lock.release()
        self.sound(sound)

    def play_late(self, cue: str, wanted_at: float) -> None:
        """Open the device and play; what happened too long ago is not told any more."""
        self.make_all()
        if self.now() - wanted_at < LATE_SECONDS:
            with self.lock:
                self.sound(self.made.get((cue, self.volume)))

    def sound(self, made: "Sound | None") -> None:
        if made is not None:
            self.heard_at = self.now()
            made.play()
