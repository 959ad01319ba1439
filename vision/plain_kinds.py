"""Labels whose pieces are bigger, smaller or longer than the others: apples among cherries, hotels among
houses.

Cuttings show one piece each, so they tell; but a photo shows what lies apart in it, label by label, and has
the last word on sizes. A round patch without dents is one piece, however big it is: two that touch are longer
than wide, and dented.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

import numpy as np

from vision.colour import ColourTable
from vision.patch import Cutting
from vision.pixels import Evidence
from vision.plain_necks import cut_at_necks, without_table
from vision.plain_size import Lone, agreeing
from vision.plain_slope import LEVEL, Slope
from vision.profile import Kind
from vision.seams import Blob
from vision.separate import Separator
from vision.shape import CROWD, THICKEST, Form, Usual, form_of, outline_of, thickness

# Between these a label's pieces are as big as all, between those one alone, which may stand while others lie;
# beyond the last they are no pieces.
AS_ALL, AS_ALL_ALONE, SIZES = (0.72, 1.4), (0.45, 1.6), (0.3, 6.0)
# So much of what lies apart of a label has to agree on its size.
MOST = 0.6
NO_KINDS: Mapping[int, Kind] = MappingProxyType({})


def sizes_of_labels(
    lone: Sequence[Lone], usual_area: float, known: Mapping[int, Kind] = NO_KINDS
) -> dict[int, float]:
    """How big the pieces of some labels are, against the usual, where they are not as big as known."""
    sizes = {}
    for label in {one.label for one in lone}:
        before = known[label].size if label in known else 1.0
        areas = [one.area / usual_area for one in lone if one.label == label]
        size = other_than_all([area / before for area in areas if SIZES[0] <= area <= SIZES[1]])
        if size is not None:
            sizes[label] = size * before
    return sizes


def other_than_all(areas: Sequence[float]) -> float | None:
    """The size on which the pieces of a label agree, against the usual; nothing if that is the usual."""
    alike = agreeing(areas)
    # Larger ones count for more: specks of a label's colour are easily many.
    if not alike or sum(alike) < MOST * sum(areas):
        return None
    size = float(np.median(alike))
    least, most = AS_ALL if len(alike) > 1 else AS_ALL_ALONE
    return None if least <= size <= most else size


class PieceSizes(NamedTuple):
    """What pieces look like in one photo: usually, by label, and by where they lie."""

    usual: Usual
    kinds: Mapping[int, Kind] = NO_KINDS
    slope: Slope = LEVEL
    shape: tuple[int, ...] = (1, 1)

    def of(self, label: int, x: float, y: float) -> Usual:
        """What a piece of a label usually looks like at some place."""
        kind = self.kinds.get(label, Kind(1.0, self.usual.length))
        near = self.slope.at(x, y, self.shape)
        return self.usual._replace(area=near * kind.size * self.usual.area, length=kind.length)


class SizedSeparator(Separator):
    """Cuts the foreground of one photo into pieces, each label's of their own size."""

    def __init__(self, table: ColourTable, sizes: PieceSizes) -> None:
        super().__init__(table, sizes.usual)
        self._sizes = sizes

    def _split(self, blob: Blob, form: Form, evidence: Evidence) -> list[Cutting]:
        """A heap is cut at its necks first: by size alone many pieces could be one more or less."""
        known = self._usual_of(blob, evidence)
        width = math.sqrt(known.area / known.length)
        if form.area <= CROWD * known.area:
            return super()._split(blob, form, evidence)
        plain, rimmed = without_table(blob.mask, blob.on(evidence.ratio))
        # Thicker than pieces is a hand.
        if thickness(plain) > THICKEST * width:
            return super()._split(blob, form, evidence)
        pieces: list[Cutting] = []
        for part in cut_at_necks(plain, width / math.sqrt(math.pi), rimmed):
            one = Blob(part.mask, blob.left + part.left, blob.top + part.top, outline_of(part.mask))
            pieces += super()._split(one, form_of(one.mask), evidence)
        return pieces

    def _usual_of(self, blob: Blob, evidence: Evidence) -> Usual:
        """Pieces are as big as those of the label that most of a patch has."""
        labels = blob.on(evidence.labels)[blob.mask.view(np.bool_)]
        most = int(np.bincount(labels).argmax()) if len(labels) else 0
        height, width = blob.mask.shape
        return self._sizes.of(most, blob.left + width / 2, blob.top + height / 2)
