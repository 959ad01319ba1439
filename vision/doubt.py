"""What the table may have to look at: as data, for whoever says it in words."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, TypeAlias

Kind: TypeAlias = Literal[
    "ring",  # hardly any of the ring's light is seen
    "frame",  # the paper frame is not in sight, so the tray was looked for at its last place
    "colourless",  # the photo has only shades of gray
    "hand",  # something large that is no piece
    "looks differ",  # each look counted something else
    "heap",  # pieces lie on others here
    "colour",  # a piece may have another label
    "perhaps no piece",  # what was counted here may be none
    "perhaps a piece",  # what was not counted here may be one
]

OF_THE_WHOLE: tuple[Kind, ...] = ("ring", "frame", "colourless", "hand", "looks differ")
"""Doubts about a whole photo, causes before what follows from them."""


@dataclass(frozen=True)
class Doubt:
    """One thing to look at.

    kind            what it is
    piece           the number of the piece among the observation's, if it is about one
    x, y            where, in pixels of the photo, if it is about a place
    label           what was taken to lie there
    alternatives    what else it may be, likeliest first, each with its chance
    """

    kind: Kind
    piece: int | None = None
    x: float | None = None
    y: float | None = None
    label: str = ""
    alternatives: tuple[tuple[str, float], ...] = field(default=())

    def as_json(self) -> dict[str, object]:
        """The same for programs, without what is not told."""
        told: dict[str, object] = {"kind": self.kind}
        if self.piece is not None:
            told["piece"] = self.piece
        if self.x is not None and self.y is not None:
            told |= {"x": round(self.x, 1), "y": round(self.y, 1)}
        if self.label:
            told["color"] = self.label
        if self.alternatives:
            told["alternatives"] = {label: round(chance, 3) for label, chance in self.alternatives}
        return told
