"""Which cameras are plugged in, as plain data. Nothing is switched on.

for found in find_cameras():
    print(found.spec, found.name)       # picamera:0 Raspberry Pi camera imx708
"""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hardware.board import read_line
from hardware.errors import CameraMissing
from hardware.picamera import import_picamera2

# Parts of the Pi's own camera and codec that V4L2 lists as if they were webcams.
_NOT_WEBCAMS = ("bcm2835", "pisp", "rp1-", "rpi-", "unicam", "rpivid", "hevc")


@dataclass(frozen=True)
class CameraFound:
    """A camera that answers, by the spec that opens it."""

    spec: str
    name: str


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
