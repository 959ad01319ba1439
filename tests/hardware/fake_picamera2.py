"""A stand-in for picamera2 that keeps its habits, so that the adapter is tested where there is no Pi.

What it copies was seen with the real picamera2 0.3.38 on libcamera's virtual camera, and read in its source:
- what is asked for is not always given: `camera_configuration()` tells size, format, stride;
- `capture_request(wait=seconds)` raises TimeoutError, and its job stays queued until cancelled;
- requests come from a few buffers: who does not release them soon gets no more;
- completed requests queue up, so the next one may have been exposed before it was asked for;
- a control the camera does not have raises RuntimeError "… is not advertised by libcamera";
- nothing fixed, its metering finds the exposure that what it looks at needs (`scene_microseconds`);
- metadata has SensorTimestamp in nanoseconds of the monotonic clock, at the end of the first row's exposure.
Frames show the light that fell on the sensor while they were exposed.
"""

from typing import Any, ClassVar

import cv2
import numpy as np
import numpy.typing as npt

from hardware.clock import HandWoundClock

FRAME_SECONDS = 1 / 30
PIPELINE_FRAMES = 2  # a frame is handed out this long after it was exposed
PI_CONTROLS = {
    "AeEnable": (False, True, True),
    "AwbEnable": (False, True, True),
    "ExposureTime": (1, 66666, 8000),
    "AnalogueGain": (1.0, 16.0, 1.0),
    "ColourGains": (0.0, 32.0, None),
    "AfMode": (0, 2, 0),
    "LensPosition": (0.0, 32.0, 1.0),
}


class TimedRing:
    """A light ring that remembers when it was switched."""

    switchable = True

    def __init__(self, clock: HandWoundClock) -> None:
        self._clock = clock
        self.switched: list[tuple[float, float]] = [(0.0, 0.0)]

    @property
    def level(self) -> float:
        return self.switched[-1][1]

    def on(self, level: float = 1.0) -> None:
        self.switch(level)

    def off(self) -> None:
        self.switch(0.0)

    def switch(self, level: float) -> None:
        self.switched.append((self._clock.now(), level))

    def close(self) -> None:
        self.off()

    def mean_level(self, start: float, end: float) -> float:
        """How bright it was on average between two moments."""
        moments = np.linspace(start, end, 21)
        levels = [next(lv for at, lv in reversed(self.switched) if at <= m or at == 0.0) for m in moments]
        return float(np.mean(levels))


