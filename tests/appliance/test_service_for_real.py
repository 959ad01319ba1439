"""`companion play` as systemd runs it: ready, watched, stopped, and started safely after three failures."""

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

PROJECT = Path(__file__).parents[2]
PATIENCE_SECONDS = 60


@contextmanager
def _playing(
    data: Path, driver: str, *, stderr: int = subprocess.DEVNULL
) -> Iterator[tuple[subprocess.Popen[str], socket.socket]]:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        address = data / "notify"
        address.unlink(missing_ok=True)
        systemd.bind(str(address))
        systemd.settimeout(PATIENCE_SECONDS)
        environment = {
            **os.environ,
            "NOTIFY_SOCKET": str(address),
            "WATCHDOG_USEC": "12000000",
            "SDL_VIDEODRIVER": driver,
            "SDL_AUDIODRIVER": "dummy",
            "COMPANION_CONFIG": str(data / "no-config.toml"),
        }
        command = [sys.executable, "-m", "companion", "play", "--display", "800x480", "--data", str(data)]
        process = subprocess.Popen(
            [*command, "--camera", "none"], cwd=PROJECT, env=environment, stderr=stderr, text=True
        )
        try:
            yield process, systemd
        finally:
            process.kill()
            process.wait()


def test_it_says_ready_gives_signs_of_life_and_stops_cleanly(tmp_path: Path) -> None:
    with _playing(tmp_path, "dummy") as (process, systemd):
        heard = [systemd.recv(200).decode()]
        while "READY=1" not in heard:
            heard.append(systemd.recv(200).decode())
        assert (tmp_path / "starts.failed").read_text().startswith("1 ")
        while heard.count("WATCHDOG=1") < 2:
            heard.append(systemd.recv(200).decode())
        begun = time.monotonic()
        process.send_signal(signal.SIGTERM)
        while "STOPPING=1" not in heard:
            heard.append(systemd.recv(200).decode())
        assert process.wait(PATIENCE_SECONDS) == 0
        assert time.monotonic() - begun < 10
    assert not (tmp_path / "starts.failed").exists()


def test_a_frame_loop_that_hangs_gives_no_sign_of_life(tmp_path: Path) -> None:
    with _playing(tmp_path, "dummy") as (process, systemd):
        while systemd.recv(200).decode() != "READY=1":
            pass
        process.send_signal(signal.SIGSTOP)
        time.sleep(0.2)
        systemd.setblocking(False)
        with suppress(BlockingIOError):
            while systemd.recv(200):
                pass
        systemd.settimeout(7)  # longer than two of its signs are apart
        with pytest.raises(TimeoutError):
            systemd.recv(200)


def test_after_three_starts_without_a_screen_the_fourth_is_a_safe_one(tmp_path: Path) -> None:
    for _ in range(3):
        with _playing(tmp_path, "no-such-driver") as (process, _systemd):
            assert process.wait(PATIENCE_SECONDS) == 1
    with _playing(tmp_path, "dummy", stderr=subprocess.PIPE) as (process, systemd):
        while systemd.recv(200).decode() != "READY=1":
            pass
        process.send_signal(signal.SIGTERM)
        _, said = process.communicate(timeout=PATIENCE_SECONDS)
    assert "3 starts failed" in said
