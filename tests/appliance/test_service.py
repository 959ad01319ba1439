"""The companion as a service: what systemd hears, and safe mode after three failed starts."""

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.appliance.service import Service, StartGuard, main


class Systemd:
    """The other end of the notify socket."""

    def __init__(self, address: str) -> None:
        self.address = address
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._socket.bind("\0" + address[1:] if address.startswith("@") else address)
        self._socket.settimeout(10)

    def heard(self) -> list[str]:
        """What has come in so far."""
        messages: list[str] = []
        self._socket.setblocking(False)
        try:
            while True:
                messages.append(self._socket.recv(4096).decode())
        except BlockingIOError:
            return messages
        finally:
            self._socket.settimeout(10)

    def next(self) -> str:
        return self._socket.recv(4096).decode()

    def close(self) -> None:
        self._socket.close()


@pytest.fixture(params=["file", "abstract"])
def systemd(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Systemd]:
    name = str(tmp_path / "notify") if request.param == "file" else f"@companion-test-{os.getpid()}"
    end = Systemd(name)
    yield end
    end.close()


def test_systemd_hears_ready_status_and_stopping(systemd: Systemd) -> None:
    service = Service(environment={"NOTIFY_SOCKET": systemd.address})
    service.ready()
    service.status("Sarah's\nturn")
    service.stopping()
    assert systemd.heard() == ["READY=1", "STATUS=Sarah's turn", "STOPPING=1"]


def test_systemd_is_patient_with_what_is_waited_for(systemd: Systemd) -> None:
    service = Service(environment={"NOTIFY_SOCKET": systemd.address})
    service.waiting("no screen")
    assert systemd.heard() == ["STATUS=no screen\nEXTEND_TIMEOUT_USEC=60000000"]


def test_the_watchdog_is_fed_when_due_and_only_by_the_loop(systemd: Systemd) -> None:
    now = [0.0]
    environment = {
        "NOTIFY_SOCKET": systemd.address,
        "WATCHDOG_USEC": "30000000",
        "WATCHDOG_PID": str(os.getpid()),
    }
    service = Service(environment=environment, monotonic=lambda: now[0])
    assert service.watched
    for _ in range(31):
        service.beat()
        now[0] += 1.0
    assert systemd.heard() == ["WATCHDOG=1"] * 6  # at 0, 6, 12, 18, 24 and 30 seconds
    now[0] += 1000  # a loop that hangs feeds nothing
    assert systemd.heard() == []


@pytest.mark.parametrize(
    "environment",
    [
        {},
        {"WATCHDOG_USEC": "1000"},
        {"NOTIFY_SOCKET": "/x", "WATCHDOG_USEC": "soon"},
        {"NOTIFY_SOCKET": "/x", "WATCHDOG_USEC": "1000", "WATCHDOG_PID": "1"},
    ],
)
def test_without_a_watchdog_nothing_is_fed(environment: dict[str, str]) -> None:
    service = Service(environment=environment)
    assert not service.watched
    service.beat()


