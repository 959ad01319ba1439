"""Why a whole photo may mislead. Doubts about single pieces are marked where they lie."""

from __future__ import annotations

from companion.table.reports import Look


def N_(message: str) -> str:  # noqa: N802 - the name by which the catalogues gather
    """Marks words for the catalogues; whoever shows them translates them."""
    return message


DAZZLED = N_("the photo is brighter than when calibrated: a white piece may look like a lamp")
BEFORE_A_LAMP = N_("something stands before a lamp: a pale piece may be hidden in its light")
ONLY_PALE_ONES = (DAZZLED, BEFORE_A_LAMP)
"""In the sun, or with a lamp in view, photos are often like this; they mislead only about white pieces."""

DOUBTS_OF_THE_WHOLE = (
    N_("hardly any of the ring's light is seen: is it on, and off in the twin?"),
    N_("the paper frame is not in sight, so the tray was looked for at its last place"),
    *ONLY_PALE_ONES,
    N_("the photo has no colours, only shades of gray"),
    N_("each look counted something else"),
)
"""What the vision says of a whole photo, causes before what follows from them: without the ring's light the
frame is not seen either.
"""


def doubt_of(look: Look) -> str:
    """Why a whole photo may mislead, untranslated; nothing if it does not."""
    return next((doubt for doubt in DOUBTS_OF_THE_WHOLE if doubt in look.observation.doubts), "")