class FakeRequest:
    def __init__(self, camera: "FakePicamera2", read_out_at: float) -> None:
        self._camera = camera
        self._read_out_at = read_out_at
        self._exposure = camera.exposure_seconds
        self._level = camera.ring.mean_level(read_out_at - self._exposure, read_out_at)
        self._released = False

    def get_metadata(self) -> dict[str, Any]:
        metadata: dict[str, Any] = {"SensorTimestamp": round(self._read_out_at * 1e9)}
        if "ExposureTime" in self._camera.camera_controls:
            metadata |= {
                "ExposureTime": round(self._exposure * 1e6),
                "AnalogueGain": self._camera.applied.get("AnalogueGain", 1.5),
                "ColourGains": self._camera.applied.get("ColourGains", (2.1, 1.6)),
                "LensPosition": self._camera.applied.get("LensPosition", 5.5),
            }
        return metadata

    def make_array(self, stream: str) -> npt.NDArray[np.uint8]:
        assert not self._released
        given = self._camera.camera_configuration()[stream]
        (width, height), stride = given["size"], given["stride"]
        noise = np.random.default_rng(round(self._read_out_at * 1e6)).integers(0, 4, (height, width, 3))
        picture = (noise + 20 + round(180 * self._level)).astype(np.uint8)
        picture[:, : width // 2, 0] //= 2  # blue is weaker on the left, to tell the channels apart
        if given["format"] == "RGB888":
            return picture
        padded = cv2.copyMakeBorder(picture, 0, 0, 0, stride - width, cv2.BORDER_CONSTANT)
        planar = np.asarray(cv2.cvtColor(padded, cv2.COLOR_BGR2YUV_I420), np.uint8)
        return planar if given["format"] == "YUV420" else _as_nv12(planar, height)

    def release(self) -> None:
        assert not self._released, "given back twice"
        self._released = True
        self._camera.lent -= 1


class FakePicamera2:
    """Make one class a test with `made_for`, because picamera2 is asked for its class."""

    clock: ClassVar[HandWoundClock]
    ring: ClassVar[TimedRing]
    controls: ClassVar[dict[str, Any]]
    only_nv12: ClassVar[bool]
    connected: ClassVar[bool]
    stalled: ClassVar[bool]
    scene_microseconds: ClassVar[int]
    lent: int

    @classmethod
    def made_for(
        cls,
        clock: HandWoundClock,
        ring: TimedRing,
        *,
        controls: dict[str, Any] = PI_CONTROLS,
        only_nv12: bool = False,
    ) -> type["FakePicamera2"]:
        body = {
            "clock": clock,
            "ring": ring,
            "controls": controls,
            "only_nv12": only_nv12,
            "connected": True,
            "stalled": False,
            "scene_microseconds": 8000,
        }
        return type("Picamera2", (cls,), body)

    @classmethod
    def global_camera_info(cls) -> list[dict[str, Any]]:
        return (
            [{"Model": "imx708", "Id": "/base/i2c@1a/imx708@1a", "Num": 0, "Location": 2}]
            if cls.connected
            else []
        )

    def __init__(self, camera_num: int = 0) -> None:
        if camera_num >= len(self.global_camera_info()):
            raise RuntimeError(f"No camera number {camera_num} found")
        self.camera_controls = dict(self.controls)
        self.applied: dict[str, Any] = {}
        self.lent = 0
        self.jobs_stuck = 0
        self.focused = 0
        self._configuration: dict[str, Any] = {}
        self._started = False
        self._last_read_out = 0.0

    @property
    def exposure_seconds(self) -> float:
        return float(self.applied.get("ExposureTime", self.scene_microseconds)) / 1e6

    def create_video_configuration(
        self, main: dict[str, Any], lores: dict[str, Any] | None = None, buffer_count: int = 6
    ) -> dict[str, Any]:
        return {"main": dict(main), "lores": dict(lores) if lores else None, "buffer_count": buffer_count}

    def configure(self, configuration: dict[str, Any]) -> None:
        for stream in ("main", "lores"):
            if configuration[stream]:
                given = configuration[stream]
                if self.only_nv12:  # the virtual camera has one format and few sizes, and says nothing
                    given.update(format="NV12", size=(1296, 972))
                width = given["size"][0]
                given["stride"] = 3 * width if given["format"] == "RGB888" else -(-width // 64) * 64
        self._configuration = configuration

    def camera_configuration(self) -> dict[str, Any]:
        return self._configuration

    def start(self) -> None:
        self._started = True
        self._last_read_out = self.clock.now()

    def stop(self) -> None:
        self._started = False

    def close(self) -> None:
        self._started = False

    def set_controls(self, controls: dict[str, Any]) -> None:
        for name in controls:
            if name not in self.camera_controls:
                raise RuntimeError(f"Control {name} is not advertised by libcamera")
        self.applied.update(controls)

    def autofocus_cycle(self, wait: float) -> bool:
        self.focused += 1
        return True

    def capture_request(self, wait: float) -> FakeRequest:
        if (
            self.stalled
            or not self._started
            or self.jobs_stuck
            or self.lent >= self._configuration["buffer_count"]
        ):
            self.clock.sleep(wait)
            self.jobs_stuck += 1
            raise TimeoutError
        now = self.clock.now()
        # The oldest frame still queued, or else the next one to be read out.
        oldest = now - self._configuration["buffer_count"] * FRAME_SECONDS
        self._last_read_out = max(self._last_read_out + FRAME_SECONDS, oldest)
        self.clock.sleep(self._last_read_out + PIPELINE_FRAMES * FRAME_SECONDS - now)
        self.lent += 1
        return FakeRequest(self, self._last_read_out)

    def cancel_all_and_flush(self) -> None:
        self.jobs_stuck = 0


def _as_nv12(planar: npt.NDArray[np.uint8], height: int) -> npt.NDArray[np.uint8]:
    """The same picture with its two colour planes interleaved."""
    chroma = planar[height:].reshape(2, -1)
    interleaved = np.stack([chroma[0], chroma[1]], axis=1).reshape(height // 2, -1)
    return np.vstack([planar[:height], interleaved])
