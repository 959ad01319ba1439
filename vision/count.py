"""Counting: a photo of the tray and a profile give an `Observation`.

>>> counter = TrayCounter(Profile.load("calibration.json"))     # doctest: +SKIP
>>> counter.count(photo.frame, photo.unlit).counts["red"]       # doctest: +SKIP
3
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import numpy as np

from vision.before_lamps import lamp_doubts
from vision.colour import ColourTable
from vision.doubts import DAZZLED, HAND, NO_COLOURS, NO_FRAME, NO_RING_LIGHT
from vision.evidence import Examiner
from vision.judge import LIKE_NO_OTHER, VIVID, Verdict, doubts_of, hand_in_view, is_sliver, judge, scraps
from vision.light import Image
from vision.lit_faces import lit_face_doubts
from vision.observation import Observation, Piece
from vision.outlines import Outline, Outlines
from vision.patch import Patch
from vision.photo import Frame
from vision.pixels import Evidence
from vision.place import HARDLY_SEEN
from vision.plain import PlainExaminer, PlainPhoto, PlainTray
from vision.plain_doubt import picture_doubts, with_strangers
from vision.plain_kinds import PieceSizes, SizedSeparator
from vision.profile import Profile
from vision.second_look import SecondLook
from vision.separate import Separator
from vision.shape import Usual
from vision.tray import FlatPhoto, FramedTray

# A patch of which less than this is in sight may be anything, unless its colour is like no other.
MOSTLY_IN_SIGHT = 0.55
# How far the channels of a colour lie apart, and those of a photo in shades of gray, in bytes.
COLOURED, SHADES_OF_GRAY = 20.0, 3


class TrayCounter:
    """Counts the pieces of one profile; keeps what does not change from photo to photo."""

    def __init__(self, profile: Profile) -> None:
        self.profile = profile
        self.table = ColourTable(profile.looks)
        self._coloured = any(np.ptp(look.colours.mean(axis=0)) > COLOURED for look in profile.looks.values())
        self.tray: FramedTray | PlainTray
        self.examiner: Examiner | PlainExaminer
        if profile.place.framed:
            self.tray = FramedTray(profile.place)
            self.examiner = Examiner(profile, self.table, self.tray.raster)
        else:
            self.tray = PlainTray(profile.place)
            self.examiner = PlainExaminer(profile, self.table)

    def count(self, frame: Frame, unlit: Frame | None = None) -> Observation:
        """What lies in the tray; with the unlit twin the room's light drops out."""
        return self.count_flat(self.tray.lay_flat(frame, unlit if self.examiner.pairs else None))

    def areas(self, frame: Frame, unlit: Frame | None, label: str) -> list[float]:
        """How much every free piece of a label covers in a photo, in the profile's own measure."""
        flat = self.tray.lay_flat(frame, unlit if self.examiner.pairs else None)
        photo, evidence = self.examiner.examine(flat)
        verdicts = self._judged(photo, evidence)
        single = [v.patch for v in verdicts if v.kind == "piece" and v.patch.split.parts == 1]
        mine = [patch for patch in single if self.table.labels[patch.label] == label]
        return [patch.area / photo.raster.pixels_a_mm**2 for patch in mine]

    def count_flat(self, photo: FlatPhoto) -> Observation:
        """The same for a photo that was laid flat already."""
        photo, evidence = self.examiner.examine(photo)
        verdicts = judged = self._judged(photo, evidence)
        area = self._piece_area(photo)
        hand = hand_in_view(evidence.foreground, verdicts, area)
        if evidence.window is not None:
            verdicts = [verdict for verdict in judged if _is_clear(verdict, evidence.sight)]
            if not hand:
                found = [verdict.patch for verdict in verdicts]
                verdicts += SecondLook(self.table, area).find(evidence, found)
                verdicts += scraps(judged, verdicts, area)
        doubts = doubts_of(verdicts, self.table, framed=evidence.window is not None)
        if evidence.faces is not None:
            doubts += lit_face_doubts(verdicts, evidence.seen, evidence.faces, self.table.labels)
        counted = [verdict.patch for verdict in verdicts if verdict.kind in ("piece", "hidden")]
        if evidence.lamp is not None:
            doubts += lamp_doubts(evidence.lamp, counted, area)
        if isinstance(photo, PlainPhoto) and isinstance(self.examiner, PlainExaminer):
            doubts += picture_doubts(
                verdicts,
                evidence,
                self.table.labels,
                hard=photo.hard,
                table_like=photo.table_like,
                alike=self.examiner.alike,
                other_sizes=photo.other_sizes,
            )
            doubts = list(dict.fromkeys([*photo.spoilt, *doubts]))
        if evidence.dazzled:
            doubts.append(DAZZLED)
        # Causes stand before what follows from them: without the ring's light the frame is not seen either.
        if hand:
            doubts = [HAND, *doubts]
        if not photo.registered:
            doubts = [NO_FRAME, *doubts]
        if not evidence.lit:
            doubts = [NO_RING_LIGHT, *doubts]
        if verdicts and not doubts and self._coloured and _is_gray(photo.lit):
            doubts = [NO_COLOURS]
        pieces = self._pieces(counted, photo)
        numbers = Counter(piece.label for piece in pieces)
        return Observation(
            counts={label: numbers[label] for label in self.profile.labels},
            pieces=pieces,
            sure=not doubts,
            hand=hand,
            doubts=tuple(doubts),
        )

    def _piece_area(self, photo: FlatPhoto) -> float:
        return self.profile.piece.usual(pair=photo.unlit is not None) * photo.raster.pixels_a_mm**2

    def _judged(self, photo: FlatPhoto, evidence: Evidence) -> list[Verdict]:
        """Everything that stands out, each patch by itself."""
        usual = Usual(self._piece_area(photo), length=self.profile.piece.length)
        if not isinstance(photo, PlainPhoto):
            return [judge(patch, usual) for patch in Separator(self.table, usual).separate(evidence)]
        sizes = PieceSizes(usual, photo.kinds, photo.slope, evidence.foreground.shape)
        patches = SizedSeparator(self.table, sizes).separate(evidence)
        return with_strangers([judge(patch, sizes.of(patch.label, *patch.middle)) for patch in patches])

    def _pieces(self, patches: Sequence[Patch], photo: FlatPhoto) -> tuple[Piece, ...]:
        """The patches as the table knows them, in pixels of the photo as it was given."""
        if not patches:
            return ()
        middles = np.array([patch.middle for patch in patches])
        places = photo.view.to_picture(photo.raster.to_mm(middles)).tolist()
        outlines = Outlines(patches, photo.raster, photo.view)
        costs = np.array([patch.costs for patch in patches])
        beliefs = np.exp(costs.min(axis=1, keepdims=True) - costs)
        beliefs /= beliefs.sum(axis=1, keepdims=True)
        likeliest = np.argsort(-beliefs, axis=1)[:, :4].tolist()
        found = enumerate(zip(places, beliefs.tolist(), likeliest, strict=True))
        return tuple(self._piece(*each, Outline(outlines, number)) for number, each in found)

    def _piece(
        self, middle: list[float], belief: list[float], likeliest: list[int], outline: Outline
    ) -> Piece:
        label, *others = likeliest
        return Piece(
            label=self.table.labels[label],
            x=middle[0],
            y=middle[1],
            confidence=belief[label],
            outline=outline,
            alternatives=tuple((self.table.labels[other], belief[other]) for other in others),
        )


def _is_clear(verdict: Verdict, sight: Image | None) -> bool:
    """Whether a patch by itself is a piece: whole and in sight, or plainly of its colour."""
    patch = verdict.patch
    if verdict.kind != "piece":
        return verdict.kind == "hidden" and (patch.margin >= VIVID or is_sliver(patch, verdict.share))
    if sight is None or patch.margin >= LIKE_NO_OTHER:
        return True
    height, width = patch.mask.shape
    seen = sight[patch.top : patch.top + height, patch.left : patch.left + width] > HARDLY_SEEN
    return int(np.count_nonzero(seen & (patch.mask > 0))) >= MOSTLY_IN_SIGHT * patch.area


def _is_gray(frame: Frame) -> bool:
    """Whether a picture has no colour anywhere; a few of its pixels tell."""
    some = frame[::16, ::16].astype(np.int16)
    first, second, third = some[..., 0], some[..., 1], some[..., 2]
    most = max(np.abs(first - second).max(), np.abs(second - third).max(), np.abs(third - first).max())
    return bool(most <= SHADES_OF_GRAY)
