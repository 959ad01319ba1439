"""Where a calibration stands, for whoever shows it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.table.reports import Photo, Piece
from companion.words import NOTHING, Text


@dataclass(frozen=True)
class Advice:
    """What the calibration says about two colours or about the light, and how bad it is."""

    state: str  # good, warn or bad
    says: Text
    colours: tuple[str, ...] = ()


@dataclass(frozen=True)
class Thrown:
    """The pieces of a throw as they are named now, and the colours of which there is none yet."""

    photo: Photo
    pieces: Sequence[Piece]
    names: tuple[str, ...]
    unnamed: tuple[str, ...] = ()


@dataclass(frozen=True)
class CalibrationView:
    """Where the calibration stands. `kind`: that of a step (see `calibration.steps`), verdict or failed."""

    kind: str
    step: int = 0
    steps: int = 1
    title: Text = NOTHING
    words: Text = NOTHING  # what the table is asked to do
    colour: str = ""
    live: Photo | None = None
    says: Text = NOTHING  # what is in the way, in one sentence
    busy: bool = False
    advice: tuple[Advice, ...] = ()
    usable: bool = True
    thrown: Thrown | None = None  # at the step "names"
