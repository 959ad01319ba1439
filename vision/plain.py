"""Counting without a paper frame: any pieces, on any table, in the whole picture or a region of it.

Nothing tells where the tray is or what white looks like, and the empty table may have been photographed from
elsewhere. So the background is known by its colours alone, not place by place: a pixel belongs to a piece
when one of the labels explains it better than the table's colours do, in a shadow or in brighter light.
The photo itself has the last word: on how strong the light is and what tint it has, on the table if the
known one does not explain it, and on how big a piece is if most of what lies apart is of another size.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import NamedTuple

import cv2
import numpy as np

from vision.colour import ColourTable, cell_index
from vision.doubts import Doubt
from vision.light import Image, as_bytes
from vision.photo import Frame
from vision.pixels import Evidence
from vision.plain_doubt import alike_labels, frame_doubts
from vision.plain_edge import carried_on
from vision.plain_faint import hard_to_see, table_like, with_faint
from vision.plain_kinds import sizes_of_labels
from vision.plain_necks import half_width, without_table
from vision.plain_own import between_pieces, own_table
from vision.plain_size import Lone, lone_patches, other_size
from vision.plain_slope import LEVEL, Slope, slope_of
from vision.plain_table import STANDS_OUT, Costs, TableTop, plain_light, stands_out, weighed
from vision.plain_wall import without_walls
from vision.profile import Kind, Place, Profile
from vision.rectify import Lens, Raster, View
from vision.tray import FlatPhoto

# So much of a photo a known table has to explain, in the light it was known in, to be the one in the photo.
PLAINLY_KNOWN = 0.95
# Another table than the known one is believed if the labels explain what stands out so much better, and if
# that leaves most of the picture to it.
MUCH_BETTER, MOST_PIECES = 0.75, 0.4
LABEL_MOST = 9.5
# A picture with room for fewer pieces than this cannot tell its own table, if the known one is there at all.
ROOM_FOR_FEW, MOSTLY_KNOWN = 8.0, 0.6
# Cuttings that are all piece guess a size of half a piece's width: what is so wide, in roots of a piece's
# area, is no piece.
THICKER_THAN_PIECES = 1.3
LOOKS = 3
LARGEST_SCALE = 2.0  # pixels of the raster for one of the picture: beyond there is nothing more to see
# Room for some seven thousand pieces; every million pixels take 120 MB while they are weighed.
LARGEST_RASTER = 3_000_000


@dataclass(frozen=True)
class PlainPhoto(FlatPhoto):
    """A photo whose scale is only known once its pieces were looked at."""

    frame: Frame
    unlit_frame: Frame | None
    place: Place
    # How big and long the pieces of some labels are, the labels of which only this photo tells that, and how
    # much bigger those in front look.
    kinds: Mapping[int, Kind] = field(default_factory=dict)
    other_sizes: tuple[int, ...] = ()
    slope: Slope = LEVEL
    # The labels that hardly stand out of this table, and those that have its very colours.
    hard: tuple[int, ...] = ()
    table_like: tuple[int, ...] = ()
    # What speaks against the picture as a whole.
    spoilt: tuple[Doubt, ...] = ()

    def at_scale(self, scale: float) -> PlainPhoto:
        """The same, laid out with so many pixels of the raster for one of the picture, or as many as it can
        have.

        A "millimetre" is as much of the picture as makes a piece as big as it was when calibrated.
        """
        unit = self.place.pixels_a_mm / scale
        size = (self.frame.shape[1], self.frame.shape[0])
        raster = _raster(replace(self.place, pixels_a_mm=scale), size)
        view = View.from_region(Lens(size), self.place.region)
        return replace(
            self,
            lit=_cut(self.frame, raster, self.place),
            unlit=None if self.unlit_frame is None else _cut(self.unlit_frame, raster, self.place),
            raster=replace(raster, pixels_a_mm=raster.pixels_a_mm * unit),
            view=replace(view, to_straight=view.to_straight @ np.diag([unit, unit, 1.0])),
        )

    def widened(self, margin: int) -> PlainPhoto:
        """With a raster that reaches beyond the picture, as the evidence does, all around alike."""
        raster = self.raster
        wide = replace(raster, width=raster.width + 2 * margin, height=raster.height + 2 * margin)
        return replace(self, raster=wide, slope=self.slope.widened((raster.height, raster.width), margin))

    @property
    def scale(self) -> float:
        """How many pixels of the raster one of the picture has, or would have in a picture not as big."""
        left, _, right, _ = self.place.region
        laid_out = self.raster.width / max(1.0, (right - left) * self.frame.shape[1])
        return float(laid_out * self.place.pixels_a_mm / self.raster.pixels_a_mm)


class PlainTray:
    """The picture, or a region of it, at the raster's scale; a "millimetre" is a pixel of the picture."""

    def __init__(self, place: Place) -> None:
        self.place = place
        self.raster = _raster(place, place.picture_size)

    def lay_flat(self, frame: Frame, unlit: Frame | None) -> PlainPhoto:
        size = (frame.shape[1], frame.shape[0])
        raster = _raster(self.place, size)
        return PlainPhoto(
            lit=_cut(frame, raster, self.place),
            unlit=None if unlit is None else _cut(unlit, raster, self.place),
            view=View.from_region(Lens(size), self.place.region),
            raster=raster,
            paper=None,
            registered=True,
            moved=False,
            frame=frame,
            unlit_frame=unlit,
            place=self.place,
        )


