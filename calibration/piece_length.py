"""How big and how long pieces are: a bean is twice as long as wide, and no two round ones."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from vision.profile import Kind
from vision.shape import Form, Mask, form_of

# So many single pieces, which fill this much of their hulls, tell how long they are; what is hardly longer
# than round is round.
FEWEST, ONE_PIECE, LONG, LONGEST = 4, 0.92, 1.35, 4.0
# The pieces of a label are of one size, but some lie nearer to the camera, or stand.
ONE_SIZE = 2.0


def length_of(masks: Iterable[Mask], least: float, most: float) -> float:
    """How much longer than round pieces are, told by those whose area (in pixels) is a piece's."""
    single = [form for form in _single(masks) if least <= form.area <= most]
    return _length(single) if len(single) >= FEWEST else 1.0


def kind_of(masks: Iterable[Mask], usual: float) -> Kind | None:
    """How big (against the usual, in pixels) and how long the pieces are that some masks show; nothing if
    they do not agree.
    """
    single = _single(masks)
    areas = [form.area for form in single]
    if not areas or max(areas) > ONE_SIZE * min(areas):
        return None
    return Kind(float(np.median(areas)) / usual, _length(single))


def _single(masks: Iterable[Mask]) -> list[Form]:
    """The forms of single pieces: two that touch are dented."""
    return [form for mask in masks if (form := form_of(mask)).solidity > ONE_PIECE]


def _length(single: Sequence[Form]) -> float:
    # A disc's pixels lie as far from its middle, squared, as its area over 4π.
    length = float(np.median([4 * np.pi * form.along / form.area for form in single]))
    return min(LONGEST, length) if length >= LONG else 1.0
