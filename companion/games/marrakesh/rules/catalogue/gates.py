"""The 32 city gates: eight lie at each of the four workshops, in colours told by the table."""

from __future__ import annotations

from typing import Final

from companion.games.marrakesh.rules.keshi import COLOURS, Colour

_TWICE: Final[tuple[Colour, ...]] = ("purple", "orange", "yellow", "beige")

GATES: Final[dict[Colour, int]] = {colour: 2 if colour in _TWICE else 3 for colour in COLOURS}
"""How many gates of each colour are in the bag."""

WORKSHOPS: Final = 4
PER_WORKSHOP: Final = 8
MATCH_POINTS: Final = 2
"""For a gate built in the sector of its own colour."""
