"""What the watcher posts: immutable, so that the frame loop can keep it as long as it likes."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from hardware.camera import FlashPair
from vision.observation import Observation
from words import NOTHING, Text

BRIGHT = 210.0
MOST_GAIN = 8.0


@dataclass(frozen=True)
class Picture:
    """A frame as the screen wants it: rows of red, green, blue bytes."""

    size_px: tuple[int, int]
    rgb: bytes


@dataclass(frozen=True)
class Rest:
    """The tray at rest, counted: what was seen, and the photo it was seen in.

    hands       how often something came into the tray since the count before
    """

    observation: Observation
    photo: Picture
    pair: FlashPair
    hands: int = 1


@dataclass(frozen=True)
class Captured:
    """A flash pair taken because somebody asked for it."""

    purpose: str
    pair: FlashPair
    photo: Picture


@dataclass(frozen=True)
class Report:
    """One piece of news from the tray.

    state       "paused", "waiting", "moving", "hand", "counting", "counted", "captured" or "fault";
                "live": nothing new but the picture, and the state is what it was
    serial      counts up with every report but the live ones
    rest        with "counted"
    captured    with "captured"
    fault       with "fault": "camera", "counting", "covered" or "not calibrated"
    sentence    with "fault": what to do about it
    """

    state: str
    serial: int
    rest: Rest | None = None
    captured: Captured | None = None
    fault: str = ""
    sentence: Text = NOTHING


def picture_of(frame: npt.NDArray[np.uint8], *, brighten: bool = False) -> Picture:
    """The frame turned from blue-green-red into what the screen draws.

    brighten    for people: without the ring it is dark under a tower, whatever the vision makes of it
    """
    height, width = frame.shape[:2]
    if brighten:
        brightest = float(np.percentile(frame[::4, ::4], 98))
        gain = min(MOST_GAIN, max(1.0, BRIGHT / max(1.0, brightest)))
        frame = np.minimum(frame * np.float32(gain), 255).astype(np.uint8)
    return Picture((width, height), frame[:, :, ::-1].tobytes())
