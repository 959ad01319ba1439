"""Which driver draws: the environment's, the config's, or the one the service takes for granted."""

import os
from pathlib import Path

import pytest

from companion import screen_choice
from companion.appliance.service import Service, StartGuard
from companion.config import read

X11 = read('[display]\nvideo_driver = "x11"\n', "config.toml")
SILENT = read("", "config.toml")


@pytest.fixture(autouse=True)
def _as_under_the_service(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "")
    monkeypatch.delenv("SDL_VIDEODRIVER")
    monkeypatch.setenv("COMPANION_VIDEO_DRIVER", "kmsdrm")


def test_the_unit_proposes_a_driver() -> None:
    screen_choice.prepare(SILENT)
    assert os.environ["SDL_VIDEODRIVER"] == "kmsdrm"


def test_the_config_overrules_the_unit() -> None:
    screen_choice.prepare(X11)
    assert os.environ["SDL_VIDEODRIVER"] == "x11"


def test_a_variable_set_by_hand_overrules_both(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "wayland")
    screen_choice.prepare(X11)
    assert os.environ["SDL_VIDEODRIVER"] == "wayland"


UNDER_SYSTEMD = {"NOTIFY_SOCKET": "/nowhere", "WATCHDOG_USEC": "30000000"}


def plug(root: Path, connector: str, status: str) -> None:
    file = root / "sys/class/drm" / connector / "status"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(status + "\n")


@pytest.mark.parametrize(
    ("connectors", "there"),
    [
        ({}, True),  # a driver that tells of none
        ({"card1-HDMI-A-1": "disconnected"}, False),
        ({"card1-HDMI-A-1": "disconnected", "card1-Writeback-1": "unknown"}, False),
        ({"card1-HDMI-A-1": "disconnected", "card0-DSI-1": "connected"}, True),
        ({"card1-Composite-1": "unknown"}, True),
    ],
)
def test_a_screen_is_there_when_the_kernel_says_so(
    tmp_path: Path, connectors: dict[str, str], there: bool
) -> None:
    for connector, status in connectors.items():
        plug(tmp_path, connector, status)
    assert screen_choice.connected(tmp_path) is there


class TestAScreenSwitchedOnLate:
    """The Pi is up before somebody finds the screen's switch."""

    @pytest.fixture(autouse=True)
    def _on_a_console(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("SDL_VIDEODRIVER", "kmsdrm")
        plug(tmp_path, "card1-HDMI-A-1", "disconnected")

    def test_is_waited_for_and_no_failed_start(self, tmp_path: Path) -> None:
        guard, pauses = StartGuard(tmp_path), list[float]()
        guard.begin()
        guard.begin()

        def pause(seconds: float) -> None:
            assert guard.failed == 0  # whoever pulls the plug now has not seen it crash
            pauses.append(seconds)
            if len(pauses) == 100:
                plug(tmp_path, "card1-HDMI-A-1", "connected")

        screen_choice.wait_until_connected(Service(guard, UNDER_SYSTEMD), guard, tmp_path, pause)
        assert len(pauses) == 100
        assert guard.failed == 1  # counted from here on

    def test_is_not_waited_for_by_whoever_starts_it_by_hand(self, tmp_path: Path) -> None:
        def pause(_seconds: float) -> None:
            pytest.fail("it waits")

        guard = StartGuard(tmp_path)
        screen_choice.wait_until_connected(Service(guard, environment={}), guard, tmp_path, pause)
