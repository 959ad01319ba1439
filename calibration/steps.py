"""The steps of a calibration at the table, each described once: what is asked, and in which order.

The session judges what they ask for, the touchscreen shows them as they stand here and counts them. A new
step is an entry here, and a judge in `calibration.session`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from words import N_, Text

Kind: TypeAlias = Literal["frame", "empty", "pieces", "learning"]


@dataclass(frozen=True)
class TableStep:
    """One thing the table does: `label` only for pieces."""

    kind: Kind
    title: Text
    words: Text
    label: str = ""


FRAME = TableStep(
    "frame",
    N_("The paper frame"),
    N_("Lay the printed frame around the window so that all four markers are in the picture."),
)
EMPTY = TableStep("empty", N_("An empty tray"), N_("Take everything out of the tray and keep hands away."))
LEARNING = TableStep("learning", N_("Learning the colours"), N_("This takes a moment."))
"""When everything was shown; it is no step, and not counted."""


def pieces(label: str, labels: Sequence[str]) -> TableStep:
    """Three pieces of one colour."""
    return TableStep(
        "pieces",
        N_("Three {colour} keshis", colour=Text(label)),
        N_(
            "Colour {place} of {count}. Lay three of them into the tray, not touching, one near the rim.",
            place=labels.index(label) + 1,
            count=len(labels),
        ),
        label,
    )


def steps(labels: Sequence[str]) -> tuple[TableStep, ...]:
    """All of them in order, for a set of pieces."""
    return (FRAME, EMPTY, *(pieces(label, labels) for label in labels))


def number_of(kind: str, label: str, labels: Sequence[str]) -> int:
    """Which step that is, from 0; how many there are when everything was shown.

    >>> number_of("empty", "", ["red"]), number_of("pieces", "red", ["red"]), number_of("check", "", ["red"])
    (1, 2, 3)
    """
    plan = [(step.kind, step.label) for step in steps(labels)]
    return plan.index((kind, label)) if (kind, label) in plan else len(plan)  # type: ignore[arg-type]  # or none
