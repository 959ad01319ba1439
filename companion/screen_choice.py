"""Which screen there is: a window on a desktop, the whole panel on a console, or none at all."""

from __future__ import annotations

import logging
import os
import re
from collections.abc import Callable
from pathlib import Path
from time import sleep
from typing import TypeAlias

from companion.appliance.service import Service, StartGuard
from companion.config import Settings as Config

log = logging.getLogger(__name__)

Pause: TypeAlias = Callable[[float], None]
_LOOK_SECONDS = 1.0
_SIZE = re.compile(r"([1-9]\d{2,3})x([1-9]\d{2,3})")
NOT_REAL = ("dummy", "offscreen")
"""SDL falls back to these where nothing can be seen."""


def size_of(display: str) -> tuple[int, int] | None:
    """The size a `--display` asks for; None for the whole screen or whatever fits.

    >>> size_of("1024x600")
    (1024, 600)
    """
    match = _SIZE.fullmatch(display)
    return (int(match[1]), int(match[2])) if match else None


def is_display(text: str) -> bool:
    """Whether `--display` can be this."""
    return text in ("auto", "fullscreen") or size_of(text) is not None


def prepare(config: Config) -> None:
    """Tell SDL what the config says, before pygame is loaded; what the environment says wins.

    `$COMPANION_VIDEO_DRIVER` is what the service's unit takes for granted: the config may say otherwise.
    """
    display = config.display
    driver = display.video_driver or os.environ.get("COMPANION_VIDEO_DRIVER", "")
    if driver:
        os.environ.setdefault("SDL_VIDEODRIVER", driver)
    if display.render_driver:
        os.environ.setdefault("SDL_RENDER_DRIVER", display.render_driver)
    if display.kmsdrm_index >= 0:
        os.environ.setdefault("SDL_KMSDRM_DEVICE_INDEX", str(display.kmsdrm_index))
    if on_a_desktop():
        # A flat picture needs no 3D driver; without it a window costs 90 MB less. A console has no other way.
        os.environ.setdefault("SDL_FRAMEBUFFER_ACCELERATION", "0")
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")


def on_a_desktop() -> bool:
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def anything_to_draw_on() -> bool:
    """Whether a window or a panel could be opened at all."""
    if on_a_desktop() or os.environ.get("SDL_VIDEODRIVER"):
        return True
    return any(Path("/dev/dri").glob("card*"))


def connected(root: Path = Path("/")) -> bool:
    """Whether a screen hangs on any connector; true where the kernel tells of none."""
    told = [
        path.read_text().strip()
        for path in root.glob("sys/class/drm/card*-*/status")
        if "Writeback" not in path.parent.name  # a Pi has one of these beside its screens
    ]
    return not told or any(status != "disconnected" for status in told)


def wait_until_connected(
    service: Service, guard: StartGuard, root: Path = Path("/"), pause: Pause = sleep
) -> None:
    """As a service on a console: a screen that is switched on after the Pi is no start that failed."""
    if not service.watched or os.environ.get("SDL_VIDEODRIVER") != "kmsdrm" or connected(root):
        return
    log.warning("no screen is connected: waiting for one")
    guard.forgive()
    while not connected(root):
        service.waiting("no screen is connected: waiting for one")
        pause(_LOOK_SECONDS)
    guard.begin()


def window_size(display: str) -> tuple[int, int] | None:
    """The window to open: as asked, the whole screen on a console, else one that fits the desktop."""
    if display == "fullscreen" or (display == "auto" and not on_a_desktop()):
        return None
    if (size := size_of(display)) is not None:
        return size
    import pygame

    pygame.display.init()
    desktop = max(pygame.display.get_desktop_sizes(), default=(800, 480))
    for wide, high in ((1280, 720), (1024, 600), (800, 480)):
        if desktop[0] > wide and desktop[1] > high:
            return wide, high
    return None
