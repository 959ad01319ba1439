"""One finding of the doctor, and the round through all of them."""

import logging
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from companion.config import Settings, data_folder
from words import N_, NOTHING, Text

log = logging.getLogger(__name__)

NAMES = {
    "config": N_("config"),
    "disk": N_("disk"),
    "saved games": N_("saved games"),
    "calibration": N_("calibration"),
    "photo log": N_("photo log"),
    "starts": N_("starts"),
    "board": N_("board"),
    "camera": N_("camera"),
    "light": N_("light"),
    "pins": N_("pins"),
    "screen": N_("screen"),
    "touch": N_("touch"),
    "power": N_("power"),
}
"""What the doctor looks at, by the name in its JSON."""
State = Literal["ok", "warn", "fail"]
_ORDER: tuple[State, ...] = ("ok", "warn", "fail")


@dataclass(frozen=True)
class Check:
    """A finding: which thing, how it is, what was seen, and what to do about it (empty when it is well).

    "warn" is something one can play with, "fail" something one cannot rely on.
    """

    name: str
    state: State
    says: Text
    do: Text = NOTHING

    def as_json(self) -> dict[str, str]:
        """For programs and bug reports, in English."""
        return {"name": self.name, "state": self.state, "says": str(self.says), "do": str(self.do)}

    @property
    def what(self) -> Text:
        """What was looked at, for people."""
        return NAMES[self.name]


@dataclass(frozen=True)
class Patient:
    """What the doctor looks at.

    hands_on        nobody else uses camera and pins, so they may be opened
    playing         a companion runs on this machine: screen, camera and pins are its own
    failed_starts   how many brought on the safe mode it runs in, where that is known
    """

    settings: Settings
    data: Path
    hands_on: bool = False
    root: Path = Path("/")
    playing: bool = False
    failed_starts: int = 0


def checks(
    settings: Settings,
    data: Path | None = None,
    *,
    hands_on: bool = False,
    playing: bool = False,
    failed_starts: int = 0,
) -> Iterator[Check]:
    """Every finding, one after the other; `hands_on` also takes a photo and opens the pins."""
    from companion.doctor import kept, machine

    patient = Patient(
        settings,
        data or data_folder(settings),
        hands_on,
        playing=playing,
        failed_starts=failed_starts,
    )
    return round_of(patient, (*kept.ROUND, *machine.ROUND))


def round_of(patient: Patient, examinations: Iterable[Callable[[Patient], Check]]) -> Iterator[Check]:
    """Makes each examination; one that stumbles is a finding too, and does not stop the round."""
    for examine in examinations:
        try:
            yield examine(patient)
        except Exception as error:
            log.exception("the doctor stumbled")
            name = examine.__name__.replace("_", " ")
            yield Check(
                name,
                "fail",
                N_("could not be looked at ({error})", error=repr(error)),
                N_("Please report this, with a --bundle."),
            )


def worst(found: Iterable[Check]) -> State:
    """The worst state of all.

    >>> worst([Check("disk", "ok", N_("fine")), Check("camera", "warn", N_("none"))])
    'warn'
    """
    return max((check.state for check in found), key=_ORDER.index, default="ok")
