"""The Pi's power: whether its supply holds, whether it is too hot, and how it is switched off cleanly.

A supply too weak for Pi, screen and light ring shows first as under-voltage, then as a slow Pi, in the end as
a damaged card; so it is noticed and said. `vcgencmd get_throttled` knows the most; where the user may not
call it, the kernel's own under-voltage alarm (hwmon) is read instead.

Wiring: nothing. Use the supply made for the board (5 V 5 A for a Pi 5, 5 V 3 A for a Pi 4).
"""

import re
import shutil
import subprocess
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from hardware.board import read_line
from hardware.errors import PowerRefused
from words import N_, Text

RunCommand = Callable[[Sequence[str]], str]

COMMAND_SECONDS = 5.0
POWER_OFF = ("systemctl", "poweroff")

_UNDER_VOLTAGE, _CAPPED, _THROTTLED, _TOO_HOT = (1 << bit for bit in range(4))
_SINCE_BOOT = 16


@dataclass(frozen=True)
class Power:
    """How the supply does, now and since the Pi was started."""

    under_voltage: bool = False
    throttled: bool = False
    too_hot: bool = False
    was_under_voltage: bool = False
    was_throttled: bool = False
    was_too_hot: bool = False
    celsius: float | None = None

    @property
    def sentences(self) -> tuple[Text, ...]:
        """What to tell the table, worst first; nothing when all is well."""
        said: list[Text] = []
        if self.under_voltage:
            said.append(N_("The power supply is too weak right now; use the one made for this Pi."))
        elif self.was_under_voltage:
            said.append(N_("The power supply was too weak for a moment; use the one made for this Pi."))
        if self.too_hot:
            said.append(N_("The Pi is too hot and slows down; give it air."))
        elif self.throttled:
            said.append(N_("The Pi slows itself down."))
        elif self.was_too_hot or self.was_throttled:
            said.append(N_("The Pi had to slow down since it was started; give it air or a better supply."))
        return tuple(said)


def run_command(command: Sequence[str]) -> str:
    """What a command prints, or a sentence on why it did not."""
    program = shutil.which(command[0])
    if program is None:
        raise PowerRefused(N_("This machine has no {command}.", command=command[0]))
    try:
        done = subprocess.run(
            [program, *command[1:]], capture_output=True, text=True, timeout=COMMAND_SECONDS, check=False
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise PowerRefused(
            N_("{command} did not answer: {error}", command=command[0], error=str(error))
        ) from error
    if done.returncode != 0:
        reason = (done.stderr or done.stdout).strip().splitlines()
        raise PowerRefused(
            N_(
                "{command} refused: {reason}",
                command=" ".join(command),
                reason=reason[-1] if reason else N_("no reason given"),
            )
        )
    return done.stdout


def parse_throttled(text: str) -> Power:
    """The bits of `vcgencmd get_throttled`, such as "throttled=0x50005"."""
    found = re.fullmatch(r"throttled=0x([0-9a-fA-F]{1,8})", text.strip())
    if found is None:
        raise PowerRefused(
            N_("vcgencmd answered “{text}”, which tells nothing about the power.", text=text.strip()[:60])
        )
    bits = int(found[1], 16)
    since_boot = bits >> _SINCE_BOOT
    return Power(
        under_voltage=bool(bits & _UNDER_VOLTAGE),
        throttled=bool(bits & (_THROTTLED | _CAPPED)),
        too_hot=bool(bits & _TOO_HOT),
        was_under_voltage=bool(since_boot & _UNDER_VOLTAGE),
        was_throttled=bool(since_boot & (_THROTTLED | _CAPPED)),
        was_too_hot=bool(since_boot & _TOO_HOT),
    )


def read_power(root: Path = Path("/"), command: RunCommand = run_command) -> Power:
    """How the supply does; raises `PowerRefused` where nothing tells, as on a laptop."""
    celsius = _celsius(root)
    try:
        seen = parse_throttled(command(("vcgencmd", "get_throttled")))
    except PowerRefused:
        alarm = _undervoltage_alarm(root)
        if alarm is None:
            raise PowerRefused(
                N_("Nothing here tells about the power supply; on a Raspberry Pi it does.")
            ) from None
        seen = Power(under_voltage=alarm, was_under_voltage=alarm)
    return replace(seen, celsius=celsius)


def power_off(command: RunCommand = run_command) -> None:
    """Switch the Pi off cleanly; what is open is asked to stop first. Save before calling this."""
    command(POWER_OFF)


def _undervoltage_alarm(root: Path) -> bool | None:
    for sensor in sorted((root / "sys/class/hwmon").glob("hwmon*")):
        if read_line(sensor / "name") == "rpi_volt":
            return read_line(sensor / "in0_lcrit_alarm") == "1"
    return None


def _celsius(root: Path) -> float | None:
    text = read_line(root / "sys/class/thermal/thermal_zone0/temp")
    return int(text) / 1000 if re.fullmatch(r"-?\d{1,6}", text) else None
