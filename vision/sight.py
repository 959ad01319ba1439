"""What the net sees in one photo: every place that may be a piece, with its pixels' colours.

Pairs and single photos, from below and from above, go the same way; what nobody took is a missing channel.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

import cv2
import numpy as np
import numpy.typing as npt

from vision.colour import roots
from vision.light import Image
from vision.net import FOREIGN, Maps, PieceNet
from vision.net_input import PIXELS_A_MM, assemble_padded
from vision.normalise import DOT_LIGHT, Light, Normalised, Normaliser, difference, table_light
from vision.overlooked import overlooked
from vision.photo import Frame
from vision.pieces import FoundPiece, find_pieces
from vision.profile import EmptyTray, Place
from vision.rectify import Points
from vision.scales import STEP, steadiest
from vision.tray import FlatPhoto, RegionTray, tray_at

Flags: TypeAlias = npt.NDArray[np.bool_]
Pixels: TypeAlias = npt.NDArray[np.float32]

# From here on a place is worth weighing; what comes of it is reckoned in `vision.chance`.
WORTH_WEIGHING = 0.08
# The lens and the net mix a piece's rim with what lies beside it: so many raster pixels are left out, unless
# hardly any are left then.
RIM, FEWEST_PIXELS = 5, 12
# Without a frame pieces may look nearer or farther than calibrated, by at most so many steps of size.
STEPS_NEARER = 3


@dataclass(frozen=True, eq=False)
class Spot:
    """A place that may be a piece.

    found       what the net says of it
    pixels      the light of its pixels
    area_mm2    what it covers
    foreign     how likely it is something foreign
    veil        how much of the ring its paint may mirror, 0–1
    changed     how far its light is from the empty tray's, in roots; nothing where that is not known
    overlooked  the net sees no piece, but something lies there that was not there when the tray was empty
    """

    found: FoundPiece
    pixels: Pixels
    area_mm2: float
    foreign: float
    veil: float
    changed: float | None = None
    overlooked: bool = False

    @property
    def likely(self) -> float:
        return self.found.likely

    @property
    def middle(self) -> Points:
        """In pixels of the flat raster."""
        return np.asarray(self.found.outline.mean(axis=0) * PIXELS_A_MM, np.float64)


@dataclass(frozen=True, eq=False)
class Sight:
    """One photo as the net saw it: `foreign_mm2` is the largest thing that is neither tray nor piece."""

    flat: FlatPhoto
    spots: tuple[Spot, ...]
    foreign_mm2: float
    lit: bool

    @property
    def pair(self) -> bool:
        return self.flat.unlit is not None

    def to_picture(self, raster_pixels: Points) -> Points:
        """Places of the flat raster in the photo as it was given."""
        return self.flat.view.to_picture(self.flat.raster.to_mm(raster_pixels))

    def outline(self, spot: Spot) -> Points:
        """The piece's outline in the photo as it was given."""
        return self.to_picture(spot.found.outline * PIXELS_A_MM)


