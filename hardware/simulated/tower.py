"""The whole tower as a camera: toss keshis in, and its frames show what a camera under the tray would see.

    tower = SimulatedTower(seed=7)
    tower.open()
    tower.toss({"red": 2, "white": 1})    # some come out, some stay inside
    tower.watch()                         # a small frame: pieces tumbling in
    tower.take({"red": 1})                # a hand comes, takes one, and goes
    tower.capture()                       # a full frame with the ring on, one with it off
    tower.truth().counts                  # what really lies there; no counting code may ask

The same seed and the same calls at the same times give the same frames.
"""

import math
import secrets
from collections.abc import Mapping
from typing import Literal

import numpy as np

from companion.words import N_
from hardware.camera import FULL_SIZE, WATCH_SIZE, FlashPair, OpenedAndClosed, pair_with_ring
from hardware.clock import Clock, HandWoundClock, WallClock
from hardware.errors import CameraMissing, CameraStalled
from hardware.frames import Frame
from hardware.lights import Light
from hardware.simulated.film import Film
from hardware.simulated.optics import Lens
from hardware.simulated.paints import COLOURS, print_run
from hardware.simulated.picture import Moment, TrayPainter
from hardware.simulated.room import find_room
from hardware.simulated.scene import ScenePainter, smaller
from hardware.simulated.table import SimulatedTable
from hardware.simulated.tray import Spill

FRAME_SECONDS = 1 / 15
Trouble = Literal["unplugged", "stalled", "frozen", "black", "wrong size"]


class SimulatedRing:
    """The light ring under a simulated floor: at once as bright as it is told."""

    switchable = True

    def __init__(self) -> None:
        self._level = 0.0

    @property
    def level(self) -> float:
        return self._level

    def on(self, level: float = 1.0) -> None:
        self._level = min(1.0, max(0.0, level))

    def off(self) -> None:
        self._level = 0.0

    def switch(self, level: float) -> None:
        self.on(level)

    def close(self) -> None:
        self.off()


class SimulatedTower(SimulatedTable, OpenedAndClosed):
    """A tower, its tray and the camera below.

    seed:
        repeats a table: tower, paints, falls and grain; None throws new dice.
    layer:
        the tower's inner layer: "B1", or "B2", which keeps more inside.
    room:
        the light: studio, evening, daylight, party, drift or dark.
    light:
        the ring to follow; without one, or with one that cannot be switched, it brings its own.
    """

    name = "simulated tower"
    live = True

    def __init__(
        self,
        *,
        seed: int | None = None,
        layer: str = "B1",
        room: str = "evening",
        light: Light | None = None,
        clock: Clock | None = None,
        spill: Spill | None = None,
        full_size: tuple[int, int] = FULL_SIZE,
        watch_size: tuple[int, int] = WATCH_SIZE,
    ) -> None:
        seed = secrets.randbits(32) if seed is None else seed
        super().__init__(
            seed=seed,
            layer=layer,
            clock=clock or WallClock(),
            spill=spill or Spill(),
            lens=Lens(full_size, seed),
        )
        self.light: Light = light if light is not None and light.switchable else SimulatedRing()
        self._room = find_room(room)
        self._full_size, self._watch_size = full_size, watch_size
        self._opened = False
        self._settings: dict[str, object] = {}
        self._trouble: Trouble | None = None
        self._trouble_until = 0.0
        self._stuck_frames: dict[tuple[int, bool], Frame] = {}
        self._painters: dict[tuple[int, int], TrayPainter] = {}
        self._next_frame_at = 0.0

    def open(self) -> None:
        if self._trouble_now() == "unplugged":
            raise CameraMissing(N_("The simulated camera is unplugged."))
        if not self._opened:
            self._set_up()
            self._opened = True
            self._next_frame_at = self._clock.now()

    def close(self) -> None:
        self._opened = False

    def watch(self, timeout_seconds: float = 2.0) -> Frame:
        self._wait_for_frame(timeout_seconds)
        return self._frame(self._watch_size, self.light.level)

    def capture(self, timeout_seconds: float = 5.0) -> FlashPair:
        self._wait_for_frame(timeout_seconds)
        return pair_with_ring(self.light, self._clock, lambda: self._frame(self._full_size, self.light.level))

    def settings(self) -> dict[str, object]:
        return dict(self._settings)

    def lock(self, settings: Mapping[str, object]) -> None:
        self._settings = dict(settings)

    def unlock(self) -> None:
        self._settings = {}

    def trouble(self, kind: Trouble | None, seconds: float = math.inf) -> None:
        """Let the camera fail for a while, as real ones do; None makes it well again."""
        self._trouble = kind
        self._trouble_until = self._clock.now() + seconds
        self._stuck_frames.clear()

    def calibration_photos(self) -> dict[str, FlashPair]:
        """What calibration asks for: "empty", then three pieces of each colour, in quiet light."""
        self._set_up()
        photos: dict[str, FlashPair] = {}
        table = SimulatedTower(
            seed=self.seed,
            room="studio",
            clock=HandWoundClock(),
            full_size=self._full_size,
            watch_size=self._watch_size,
        )
        table._painters = self._painters
        with table:
            photos["empty"] = table.capture()
            for colour in COLOURS:
                table.clear()
                table.place({colour: 3}, poses=("upright", "lying", "upright"))
                photos[colour] = table.capture()
        return photos

    def _set_up(self) -> None:
        if self._painters:
            return
        scene = ScenePainter(self._lens, self.seed).paint()
        paints = print_run(self.seed)
        for size, grain, jpeg_quality in ((self._watch_size, 1.2, 0), (self._full_size, 2.2, 92)):
            film = Film(size, np.random.default_rng([self.seed, 12, size[0]]), grain, jpeg_quality)
            shown = scene if size == self._full_size else smaller(scene, size)
            self._painters[size] = TrayPainter(Lens(size, self.seed), shown, paints, film)

    def _frame(self, size: tuple[int, int], ring_level: float) -> Frame:
        trouble = self._trouble_now()
        if trouble == "frozen" and (stuck := self._stuck_frames.get((size[0], ring_level > 0))) is not None:
            return stuck.copy()
        now = self._clock.now()
        bodies, visit = self._seen(now)
        frame = self._painters[size].draw(Moment(now, bodies, visit, ring_level, self._room))
        if trouble == "black":
            frame[:] = 0
        elif trouble == "wrong size":
            frame = np.ascontiguousarray(frame[::2, ::2])
        elif trouble == "frozen":
            self._stuck_frames[size[0], ring_level > 0] = frame.copy()
        return frame

    def _wait_for_frame(self, timeout_seconds: float) -> None:
        if not self._opened:
            raise CameraMissing(N_("The simulated camera is closed; open it first."))
        trouble = self._trouble_now()
        if trouble == "unplugged":
            self._opened = False
            raise CameraMissing(N_("The simulated camera was unplugged."))
        if trouble == "stalled":
            self._clock.sleep(timeout_seconds)
            raise CameraStalled(N_("No frame came within {seconds} seconds.", seconds=timeout_seconds))
        now = self._clock.now()
        self._clock.sleep(self._next_frame_at - now)
        self._next_frame_at = max(now, self._next_frame_at) + FRAME_SECONDS

    def _trouble_now(self) -> Trouble | None:
        return self._trouble if self._clock.now() < self._trouble_until else None