def test_a_systemd_that_does_not_listen_harms_nothing(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    Service(environment={"NOTIFY_SOCKET": str(tmp_path / "gone")}).ready()
    assert "was not told READY" in caplog.text


class TestSafeMode:
    def test_comes_after_three_failed_starts(self, tmp_path: Path) -> None:
        starts = [StartGuard(tmp_path).begin() for _ in range(5)]
        assert starts == [False, False, False, True, True]

    def test_a_minute_of_health_forgives(self, tmp_path: Path) -> None:
        for _ in range(4):
            StartGuard(tmp_path).begin()
        now = [0.0]
        guard = StartGuard(tmp_path, monotonic=lambda: now[0])
        assert guard.begin()
        service = Service(guard, environment={})
        now[0] = 59
        service.beat()
        assert guard.failed == 5
        now[0] = 61
        service.beat()
        assert guard.failed == 0
        assert not StartGuard(tmp_path).begin()

    def test_stopping_on_purpose_is_no_failure(self, tmp_path: Path) -> None:
        for _ in range(6):
            guard = StartGuard(tmp_path)
            assert not guard.begin()
            Service(guard, environment={}).stopping()

    def test_a_pulled_plug_is_no_crash(self, tmp_path: Path) -> None:
        boot = tmp_path / "boot_id"
        for evening in range(6):
            boot.write_text(f"boot {evening}\n")
            guard = StartGuard(tmp_path, boot_file=boot)
            assert guard.failed == 0
            assert not guard.begin()

    def test_crashes_of_the_boot_before_still_count(self, tmp_path: Path) -> None:
        """Only the last one may have been the plug: another start of the same boot came after the others."""
        boot = tmp_path / "boot_id"
        boot.write_text("first\n")
        for _ in range(4):
            StartGuard(tmp_path, boot_file=boot).begin()
        boot.write_text("second\n")
        guard = StartGuard(tmp_path, boot_file=boot)
        assert guard.failed == 3
        assert guard.begin()

    def test_opens_the_screen_as_the_config_says_if_that_did_not_fail(self, tmp_path: Path) -> None:
        """Some panels show nothing by other drivers, and a black screen is no failed start."""
        for _ in range(3):
            guard = StartGuard(tmp_path)
            guard.begin()
            guard.screen_opened()
        for same in (True, False, True):  # one that fails in safe mode, too, is tried without
            guard = StartGuard(tmp_path)
            assert (guard.begin(), guard.same_screen) == (True, same)
            guard.screen_opened()

    def test_opens_it_otherwise_if_no_start_came_as_far(self, tmp_path: Path) -> None:
        for _ in range(3):
            StartGuard(tmp_path).begin()
        guard = StartGuard(tmp_path)
        assert (guard.begin(), guard.same_screen) == (True, False)

    def test_a_start_that_is_forgiven_is_not_counted_again_by_its_screen(self, tmp_path: Path) -> None:
        guard = StartGuard(tmp_path)
        guard.begin()
        guard.forgive()
        guard.screen_opened()
        assert guard.failed == 0

    def test_without_the_name_of_the_boot_every_unfinished_start_counts(self, tmp_path: Path) -> None:
        nowhere = tmp_path / "nowhere"
        starts = [StartGuard(tmp_path, boot_file=nowhere).begin() for _ in range(4)]
        assert starts == [False, False, False, True]

    @pytest.mark.parametrize(
        "scribble", [b"", b"many", b"-3", b"\xff" * 100, b"9" * 100, b"3 ", b"2 \xff\x00"]
    )
    def test_a_scribbled_marker_harms_nothing(self, tmp_path: Path, scribble: bytes) -> None:
        (tmp_path / "starts.failed").write_bytes(scribble)
        assert 0 <= StartGuard(tmp_path).failed <= 99
        StartGuard(tmp_path).begin()

    def test_a_folder_that_cannot_be_written_harms_nothing(self, tmp_path: Path) -> None:
        (tmp_path / "file").write_text("")
        guard = StartGuard(tmp_path / "file" / "data")
        assert not guard.begin()
        guard.forgive()


def test_each_failed_start_makes_the_next_wait_longer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path))
    waited: list[float] = []
    for _ in range(8):
        assert main(["wait"], sleep=waited.append) == 0
        StartGuard(tmp_path).begin()
    assert waited == [2, 4, 8, 16, 32, 60, 60]
    assert "1 start failed: waiting 2 s" in capsys.readouterr().out
    assert main([]) == 2
    assert "usage" in capsys.readouterr().err


def test_a_process_killed_at_its_start_is_counted(tmp_path: Path) -> None:
    """The whole of it across processes: three SIGKILLs, then safe mode."""
    code = (
        "import sys, time; from pathlib import Path; from companion.appliance.service import StartGuard;"
        "print(StartGuard(Path(sys.argv[1])).begin(), flush=True); time.sleep(30)"
    )
    answers: list[str] = []
    for _ in range(4):
        with subprocess.Popen(
            [sys.executable, "-c", code, str(tmp_path)], stdout=subprocess.PIPE, text=True
        ) as process:
            assert process.stdout is not None
            answers.append(process.stdout.readline().strip())
            process.send_signal(signal.SIGKILL)
            process.wait()
    assert answers == ["False", "False", "False", "True"]
