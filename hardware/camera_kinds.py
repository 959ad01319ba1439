"""Which kinds of cameras there are: one entry each, and nothing of them is described anywhere else.

`--camera`, the config file, the doctor and `hardware.camera` read it. A new kind is a module with a function
`camera(rest, making)`, and its entry here.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from companion.words import N_, NOTHING, Text, either

if TYPE_CHECKING:
    from hardware.camera import Camera, Making

AUTO, NONE = "auto", "none"
"""The first camera that is found; no camera at all."""


@dataclass(frozen=True)
class CameraKind:
    """One kind of camera, named by a spec such as "webcam:0".

    name        before the colon
    rest        what may follow, as a pattern
    spelled     as people are told to write it
    what        what that names, for the config file; nothing where the name says it
    module      where its `camera(rest, making)` stands; imported when it is opened
    folder      the rest is a folder that has to be there
    device      the file that is there as long as the camera is plugged in, with {} for its number
    """

    name: str
    module: str
    rest: str = ""
    spelled: str = ""
    what: str = ""
    folder: bool = False
    device: str = ""

    @property
    def words(self) -> str:
        return self.spelled or self.name

    def open(self, spec: str, making: "Making") -> "Camera":
        """The camera a spec of this kind names, not opened yet."""
        camera: Camera = import_module(self.module).camera(spec.partition(":")[2], making)
        return camera


KINDS: Sequence[CameraKind] = (
    CameraKind("picamera", "hardware.picamera", r"(:\d)?"),
    CameraKind("webcam", "hardware.webcam", r"(:\d{1,3})?", "webcam:N", "/dev/videoN", device="/dev/video{}"),
    CameraKind("photos", "hardware.folder", ":.+", "photos:DIR", "a folder of photos", folder=True),
    CameraKind("simulated", "hardware.simulated", what="a whole tower"),
)


def kind_of(spec: str) -> CameraKind | None:
    """The kind of camera a spec names, if it is spelled like one."""
    return next((kind for kind in KINDS if re.fullmatch(kind.name + kind.rest, spec)), None)


def device_of(spec: str, root: Path = Path("/")) -> Path | None:
    """The file that tells whether this camera is plugged in; nothing where only opening it can tell."""
    kind = kind_of(spec)
    if kind is None or not kind.device:
        return None
    return root / kind.device.format(spec.partition(":")[2] or 0).lstrip("/")


def no_such(name: str) -> Text:
    """That a camera is not plugged in, whoever finds it out."""
    return N_("There is no {name}; plug it in, or see what `ls /dev/video*` lists.", name=name)


def spelled() -> Text:
    """Everything that may be said: "auto, picamera, …, simulated or none"."""
    return either([AUTO, *(kind.words for kind in KINDS), NONE])


def described() -> str:
    """The same with what each is, for the config file."""
    kinds = [f'"{kind.words}"' + (f" for {kind.what}" if kind.what else "") for kind in KINDS]
    told = ", ".join(kinds)
    return f'"{AUTO}" (the Pi\'s camera, else a webcam), {told}, "{NONE}" to enter every throw by hand.'


def wrong_with(spec: str) -> Text:
    """What is wrong with a spec as it is spelled; nothing if it may be tried."""
    if spec in (AUTO, NONE) or kind_of(spec) is not None:
        return NOTHING
    return N_("must be {options}", options=spelled())


def not_there(spec: str) -> Text:
    """Whether a spec names a folder that does not exist; a camera may be plugged in later."""
    kind, folder = kind_of(spec), spec.partition(":")[2]
    if kind is None or not kind.folder or Path(folder).is_dir():
        return NOTHING
    return N_("there is no folder {folder}; give one with photos", folder=folder)
