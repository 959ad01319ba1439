"""What the companion says to systemd, and what it remembers of starts that failed.

    guard = StartGuard(data_folder)
    safe = guard.begin()             # True after three starts that did not last
    service = Service(guard)
    service.ready()                  # the first picture is on the screen
    app.on_tick = service.beat       # the frame loop, and nothing else, keeps the watchdog quiet
    service.stopping()               # when the loop ended on purpose; never after an exception

On a laptop, without systemd, all of it does nothing and harms nothing.
`python -m companion.appliance.service wait` waits longer before each start that follows a failed one.
"""

import contextlib
import logging
import os
import socket
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path

log = logging.getLogger(__name__)

FAILED_STARTS_BEFORE_SAFE_MODE = 3
HEALTHY_SECONDS = 60.0
LONGEST_WAIT_SECONDS = 60.0
PATIENCE_SECONDS = 60
_MARKER = "starts.failed"
_SAFE = "safe-mode"
"""How many starts had failed, for as long as the companion runs in safe mode."""
_MARKER_BYTES = 64
_OPENED = b"screen"
_MOST_COUNTED = 99
BOOT_FILE = Path("/proc/sys/kernel/random/boot_id")
"""Another text after every boot."""


class StartGuard:
    """Counts starts that did not live for a minute, in a marker file that outlives them.

    A start is counted when it begins and forgiven when it has run healthily for a minute, or was stopped on
    purpose. What is left over has crashed, unless the plug was pulled: the marker names the boot of the last
    start, and one that no other start of the same boot came after is not held against the companion.
    It also says whether the last start came as far as a screen.
    """

    def __init__(
        self, folder: Path, monotonic: Callable[[], float] = time.monotonic, boot_file: Path = BOOT_FILE
    ) -> None:
        self._marker = folder / _MARKER
        self._safe = folder / _SAFE
        self._monotonic = monotonic
        self._boot = _boot_id(boot_file)
        self._begun_at: float | None = None
        self.same_screen = False
        """Whether safe mode is to open the screen as the config says; known once this start was counted."""

    @property
    def failed(self) -> int:
        """How many starts in a row have failed; a marker that cannot be read counts as none."""
        count, boot, _screen = self._read()
        if not count.isdigit():
            return 0
        begun = min(int(count), _MOST_COUNTED)
        # Without a name on either side nobody knows whether the plug was pulled: a crash, as it was.
        pulled = bool(boot and self._boot) and boot != self._boot
        return max(0, begun - 1) if pulled else begun

    def begin(self) -> bool:
        """Counts this start; true when the ones before it call for safe mode."""
        failed = self.failed
        self._begun_at = self._monotonic()
        *_count_and_boot, screen = self._read()
        # One that dies with the screen of the config in safe mode, too, is tried without, and so in turn.
        self.same_screen = screen == _OPENED and failed % 2 == FAILED_STARTS_BEFORE_SAFE_MODE % 2
        self._write(failed + 1)
        safe = failed >= FAILED_STARTS_BEFORE_SAFE_MODE
        if safe:
            log.warning("safe mode after %d failed starts: no camera, no pins, default config", failed)
        with contextlib.suppress(OSError):
            if safe:
                self._safe.write_bytes(b"%d" % failed)
            else:
                self._safe.unlink(missing_ok=True)
        return safe

    def screen_opened(self) -> None:
        """This start came as far as a screen: whatever it dies of, it is not that."""
        if self._begun_at is not None:
            count, *_boot_and_screen = self._read()
            if count.isdigit():
                self._write(int(count), _OPENED)

    def _read(self) -> tuple[bytes, bytes, bytes]:
        """How many starts, in which boot, and how far the last one came."""
        try:
            with self._marker.open("rb") as file:
                words = file.read(_MARKER_BYTES).split(b" ")
        except OSError:
            words = []
        count, boot, screen = (*words, b"", b"", b"")[:3]
        return count, boot, screen

    def _write(self, count: int, screen: bytes = b"") -> None:
        try:
            self._marker.parent.mkdir(parents=True, exist_ok=True)
            with self._marker.open("wb") as file:
                file.write(b" ".join((b"%d" % count, self._boot, screen)).rstrip())
                file.flush()
                os.fsync(file.fileno())
        except OSError as error:
            # A full disk must not keep the table from playing.
            log.warning("this start is not counted: %s", error)

    @property
    def safe_after(self) -> int:
        """How many failed starts brought on the safe mode of whoever runs now, or ran last; 0 for none."""
        try:
            told = self._safe.read_bytes()[:_MARKER_BYTES]
        except OSError:
            return 0
        return min(int(told), _MOST_COUNTED) if told.isdigit() else 0

    def beat(self) -> None:
        """Forgives the starts before, once this one has lasted."""
        if self._begun_at is not None and self._monotonic() - self._begun_at >= HEALTHY_SECONDS:
            self.forgive()

    def forgive(self) -> None:
        """Forgets the count: this start was good, or was stopped on purpose."""
        self._begun_at = None
        with contextlib.suppress(OSError):
            self._marker.unlink(missing_ok=True)

    @property
    def wait_seconds(self) -> float:
        """How long to wait before the next start: nothing after a good one, then 2, 4, 8… to a minute."""
        return min(2.0**self.failed, LONGEST_WAIT_SECONDS) if self.failed else 0.0


