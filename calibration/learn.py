"""Learning a set of pieces from photos: the empty tray, then a few pieces of each label.

>>> profile = learn({"red": [red_photo], "white": [white_photo]}, empty=empty_photo)   # doctest: +SKIP

What is a piece the net knows; learned are the tray's place, a piece's size, and each label's colours.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

import numpy as np
import numpy.typing as npt

from calibration.errors import CalibrationError
from calibration.frame_seen import shows_frame
from calibration.frame_size import tray_size_mm
from calibration.gloss import gloss_of, without_gloss
from calibration.problems import Problem
from calibration.region import Region, piece_pixels, region_place, table_seen, unknown_tray
from companion.words import N_
from vision.colour import roots
from vision.markers import MarkerFinder
from vision.net import PieceNet
from vision.net_input import assemble_padded
from vision.photo import Photo
from vision.pieces import LIKELY, find_pieces
from vision.profile import EmptyTray, LabelLook, Place, Profile
from vision.rectify import fit_lens
from vision.sight import Eye, Spot
from vision.tray import FramedTray

Photos = Mapping[str, Sequence[Photo]]
# What the net calls a piece in a tray that should be empty is one only if it is as sure as this.
PLAIN = 0.7
# A single thing may be a part of the tower that looks like one: of 46 empty trays two had such a part.
LIKE_A_PIECE = 1
# What shows less than this of the largest piece in its photo teaches nothing.
WHOLE = 0.5
# So many pixels stand for a piece; neighbours are alike.
PIXELS_A_PIECE = 60


def learn(
    photos: Photos,
    *,
    empty: Photo | None,
    set_name: str = "keshis",
    region: Region | None = None,
    wide: float | None = None,
    to: Profile | None = None,
) -> Profile:
    """A profile from photos of a few pieces of each label. Raises `CalibrationError` naming the photo.

    region      the tray's corners as shares of the picture, where no paper frame is around it
    wide        how many pixels a piece is wide there, if somebody told
    to          the calibration they are added to: its paint's gloss is theirs, and without a frame its
                pieces' size and its table
    """
    if not photos or not all(photos.values()):
        raise CalibrationError(N_("There are no photos of pieces; give at least one for each colour."))
    shots = [shot for each in photos.values() for shot in each]
    tray = tray_of(shots, empty=empty, region=region, wide=wide, to=to)
    shown = {
        pair: {label: _shown(tray.eye, label, shots, pair=pair) for label, shots in photos.items()}
        for pair in tray.kinds
    }
    return profile_of(shown, tray, set_name, None if to is None else to.gloss)


@dataclass(frozen=True, eq=False)
class KnownTray:
    """Where the tray is, what it shows when it is empty, and the eye that looks at it."""

    place: Place
    empty: EmptyTray
    eye: Eye

    @property
    def kinds(self) -> tuple[bool, ...]:
        """Whether looks are learned from photos alone, and from pairs too."""
        return (False, True) if self.eye.pairs else (False,)


def tray_of(
    shots: Sequence[Photo],
    *,
    empty: Photo | None,
    region: Region | None = None,
    wide: float | None = None,
    to: Profile | None = None,
) -> KnownTray:
    """The tray that photos of pieces show, told by its paper frame or by the region."""
    net = PieceNet()
    if empty is not None and region is None and shows_frame(empty):
        place = framed_place(empty)
        known = empty_tray(place, empty)
        return KnownTray(place, known, Eye(place, known, net))
    told = wide if to is None else to.place.piece_pixels
    size = piece_pixels(shots, region, net, empty) if told is None else told
    usual = empty or max(shots, key=lambda shot: shot.frame.size)
    place = region_place(usual, region, size)
    same_size = [shot for shot in shots if shot.frame.shape == usual.frame.shape] or list(shots)
    known = to.empty if to is not None else table_seen(Eye(place, unknown_tray(), net), same_size)
    return KnownTray(place, known, Eye(place, known, net))


def framed_place(empty: Photo) -> Place:
    """Where the paper frame lies in the photo of the empty tray."""
    size = (empty.frame.shape[1], empty.frame.shape[0])
    corners = MarkerFinder().find(empty.frame)
    if not np.isfinite(corners).all():
        raise CalibrationError(Problem("no_frame", {"photo": empty.name or "empty.jpg"}).said)
    tray_mm = tray_size_mm(corners, size)
    return Place(size, corners, lens_bend=fit_lens(corners, size, tray_mm).bend, tray_mm=tray_mm)


def empty_tray(place: Place, empty: Photo) -> EmptyTray:
    """The tray without pieces, as every later photo is held against."""
    tray = FramedTray(place)
    flat, single = (tray.lay_flat(empty.frame, unlit) for unlit in (empty.unlit, None))
    assert flat.paper is not None  # a framed tray has paper around it
    assert single.paper is not None
    return EmptyTray(flat.lit, flat.unlit, single.paper, None if empty.unlit is None else flat.paper)


def lying_pieces(empty: Photo) -> int:
    """How many pieces are plain to see in a photo that should show an empty tray; a single one may be none.

    Held against itself nothing in it would have changed: so it is looked at as if no tray were known.
    """
    flat = FramedTray(framed_place(empty)).lay_flat(empty.frame, empty.unlit)
    maps = PieceNet().look(assemble_padded(flat.lit, unlit=flat.unlit), flat.lit.shape[:2])
    found = len(find_pieces(maps.likely, maps.rays, least=PLAIN))
    return found if found > LIKE_A_PIECE else 0


def profile_of(
    shown: Mapping[bool, Mapping[str, Sequence[Spot]]],
    tray: KnownTray,
    set_name: str,
    gloss: float | None = None,
) -> Profile:
    """What pieces teach whose labels are known.

    shown       the pieces of each label as they look in photos alone, and in pairs if there are any
    gloss       how glossy the paint is, where these pieces do not have to tell it
    """
    best = shown[tray.kinds[-1]]
    if not tray.place.framed:
        gloss = 0.0
    elif gloss is None:
        gloss = gloss_of(best.values())
    cut = {
        pair: {label: tuple(pixels_of(spot, gloss) for spot in spots) for label, spots in labels.items()}
        for pair, labels in shown.items()
    }
    return Profile(
        set_name=set_name,
        looks={label: LabelLook(cut[False][label], cut.get(True, {}).get(label, ())) for label in best},
        place=tray.place,
        piece_mm2=float(np.median([spot.area_mm2 for spots in best.values() for spot in spots])),
        empty=tray.empty,
        gloss=gloss,
        created=datetime.now(UTC).isoformat(timespec="seconds"),
    )


def _shown(eye: Eye, label: str, shots: Sequence[Photo], *, pair: bool) -> list[Spot]:
    """The pieces in the photos of one label."""
    seen = [eye.look(shot.frame, shot.unlit if pair else None) for shot in shots]
    spots = [spot for sight in seen for spot in taught(sight.spots)]
    if not spots:
        name = shots[0].name or label
        raise CalibrationError(Problem("no_pieces", {"photo": name, "label": label}).said)
    return spots


def taught(spots: Sequence[Spot]) -> list[Spot]:
    """The places of a calibration photo that are pieces beyond doubt."""
    clear = [spot for spot in spots if spot.likely > LIKELY]
    largest = max((spot.area_mm2 for spot in clear), default=0.0)
    return [spot for spot in clear if spot.area_mm2 > WHOLE * largest]


def pixels_of(spot: Spot, gloss: float) -> npt.NDArray[np.float64]:
    """Some pixels that stand for all of a piece's, as a profile keeps them."""
    chosen = np.random.default_rng(PIXELS_A_PIECE).integers(0, len(spot.pixels), PIXELS_A_PIECE)
    return np.asarray(roots(without_gloss(spot, gloss)[chosen]).round(), np.float64)
