"""Which board this is, and whether it has pins: read from the kernel's own files, nothing is switched."""

import os
from pathlib import Path

_PI_FAMILY = "Raspberry Pi"


def read_line(path: Path) -> str:
    """The text of one of the kernel's small files; empty where there is none."""
    try:
        return path.read_text(errors="replace").strip().rstrip("\0")
    except OSError:
        return ""


def find_board(root: Path = Path("/")) -> str:
    """The Raspberry Pi this runs on, as its firmware calls it; empty elsewhere."""
    model = read_line(root / "proc/device-tree/model")
    return model if model.startswith(_PI_FAMILY) else ""


def find_pins(root: Path = Path("/")) -> str:
    """Which library would drive the pins; empty where there are none.

    gpiozero's mock pins count only when somebody asked for them by name.
    """
    asked_for = os.environ.get("GPIOZERO_PIN_FACTORY", "")
    if asked_for:
        return asked_for
    return "lgpio" if find_board(root) and any((root / "dev").glob("gpiochip*")) else ""
