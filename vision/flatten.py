"""Laying pictures onto the raster: only the part of a picture that shows the tray is ever shrunk."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

import cv2
import numpy as np
import numpy.typing as npt

from vision.photo import Frame
from vision.rectify import NO_MAP, Points, Raster, View, fill_in, raster_nodes
from vision.shrink import grain, shrunk, stacked

Dense: TypeAlias = npt.NDArray[np.float32]

# Beside the outermost place its neighbour is looked at as well.
BESIDE = 2


@dataclass(frozen=True)
class _Lookup:
    """Where to look in a shrunk part of a picture; its second half looks in the part of the unlit twin
    below.
    """

    where: npt.NDArray[np.int16]
    between: npt.NDArray[np.uint16]

    @classmethod
    def of(cls, places: Dense, low: Points, size: tuple[int, int]) -> _Lookup:
        """For places of a shrunk picture of which a part is kept, from `low` on, so wide and high."""
        # Beyond the part's edge its last pixels go on, and not the twin's first.
        inside = np.clip(places - low.astype(np.float32), 0, np.array(size, np.float32) - 1)
        first, second = cv2.convertMaps(inside, NO_MAP, cv2.CV_16SC2)
        where = np.concatenate([first, first + np.array([0, size[1]], np.int16)])
        return cls(np.asarray(where, np.int16), np.concatenate([second, second]).astype(np.uint16))

    def look(self, picture: Frame, *, pair: bool) -> Frame:
        rows = len(self.where) if pair else len(self.where) // 2
        seen = cv2.remap(
            picture,
            self.where[:rows],
            self.between[:rows],
            cv2.INTER_LINEAR,
            borderMode=cv2.BORDER_REPLICATE,
        )
        return np.asarray(seen, np.uint8)


class Flattener:
    """Lays pictures of one view onto the raster, and reads some spots beside it; the lookup is kept until
    the view moves.
    """

    def __init__(self, raster: Raster, spots_mm: Points | None = None) -> None:
        self.raster = raster
        self._spots_mm = np.zeros((1, 2)) if spots_mm is None else spots_mm
        self._view: View | None = None
        self._factor = 1
        self._box = np.s_[0:0, 0:0]
        self._lookups: tuple[_Lookup, _Lookup] | None = None

    def aim(self, view: View, factor: int = 1) -> None:
        """Prepare for pictures of this view, to be shrunk by one of the `FACTORS`."""
        if view is self._view and factor == self._factor:
            return
        self._view, self._factor = view, factor
        on_raster = _shrink(view.to_picture(self.raster.to_mm(raster_nodes(self.raster))), factor)
        tray = fill_in(on_raster, self.raster)
        spots = _shrink(view.to_picture(self._spots_mm), factor).astype(np.float32)[:, None]
        low, high = _bounds(np.concatenate([tray.reshape(-1, 2), spots[:, 0]]), view, factor)
        (left, top), (right, bottom) = (low * factor).tolist(), (high * factor).tolist()
        self._box = np.s_[top:bottom, left:right]
        width, height = (high - low).tolist()
        corner = low.astype(np.float64)
        self._lookups = (
            _Lookup.of(tray, corner, (width, height)),
            _Lookup.of(spots, corner, (width, height)),
        )

    def flatten(self, picture: Frame, unlit: Frame | None) -> tuple[Frame, Frame | None, Frame]:
        """A photo and its unlit twin on the raster, and what the spots show: of the photo, then of its
        twin, n × 3.
        """
        if self._lookups is None:
            raise RuntimeError("aim the flattener at a view first")
        tray, spots = self._lookups
        pair = unlit is not None
        if unlit is None:
            small = shrunk(picture[self._box], self._factor)
        else:
            small = stacked((picture[self._box], unlit[self._box]), self._factor)
        flat = tray.look(small, pair=pair)
        rows = self.raster.height
        return flat[:rows], flat[rows:] if pair else None, spots.look(small, pair=pair)[:, 0]


def _shrink(places: Points, factor: int) -> Points:
    """Places of a picture in the shrunk one."""
    return (places + 0.5) / factor - 0.5


def _bounds(places: Dense, view: View, factor: int) -> tuple[npt.NDArray[np.intp], npt.NDArray[np.intp]]:
    """The part of the shrunk picture that shows all of the places, as far as they are in the picture."""
    step = grain(factor)
    size = np.array(view.lens.picture_size) // (factor * step)
    low = np.nan_to_num((places.min(axis=0) - BESIDE) // step)
    high = np.nan_to_num(-(-(places.max(axis=0) + BESIDE) // step))
    low = np.clip(low, 0, size - 1)
    high = np.clip(high, low + 1, size)
    return (low * step).astype(np.intp), (high * step).astype(np.intp)
