"""Counting: a photo of the tray and a profile give an `Observation`.

>>> counter = TrayCounter(Profile.load("calibration.json"))     # doctest: +SKIP
>>> counter.count(photo.frame, photo.unlit).counts["red"]       # doctest: +SKIP
3
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from vision.chance import COUNTED, FRAMED, WITHOUT_FRAME, Evidence, piece_chance, whole_chance
from vision.colour import ColourModel, beliefs
from vision.doubts import HAND, NO_COLOURS, NO_FRAME, NO_RING_LIGHT, Doubt
from vision.net import PieceNet
from vision.net_input import PIXELS_A_MM
from vision.observation import Observation, Piece
from vision.photo import Frame
from vision.profile import Profile
from vision.rectify import Points
from vision.sight import Eye, Sight, Spot

# A count this likely right is not asked about.
SURE = 0.97
# A label or a place less certain than this is worth a look of its own.
CLEAR = 0.97
# What is neither tray nor piece and covers so much is a hand, or as good as one.
HAND_MM2 = 800.0
# A piece that shows less than this of a usual one lies under another, if it touches one.
COVERED = 0.6
# So many piece's widths apart middles belong to one heap.
NEIGHBOURS = 2.0
# How far the channels of a colour lie apart, and those of a photo in shades of gray, in bytes.
COLOURED, SHADES_OF_GRAY = 20.0, 3


@dataclass(frozen=True, eq=False)
class Weighed:
    """A place with its chance of being a piece and, if it is one, of being each label's."""

    spot: Spot
    chance: float
    beliefs: npt.NDArray[np.float64]

    @property
    def certain(self) -> float:
        """The chance that it was judged rightly: a piece of its label, or none."""
        return self.chance * float(self.beliefs.max()) if self.counted else 1 - self.chance

    @property
    def counted(self) -> bool:
        return self.chance > COUNTED


