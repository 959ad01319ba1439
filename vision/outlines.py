"""The outlines of a photo's pieces, traced when somebody first looks at one of them.

Counting needs none of them, and of several photos of one rest only one is ever drawn.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import overload

import numpy as np

from vision.patch import Patch
from vision.rectify import Raster, View

Spot = tuple[float, float]


class Outlines:
    """The outlines of some patches, in pixels of the photo as it was given."""

    def __init__(self, patches: Sequence[Patch], raster: Raster, view: View) -> None:
        self._patches = patches
        self._raster = raster
        self._view = view

    @cached_property
    def traced(self) -> list[tuple[Spot, ...]]:
        """All of them, traced together: finding their places in the photo takes one step then."""
        outlines = [patch.outline() for patch in self._patches]
        spots = np.concatenate(outlines).astype(np.float64)
        places = [(x, y) for x, y in self._view.to_picture(self._raster.to_mm(spots)).tolist()]
        ends = np.cumsum([len(outline) for outline in outlines]).tolist()
        return [tuple(places[end - len(outline) : end]) for end, outline in zip(ends, outlines, strict=True)]


class Outline(Sequence[Spot]):
    """One of them, like a tuple of its corners."""

    def __init__(self, outlines: Outlines, number: int) -> None:
        self._outlines = outlines
        self._number = number

    @property
    def _spots(self) -> tuple[Spot, ...]:
        return self._outlines.traced[self._number]

    @overload
    def __getitem__(self, at: int) -> Spot: ...
    @overload
    def __getitem__(self, at: slice) -> tuple[Spot, ...]: ...
    def __getitem__(self, at: int | slice) -> Spot | tuple[Spot, ...]:
        return self._spots[at]

    def __len__(self) -> int:
        return len(self._spots)

    def __iter__(self) -> Iterator[Spot]:
        return iter(self._spots)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and self._spots == tuple(other)

    def __hash__(self) -> int:
        return hash(self._spots)

    def __repr__(self) -> str:
        return repr(self._spots)
