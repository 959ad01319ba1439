"""What is told about the tray: looks at it, and the watcher's reports.

Plain shapes without a pixel library, so that whoever shows the tray (screens, phones) needs none. What the
watcher really posts in them stands in `pictures_taken`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from companion.words import NOTHING, Text


class Photo(Protocol):
    """A picture for people: rows of red, green, blue bytes."""

    @property
    def size_px(self) -> tuple[int, int]: ...
    @property
    def rgb(self) -> bytes: ...


class Piece(Protocol):
    """One piece in the tray, its places in pixels of the photo; see `vision.observation.Piece`."""

    @property
    def label(self) -> str: ...
    @property
    def x(self) -> float: ...
    @property
    def y(self) -> float: ...
    @property
    def confidence(self) -> float: ...
    @property
    def outline(self) -> Sequence[tuple[float, float]]: ...
    @property
    def alternatives(self) -> tuple[tuple[str, float], ...]: ...


class Doubt(Protocol):
    """Why a count may be wrong, and whether that is about a "piece", the "photo" or "pale pieces".

    kind    "heap": pieces lie on others, at this place of the photo; others say themselves what they are
    """

    @property
    def kind(self) -> str: ...
    @property
    def place(self) -> tuple[float, float] | None: ...
    @property
    def said(self) -> Text: ...
    @property
    def about(self) -> str: ...


class Seen(Protocol):
    """What was seen in one photo; see `vision.observation.Observation`."""

    @property
    def pieces(self) -> Sequence[Piece]: ...
    @property
    def sure(self) -> bool: ...
    @property
    def doubts(self) -> Sequence[Doubt]: ...


class TrayLook(Protocol):
    """One look at the tray at rest: what was seen in it, and the photo.

    hands       how often something came into the tray since the look before
    """

    @property
    def observation(self) -> Seen: ...
    @property
    def photo(self) -> Photo: ...
    @property
    def hands(self) -> int: ...


PALE_PIECES = "pale pieces"
"""What a photo in the sun, or with a lamp in view, misleads about: white pieces, and only those."""


def doubt_of(look: TrayLook) -> Doubt | None:
    """Why a whole photo may mislead. Doubts about single pieces are marked where they lie."""
    return next((doubt for doubt in look.observation.doubts if doubt.about != "piece"), None)


def heaps_in(look: TrayLook) -> tuple[Doubt, ...]:
    """Where pieces lie on others, so that fingers help more than another look."""
    return tuple(doubt for doubt in look.observation.doubts if doubt.kind == "heap" and doubt.place)


class Captured(Protocol):
    """A picture taken because somebody asked for it, for a purpose."""

    @property
    def purpose(self) -> str: ...
    @property
    def photo(self) -> Photo: ...


@dataclass(frozen=True)
class Report:
    """One piece of news from the tray.

    state       "paused", "waiting", "moving", "hand", "counting", "counted", "captured" or "fault";
                "live": nothing new but the picture, and the state is what it was
    look        with "counted"
    captured    with "captured"
    fault       with "fault": "camera", "counting", "covered" or "not calibrated"
    sentence    with "fault": what to do about it
    """

    state: str
    look: TrayLook | None = None
    captured: Captured | None = None
    fault: str = ""
    sentence: Text = NOTHING


@dataclass(frozen=True)
class CameraState:
    """What home says about the camera: `kind` opening, ready, simulated, missing or uncalibrated."""

    kind: str = "ready"
    says: Text = NOTHING


class Tray(Protocol):
    """The watched tray, as far as a session gives it orders."""

    @property
    def live(self) -> Photo | None: ...
    def watch(self, *, count_empty: bool = False) -> None: ...
    def pause(self) -> None: ...
    def count_now(self) -> None: ...
