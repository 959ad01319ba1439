"""The touchscreen's light: dimmed for the evening, dark while nobody plays.

A DSI panel shows up under /sys/class/backlight; the user needs write access to it (group video, by a udev
rule). HDMI screens mostly have none: there the whole output is switched off instead, by `wlopm` under a
Wayland desktop or `xset` under X, and without either nothing happens.

    screen = Panel()
    screen.set_brightness(0.6)
    screen.blank()          # a touch still arrives; the app wakes it:
    screen.wake()
"""

import os
from pathlib import Path

from hardware.errors import PowerRefused
from hardware.power import RunCommand, run_command

LEAST_BRIGHTNESS = 0.05  # darker could not be read, and nobody would find the way back


def find_backlight(root: Path = Path("/")) -> Path | None:
    """The first backlight that has a brightness, or none."""
    for folder in sorted((root / "sys/class/backlight").glob("*")):
        if (folder / "brightness").is_file() and (folder / "max_brightness").is_file():
            return folder
    return None


class Panel:
    """What can be done with the screen beside the board; asking for more than it has does no harm.

    root:
        where /sys is looked for; elsewhere only in tests.
    command:
        runs `wlopm` or `xset`.
    """

    def __init__(self, root: Path = Path("/"), command: RunCommand = run_command) -> None:
        self._backlight = find_backlight(root)
        self._command = command
        self.blanked = False

    @property
    def brightness(self) -> float | None:
        """0 to 1, or None where it cannot be told."""
        if self._backlight is None:
            return None
        try:
            now = int((self._backlight / "brightness").read_text())
            most = int((self._backlight / "max_brightness").read_text())
        except (OSError, ValueError):
            return None
        return now / most if most > 0 else None

    def set_brightness(self, level: float) -> bool:
        """Dim or brighten; says whether the screen obeyed."""
        if self._backlight is None:
            return False
        try:
            most = int((self._backlight / "max_brightness").read_text())
            wanted = round(most * min(1.0, max(LEAST_BRIGHTNESS, level)))
            (self._backlight / "brightness").write_text(str(max(1, wanted)))
        except (OSError, ValueError):
            return False
        return True

    def blank(self) -> bool:
        """Make the screen dark; says whether it obeyed."""
        self.blanked = self._power("4", ("wlopm", "--off", "*"), ("xset", "dpms", "force", "off"))
        return self.blanked

    def wake(self) -> bool:
        """Light the screen again; says whether it obeyed."""
        woken = self._power("0", ("wlopm", "--on", "*"), ("xset", "dpms", "force", "on"))
        self.blanked = self.blanked and not woken
        return woken

    def _power(self, backlight: str, wayland: tuple[str, ...], x11: tuple[str, ...]) -> bool:
        if self._backlight is not None:
            try:
                (self._backlight / "bl_power").write_text(backlight)
            except OSError:
                pass  # not ours to write: perhaps the desktop can do it
            else:
                return True
        for variable, command in (("WAYLAND_DISPLAY", wayland), ("DISPLAY", x11)):
            if os.environ.get(variable):
                try:
                    self._command(command)
                except PowerRefused:
                    continue
                return True
        return False
