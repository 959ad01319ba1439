"""Laying the tray flat: one photo, or one pair, as the raster every later step looks at.

With the paper frame around it the tray is found anew in every photo. Without one a region of the picture,
told by its four corners, is the tray; everything after this module is the same for both.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import NamedTuple, Protocol

import numpy as np
import numpy.typing as npt

from vision.flatten import Flattener
from vision.light import paper_points_mm, paper_white
from vision.markers import Edges, MarkerFinder
from vision.net_input import PIXELS_A_MM
from vision.photo import Frame
from vision.profile import WHOLE_PICTURE, Place
from vision.rectify import MARGIN_MM, Lens, Points, Raster, View
from vision.shrink import FACTORS

# The markers may jitter this much, in pixels of the picture, before the tray is laid out anew.
STEADY_PIXELS = 1.6
# If their edges are where they were, within so much, they did not move; soft edges give a little more.
STILL_PIXELS = 1.0
# Without a frame: a piece's width, and the largest tray worth looking at (a thousand pieces side by side).
PIECE_MM, LARGEST_TRAY_MM2 = 10.0, 200_000.0
SAME_SHAPE = 0.02


@dataclass(frozen=True)
class FlatPhoto:
    """One photo of the tray, flat: as the camera gave it, what the paper around it shows, and the way
    back.
    """

    lit: Frame
    unlit: Frame | None
    view: View
    raster: Raster
    paper: npt.NDArray[np.float64] | None
    registered: bool


class Tray(Protocol):
    """A tray to lay flat, with a paper frame around it or without."""

    def lay_flat(self, frame: Frame, unlit: Frame | None) -> FlatPhoto: ...


def tray_at(place: Place) -> Tray:
    """The tray at a place."""
    return FramedTray(place) if place.framed else RegionTray(place)


class _Known(NamedTuple):
    """Where the paper frame lay: its markers' corners and edges, and the view they make."""

    corners: Points
    view: View
    edges: Edges


class FramedTray:
    """A tray with the paper frame around it, registered to the markers in every photo."""

    def __init__(self, place: Place) -> None:
        if place.corners is None:
            raise ValueError("a framed tray needs the corners of its markers")
        self.place = place
        self.raster = Raster.over(place.tray_mm, place.pixels_a_mm, MARGIN_MM)
        self._corners_at_home: Points = place.corners
        self._flattener = Flattener(self.raster, paper_points_mm(place.tray_mm))
        self._finder = MarkerFinder()
        self._size = (0, 0)
        self._factor = 1
        self._lens = Lens((1, 1))
        self._home: _Known | None = None
        self._last: _Known | None = None

    def lay_flat(self, frame: Frame, unlit: Frame | None) -> FlatPhoto:
        self._prepare(frame)
        view, registered = self._register(frame)
        self._flattener.aim(view, self._factor)
        lit, dark, spots = self._flattener.flatten(frame, unlit)
        white = paper_white(spots, pair=unlit is not None)
        return FlatPhoto(lit, dark, view, self.raster, white, registered)

    def _prepare(self, frame: Frame) -> None:
        """Settle what depends on the picture's size alone."""
        size = (frame.shape[1], frame.shape[0])
        if size == self._size:
            return
        # The window fills about seven tenths of the picture's width: shrink to what the raster can show.
        self._size = size
        self._factor = shrinking(size[0] * 0.7 / self.place.tray_mm[0] / self.place.pixels_a_mm)
        self._lens = Lens(size, self.place.lens_bend)
        corners = self._corners_at_home * (size[0] / self.place.picture_size[0])
        view = View.from_markers(corners, self._lens, self.place.tray_mm)
        self._home = None if view is None else _Known(corners, view, Edges(corners, STILL_PIXELS))
        self._last = self._home
        self._finder = MarkerFinder(corners, self._factor)

    def _register(self, frame: Frame) -> tuple[View, bool]:
        """Where the paper frame lies in a picture; its last place if too few markers are in sight."""
        places = [known for known in (self._home, self._last) if known is not None]
        for known in places:
            if known.edges.are_in(frame):
                return known.view, True
        corners = self._finder.find(frame)
        seen = ~np.isnan(corners).any(axis=1)
        if seen.sum() >= 8:
            for known in places:
                if _mean_shift(corners[seen], known.corners[seen]) < STEADY_PIXELS:
                    return known.view, True
            view = View.from_markers(corners, self._lens, self.place.tray_mm)
            if view is not None:
                self._last = _Known(corners, view, Edges(corners, STILL_PIXELS))
                return view, True
        if self._last is None:
            raise RuntimeError("prepare the tray for the picture's size first")
        return self._last.view, False


class RegionTray:
    """A tray without a frame: a region of the picture. A piece is 10 mm wide there, whatever it is."""

    def __init__(self, place: Place) -> None:
        self.place = place
        # How many times as large as calibrated pieces are taken to look: a camera in the hand is now nearer,
        # now farther.
        self.nearer = 1.0
        self._laid_out: tuple[tuple[int, int], float] = (0, 0), 1.0
        self._view: View | None = None
        self._flattener: Flattener | None = None

    def lay_flat(self, frame: Frame, unlit: Frame | None) -> FlatPhoto:
        size = (frame.shape[1], frame.shape[0])
        if self._view is None or self._flattener is None or self._laid_out != (size, self.nearer):
            self._laid_out = size, self.nearer
            self._view, self._flattener = self._lay_out(size)
        lit, dark, _ = self._flattener.flatten(frame, unlit)
        return FlatPhoto(lit, dark, self._view, self._flattener.raster, None, registered=True)

    def _lay_out(self, size: tuple[int, int]) -> tuple[View, Flattener]:
        known = self.place.picture_size
        # The same picture in another resolution; any other is a picture of its own, from the same camera.
        same = abs(size[0] * known[1] / (size[1] * known[0]) - 1) < SAME_SHAPE
        corners = (self.place.region if same else WHOLE_PICTURE) * size
        piece = self.place.piece_pixels * self.nearer * (size[0] / known[0] if same else 1.0)
        sides = np.linalg.norm(corners - np.roll(corners, -1, axis=0), axis=1) / piece * PIECE_MM
        tray_mm = (float(sides[[0, 2]].mean()), float(sides[[1, 3]].mean()))
        # However small the pieces are: the raster stays one that can be looked at.
        scale = min(1.0, math.sqrt(LARGEST_TRAY_MM2 / (tray_mm[0] * tray_mm[1])))
        tray_mm = tray_mm[0] * scale, tray_mm[1] * scale
        view = View.from_region(Lens(size, self.place.lens_bend), corners, tray_mm)
        flattener = Flattener(Raster.over(tray_mm, PIXELS_A_MM))
        flattener.aim(view, shrinking(piece / (PIECE_MM * PIXELS_A_MM)))
        return view, flattener


def shrinking(detail: float) -> int:
    """How many times smaller than the picture the raster is, if it shows so much less detail."""
    return max(factor for factor in FACTORS if factor <= max(1, detail + 0.3))


def _mean_shift(now: Points, then: Points) -> float:
    """How far the markers moved, noise of single corners averaged out."""
    return float(np.sqrt(((now - then) ** 2).sum(axis=1).mean()))