def _cut(frame: Frame, raster: Raster, place: Place) -> Frame:
    height, width = frame.shape[:2]
    left, top, right, bottom = place.region
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
    """The raster of a picture so big, no larger than the memory holds."""
    left, top, right, bottom = place.region
    wide, high = (right - left) * size[0], (bottom - top) * size[1]
    return Raster.over((wide, high), min(place.pixels_a_mm, (LARGEST_RASTER / max(1.0, wide * high)) ** 0.5))


class Sight(NamedTuple):
    """A photo weighed against one table, and how badly the labels explain what stands out of it."""

    evidence: Evidence
    strange: float
    ratios: Costs


class PlainExaminer:
    """Weighs the pixels of photos without a frame: a label's colour against the table's."""

    def __init__(self, profile: Profile, table: ColourTable) -> None:
        self.table = table
        self.piece = profile.piece
        self._kinds = {
            number: profile.piece.kinds[label]
            for number, label in enumerate(table.labels)
            if label in profile.piece.kinds
        }
        self._faint = [number for number, label in enumerate(table.labels) if label in profile.piece.faint]
        self._lengths = {number: kind.length for number, kind in self._kinds.items()}
        self._looks = [look.colours for look in profile.looks.values()]
        self.alike = alike_labels(self._looks)
        self.pairs = profile.empty.unlit is not None
        self._tops: dict[bool, TableTop] = {}
        if profile.empty.known:
            self._tops = {pair: TableTop(profile.empty, pair=pair) for pair in {False, self.pairs}}
        self._ratios = {pair: weighed(top, table.least) for pair, top in self._tops.items()}

    def examine(self, photo: FlatPhoto) -> tuple[FlatPhoto, Evidence]:
        """Weigh every pixel; also the photo as it was laid out for that, at its own scale."""
        sight = self._look(photo)
        if not isinstance(photo, PlainPhoto):
            return photo, sight.evidence
        for _ in range(LOOKS):
            scale = self._other_scale(photo, sight.evidence)
            if scale is None:
                break
            photo = photo.at_scale(scale)
            sight = self._look(photo)
        area = self._piece_area(photo)
        hard = hard_to_see(self._looks, sight.ratios)
        walled, of_walls = without_walls(sight.evidence, area)
        lone = self._lone(walled)
        slope = slope_of(lone, photo.lit.shape)
        sizes = sizes_of_labels(slope.levelled(lone, photo.lit.shape), area, self._kinds)
        kinds = self._kinds | {
            label: Kind(size, self._lengths.get(label, self.piece.length)) for label, size in sizes.items()
        }
        # What was learned of faint ones is only what is least like the table.
        same = {*table_like(self._looks, sight.ratios), *self._faint}
        spoilt = (*frame_doubts(photo.frame, photo.lit, area), *of_walls)
        photo = replace(
            photo,
            kinds=kinds,
            other_sizes=tuple(sizes),
            slope=slope,
            hard=tuple(hard),
            table_like=tuple(same),
            spoilt=spoilt,
        )
        faint = with_faint(walled, self.table, hard, area)
        evidence, margin = carried_on(faint, area, self.table.least)
        return photo.widened(margin), evidence

    def _lone(self, evidence: Evidence) -> list[Lone]:
        return lone_patches(evidence, self.piece.length, self._lengths)

    def _piece_area(self, photo: FlatPhoto) -> float:
        return self.piece.usual(pair=photo.unlit is not None) * photo.raster.pixels_a_mm**2

    def _look(self, photo: FlatPhoto) -> Sight:
        """The photo weighed against the known table, or against its own if that explains it better."""
        pair = photo.unlit is not None and self.pairs
        light = plain_light(photo.lit, photo.unlit if pair else None)
        known: Sight | None = None
        if pair in self._tops:
            top = self._tops[pair]
            known = self._weigh(top, self._ratios[pair], light)
            if pair or top.explained(light, self.table.least) > PLAINLY_KNOWN:
                return known
        if known is not None and self._is_mostly(known, photo):
            return known
        own = self._own(photo, light)
        if known is None:
            return own
        if own.evidence.foreground.mean() < MOST_PIECES and own.strange < MUCH_BETTER * known.strange:
            return own
        return known

    def _is_mostly(self, known: Sight, photo: FlatPhoto) -> bool:
        """Whether the known table is seen in a picture so small that a piece is everywhere in it, as only a
        table should be.
        """
        height, width = photo.lit.shape[:2]
        small = height * width < ROOM_FOR_FEW * self._piece_area(photo)
        return bool(small and known.evidence.foreground.mean() < MOSTLY_KNOWN)

    def _own(self, photo: FlatPhoto, light: Image) -> Sight:
        """The photo weighed against its own table: the most widespread colours, or, if that explains what
        stands out much better, those no label has. The pieces of a crowd are everywhere too.
        """
        widespread = own_table(photo.lit, self.table.least)
        top = TableTop(widespread, pair=False)
        sight = self._weigh(top, weighed(top, self.table.least), light)
        between = between_pieces(photo.lit, widespread, self.table.least)
        if between is None:
            return sight
        top = TableTop(between, pair=False)
        other = self._weigh(top, weighed(top, self.table.least), light)
        better = other.strange < MUCH_BETTER * sight.strange and self._in_pieces(other, photo)
        return other if better else sight

    def _in_pieces(self, sight: Sight, photo: FlatPhoto) -> bool:
        """Whether what stands out falls into pieces, which leave gaps: a table of a label's colour does
        not.
        """
        plain, _ = without_table(sight.evidence.foreground, sight.evidence.ratio)
        return half_width(plain) < THICKER_THAN_PIECES * math.sqrt(self._piece_area(photo))

    def _weigh(self, top: TableTop, ratios: Costs, light: Image) -> Sight:
        seen = as_bytes(top.evened(light, self.table.least))
        cells = cell_index(seen)
        ratio = ratios.take(cells)
        foreground = stands_out(ratio, STANDS_OUT)
        labels = self.table.best.take(cells)
        evidence = Evidence(seen, cells, labels, foreground, ratio, np.zeros(ratio.shape, np.float32))
        costs = np.minimum(self.table.least.take(cells[foreground > 0]), LABEL_MOST)
        return Sight(evidence, float(costs.mean()) if len(costs) else LABEL_MOST, ratios)

    def _other_scale(self, photo: PlainPhoto, evidence: Evidence) -> float | None:
        """The scale at which a piece of this photo is as wide as calibrated; nothing if it is already."""
        expected = self._piece_area(photo)
        lone = self._lone(evidence)
        level = slope_of(lone, photo.lit.shape).levelled(lone, photo.lit.shape)
        usual = Kind(1.0, self.piece.length)
        areas = [one.area / self._kinds.get(one.label, usual).size for one in level]
        agreed = other_size(areas, expected, guessed=self.piece.guessed)
        if agreed is None:
            return None
        return _possible(photo, photo.scale * float(np.sqrt(expected / agreed)))


def _possible(photo: PlainPhoto, scale: float) -> float | None:
    """A scale within what the picture shows; nothing if that is where it is already."""
    least = 16 / max(photo.frame.shape[:2])
    possible = float(np.clip(scale, min(least, LARGEST_SCALE), LARGEST_SCALE))
    return None if abs(np.log(possible / photo.scale)) < 0.02 else possible
