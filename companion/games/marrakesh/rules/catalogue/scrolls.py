"""The scrolls: four kinds by the scholars they need and the dates they cost, and when each acts.

What a scroll does, and the sentence about it, stand together in `scrolls.instant` and `scrolls.permanent`:

    @scroll(53, INSTANT, N_("Perform any sector action."))
    def any_action(g, p, scroll): ...
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Final, TypeVar

from companion.words import Text

INSTANT: Final = "instant"
PERMANENT: Final = "permanent"
END_OF_ROUND: Final = "end of round"
END_OF_SEASON: Final = "end of season"


@dataclass(frozen=True, slots=True)
class ScrollKind:
    """One of the four academies: the colour of the scrolls' backs, and what each of them needs.

    first       the number of its first scroll; the last is the one before the next kind's first
    """

    name: str
    scholars: int
    dates: int
    first: int

    @property
    def numbers(self) -> tuple[int, ...]:
        """All scrolls of the kind."""
        return _numbers(self.name, len(SCROLLS))


KINDS: Final[dict[str, ScrollKind]] = {
    kind.name: kind
    for kind in (
        ScrollKind("gray", 1, 1, first=1),
        ScrollKind("yellow", 3, 1, first=22),
        ScrollKind("pink", 5, 2, first=43),
        ScrollKind("orange", 7, 3, first=61),
    )
}

FREE_FROM_STORAGE: Final = "yellow"
"""The oasis storage gives a scroll that needs exactly 3 scholars."""

ONE_DATE_FROM_58: Final = "orange"
"""Scroll 58 takes a scroll that needs exactly 7 scholars, for 1 date."""


@dataclass(frozen=True, slots=True)
class Scroll:
    """One scroll, by the number in its lower left corner."""

    number: int
    kind: str
    timing: str
    text: Text


SCROLLS: Final[dict[int, Scroll]] = {}
"""Every scroll by its number, in order; filled by whoever says what they do."""

T = TypeVar("T")


def scroll(number: int, timing: str, text: Text) -> Callable[[T], T]:
    """Decorates what a scroll does with when it acts and the sentence about it."""
    kind = max((kind for kind in KINDS.values() if kind.first <= number), key=lambda kind: kind.first)
    SCROLLS[number] = Scroll(number, kind.name, timing, text)
    for each in sorted(SCROLLS):
        SCROLLS[each] = SCROLLS.pop(each)
    return lambda does: does


@cache
def _numbers(kind: str, known: int) -> tuple[int, ...]:
    """Worked out once, when all are known."""
    return tuple(number for number, each in SCROLLS.items() if each.kind == kind)
