"""What is plugged in around the tower, as plain data: cameras, pins, screen, power. Nothing is switched on.

for found in probe().cameras:
    print(found.spec, found.name)       # picamera:0 Raspberry Pi camera imx708
"""

from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from hardware.board import find_board, find_pins, read_line
from hardware.errors import CameraMissing, HardwareError
from hardware.picamera import import_picamera2
from hardware.power import Power, read_power
from hardware.screen import find_backlight

# Parts of the Pi's own camera and codec that V4L2 lists as if they were webcams.
_NOT_WEBCAMS = ("bcm2835", "pisp", "rp1-", "rpi-", "unicam", "rpivid", "hevc")


@dataclass(frozen=True)
class CameraFound:
    """A camera that answers, by the spec that opens it."""

    spec: str
    name: str


@dataclass(frozen=True)
class Findings:
    """Everything that was looked for; an empty part says what is missing in `missing`."""

    board: str  # "Raspberry Pi 5 Model B Rev 1.0", or "" where there is no Pi
    cameras: tuple[CameraFound, ...]
    pins: str  # the library that drives them, or ""
    backlight: str  # its folder, or ""
    power: Power | None
    missing: tuple[str, ...]

    def as_dict(self) -> dict[str, object]:
        """For `--json`."""
        return asdict(self)


def find_cameras(
    root: Path = Path("/"), driver: Callable[[], Any] = import_picamera2
) -> tuple[CameraFound, ...]:
    """Every camera that can be opened, the Pi's own first."""
    found: list[CameraFound] = []
    try:
        for number, camera in enumerate(driver().global_camera_info()):
            if "/usb" not in str(camera.get("Id", "")):
                name = f"Raspberry Pi camera {camera.get('Model', '')}".strip()
                found.append(CameraFound(f"picamera:{number}", name))
    except (CameraMissing, RuntimeError, OSError):
        pass  # no picamera2, or no camera manager: then only webcams are left
    return (*found, *_webcams(root))


def _webcams(root: Path) -> list[CameraFound]:
    found: list[tuple[int, str]] = []
    for device in (root / "sys/class/video4linux").glob("video*"):
        name, index = read_line(device / "name"), read_line(device / "index")
        number = device.name.removeprefix("video")
        # A webcam has a second device for its metadata, index 1, that gives no pictures.
        if number.isdecimal() and index in ("", "0") and not name.lower().startswith(_NOT_WEBCAMS):
            found.append((int(number), name))
    return [CameraFound(f"webcam:{number}", name or f"/dev/video{number}") for number, name in sorted(found)]


def probe(root: Path = Path("/"), driver: Callable[[], Any] = import_picamera2) -> Findings:
    """Look at everything once."""
    missing: list[str] = []
    board = find_board(root)
    cameras = find_cameras(root, driver)
    if not cameras:
        missing.append("No camera: connect one to the Pi's ribbon connector or to USB.")
    pins = find_pins(root)
    if not pins:
        missing.append("No pins: light ring, button, lamp, sensor and buzzer need a Raspberry Pi.")
    backlight = find_backlight(root)
    if backlight is None:
        missing.append("No backlight that can be dimmed: the screen is blanked by its own timer only.")
    try:
        power = read_power(root)
    except HardwareError as error:
        power = None
        missing.append(str(error))
    return Findings(board, cameras, pins, str(backlight or ""), power, tuple(missing))
