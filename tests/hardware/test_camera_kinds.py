"""A kind of camera is described once: whoever names, checks or opens cameras reads it there."""

from __future__ import annotations

import sys
from types import ModuleType

import pytest

from companion.__main__ import main
from companion.config import read
from hardware import camera_kinds
from hardware.camera import Camera, Making, name_camera
from hardware.camera_kinds import KINDS, CameraKind, kind_of, not_there, spelled, wrong_with
from hardware.simulated import SimulatedTower


@pytest.mark.parametrize(
    ("spec", "name"),
    [
        ("picamera", "picamera"),
        ("picamera:1", "picamera"),
        ("webcam", "webcam"),
        ("webcam:12", "webcam"),
        ("photos:a/b", "photos"),
        ("simulated", "simulated"),
    ],
)
def test_a_spec_names_its_kind(spec: str, name: str) -> None:
    kind = kind_of(spec)
    assert kind is not None
    assert kind.name == name
    assert not wrong_with(spec)


@pytest.mark.parametrize("spec", ["", "fax", "webcam:x", "webcam:1234", "photos:", "simulated:1", "auto:1"])
def test_what_is_spelled_otherwise_is_refused_with_what_there_is(spec: str) -> None:
    assert str(wrong_with(spec)) == f"must be {spelled()}"


def test_only_a_folder_has_to_be_there() -> None:
    assert str(not_there("photos:/nowhere")) == "there is no folder /nowhere; give one with photos"
    assert not not_there("webcam:9")


def test_a_new_kind_is_an_entry_and_a_module(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    made: list[tuple[str, Making]] = []

    def camera(rest: str, making: Making) -> Camera:
        made.append((rest, making))
        return SimulatedTower(seed=1)

    module = ModuleType("phone_camera")
    module.camera = camera  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "phone_camera", module)
    kind = CameraKind("phone", "phone_camera", ":https?://.+", "phone:URL", "the camera of a phone")
    monkeypatch.setattr(camera_kinds, "KINDS", (*KINDS, kind))
    spec = "phone:http://sarah.local/shot"
    assert isinstance(name_camera(spec), SimulatedTower)
    assert made[0][0] == "http://sarah.local/shot"
    assert read(f'[camera]\nsource = "{spec}"\n', "config.toml").problems == ()
    assert '"phone:URL" for the camera of a phone' in camera_kinds.described()
    with pytest.raises(SystemExit):
        main(["play", "--help"])
    assert "phone:URL" in capsys.readouterr().out.replace("\n", " ")
