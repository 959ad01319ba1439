"""What no rulebook prints and a copy of the game can be asked for, in lessons of one place each.

A lesson can be left at any question; what was told is kept, and the next time it goes on from there.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from companion.games.marrakesh.rules import facts
from companion.games.marrakesh.rules.keshi import COLOUR_OF, MEDINA
from words import N_, Text

MARRAKESH: Final = "marrakesh"
"""Whose copy it is."""


@dataclass(frozen=True)
class Lesson:
    """One place: what it is called, its symbol, and the facts printed there."""

    name: str
    title: Text
    icon: str
    keys: tuple[str, ...]

    def known(self, told: Mapping[str, Any]) -> int:
        return sum(is_known(key, told) for key in self.keys)

    def next(self, told: Mapping[str, Any], after: str = "") -> str:
        """The first fact that nobody has told, from the one after this on; "" when all are told."""
        at = self.keys.index(after) + 1 if after else 0
        return next((key for key in (*self.keys[at:], *self.keys[:at]) if not is_known(key, told)), "")


def is_known(key: str, told: Mapping[str, Any]) -> bool:
    """Whether the table or a rulebook tells it; what the books disagree about is asked, too."""
    return key in told or (key in facts.BOOK and key not in facts.DISPUTED)


def _numbered(pattern: str, numbers: range) -> tuple[str, ...]:
    return tuple(pattern.format(n) for n in numbers)


LESSONS: Final = (
    Lesson(
        "river",
        N_("River"),
        "fish",
        ("river length", "river crocodile", "river rapids", "jetty spots"),
    ),
    Lesson(
        "stairs",
        N_("Staircases"),
        "minaret",
        (*_numbered("stairs threshold {}", range(1, 5)), "imam stair", "sultan stair"),
    ),
    Lesson(
        "lines",
        N_("Lines between the staircases"),
        "stair-step",
        tuple(f"line {palace}-{mosque}" for palace in range(1, 6) for mosque in range(1, 6)),
    ),
    Lesson("square", N_("Main square"), "drum", ("square bonuses", "disc pink", "disc purple")),
    Lesson(
        "sahara",
        N_("Sahara and storage"),
        "camel",
        (*(f"sahara {side}-{n} cost" for side in ("left", "right") for n in range(1, 4)), "storage spaces"),
    ),
    Lesson(
        "medina",
        N_("Workshops and gate spaces"),
        "shield",
        (
            *_numbered("workshop {}", range(1, 5)),
            *(f"gate space {sector}" for sector in (*(s for s in COLOUR_OF if s != MEDINA), "souk")),
        ),
    ),
    Lesson("provisions", N_("Provision tiles"), "date", _numbered("provision {}", range(1, 13))),
    Lesson("offices", N_("Exchange offices"), "turn", _numbered("office {}", range(1, 13))),
    Lesson("luxury", N_("Luxury goods"), "lamp", _numbered("luxury {}", range(1, 26))),
    Lesson(
        "scrolls",
        N_("Scrolls with keshis"),
        "scroll",
        (*_numbered("scroll {} colour", range(1, 13)), *_numbered("scroll {} colours", range(37, 43))),
    ),
    Lesson(
        "oases",
        N_("Oases"),
        "palm",
        (
            *_numbered("oasis {} colours", range(1, 5)),
            *_numbered("oasis {} colour", range(5, 14)),
            *(f"oasis {n} {what}" for n in range(14, 19) for what in ("luxury", "points")),
            *_numbered("oasis {} resource", range(19, 22)),
            *_numbered("oasis {} stair", range(27, 29)),
        ),
    ),
)
EVERYTHING: Final = tuple(key for lesson in LESSONS for key in lesson.keys)


def how_much(told: Mapping[str, Any]) -> tuple[int, int]:
    """How many of all facts are known."""
    return sum(is_known(key, told) for key in EVERYTHING), len(EVERYTHING)
