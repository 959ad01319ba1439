"""The steps of a calibration at the table, each described once: what is asked and what lies there, in order.

The session judges what they ask for, the touchscreen shows them as they stand here and counts them. A new
step is an entry here, and a judge in `calibration.session`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from companion.words import N_, Text

Kind: TypeAlias = Literal["frame", "empty", "pieces", "throw", "names", "learning"]


@dataclass(frozen=True)
class CalibrationStep:
    """One thing the table does.

    label    of the pieces that are asked for, where a step asks for pieces
    lying    what lies in the tray then; a simulated tower lays it out
    """

    kind: Kind
    title: Text
    words: Text
    label: str = ""
    lying: Mapping[str, int] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """What no other step of a calibration is called: "empty", "pieces red"."""
        return f"{self.kind} {self.label}".strip()


FRAME = CalibrationStep(
    "frame",
    N_("The paper frame"),
    N_("Lay the printed frame around the window so that all four markers are in the picture."),
)
EMPTY = CalibrationStep(
    "empty", N_("An empty tray"), N_("Take everything out of the tray and keep hands away.")
)
NAMES = CalibrationStep(
    "names",
    N_("Is every piece named rightly?"),
    N_("Tap any that is named wrongly."),
)
"""The pieces of a throw, named as they probably are; no picture is taken for it."""
LEARNING = CalibrationStep("learning", N_("Learning the colours"), N_("This takes a moment."))
"""When everything was shown; it is no step, and not counted."""


def pieces(label: str, labels: Sequence[str]) -> CalibrationStep:
    """Three pieces of one colour."""
    return CalibrationStep(
        "pieces",
        N_("Three {colour} keshis", colour=Text(label)),
        N_(
            "Colour {place} of {count}. Lay three of them into the tray, not touching, one near the rim.",
            place=labels.index(label) + 1,
            count=len(labels),
        ),
        label,
        {label: 3},
    )


def throw(labels: Sequence[str]) -> CalibrationStep:
    """Pieces of all colours at once."""
    return CalibrationStep(
        "throw",
        N_("All colours in one toss"),
        N_(
            "Toss all {count} colours into the tray, one of each or more. None may lie on another.",
            count=len(labels),
        ),
        lying=dict.fromkeys(labels, 1),
    )


def quick_steps(labels: Sequence[str]) -> tuple[CalibrationStep, ...]:
    """The same for a calibration from one throw."""
    return (FRAME, EMPTY, throw(labels), NAMES)


def steps(labels: Sequence[str]) -> tuple[CalibrationStep, ...]:
    """All of them in order, for a set of pieces. The frame is only looked at; the others are photographed."""
    return (FRAME, EMPTY, *(pieces(label, labels) for label in labels))
