"""Counting without a paper frame: any pieces, on any table, in the whole picture or a region of it.

Nothing tells where the tray is or what white looks like, and the empty table may have been photographed from
elsewhere. So the background is known by its colours alone, not place by place: a pixel belongs to a piece
when one of the labels explains it better than the empty table's colours do, in a shadow or in brighter
light. How strong the light is today, what tint it has and how it falls off across the table is read from
the table itself: it covers most of the picture.
"""

from __future__ import annotations

import cv2
import numpy as np

from vision.colour import ColourTable, cell_index
from vision.light import as_bytes
from vision.photo import Frame
from vision.pixels import Evidence
from vision.plain_table import STANDS_OUT, TableTop, plain_light, stands_out, weighed
from vision.profile import Place, Profile
from vision.rectify import Lens, Raster, View
from vision.tray import FlatPhoto


class PlainTray:
    """The picture, or a region of it, at the raster's scale; a "millimetre" is a pixel of the picture."""

    def __init__(self, place: Place) -> None:
        self.place = place
        self.raster = _raster(place, place.picture_size)

    def lay_flat(self, frame: Frame, unlit: Frame | None) -> FlatPhoto:
        size = (frame.shape[1], frame.shape[0])
        raster = _raster(self.place, size)
        return FlatPhoto(
            lit=self._cut(frame, raster),
            unlit=None if unlit is None else self._cut(unlit, raster),
            view=View.from_region(Lens(size), self.place.region),
            raster=raster,
            paper=None,
            registered=True,
            moved=False,
        )

    def _cut(self, frame: Frame, raster: Raster) -> Frame:
        height, width = frame.shape[:2]
        left, top, right, bottom = self.place.region
        part = frame[
            int(top * height) : max(int(top * height) + 1, round(bottom * height)),
            int(left * width) : max(int(left * width) + 1, round(right * width)),
        ]
        # Shrinking by a whole number first, then a little more, is several times quicker than at once.
        times = max(1, int(min(part.shape[1] / raster.width, part.shape[0] / raster.height)))
        if times > 1:
            whole = (max(1, part.shape[1] // times), max(1, part.shape[0] // times))
            even = part[: whole[1] * times, : whole[0] * times]
            part = np.asarray(cv2.resize(even, whole, interpolation=cv2.INTER_AREA), np.uint8)
        return np.asarray(
            cv2.resize(part, (raster.width, raster.height), interpolation=cv2.INTER_LINEAR), np.uint8
        )


def _raster(place: Place, size: tuple[int, int]) -> Raster:
    left, top, right, bottom = place.region
    return Raster.over(((right - left) * size[0], (bottom - top) * size[1]), place.pixels_a_mm)


class PlainExaminer:
    """Weighs the pixels of photos without a frame: a label's colour against the table's."""

    def __init__(self, profile: Profile, table: ColourTable) -> None:
        self.table = table
        self.pairs = profile.empty.unlit is not None
        self._tops = {pair: TableTop(profile.empty, pair=pair) for pair in {False, self.pairs}}
        self._ratios = {pair: weighed(top, table.least) for pair, top in self._tops.items()}

    def examine(self, photo: FlatPhoto) -> Evidence:
        pair = photo.unlit is not None and self.pairs
        light = plain_light(photo.lit, photo.unlit if pair else None)
        seen = as_bytes(self._tops[pair].evened(light, self.table.least))
        cells = cell_index(seen)
        ratio = self._ratios[pair].take(cells)
        foreground = stands_out(ratio, STANDS_OUT)
        labels = self.table.best.take(cells)
        return Evidence(seen, cells, labels, foreground, ratio, np.zeros(ratio.shape, np.float32))
