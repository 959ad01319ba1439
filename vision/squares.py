"""Hills painted onto the raster: they are gentle, so little squares of it have one light each."""

from __future__ import annotations

from itertools import pairwise

import cv2
import numpy as np
import numpy.typing as npt

from vision.hills import hill_terms
from vision.light import Image
from vision.pixels import Numbers
from vision.rectify import NO_MAP, Raster

Floats = npt.NDArray[np.float32]
Places = npt.NDArray[np.int64]

# How many pixels a square is wide. Where surfaces meet they are this much finer.
SQUARE, FINER = 4, 2
# Four numbers as one thing; how many pixels in a row OpenCV takes at once, and how many squares numpy.
_FOUR, MOST_ACROSS, MOST_AT_ONCE = np.dtype("V16"), 256, 800


class Squares:
    """The raster in little squares, each of one surface."""

    def __init__(
        self, surfaces: Numbers, pattern: Image, raster: Raster, largest: int, cell_pixels: int
    ) -> None:
        """The `largest` surface has dents in cells so many pixels wide. The pattern has three channels, or
        none.
        """
        height, width = surfaces.shape
        self._height = height
        self._channels = pattern.size // surfaces.size
        # A pixel aside of where surfaces meet matters little: either one's light is allowed for there.
        surfaces = surfaces[::FINER]
        rows, columns = np.mgrid[0 : surfaces.shape[0], 0:width]
        rows, columns = rows * FINER // SQUARE, columns // SQUARE
        across, down = -(-width // SQUARE), -(-height // SQUARE)
        key = (surfaces.astype(np.int64) * down + rows) * across + columns
        kept, owner = np.unique(key, return_inverse=True)
        self._owner: Places = np.asarray(owner.reshape(surfaces.shape), np.int64)
        surface, place = kept // (across * down), kept % (across * down)
        row, column = place // across, place % across
        middle = (SQUARE - 1) / 2
        terms = hill_terms(column * SQUARE + middle, row * SQUARE + middle, raster)
        self._terms = np.ascontiguousarray(terms.T)
        ends = np.searchsorted(surface, np.arange(int(surfaces.max()) + 2)).tolist()
        # The squares of every surface, in bits: of more at once numpy would give some to another core, whose
        # thread goes on spinning when it is done.
        self._bits = [
            (number, slice(start, min(start + MOST_AT_ONCE, end)))
            for number, (first, end) in enumerate(pairwise(ends))
            for start in range(first, end, MOST_AT_ONCE)
        ]
        # Where the largest surface's squares lie, in cells of its dents.
        self._largest = slice(*ends[largest : largest + 2])
        own = np.stack([column, row], axis=-1)[self._largest]
        self._own = len(own)
        own = np.pad(own, ((0, -len(own) % MOST_ACROSS), (0, 0)), mode="edge") if len(own) else own
        in_cells = ((own + 0.5) * SQUARE / cell_pixels) - 0.5
        self._in_cells = in_cells.astype(np.float32).reshape(-1, MOST_ACROSS, 2)
        # Rows that share their squares lie beside one another.
        even = cv2.copyMakeBorder(pattern, 0, -height % FINER, 0, 0, cv2.BORDER_REPLICATE)
        self._pattern = even.reshape(len(surfaces), FINER, width * self._channels)
        self._shape = (len(surfaces) * FINER, *pattern.shape[1:])

    def paint(self, hills: Floats, dents: Floats | None) -> Image:
        """The light of every pixel: its surface's hill, with the largest one's dents, times the pattern."""
        channels = self._channels
        # A fourth channel makes a square's light as long as a number numpy can pick at once.
        values = np.zeros((len(self._terms), 1 if channels == 1 else 4), np.float32)
        for number, bit in self._bits:
            np.matmul(self._terms[bit], hills[number], out=values[bit, :channels])
        np.maximum(values, 0, out=values)
        if dents is not None and self._in_cells.size:
            own = cv2.remap(dents, self._in_cells, NO_MAP, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
            values[self._largest, :channels] += own.reshape(-1, channels)[: self._own]
        light = self._pattern * self._picked(values).reshape(len(self._pattern), 1, -1)
        return np.asarray(light.reshape(self._shape)[: self._height], np.float32)

    def _picked(self, values: Floats) -> Floats:
        """Every pixel's light out of its square's; of the rows that share their squares only one."""
        if self._channels == 1:
            return values.ravel().take(self._owner)
        picked = values.view(_FOUR).ravel().take(self._owner).view(np.float32)
        return np.asarray(cv2.cvtColor(picked.reshape(*self._owner.shape, 4), cv2.COLOR_BGRA2BGR), np.float32)
