"""Where the books say it: pages of the rulebooks and of the addendum.

The Classic and Deluxe rulebook has the same pages in English, German and French; Essential's is another one.
The addendum has the same pages in both editions.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from companion.words import N_, Text

SCROLLS_TO: Final = {29: 2, 47: 3, 60: 4, 72: 5}
"""The last scroll on each page of the addendum."""

SYMBOLS, OASES, TOWNS, RIVER_TILES = 1, 6, 7, 8
"""Pages of the addendum."""


@dataclass(frozen=True)
class Cited:
    """A rule's pages; 0 where a book does not have it.

    classic    of the Classic and Deluxe rulebook
    essential  of Essential's rulebook
    addendum   of the addendum
    """

    classic: int = 0
    essential: int = 0
    addendum: int = 0

    def words(self, *, essential: bool) -> Text:
        """The pages of the edition that is played: `Addendum, page 3; rulebook, page 11`."""
        page = self.essential if essential else self.classic
        in_rulebook = N_("Rulebook, page {page}", page=page)
        in_addendum = N_("Addendum, page {page}", page=self.addendum)
        if self.addendum and page:
            return N_("{one}; {other}", one=in_addendum, other=N_("rulebook, page {page}", page=page))
        if self.addendum:
            return in_addendum
        return in_rulebook if page else N_("The companion asks this; no rulebook does.")


NOWHERE: Final = Cited()
SCROLL: Final = Cited(10, 13)
LUXURY_GOOD: Final = Cited(9, 12)
OASIS: Final = Cited(12, 15, OASES)
TOWN: Final = Cited(17, 20, TOWNS)
RIVER_TILE: Final = Cited(13, 17, RIVER_TILES)


def scroll(number: int) -> Cited:
    """Where a scroll is explained."""
    return replace(SCROLL, addendum=next(page for last, page in SCROLLS_TO.items() if number <= last))
