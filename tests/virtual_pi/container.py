"""The same Debian and the same service in a container: a real systemd at the host's own speed.

It has no pins, no camera, no touchscreen and no clock of its own: a screen is lent by an X server, and a
mouse is the finger. What does not ask for more is tried here in minutes (`check --in-a-container`), and the
table says where. Its root is laid over what build.sh made, on a small ext4 that can be filled up.
"""

import os
import signal
import struct
import subprocess
import time
import zlib
from collections.abc import Sequence
from pathlib import Path

from tests.virtual_pi.lines import Done
from tests.virtual_pi.machine import HIGH, WIDE, Broken, VirtualPi

ROOM_MB = 1500
_WOUND_BY = "usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1"
_NOT_OURS = "-sys_time,-sys_boot,-sys_module,-sys_rawio"
"""What a command inside could do to the host itself."""
_SCREEN = """[Service]
Environment=COMPANION_VIDEO_DRIVER=x11 DISPLAY={display} SDL_RENDER_DRIVER=software SDL_AUDIODRIVER=dummy
"""


class Container(VirtualPi):
    """folder: as for the machine."""

    where = "in a container: "

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.root = folder / "container"
        self._display = f":{100 + folder.stat().st_ino % 900}"  # two folders, two containers at once
        self._x: subprocess.Popen[bytes] | None = None

    def fresh_disk(self, name: str) -> None:
        self.pull_the_plug()
        self._unmount()
        image, upper = self.folder / "container.raw", self.folder / "container.upper"
        image.unlink(missing_ok=True)
        for place in (upper, self.root):
            place.mkdir(exist_ok=True)
        _do("truncate", "-s", f"{ROOM_MB}M", image)
        _do("mkfs.ext4", "-q", "-F", image)
        self._mount()
        for script in sorted((Path(__file__).parent / "inside").glob("*.*")):
            (self.root / "opt/virtual-pi" / script.name).write_bytes(script.read_bytes())
        self.lend_a_screen()

    def lend_a_screen(self) -> None:
        """In place of what a machine has."""
        units = self.root / "etc/systemd/system"
        for unit in ("virtual-pi-agent", "virtual-pi-hardware"):
            (units / f"{unit}.service").unlink(missing_ok=True)
        place = units / "companion.service.d/virtual-pi.conf"
        place.parent.mkdir(exist_ok=True)
        place.write_text(_SCREEN.format(display=self._display))
        _do("sync", "-f", place)  # a card that is to fail soon keeps what was long on it

    def _mount(self) -> None:
        image, upper = self.folder / "container.raw", self.folder / "container.upper"
        _do("mount", "-o", "loop,errors=remount-ro", image, upper)
        for layer in ("changed", "work"):
            (upper / layer).mkdir(exist_ok=True)
        layers = f"lowerdir={self.folder / 'root'},upperdir={upper / 'changed'},workdir={upper / 'work'}"
        _do("mount", "-t", "overlay", "overlay", "-o", f"redirect_dir=on,{layers}", self.root)

    def start(
        self,
        *,
        kernel_words: str = "",
        screen: str = "",
        more: Sequence[str] = (),
        wound: int = 1,
    ) -> None:
        if kernel_words or screen or more:
            raise Broken("this takes a machine")
        self.pull_the_plug()
        self.leap = wound
        if wound > 1:
            self._wind(wound)
        frame = self.folder / "frame"
        frame.mkdir(exist_ok=True)
        server = ["Xvfb", self._display, "-ac", "-screen", "0", f"{WIDE}x{HIGH}x24", "-fbdir", str(frame)]
        self._x = subprocess.Popen(
            [*server, "-nolisten", "tcp"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        boot = ["systemd-nspawn", "--quiet", "--register=no", "--keep-unit", "--boot", "--console=pipe"]
        with (self.folder / "console.log").open("wb") as log:
            self._process = subprocess.Popen(
                [*boot, "-D", str(self.root)],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
                env={**os.environ, "UNIFIED_CGROUP_HIERARCHY": "1"},
            )

    def _wind(self, times: int) -> None:
        """It runs faster, and sleeps are as much shorter."""
        self._other_clock(f'"FAKETIME=+0 x{times}"')

    def _other_clock(self, how: str) -> None:
        """For the companion alone."""
        # That of the root: one made for an older C library crashes here now and then.
        (self.root / "opt/virtual-pi/clock.so").write_bytes((self.root / _WOUND_BY).read_bytes())
        (self.root / "etc/systemd/system/companion.service.d/clock.conf").write_text(
            f"[Service]\nEnvironment=LD_PRELOAD=/opt/virtual-pi/clock.so {how}\n"
        )

    def pull_the_plug(self) -> None:
        if self._process is not None and self._process.poll() is None:
            leader = self._leader()
            if leader:
                os.kill(leader, signal.SIGKILL)  # and with the first process all others
            self._process.kill()
            self._process.wait()
        self._process = None
        if self._x is not None:
            self._x.kill()
            self._x.wait()
            self._x = None

    def go_home(self, *, kept: bool) -> None:
        """Anew each time, which takes seconds."""
        self.fresh_disk("home")
        self.start()
        self.until_up()
        self.until_playing()
        self.until_screen_says("New game", 60)

    def card_fails(self) -> None:
        upper = str(self.folder / "container.upper")
        source = subprocess.run(
            ["findmnt", "-no", "SOURCE", upper], capture_output=True, text=True, check=True
        )
        Path(f"/sys/fs/ext4/{Path(source.stdout.strip()).name}/trigger_fs_error").write_text("1")

    def off_and_on(self) -> None:
        self.pull_the_plug()
        self._unmount()
        # As a Pi does when it starts; 1 says that something was mended.
        subprocess.run(["e2fsck", "-p", str(self.folder / "container.raw")], capture_output=True, check=False)
        self._mount()
        self.start()

    def set_clock(self, date: str) -> None:
        self._other_clock(f"DONT_FAKE_MONOTONIC=1 'FAKETIME=@{date} 12:00:00'")
        self.get("systemctl daemon-reload")

    def close(self) -> None:
        self.pull_the_plug()
        self._unmount()

    def _unmount(self) -> None:
        for place in (self.root, self.folder / "container.upper"):
            while subprocess.run(["mountpoint", "-q", str(place)], check=False).returncode == 0:
                _do("umount", "-l", place)

    # --- commands ----------------------------------------------------------------------------------

    def _leader(self) -> int:
        assert self._process is not None
        children = Path(f"/proc/{self._process.pid}/task/{self._process.pid}/children")
        try:
            own = children.read_text().split()
        except OSError:
            return 0
        return int(own[-1]) if own else 0

    def run(self, command: str, *, seconds: float = 120, text: str = "") -> Done:
        leader = self._leader()
        if not leader:
            return Done(1, "", "the container is off")
        inside = ["setpriv", f"--bounding-set={_NOT_OURS}", f"--inh-caps={_NOT_OURS}"]
        inside += ["nsenter", "-t", str(leader), "-m", "-u", "-i", "-p", "-r", "-w", "--"]
        inside += ["/usr/bin/env", "-i", "PATH=/usr/sbin:/usr/bin:/sbin:/bin:/usr/local/bin", "HOME=/root"]
        inside += ["PIP_NO_INPUT=1", "LANG=C.UTF-8", "/bin/bash", "-c", command]
        try:
            done = subprocess.run(
                inside, input=text, capture_output=True, text=True, timeout=seconds, check=False
            )
        except subprocess.TimeoutExpired:
            return Done(124, "", "no answer in time")
        return Done(done.returncode, done.stdout, done.stderr)

    def until_up(self, seconds: float = 600) -> float:
        begun = time.monotonic()
        self.wait(
            lambda: (
                self.run("systemctl is-system-running").out.strip() in ("running", "degraded", "starting")
            ),
            seconds,
            "it does not boot",
        )
        return time.monotonic() - begun

    # --- the screen --------------------------------------------------------------------------------

    def picture(self) -> bytes:
        """As PPM, out of the file in which the X server keeps its picture."""
        data = (self.folder / "frame/Xvfb_screen0").read_bytes()
        head = struct.unpack(">25I", data[:100])
        wide, high, line, colours = head[4], head[5], head[12], head[19]
        pixels = data[head[0] + colours * 12 :]
        rows = (pixels[row * line : row * line + wide * 4] for row in range(high))
        rgb = bytearray(wide * high * 3)
        four = b"".join(rows)
        for part in range(3):  # blue, green, red and nothing lie there
            rgb[part::3] = four[2 - part :: 4]
        return b"P6\n%d %d\n255\n" % (wide, high) + bytes(rgb)

    def shot(self, name: str) -> Path:
        file = self.shots / f"{name}.png"
        file.write_bytes(_png(self.picture()))
        return file

    def tap(self, x: float, y: float, seconds: float = 0.15) -> None:
        self._mouse("mousemove", str(round(x)), str(round(y)), "mousedown", "1")
        time.sleep(seconds)
        self._mouse("mouseup", "1")

    def _mouse(self, *words: str) -> None:
        subprocess.run(["xdotool", *words], env={**os.environ, "DISPLAY": self._display}, check=True)


def _do(*words: object) -> None:
    subprocess.run([str(word) for word in words], check=True)


def _png(picture: bytes) -> bytes:
    _magic, size, _most, pixels = picture.split(b"\n", 3)
    wide, high = (int(number) for number in size.split())
    rows = b"".join(b"\0" + pixels[row * wide * 3 : (row + 1) * wide * 3] for row in range(high))

    def chunk(kind: bytes, content: bytes) -> bytes:
        whole = kind + content
        return struct.pack(">I", len(content)) + whole + struct.pack(">I", zlib.crc32(whole))

    head = struct.pack(">2I5B", wide, high, 8, 2, 0, 0, 0)
    begin = b"\x89PNG\r\n\x1a\n"
    return begin + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")
