"""What the watcher takes: pictures for people, looks with the flash pair they were counted in."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from hardware.camera import FlashPair, Frame
from vision.observation import Observation

BRIGHT = 210.0
MOST_GAIN = 8.0


@dataclass(frozen=True)
class PictureBytes:
    """A frame as the screen wants it: rows of red, green, blue bytes."""

    size_px: tuple[int, int]
    rgb: bytes


@dataclass(frozen=True)
class CountedLook:
    """The tray at rest, counted (`reports.TrayLook`), with the pair it was seen in."""

    observation: Observation
    photo: PictureBytes
    pair: FlashPair
    hands: int = 1


@dataclass(frozen=True)
class CapturedPair:
    """A flash pair taken because somebody asked for it (`reports.Captured`)."""

    purpose: str
    pair: FlashPair
    photo: PictureBytes


def picture_of(frame: Frame, *, brighten: bool = False) -> PictureBytes:
    """The frame turned from blue-green-red into what the screen draws.

    brighten    for people: without the ring it is dark under a tower, whatever the vision makes of it
    """
    height, width = frame.shape[:2]
    if brighten:
        brightest = float(np.percentile(frame[::4, ::4], 98))
        gain = min(MOST_GAIN, max(1.0, BRIGHT / max(1.0, brightest)))
        frame = np.minimum(frame * np.float32(gain), 255).astype(np.uint8)
    return PictureBytes((width, height), frame[:, :, ::-1].tobytes())
