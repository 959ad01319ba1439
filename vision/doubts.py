"""What the table may have to look at, as data: what is doubtful, where, and what else it may be.

Whoever shows a doubt says it in its own language (`said`); the names of labels are gaps in it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from companion.words import N_, Text

Kind: TypeAlias = Literal[
    "no ring",
    "no frame",
    "hand",
    "no colours",
    "looks differ",
    "heap",
    "colour",
    "no piece",
    "a piece",
]
About: TypeAlias = Literal["piece", "photo"]

SENTENCES: dict[Kind, Text] = {
    "no ring": N_("hardly any of the ring's light is seen: is it on?"),
    "no frame": N_("the paper frame is not in sight, so the tray was looked for at its last place"),
    "hand": N_("something that is no piece is in the tray, a hand perhaps"),
    "no colours": N_("the photo has no colours, only shades of gray"),
    "looks differ": N_("each look counted something else"),
    "heap": N_("pieces lie on others; spread these with a finger"),
    "colour": N_("{label} may be {other}"),
    "no piece": N_("{label} may be no piece"),
    "a piece": N_("there may be a piece that was not counted: {label}"),
}
OF_THE_PHOTO: frozenset[Kind] = frozenset(("no ring", "no frame", "no colours", "looks differ"))


@dataclass(frozen=True)
class Doubt:
    """One reason to ask the table.

    kind            what it is
    piece           the number of the piece among the observation's, if it is about one
    place           where, in pixels of the photo, if it is about a place
    label           what was taken to lie there
    alternatives    what else it may be, likeliest first, each with its chance
    """

    kind: Kind
    piece: int | None = None
    place: tuple[float, float] | None = None
    label: str = ""
    alternatives: tuple[tuple[str, float], ...] = ()

    @property
    def about(self) -> About:
        """ "piece": where it lies; "photo": nothing in it can be trusted."""
        return "photo" if self.kind in OF_THE_PHOTO else "piece"

    @property
    def said(self) -> Text:
        """The sentence for it."""
        other = self.alternatives[0][0] if self.alternatives else ""
        gaps = {"label": Text(self.label), "other": Text(other)} if self.label else {}
        return Text(SENTENCES[self.kind].msgid, gaps)

    def __str__(self) -> str:
        return str(self.said)

    def as_json(self) -> dict[str, object]:
        """The same for programs, without what is not told."""
        told: dict[str, object] = {"kind": self.kind}
        if self.piece is not None:
            told["piece"] = self.piece
        if self.place is not None:
            told |= {"x": round(self.place[0], 1), "y": round(self.place[1], 1)}
        if self.label:
            told["color"] = self.label
        if self.alternatives:
            told["alternatives"] = {label: round(chance, 3) for label, chance in self.alternatives}
        return told


NO_RING_LIGHT, NO_FRAME, HAND = Doubt("no ring"), Doubt("no frame"), Doubt("hand")
NO_COLOURS, LOOKS_DIFFER = Doubt("no colours"), Doubt("looks differ")