class Service:
    """The companion as a systemd service of `Type=notify`."""

    def __init__(
        self,
        guard: StartGuard | None = None,
        environment: Mapping[str, str] = os.environ,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        self._guard = guard
        self._monotonic = monotonic
        self._address = environment.get("NOTIFY_SOCKET", "")
        self._interval_seconds = _watchdog_seconds(environment)
        self._fed_at = float("-inf")

    @property
    def watched(self) -> bool:
        """Whether systemd waits for a sign of life."""
        return bool(self._address) and self._interval_seconds > 0

    def ready(self) -> None:
        """The table can be used."""
        self._tell("READY=1")

    def status(self, sentence: str) -> None:
        """What `systemctl status companion` shows."""
        self._tell("STATUS=" + sentence.replace("\n", " "))

    def waiting(self, sentence: str) -> None:
        """Not usable yet, and not because of a fault: systemd is to be patient; said every few seconds."""
        self._tell(f"STATUS={sentence}\nEXTEND_TIMEOUT_USEC={PATIENCE_SECONDS * 1_000_000}")

    def beat(self) -> None:
        """A sign of life, to be given by the frame loop; as often as wanted, it is passed on when due."""
        if self._guard is not None:
            self._guard.beat()
        now = self._monotonic()
        # Each turn of the unit's 20 s has four signs: three may be late before systemd loses patience.
        if self.watched and now - self._fed_at >= self._interval_seconds / 5:
            self._fed_at = now
            self._tell("WATCHDOG=1")

    def stopping(self) -> None:
        """Being stopped on purpose, which is no failed start."""
        self._tell("STOPPING=1")
        if self._guard is not None:
            self._guard.forgive()

    def _tell(self, message: str) -> None:
        if not self._address:
            return
        # An @ stands for the zero byte of an abstract socket's name.
        address = "\0" + self._address[1:] if self._address.startswith("@") else self._address
        try:
            with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as channel:
                channel.setblocking(False)  # the frame loop never waits, for systemd neither
                channel.sendto(message.encode(), address)
        except OSError as error:
            log.warning("systemd was not told %s: %s", message.partition("=")[0], error)


def _boot_id(file: Path) -> bytes:
    """The name of this boot; empty where the system gives none."""
    try:
        return file.read_bytes().strip()
    except OSError:
        return b""


def _watchdog_seconds(environment: Mapping[str, str]) -> float:
    """The interval systemd expects, 0 for none; one meant for another process does not count."""
    text = environment.get("WATCHDOG_USEC", "")
    meant_for = environment.get("WATCHDOG_PID", "")
    if not text.isdigit() or (meant_for and meant_for != str(os.getpid())):
        return 0.0
    return int(text) / 1e6


def main(arguments: list[str], sleep: Callable[[float], None] = time.sleep) -> int:
    """`wait` is for the unit's `ExecStartPre=`: patience grows with every start that failed."""
    if arguments != ["wait"]:
        print("usage: python -m companion.appliance.service wait", file=sys.stderr)
        return 2
    from companion.appliance.console import Console
    from companion.config import data_folder

    data = data_folder()
    guard, console = StartGuard(data), Console(data)
    if guard.failed:
        starts = "1 start" if guard.failed == 1 else f"{guard.failed} starts"
        print(f"{starts} failed: waiting {guard.wait_seconds:g} s", flush=True)
        console.starting(guard.failed, guard.wait_seconds)
        sleep(guard.wait_seconds)
    console.starting()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