class TrayCounter:
    """Counts the pieces of one profile; keeps what does not change from photo to photo.

    sure_above      the chance of being right from which a count is not asked about
    """

    def __init__(self, profile: Profile, *, sure_above: float = SURE, net: PieceNet | None = None) -> None:
        self.profile = profile
        self.eye = Eye(profile.place, profile.empty, net)
        self._sure_above = sure_above
        self._weights = FRAMED if profile.place.framed else WITHOUT_FRAME
        self._models: dict[bool, ColourModel] = {}
        looks = [np.concatenate(look.alone).mean(axis=0) for look in profile.looks.values()]
        self._coloured = any(np.ptp(look) > COLOURED for look in looks)

    def count(self, frame: Frame, unlit: Frame | None = None) -> Observation:
        """What lies in the tray; with the unlit twin the room's light drops out."""
        return self.observe(self.eye.look(frame, unlit))

    def observe(self, sight: Sight) -> Observation:
        """The same for a photo that was looked at already."""
        places = self.weigh(sight)
        counted = [place for place in places if place.counted]
        hand = sight.foreign_mm2 > HAND_MM2
        pieces = tuple(self._piece(sight, place) for place in counted)
        numbers = Counter(piece.label for piece in pieces)
        spoilt = self._spoilt(sight, hand=hand)
        chance = whole_chance(float(np.prod([place.certain for place in places])), self._weights)
        sure = chance >= self._sure_above and not spoilt
        doubts = spoilt if sure else [*spoilt, *self._doubts(sight, places)]
        return Observation(
            counts={label: numbers[label] for label in self.profile.labels},
            pieces=pieces,
            sure=sure,
            hand=hand,
            doubts=tuple(doubts),
            chance=0.0 if spoilt else chance,
        )

    def model(self, *, pair: bool) -> ColourModel:
        """What the labels may look like in pairs, or in photos alone."""
        if pair not in self._models:
            looks = {label: look.light(pair=pair) for label, look in self.profile.looks.items()}
            self._models[pair] = ColourModel(looks, self.profile.gloss)
        return self._models[pair]

    def weigh(self, sight: Sight) -> list[Weighed]:
        """Every place that may be a piece, weighed."""
        model = self.model(pair=sight.pair)
        places = []
        for spot in sight.spots:
            scores = model.scores(spot.pixels, spot.veil)
            places.append(
                Weighed(spot, piece_chance(self.evidence(spot, scores), self._weights), beliefs(scores))
            )
        return places

    def evidence(self, spot: Spot, scores: npt.NDArray[np.float64]) -> Evidence:
        """What tells whether a place is a piece."""
        return Evidence(
            likely=spot.likely,
            score=float(scores.max()),
            size=spot.area_mm2 / self.profile.piece_mm2,
            foreign=spot.foreign,
            changed=spot.changed,
            overlooked=spot.overlooked,
        )

    def _piece(self, sight: Sight, place: Weighed) -> Piece:
        label, *others = np.argsort(-place.beliefs)[:4].tolist()
        outline = sight.outline(place.spot)
        ((x, y),) = sight.to_picture(place.spot.middle[None]).tolist()
        labels = self.profile.labels
        return Piece(
            label=labels[label],
            x=x,
            y=y,
            confidence=place.certain,
            outline=tuple((float(across), float(down)) for across, down in outline),
            alternatives=tuple((labels[other], float(place.beliefs[other])) for other in others),
        )

    def _spoilt(self, sight: Sight, *, hand: bool) -> list[Doubt]:
        """What spoils a whole photo."""
        gray = self._coloured and bool(sight.spots) and _is_gray(sight.flat.lit)
        # Causes stand before what follows from them: without the ring's light the frame is not seen either.
        found = {
            NO_RING_LIGHT: not sight.lit,
            NO_FRAME: not sight.flat.registered,
            HAND: hand,
            NO_COLOURS: gray,
        }
        return [doubt for doubt, there in found.items() if there]

    def _doubts(self, sight: Sight, places: list[Weighed]) -> list[Doubt]:
        """What to look at in a photo that is not sure, the worst first."""
        doubts: list[tuple[float, Doubt]] = []
        number = 0
        for place in places:
            ((x, y),) = sight.to_picture(place.spot.middle[None]).tolist()
            label = self.profile.labels[int(place.beliefs.argmax())]
            if not place.counted:
                if place.certain < CLEAR:
                    doubts.append((place.certain, Doubt("a piece", None, (x, y), label)))
                continue
            if place.chance < CLEAR:
                doubts.append((place.chance, Doubt("no piece", number, (x, y), label)))
            if (belief := float(place.beliefs.max())) < CLEAR:
                ranked = np.argsort(-place.beliefs)[1:4].tolist()
                others = tuple((self.profile.labels[i], float(place.beliefs[i])) for i in ranked)
                doubts.append((belief, Doubt("colour", number, (x, y), label, others)))
            number += 1
        middles = heaps_of([place.spot for place in places if place.counted], self.profile.piece_mm2)
        seen = [sight.to_picture(middle[None])[0].tolist() for middle in middles]
        heaps = [Doubt("heap", None, (x, y)) for x, y in seen]
        return [*heaps, *(doubt for _, doubt in sorted(doubts, key=lambda each: each[0]))]


def heaps_of(spots: Sequence[Spot], piece_mm2: float) -> list[Points]:
    """Where pieces lie on others, a place for each heap: there fingers help more than another look."""
    reach = NEIGHBOURS * PIXELS_A_MM * np.sqrt(piece_mm2)
    heaps: list[list[Points]] = []
    for spot in spots:
        away = [np.linalg.norm(other.middle - spot.middle) for other in spots if other is not spot]
        if spot.area_mm2 >= COVERED * piece_mm2 or not away or min(away) > reach:
            continue
        near = [heap for heap in heaps if np.linalg.norm(heap - spot.middle, axis=1).min() < reach]
        heaps = [heap for heap in heaps if all(heap is not each for each in near)]
        heaps.append([spot.middle, *(middle for heap in near for middle in heap)])
    return [np.mean(heap, axis=0) for heap in heaps]


def _is_gray(frame: Frame) -> bool:
    """Whether a picture has no colour anywhere; a few of its pixels tell."""
    some = frame[::16, ::16].astype(np.int16)
    first, second, third = some[..., 0], some[..., 1], some[..., 2]
    most = max(np.abs(first - second).max(), np.abs(second - third).max(), np.abs(third - first).max())
    return bool(most <= SHADES_OF_GRAY)
