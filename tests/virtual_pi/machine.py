"""One virtual Pi: switched on and off, touched, looked at, and asked.

pi = VirtualPi(Path("/var/tmp/virtual-pi"))
pi.start()
pi.until_up()
pi.tap(400, 240)
print(pi.read_screen())
print(pi.run("companion doctor").out)
pi.pull_the_plug()
"""

import os
import random
import re
import signal
import subprocess
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TypeVar

from tests.virtual_pi.lines import Agent, Done, Monitor, NoAnswer

T = TypeVar("T")

WIDE, HIGH = 800, 480
WHO_PLAYS = "who plays|players"
"""What a new game asks first, as a regular expression."""
PATIENCE = float(os.environ.get("VPI_PATIENCE", "1"))
"""How much longer to wait than on a host with nothing else to do."""
_FULL_SCALE = 0x7FFF
_PULL = "/sys/devices/platform/gpio-sim.0/gpiochip0/sim_gpio{pin}/pull"
_VALUE = "/sys/devices/platform/gpio-sim.0/gpiochip0/sim_gpio{pin}/value"


class Broken(Exception):
    """What was expected did not come."""


class VirtualPi:
    """folder: where build.sh left disk, kernel and initrd; sockets, logs and pictures go there too."""

    where = ""
    """What the table says before what was seen."""
    leap = 1
    """How many of its seconds pass in one of those that a command inside sleeps."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.shots = folder / "shots"
        self.shots.mkdir(parents=True, exist_ok=True)
        self.disk = folder / "off.qcow2"
        self._process: subprocess.Popen[bytes] | None = None
        self._monitor: Monitor | None = None
        self._agent: Agent | None = None
        self._read = b"", ""

    # --- power -------------------------------------------------------------------------------------

    def use_disk(self, name: str) -> None:
        """One of the disks that were begun with `fresh_disk`."""
        self.disk = self.folder / f"{name}.qcow2"

    @property
    def installed(self) -> Path:
        """The disk as it was made."""
        return self.folder / "disk.raw"

    def fresh_disk(self, name: str) -> None:
        """As installed: whatever happened on a disk of this name is gone."""
        self.use_disk(name)
        command = [
            "qemu-img",
            "create",
            "-q",
            "-f",
            "qcow2",
            "-F",
            "raw",
            "-b",
            str(self.installed),
        ]
        subprocess.run([*command, str(self.disk)], check=True)

    def start(
        self,
        *,
        kernel_words: str = "",
        screen: str = f"xres={WIDE},yres={HIGH}",
        more: Sequence[str] = (),
        wound: int = 1,
    ) -> None:
        """Switch it on; returns at once.

        wound: more than 1 for a time that leaps over every sleep; where only the companion's clock can be
        made to run faster, so many times.
        """
        self.pull_the_plug()
        for name in ("qmp", "agent"):
            (self.folder / name).unlink(missing_ok=True)
        (self.folder / "told.log").write_bytes(b"")
        command = ["nice", "-n", "5", *self._processor(wound=wound > 1)]
        command += ["-m", "1024", "-nodefaults", "-display", "none", "-no-reboot"]
        command += self._kernel(kernel_words)
        # qcow2 with a cache of its own: what is not flushed yet goes with the plug, as on a card.
        command += ["-drive", f"file={self.disk},if=none,id=d,format=qcow2,cache=none"]
        command += ["-device", "virtio-blk-pci,drive=d", "-device", f"virtio-gpu-pci,{screen}"]
        command += ["-device", "virtio-multitouch-pci", "-device", "virtio-keyboard-pci"]
        command += ["-serial", f"file:{self.folder / 'console.log'}", *self._around()]
        command += ["-qmp", f"unix:{self.folder / 'qmp'},server=on,wait=off"]
        command += ["-chardev", f"socket,id=agent,path={self.folder / 'agent'},server=on,wait=off"]
        command += ["-device", "virtio-serial-pci"]
        command += ["-device", "virtserialport,chardev=agent,name=agent", *more]
        with (self.folder / "qemu.log").open("wb") as log:
            process = subprocess.Popen(command, stdout=log, stderr=log, start_new_session=True)
        (self.folder / "pid").write_text(str(process.pid))
        self._process = process

    def _processor(self, *, wound: bool) -> list[str]:
        chosen = ["qemu-system-x86_64", "-cpu", os.environ.get("VPI_CPU", "Nehalem")]
        if wound:  # its clock counts what it executes, 2 ns each, about as quick as a Pi
            chosen += ["-accel", "tcg,thread=single", "-smp", "1"]
            return [*chosen, "-icount", "shift=1,sleep=off", "-rtc", "clock=vm"]
        return [*chosen, "-accel", os.environ.get("VPI_ACCEL", "tcg,thread=multi"), "-smp", "2"]

    def _kernel(self, words: str) -> list[str]:
        # A clock that stands still with the machine: the processor's own runs on while a moment is kept.
        line = f"root=/dev/vda rw console=ttyS0 quiet tsc=unstable clocksource=acpi_pm {words}"
        files = ["-kernel", str(self.folder / "vmlinuz"), "-initrd", str(self.folder / "initrd")]
        return [*files, "-append", line.strip()]

    def _around(self) -> list[str]:
        """Sound, and a second serial port for what a robot tells."""
        sound = ["-audiodev", "none,id=a", "-device", "intel-hda", "-device", "hda-output,audiodev=a"]
        return [*sound, "-serial", f"file:{self.folder / 'told.log'}"]

    def pull_the_plug(self) -> None:
        """Off, at this very moment."""
        self._let_go()
        file = self.folder / "pid"
        if file.exists():
            pid = int(file.read_text())
            with suppress(OSError):
                if b"qemu-system" in Path(f"/proc/{pid}/cmdline").read_bytes():
                    os.kill(pid, signal.SIGKILL)
            if self._process is not None:
                self._process.wait()
            else:
                self.wait(lambda: not Path(f"/proc/{pid}").exists(), 10, "the machine does not die")
            file.unlink()

    def switched_off(self) -> bool:
        """Whether it switched itself off."""
        return self._process is not None and self._process.poll() is not None

    @property
    def monitor(self) -> Monitor:
        if self._monitor is None:
            self._monitor = Monitor(self.folder / "qmp")
        return self._monitor

    @property
    def agent(self) -> Agent:
        if self._agent is None:
            self._agent = Agent(self.folder / "agent")
        return self._agent

    def _let_go(self) -> None:
        for line in (self._monitor, self._agent):
            if line is not None:
                line.close()
        self._monitor = self._agent = None

    def keep(self, name: str) -> None:
        """Remember this very moment, running programs and all."""
        said = self.monitor.say(f"savevm {name}")
        if said.strip():
            raise Broken(f"no snapshot: {said.strip()}")

    def back_to(self, name: str) -> None:
        """Go back to a moment that was kept."""
        if self._process is None or self._process.poll() is not None:
            self.start(more=("-loadvm", name))
        else:
            said = self.monitor.say(f"loadvm {name}")
            if said.strip():
                raise Broken(f"no way back: {said.strip()}")
        self.run("true")

    def go_home(self, *, kept: bool) -> None:
        """At the home screen after a good boot. kept: it runs and has been there, so that it can go back."""
        if kept:
            self.back_to("home")
            return
        self.pull_the_plug()
        built = (self.folder / "program.stamp").read_text()
        stamp = self.folder / "home.stamp"
        if stamp.exists() and stamp.read_text() == built:
            self.use_disk("home")
            self.back_to("home")
            return
        stamp.unlink(missing_ok=True)
        self.fresh_disk("home")
        self.start()
        self.until_up()
        self.until_playing()
        self.until_screen_says("calibrating", 300)  # the camera was found, nothing is loaded any more
        self.keep("home")
        stamp.write_text(built)

    # --- commands ----------------------------------------------------------------------------------

    def run(self, command: str, *, seconds: float = 120, text: str = "") -> Done:
        """As root inside, whatever it comes to."""
        return self.agent.do(command, seconds=seconds * PATIENCE, text=text)

    def get(self, command: str, *, seconds: float = 120) -> str:
        """What a command prints; it must succeed."""
        done = self.run(command, seconds=seconds)
        if done.code:
            raise Broken(f"`{command}` ended with {done.code}: {(done.err or done.out).strip()[-300:]}")
        return done.out.strip()

    def write(self, path: str, content: str) -> None:
        done = self.run(f'mkdir -p "$(dirname {path})" && cat >{path}', text=content)
        if done.code:
            raise Broken(done.err)

    def wait(self, condition: Callable[[], T], seconds: float, otherwise: str, every: float = 0.5) -> T:
        """Until something is true; what it was."""
        end = time.monotonic() + seconds * PATIENCE
        while True:
            came = condition()
            if came:
                return came
            if time.monotonic() > end:
                raise Broken(otherwise)
            time.sleep(every)

    def until_up(self, seconds: float = 600) -> float:
        """Until commands are answered; how long it took."""
        begun = time.monotonic()
        try:
            self.agent.do("true", seconds=seconds * PATIENCE)
        except NoAnswer as error:
            raise Broken(f"it does not boot: {error}") from error
        return time.monotonic() - begun

    def state(self, what: str, unit: str = "companion") -> str:
        """A property of the service, as systemd has it."""
        return self.get(f"systemctl show -p {what} --value {unit}")

    def until_playing(self, seconds: float = 300) -> None:
        """Until the companion says that it can be used."""
        self.wait(
            lambda: self.state("ActiveState") == "active",
            seconds,
            f"the companion is not active: {self.run('systemctl status companion | head -n 20').out}",
        )

    def pid(self) -> int:
        return int(self.state("MainPID"))

    def restart(self) -> None:
        """The service anew, as after a change of the config; starts that failed are forgotten."""
        self.get("rm -f /var/lib/companion/starts.failed; systemctl restart --no-block companion")
        time.sleep(1)
        self.until_playing()

    def journal(self, *, since_boot: bool = True) -> str:
        return self.get(f"journalctl -o cat --no-pager -u 'companion*' {'-b' if since_boot else ''}")

    # --- the screen --------------------------------------------------------------------------------

    def picture(self) -> bytes:
        """What the panel shows, as PPM."""
        file = self.folder / "screen.ppm"
        self.monitor.do("screendump", filename=str(file))
        return file.read_bytes()

    def shot(self, name: str) -> Path:
        """A picture of what the panel shows."""
        file = self.shots / f"{name}.png"
        self.monitor.do("screendump", filename=str(file), format="png")
        return file

    def read_screen(self, turned: int = 0) -> str:
        """What the screen says, as far as it can be read back; turned: degrees clockwise it is mounted."""
        picture = _gray(self.picture(), turned)
        seen, said = self._read
        if picture != seen:  # reading costs seconds, and most pictures are as they were
            gray = self.folder / "screen.pgm"
            gray.write_bytes(picture)
            said = " ".join(_letters(gray).split())
            self._read = picture, said
        return said

    def place_of(self, word: str, turned: int = 0) -> tuple[float, float]:
        """Where on the panel a word stands, to be touched there."""
        gray = self.folder / "screen.pgm"
        gray.write_bytes(_gray(self.picture(), turned))
        for line in _letters(gray, "tsv").splitlines()[1:]:
            *_place, left, top, wide, high, _sure, text = line.split("\t")
            if text.strip().lower() == word.lower():
                x, y = int(left) + int(wide) / 2, int(top) + int(high) / 2
                return {0: (x, y), 90: (WIDE - y, x), 180: (WIDE - x, HIGH - y), 270: (y, HIGH - x)}[turned]
        raise Broken(f"“{word}” is not on the screen")

    def until_screen_says(self, words: str, seconds: float = 60, turned: int = 0) -> str:
        """Until these words can be read (a regular expression, in capitals or not)."""
        said = ""

        def looked() -> bool:
            nonlocal said
            said = self.read_screen(turned)
            return re.search(words, said, re.IGNORECASE) is not None

        end = time.monotonic() + seconds * PATIENCE
        while not looked():
            if time.monotonic() > end:
                raise Broken(f"the screen does not say “{words}” but: {said[:400]}")
            time.sleep(1)
        return said

    # --- fingers and pins --------------------------------------------------------------------------

    def tap(self, x: float, y: float, seconds: float = 0.15) -> None:
        """A finger at this place of 800 × 480."""
        self._down(x, y)
        time.sleep(seconds)
        self._up()

    def drag(self, start: tuple[float, float], end: tuple[float, float], steps: int = 12) -> None:
        self._down(*start)
        for step in range(1, steps + 1):
            part = step / steps
            place = [a + (b - a) * part for a, b in zip(start, end, strict=True)]
            self.monitor.fingers(_place(*place))
            time.sleep(0.05)
        self._up()

    def _down(self, x: float, y: float) -> None:
        self.monitor.fingers([_touch("begin"), *_place(x, y)])

    def _up(self) -> None:
        self.monitor.fingers([_touch("end", tracking=-1)])

    def press(self, seconds: float = 0.3, pin: int = 17) -> None:
        """The confirm button."""
        pull = _PULL.format(pin=pin)
        self.get(f"echo pull-down >{pull}; sleep {seconds}; echo pull-up >{pull}", seconds=seconds + 60)

    def level(self, pin: int) -> int:
        """What an output is driven to."""
        return int(self.get(f"cat {_VALUE.format(pin=pin)}"))


def _letters(gray: Path, *how: str) -> str:
    # Its threads wait for each other by spinning, which on a busy host takes most of the time.
    done = subprocess.run(
        ["tesseract", str(gray), "-", "--psm", "11", "--dpi", "110", *how],
        env={**os.environ, "OMP_THREAD_LIMIT": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout


def _gray(picture: bytes, turned: int) -> bytes:
    """A picture (PPM) in shades of gray and upright (PGM): letters on a coloured ground are read best so."""
    _magic, size, _most, pixels = picture.split(b"\n", 3)
    wide, high = (int(number) for number in size.split())
    green = pixels[1::3]
    rows = [green[row * wide : (row + 1) * wide] for row in range(high)]
    for _quarter in range(turned // 90):  # back: a quarter against the clock
        rows = [bytes(column) for column in zip(*rows, strict=True)][::-1]
    return b"P5\n%d %d\n255\n" % (len(rows[0]), len(rows)) + b"".join(rows)


def _touch(kind: str, *, tracking: int = 0, axis: str = "x", value: int = 0) -> dict[str, object]:
    data = {"type": kind, "slot": 0, "tracking-id": tracking, "axis": axis, "value": value}
    return {"type": "mtt", "data": data}


def _place(x: float, y: float) -> list[dict[str, object]]:
    # Never twice the very same place: evdev passes on only what changed, and to an SDL that was started anew
    # since then a tap without coordinates is one at 0, 0.
    values = (int(v / most * _FULL_SCALE) + random.randint(-60, 60) for v, most in ((x, WIDE), (y, HIGH)))
    return [_touch("data", axis=axis, value=value) for axis, value in zip("xy", values, strict=True)]
