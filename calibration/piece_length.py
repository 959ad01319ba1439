"""How long pieces are: a bean is twice as long as wide, and no two round ones."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from vision.shape import Mask, form_of

# So many single pieces, which fill this much of their hulls, tell how long they are; what is hardly longer
# than round is round.
FEWEST, ONE_PIECE, LONG, LONGEST = 4, 0.92, 1.35, 4.0


def length_of(masks: Iterable[Mask], least: float, most: float) -> float:
    """How much longer than round pieces are, told by those whose area (in pixels) is a piece's."""
    forms = [form_of(mask) for mask in masks]
    # Two that touch are dented, or too big for one.
    single = [form for form in forms if form.solidity > ONE_PIECE and least <= form.area <= most]
    if len(single) < FEWEST:
        return 1.0
    # A disc's pixels lie as far from its middle, squared, as its area over 4π.
    length = float(np.median([4 * np.pi * form.along / form.area for form in single]))
    return min(LONGEST, length) if length >= LONG else 1.0
