"""Learning pieces from photos without a paper frame: cuttings of any size will do, if the scale is the same.

A photo of the empty table tells its colours, and so do the rims of the cuttings, if most labels share them:
the empty table may be a small bit, or lie in another light. Whatever stands out of these colours in a label's
photos are that label's pieces; most of them are of one size, and that is the size of a piece. A cutting that
is all piece tells a colour and no more than a guess of the size; without any table, every cutting is.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import NoReturn

import cv2
import numpy as np
import numpy.typing as npt

from calibration.bare_table import LEAST_OF_RIM, RIM_BETWEEN, rim, rims_of_table, table_with_rims
from calibration.errors import PhotosRefused
from calibration.middle_piece import at_side, of_middle_piece
from calibration.piece_length import kind_of, length_of
from calibration.problems import Problem
from vision.colour import cell_index, cube_cells, label_costs, summarise
from vision.light import as_bytes
from vision.photo import Frame, Photo
from vision.plain import PlainTray
from vision.plain_faint import rounds
from vision.plain_kinds import AS_ALL
from vision.plain_table import (
    STANDS_OUT,
    TABLE_LIKE,
    TableTop,
    plain_light,
    stands_out,
    weighed,
)
from vision.profile import EmptyTray, Kind, LabelLook, PieceSize, Place, Profile

Region = tuple[float, float, float, float]
Mask = npt.NDArray[np.uint8]

PIECE_PIXELS = 26.0  # how wide a piece should be on the raster: enough to tell its shape, quick to count
FIRST_LOOK_PIXELS = 700_000
LARGEST_SCALE = 2.0
# How clearly a piece must stand out of the table's colours; faint ones are looked for if there are no others.
LIMITS = (3.0, 1.2)
# Pieces smaller than this share of all others are looked for with these limits as well.
PARTLY, CLOSER = 0.6, (2.0, 1.2)
# There is a piece in a label's photo: an edge so far round is enough to believe that it is there.
WAY_ROUND = 0.4
# A photo this small, in areas of a piece, was cut out around one, and loosely up to the second. The piece
# then covers so much of its own area in the middle: more than a bead's hole does.
CUT_OUT, CUT_LOOSELY, WELL_INSIDE = 5.0, 12.0, 0.5
LEAST_PIXELS = 40
SMALL_SHARE = 0.15
SIZES = (0.55, 1.7)
WHOLE = (0.0, 0.0, 1.0, 1.0)
# The middle of a piece shows its colour alone; nearer to its rim there are shade, shadow and mixtures.
MIDDLE, INSIDE = 0.4, 0.3
# So many of the pieces have to be seen whole to tell the size.
MOST = 0.6
# A piece that covers so much of its cutting may well be larger.
FILLED = 0.92
# A cutting from a darker corner of the table is brightened by what its rim lacks, beyond the wood's grain.
GRAIN = 0.15
# A colour another label shows so many times as often is that label's; so near, in bytes, is the same colour.
TIMES, NEAR = 3.0, 16.0
COMPARED_PIXELS = 2000


def learn_plain(
    photos: Mapping[str, Sequence[Photo]], *, empty: Photo, set_name: str, region: Region | None
) -> Profile:
    """A profile of pieces on a table; raises `PhotosRefused` naming the photo that shows none."""
    height, width = empty.frame.shape[:2]
    shots = [shot for many in photos.values() for shot in many]
    largest = max(shot.frame.shape[0] * shot.frame.shape[1] for shot in (empty, *shots))
    place = Place(
        (width, height), region=region or WHOLE, pixels_a_mm=min(1.0, (FIRST_LOOK_PIXELS / largest) ** 0.5)
    )
    first = Cuttings(place, photos, empty)
    area = _usual_area(first.areas(LEAST_PIXELS))  # in pixels of the photos
    place = replace(place, pixels_a_mm=min(LARGEST_SCALE, PIECE_PIXELS / area**0.5))
    cuttings = Cuttings(place, photos, empty)
    typical = _usual_area(cuttings.areas(0.3 * PIECE_PIXELS**2))
    sizes = typical, SIZES[0] * typical, SIZES[1] * typical
    guessed = not cuttings.shows_whole_pieces()
    length = 1.0 if guessed else cuttings.length(sizes)
    kinds = {} if guessed else cuttings.kinds(typical)
    return Profile(
        set_name=set_name,
        looks={label: LabelLook(colours) for label, colours in cuttings.looks().items()},
        place=place,
        piece=PieceSize(*sizes, guessed=guessed, length=length, kinds=kinds, faint=cuttings.faint(typical)),
        empty=cuttings.table,
        created=datetime.now(UTC).isoformat(timespec="seconds"),
    )


class Cuttings:
    """The photos of all labels at one scale, and the table they lie on."""

    def __init__(self, place: Place, photos: Mapping[str, Sequence[Photo]], empty: Photo) -> None:
        self.place = place
        self.photos = photos
        tray = PlainTray(place)
        self.table = EmptyTray(empty.frame, empty.unlit, np.empty((0, 3)), None)
        # Photos are counted as pairs only if the table is known as one.
        pair = empty.unlit is not None
        laid = {
            label: [tray.lay_flat(shot.frame, shot.unlit if pair else None) for shot in many]
            for label, many in photos.items()
        }
        self.top: TableTop | None = None
        if self.table.known:
            flat = tray.lay_flat(empty.frame, empty.unlit)
            self.table = replace(self.table, lit=flat.lit, unlit=flat.unlit)
            if flat.unlit is None:
                rims = rims_of_table({label: [one.lit for one in many] for label, many in laid.items()})
                self.table = table_with_rims(self.table, rims)
            self.top = TableTop(self.table, pair=self.table.unlit is not None)
        self.seen = {
            label: [self._seen(plain_light(one.lit, one.unlit)) for one in many]
            for label, many in laid.items()
        }
        self._found: dict[str, list[tuple[Mask, Frame]]] = {}

    def areas(self, least_pixels: float) -> list[float]:
        """How many pixels of the photos each of the pieces covers; of whole ones if there are any."""
        self._found = {label: self._pieces(label, least_pixels, LIMITS) for label in self.photos}
        if self.top is not None:
            self._look_again(least_pixels)
        masks = [mask for found in self._found.values() for mask, _ in found]
        whole = self._whole() if self.shows_whole_pieces() else masks
        return [float(mask.sum()) / self.place.pixels_a_mm**2 for mask in whole]

    def _look_again(self, least_pixels: float) -> None:
        """Pieces far smaller than all others are only the part of them that is least like the table: the
        gloss of black ones on a dark cloth. Seen with less distance from the table they may be whole, and
        if nothing else tells them, an edge all round does.
        """
        sizes = [_middle_area(found) for found in self._found.values() if found]
        usual = float(np.median(sizes)) if sizes else 0.0
        for label, found in self._found.items():
            if found and _middle_area(found) > PARTLY * usual:
                continue
            again = [self._pieces(label, least_pixels, (limit,)) for limit in CLOSER] if found else []
            best = min(
                (some for some in (found, *again) if some), key=lambda some: _off(some, usual), default=[]
            )
            if usual and (not best or _off(best, usual) > -np.log(PARTLY)):
                best = self._rounds(label, usual) or best
            if not best:
                _refuse(label, self.photos[label])
            self._found[label] = best

    def _rounds(self, label: str, area: float) -> list[tuple[Mask, Frame]]:
        """What has a piece's outline in a label's photos, whatever its colour: the clearest of each."""
        found: list[tuple[Mask, Frame]] = []
        for one in self.seen[label]:
            clearest = next(rounds(one, np.zeros(one.shape[:2], np.uint8), area, WAY_ROUND), None)
            if clearest is not None:
                found.append((clearest[0], one))
            elif one.shape[0] * one.shape[1] < CUT_OUT * area:
                # Somebody cut it out to show a piece, so that is what is in the middle.
                found.append((_disc_in_middle(one, area), one))
        return found

    def shows_whole_pieces(self) -> bool:
        """Whether most of the cuttings show where their pieces end."""
        masks = [mask for found in self._found.values() for mask, _ in found]
        return len(self._whole()) >= MOST * len(masks)

    def length(self, sizes: tuple[float, float, float]) -> float:
        """How much longer than round the pieces are whose size lies between the last two."""
        scale = self.place.pixels_a_mm**2
        return length_of(self._whole(), sizes[1] * scale, sizes[2] * scale)

    def kinds(self, typical: float) -> dict[str, Kind]:
        """How big and long each label's pieces are, told by the whole ones, if they are not all alike."""
        usual = typical * self.place.pixels_a_mm**2
        kinds = {
            label: kind_of([mask for mask, _ in found if not at_side(mask)], usual)
            for label, found in self._found.items()
        }
        known = {label: kind for label, kind in kinds.items() if kind is not None}
        alike = all(AS_ALL[0] <= kind.size <= AS_ALL[1] for kind in known.values())
        return {} if alike else known

    def faint(self, typical: float) -> tuple[str, ...]:
        """The labels whose pieces were cut out, but look like table: what is found of them may be a shaded
        side.
        """
        area = typical * self.place.pixels_a_mm**2
        return tuple(label for label in self.photos if self._is_faint(label, area))

    def _is_faint(self, label: str, area: float) -> bool:
        cut_out = [one for one in self.seen[label] if one.shape[0] * one.shape[1] < CUT_LOOSELY * area]
        if self.top is None or not cut_out:
            return False
        middles = [(_disc_in_middle(one, WELL_INSIDE * area), cell_index(one)) for one in cut_out]
        table = [float((self.top.costs[cells[disc > 0]] < TABLE_LIKE).mean()) for disc, cells in middles]
        return float(np.median(table)) > 0.5

    def _whole(self) -> list[Mask]:
        """The pieces that show where they end."""
        return [mask for found in self._found.values() for mask, _ in found if not _fills(mask)]

    def looks(self) -> dict[str, npt.NDArray[np.float64]]:
        """The colours of each label's pieces as found before, without those that are rather another's."""
        shown = {label: self._telling(_pixels(found, INSIDE)) for label, found in self._found.items()}
        few = {label: _some(pixels) for label, pixels in shown.items()}
        return {label: _own_colours(label, summarise(pixels), few) for label, pixels in shown.items()}

    def _seen(self, light: npt.NDArray[np.float32]) -> Frame:
        """A cutting in the light of the empty table, as far as its rim tells."""
        share, over = (0.0, 0.0) if self.top is None else self.top.brightness(rim(light))
        if share < LEAST_OF_RIM:
            return as_bytes(light)
        over = float(np.sign(over)) * max(0.0, abs(over) - GRAIN)
        return as_bytes(light / np.float32(np.clip(np.exp(over), *RIM_BETWEEN)))

    def _pieces(self, label: str, least_pixels: float, limits: Sequence[float]) -> list[tuple[Mask, Frame]]:
        """Everything in a label's photos that is no table, with the picture to read its colours from.

        What stands out of the table may have its shadow with it. The middle of it has the label's colour,
        and with that known, its pieces are what has that colour rather than the table's.
        """
        if self.top is None:
            return [(np.ones(seen.shape[:2], np.uint8), seen) for seen in self.seen[label]]
        top = self.top
        rough = [
            (mask, seen)
            for seen in self.seen[label]
            for mask in of_middle_piece(
                _standing_out(top, seen, least_pixels, limits),
                seen,
                (top.costs[cell_index(seen)] - TABLE_LIKE).astype(np.float32),
            )
        ]
        if not rough:
            return []
        look = summarise(self._telling(_pixels(rough, MIDDLE)))
        ratios = weighed(top, label_costs(cube_cells(), look))
        fine = [
            (mask, seen)
            for seen in self.seen[label]
            for mask in of_middle_piece(
                _groups(stands_out(ratios[cell_index(seen)], STANDS_OUT), least_pixels),
                seen,
                ratios[cell_index(seen)],
            )
        ]
        return fine or rough

    def _telling(self, pixels: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
        """A piece's pixels without those that could be table: a highlight on white paper says nothing."""
        if self.top is None:
            return pixels
        cells = cell_index(pixels.astype(np.uint8)[None])[0]
        telling = self.top.costs[cells] >= TABLE_LIKE
        shade = telling & (self.top.tones[cells] < TABLE_LIKE)
        own = telling & ~shade
        # A dark piece has its shadow with it: that has the table's tone, and more light than the piece.
        if own.mean() > 0.5 and shade.any() and _is_darker(pixels[own], pixels[shade]):
            return np.asarray(pixels[own], np.float64)
        return np.asarray(pixels[telling], np.float64) if telling.mean() > 0.5 else pixels


def _standing_out(top: TableTop, seen: Frame, least_pixels: float, limits: Sequence[float]) -> list[Mask]:
    costs = np.minimum(top.costs[cell_index(seen)], 12.0).astype(np.float32)
    found = (_groups(stands_out(costs, limit), least_pixels) for limit in limits)
    return next((masks for masks in found if masks), [])


def _middle_area(found: Sequence[tuple[Mask, Frame]]) -> float:
    return float(np.median([mask.sum() for mask, _ in found]))


def _off(found: Sequence[tuple[Mask, Frame]], usual: float) -> float:
    """How far pieces are from the usual size, too big or too small."""
    return abs(float(np.log(_middle_area(found) / usual)))


def _disc_in_middle(seen: Frame, area: float) -> Mask:
    height, width = seen.shape[:2]
    radius = min((area / np.pi) ** 0.5, height / 2, width / 2)
    disc = np.zeros((height, width), np.uint8)
    cv2.circle(disc, (width // 2, height // 2), max(1, int(radius)), 1, cv2.FILLED)
    return disc


def _fills(mask: Mask) -> bool:
    """Whether a piece fills its cutting, so that nobody sees where it ends."""
    return bool(mask.mean() > FILLED)


def _refuse(label: str, shots: Sequence[Photo]) -> NoReturn:
    raise PhotosRefused(Problem("no_pieces", {"photo": shots[0].name or label, "label": label}).said)


def _usual_area(areas: Sequence[float]) -> float:
    """The area of a single piece: some may touch, some show only a part."""
    single = float(np.quantile(areas, 0.4, method="nearest"))
    return float(np.median([area for area in areas if SIZES[0] * single <= area <= SIZES[1] * single]))


def _groups(found: Mask, least_pixels: float) -> list[Mask]:
    """The patches of a mask, without those that are small against the largest."""
    _, groups, stats, _ = cv2.connectedComponentsWithStats(found)
    areas = stats[1:, cv2.CC_STAT_AREA]
    if not len(areas) or areas.max() < least_pixels:
        return []
    chosen = np.nonzero(areas >= max(least_pixels, SMALL_SHARE * areas.max()))[0] + 1
    return [(groups == group).astype(np.uint8) for group in chosen]


def _pixels(found: Sequence[tuple[Mask, Frame]], depth: float) -> npt.NDArray[np.float64]:
    """The colours of pieces, as deep inside them as a share of half their width."""
    inside = []
    for mask, seen in found:
        # Beyond a cutting's edge there is no piece: its corners are no deeper inside than its sides.
        framed = cv2.copyMakeBorder(mask, 1, 1, 1, 1, cv2.BORDER_CONSTANT, value=0)
        deep = cv2.distanceTransform(framed, cv2.DIST_L2, 3)[1:-1, 1:-1]
        inside.append(seen[(mask > 0) & (deep >= depth * deep.max())].astype(np.float64))
    return np.concatenate(inside)


def _is_darker(some: npt.NDArray[np.float64], others: npt.NDArray[np.float64]) -> bool:
    return bool((np.median(some, axis=0) <= np.median(others, axis=0)).all())


def _some(pixels: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    return pixels[:: max(1, len(pixels) // COMPARED_PIXELS)]


def _own_colours(
    label: str, colours: npt.NDArray[np.float64], shown: Mapping[str, npt.NDArray[np.float64]]
) -> npt.NDArray[np.float64]:
    """A label's colours without those that another label shows far more often."""
    often = {
        name: (((pixels[:, None] - colours[None]) ** 2).sum(axis=2) < NEAR**2).mean(axis=0)
        for name, pixels in shown.items()
    }
    others = np.max(
        [share for name, share in often.items() if name != label] or [np.zeros(len(colours))], axis=0
    )
    own = others <= TIMES * often[label]
    return colours[own] if own.any() else colours