class Eye:
    """Looks at photos of one tray.

    >>> sight = Eye(profile.place, profile.empty).look(photo.frame, photo.unlit)     # doctest: +SKIP
    >>> len(sight.spots)                                                             # doctest: +SKIP
    9
    """

    def __init__(self, place: Place, empty: EmptyTray, net: PieceNet | None = None) -> None:
        self._tray = tray_at(place)
        self._empty = empty
        self._net = net or PieceNet()
        self._normaliser = Normaliser(place, empty)

    @property
    def pairs(self) -> bool:
        """Whether the empty tray is known with the ring off too, so that a twin tells something."""
        return self._empty.unlit is not None

    def look(self, frame: Frame, unlit: Frame | None = None) -> Sight:
        """Everything in a photo that may be a piece, the likeliest first."""
        tray = self._tray
        if not isinstance(tray, RegionTray):
            return self.look_once(frame, unlit)

        def nearer(steps: int) -> Sight:
            tray.nearer = STEP**steps
            return self.look_once(frame, unlit)

        sight = steadiest(nearer, STEPS_NEARER)
        tray.nearer = 1.0
        return sight

    def look_once(self, frame: Frame, unlit: Frame | None = None) -> Sight:
        """The same at the size that pieces had when they were calibrated."""
        flat, maps = self._seen(frame, unlit)
        shown = self._normaliser.normalise(flat, maps)
        found = find_pieces(maps.likely, maps.rays, least=WORTH_WEIGHING)
        more = overlooked(found, shown, maps)
        owners = _owners([*found, *more], shown.light.shape[:2])
        spots = [_spot(piece, number, owners, shown, maps) for number, piece in enumerate([*found, *more])]
        spots[len(found) :] = [replace(spot, overlooked=True) for spot in spots[len(found) :]]
        return Sight(flat, tuple(spots), _largest(maps.kinds[FOREIGN] > 0.5), shown.lit)

    def light(self, frame: Frame, unlit: Frame | None = None) -> Image:
        """The flat photo without its light; paper is 1."""
        return self._normaliser.normalise(*self._seen(frame, unlit)).light

    def empty_light(self, *, pair: bool) -> Image:
        """The same of the empty tray."""
        return self._normaliser.empty_light(pair=pair and self.pairs)

    def table_light(self, frame: Frame) -> Light | None:
        """The table's own light in a photo without a frame."""
        flat, maps = self._seen(frame, None)
        return table_light(difference(flat.lit, None), maps)

    def _seen(self, frame: Frame, unlit: Frame | None) -> tuple[FlatPhoto, Maps]:
        flat = self._tray.lay_flat(frame, unlit if self.pairs else None)
        empty = self._empty if self._empty.known else None
        block = assemble_padded(
            flat.lit,
            empty=None if empty is None else empty.lit,
            unlit=flat.unlit,
            empty_unlit=None if empty is None or flat.unlit is None else empty.unlit,
        )
        return flat, self._net.look(block, flat.lit.shape[:2])


def _owners(found: Sequence[FoundPiece], size: tuple[int, ...]) -> npt.NDArray[np.int32]:
    """Whose each pixel is: where outlines overlap the likelier piece's."""
    owners = np.full(size, -1, np.int32)
    for number in reversed(range(len(found))):
        cv2.fillPoly(owners, [_on_raster(found[number])], number)
    return owners


def _on_raster(piece: FoundPiece) -> npt.NDArray[np.int32]:
    return np.round(piece.outline * PIXELS_A_MM).astype(np.int32)


def _spot(
    piece: FoundPiece, number: int, owners: npt.NDArray[np.int32], shown: Normalised, maps: Maps
) -> Spot:
    height, width = shown.light.shape[:2]
    outline = _on_raster(piece)
    low = np.clip(outline.min(axis=0) - 1, 0, (width - 1, height - 1))
    high = np.clip(outline.max(axis=0) + 2, low + 1, (width, height))
    box = np.s_[low[1] : high[1], low[0] : high[0]]
    mask = np.zeros((high[1] - low[1], high[0] - low[0]), np.uint8)
    cv2.fillPoly(mask, [outline - low], 1)
    core = _core(mask)
    own = core & (owners[box] == number)
    clear = own & (shown.dots[box] < DOT_LIGHT)
    seen = next((each for each in (clear, own) if np.count_nonzero(each) >= FEWEST_PIXELS), core)
    light = shown.light[box][seen]
    pixels = light - shown.dots[box][seen][:, None]
    changed = None
    if shown.bare is not None:
        changed = float(np.linalg.norm((roots(light) - shown.bare[box][seen]).mean(axis=0)))
    foreign = float(maps.kinds[FOREIGN][round(piece.y), round(piece.x)])
    veil = float(shown.veil[box][core].mean())
    return Spot(piece, pixels, piece.area, foreign, veil, changed)


def _core(mask: npt.NDArray[np.uint8]) -> Flags:
    """A piece without its rim, as far as it has an inside."""
    for rim in (RIM, RIM - 2):
        core = cv2.erode(mask, np.ones((rim, rim), np.uint8), borderValue=0)
        if np.count_nonzero(core) >= FEWEST_PIXELS:
            return np.asarray(core > 0, np.bool_)
    return np.asarray(mask > 0, np.bool_) if mask.any() else np.ones(mask.shape, np.bool_)


def _largest(flags: Flags) -> float:
    """How many square millimetres the largest patch covers."""
    stats = cv2.connectedComponentsWithStats(flags.astype(np.uint8))[2]
    return float(stats[1:, cv2.CC_STAT_AREA].max()) if len(stats) > 1 else 0.0
