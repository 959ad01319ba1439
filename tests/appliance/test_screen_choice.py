"""Which driver draws: the environment's, the config's, or the one the service takes for granted."""

import os

import pytest

from companion import screen_choice
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
