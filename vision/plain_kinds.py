"""Labels whose pieces are bigger or smaller than the others: apples among cherries, hotels among houses.

One size is known from calibrating, but a photo shows what lies apart in it, label by label. A round patch
without dents is one piece, however big it is: two that touch are longer than wide, and dented.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager

import numpy as np

from vision.colour import ColourTable
from vision.patch import Cutting
from vision.pixels import Evidence
from vision.plain_size import Lone, agreeing
from vision.seams import Blob
from vision.separate import Separator
from vision.shape import Usual

# Between these a label's pieces are as big as all, between those one alone, which may stand while others lie;
# beyond the last they are no pieces.
AS_ALL, AS_ALL_ALONE, SIZES = (0.72, 1.4), (0.45, 1.6), (0.3, 6.0)
# So much of what lies apart of a label has to agree on its size.
MOST = 0.6


def sizes_of_labels(lone: Sequence[Lone], usual_area: float) -> dict[int, float]:
    """How big the pieces of some labels are, against the usual, where they are not as big as all."""
    sizes = {}
    for label in {one.label for one in lone}:
        areas = [one.area / usual_area for one in lone if one.label == label]
        areas = [area for area in areas if SIZES[0] <= area <= SIZES[1]]
        alike = agreeing(areas)
        # Larger ones count for more: specks of a label's colour are easily many.
        if not alike or sum(alike) < MOST * sum(areas):
            continue
        size = float(np.median(alike))
        least, most = AS_ALL if len(alike) > 1 else AS_ALL_ALONE
        if not least <= size <= most:
            sizes[label] = size
    return sizes


class SizedSeparator(Separator):
    """Cuts the foreground of one photo into pieces, each label's of their own size."""

    def __init__(self, table: ColourTable, usual: Usual, sizes: Mapping[int, float]) -> None:
        super().__init__(table, usual)
        self._sizes = sizes

    @contextmanager
    def _at_size_of(self, blob: Blob, evidence: Evidence) -> Iterator[None]:
        """Pieces are as big as those of the label that most of a patch has."""
        usual = self._usual
        labels = evidence.labels[blob.box][blob.mask.view(np.bool_)]
        size = self._sizes.get(int(np.bincount(labels).argmax()), 1.0) if len(labels) else 1.0
        self._usual = usual._replace(area=size * usual.area)
        self.piece_area = self._usual.area
        try:
            yield
        finally:
            self._usual = usual
            self.piece_area = usual.area

    def _split(self, blob: Blob, evidence: Evidence) -> list[Cutting]:
        with self._at_size_of(blob, evidence):
            return super()._split(blob, evidence)

    def _is_one_piece(self, blob: Blob, evidence: Evidence) -> bool:
        with self._at_size_of(blob, evidence):
            return super()._is_one_piece(blob, evidence)
