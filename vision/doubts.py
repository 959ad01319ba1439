"""Why a count may be wrong, as data: what is doubtful, and the sentence for it.

Whoever shows a doubt says it in its own language; the names of pieces and labels are gaps in it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from companion.words import N_, Text

About: TypeAlias = Literal["piece", "photo", "pale pieces"]


@dataclass(frozen=True)
class Doubt:
    """One reason to ask the table.

    about       "piece": where it lies; "photo": nothing in it can be trusted; "pale pieces": only those
    """

    said: Text
    about: About = "piece"

    def __str__(self) -> str:
        return str(self.said)


NO_RING_LIGHT = Doubt(N_("hardly any of the ring's light is seen: is it on?"), "photo")
NO_FRAME = Doubt(N_("the paper frame is not in sight, so the tray was looked for at its last place"), "photo")
DAZZLED = Doubt(
    N_("the photo is brighter than when calibrated: a white piece may look like a lamp"), "pale pieces"
)
BEFORE_A_LAMP = Doubt(
    N_("something stands before a lamp: a pale piece may be hidden in its light"), "pale pieces"
)
NO_COLOURS = Doubt(N_("the photo has no colours, only shades of gray"), "photo")
LOOKS_DIFFER = Doubt(N_("each look counted something else"), "photo")
HAND = Doubt(N_("something that is no piece is in the tray, a hand perhaps"))
TOO_SMALL = Doubt(N_("the photo is smaller than a piece"))
NOISE = Doubt(N_("the photo is nothing but noise"))
TINY = Doubt(N_("specks are there that may be pieces, too small to be counted; come nearer"))
UNEXPLAINED = Doubt(N_("something is there that no label explains"))
AT_THE_WALL = Doubt(N_("something touches the wall of the tray, or is a part of it"))
