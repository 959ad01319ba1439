"""The room's light on surfaces: gentle hills, fitted to samples of a photo with pieces in it.

Across one surface the room's light changes gently, so a hill (a plane, or a bowl on large surfaces) through
what the pieces leave free is the background. Pieces may cover half of a surface: the fit starts from the
light most of its samples agree on, and what lies far from the hill leaves it. All surfaces are fitted in
step.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from vision.light import FAINT_LIGHT, Image
from vision.rectify import Raster
from vision.sampling import spread_out

Floats = npt.NDArray[np.float32]
Flags = npt.NDArray[np.bool_]
Places = npt.NDArray[np.int64]

TERMS = 10
# So many samples for a landscape, for a bowl and for a plane; with fewer a surface has one light.
ENOUGH_FOR = ((600, TERMS), (90, 6), (18, 3))
FEWEST = 5
# What keeps used terms tame: on all surfaces, and on those too narrow to tell a slope from noise. A term
# that a surface has no samples for is left out.
TAME, TAME_NARROW, LEFT_OUT = 1e-3, 0.005, 1e9
# Samples and guesses looked at while searching for the light most samples agree on, and how near (in bytes)
# is agreement.
MOST_ASKED, MOST_GUESSES, AGREES = 48, 16, 8.0
# A sample brighter than the light agreed on speaks against it as much as this part of one speaks for it.
BRIGHTER_COUNTS = 0.7
# How far a surface's brightness and tint, against the ceiling's, stray from the calibrated ones (log); now
# and then much farther: the sun on one wall, a red lamp on another.
USUAL_LEVEL, USUAL_TINT = 1.3, 0.8
FAINT_SHARE = 0.3
# How far from the hill, in bytes, a sample may lie in each round to stay in the fit, and the terms used. A
# surface that sun and shadow may part is only known roughly: it is not worth more than its own rounds.
ROUNDS = ((8.0, 6), (4.5, TERMS))
SMALL_ROUNDS = ((8.0, 3), (4.0, 6))
# Before the room alone pieces are plainly dark, and one round will do.
DARK_ROUNDS, DARK_SMALL_ROUNDS = ((8.0, TERMS),), ((8.0, 6),)
ROUGH_ROUNDS = ((8.0, 1), (6.0, 3))
# A surface usually off by more bytes than the first may have two lights: a second one is that which most of
# the samples agree on, within so many bytes, that are farther off than that; there have to be enough of them.
# Its tint is the ceiling's, within so much (log), and it is at least this part of its light.
TWO_LIGHTS, FAR_OFF, OTHER_NEAR, AGREE_ON_IT, ENOUGH_OF_IT = 4.0, 9.0, 6.0, 0.6, 0.2
SAME_TINT, SOME_LIGHT = 0.6, 0.1
DOUBTS_APART, MOST_STRETCH = 2.5, 3.0
MOST_DOUBT = 8.0
QUIET = 0.4


@dataclass(frozen=True)
class Surface:
    """One surface to be sampled: where its samples lie, how bent its hill may be, and whether sun and
    shadow may part it.
    """

    at: Places
    most_terms: int
    rough: bool


@dataclass(frozen=True)
class Hills:
    """Today's light on some surfaces (surfaces × terms × channels), and its usual misfit in bytes. At the
    samples (surfaces × channels × samples): by how much it differs from the hill, as a share of the
    pattern; and how far that is, in bytes, for those in sight.
    """

    terms: Floats
    doubts: Floats
    rest: Floats
    far: Floats
    samples: Samples


def hill_terms(columns: npt.NDArray[Any], rows: npt.NDArray[Any], raster: Raster) -> Floats:
    """The shapes hills are made of, at some places: even, slopes, bowls, and what bends once more."""
    x, y = columns * (2 / raster.width) - 1, rows * (2 / raster.height) - 1
    return np.stack(
        [np.ones_like(x), x, y, x * x, x * y, y * y, x**3, x * x * y, x * y * y, y**3], axis=0
    ).astype(np.float32)


def most_terms(samples: int) -> int:
    """How bent a hill so many samples can tell."""
    return next((terms for enough, terms in ENOUGH_FOR if samples >= enough), 1)


class Batch:
    """Surfaces that are fitted in step, the ceiling first: its light tells which light is likely on the
    others. Arrays are surfaces × terms (or channels) × samples.
    """

    def __init__(
        self,
        surfaces: Sequence[Surface],
        pattern: Image,
        base: Image | None,
        raster: Raster,
        samples: int,
        *,
        dark: bool,
    ) -> None:
        """Each gets so many `samples`: of a large surface some, of a small one all, and some twice. The
        pattern has three channels, or none: then light is fitted without its colour. All pieces are darker
        than the surfaces if these are seen in the `dark`, by the room's light alone.
        """
        self._dark = dark
        self.at = np.stack([surface.at[spread_out(len(surface.at), samples)] for surface in surfaces])
        # The same for every channel: gathered so, a picture's samples need no turning around.
        channels = pattern.size // (raster.width * raster.height)
        self._numbers = self.at[:, None] * channels + np.arange(channels)[:, None]
        self._apart = np.array([min(1.0, len(surface.at) / samples) for surface in surfaces])
        rows, columns = np.divmod(self.at, raster.width)
        self.terms = np.ascontiguousarray(hill_terms(columns, rows, raster).swapaxes(0, 1))
        self._pattern = np.maximum(self._sampled(pattern), np.float32(1e-3))
        # Lifted by the faint light, as roots are taken of.
        known = np.float32(0) if base is None else self._sampled(base)
        self._base = np.maximum(known + np.float32(FAINT_LIGHT), np.float32(0))
        terms = np.array([surface.most_terms for surface in surfaces])
        rough = np.array([surface.rough for surface in surfaces])
        large = terms == TERMS
        both = zip(*((DARK_ROUNDS, DARK_SMALL_ROUNDS) if dark else (ROUNDS, SMALL_ROUNDS)), strict=True)
        self._rounds = []
        for number, (wide, narrow) in enumerate(both):
            nearest, used = (np.where(large, *each) for each in zip(wide, narrow, strict=True))
            self._rounds.append(_Round.of(number, nearest, np.minimum(terms, used), rough))
        # Across a narrow face a slope cannot be told from noise: it has to be worth its price.
        self._slope_price = np.where(large, 0.0, TAME_NARROW)[:, None]

    def fit(self, light: Image, extra: Sequence[Image], spoilt: Flags | None) -> Hills:
        """The hills of one photo; `extra` is light known beforehand."""
        base = self._base
        for part in extra:
            base = base + self._sampled(part)
        seen = self._sampled(light)
        free = None if spoilt is None else ~spoilt.ravel().take(self.at)
        seen += np.float32(FAINT_LIGHT)
        share: Floats = np.asarray((seen - base) / self._pattern, np.float32)
        np.sqrt(np.maximum(seen, 0, out=seen), out=seen)
        return self._fit(Samples(seen, share, base, self._pattern, free))

    def second(self, hills: Hills) -> tuple[Hills, Flags]:
        """Another light, through what lies far from the first one; and which surfaces plainly have it. It is
        no lack of light, which black pieces could be; before the room alone, where all pieces are dark, it is
        the brighter one.
        """
        left = hills.samples.in_sight(hills.far > FAR_OFF)
        level = np.maximum(hills.terms[0, 0], 0)
        other = self._fit(replace(hills.samples, free=left), level)
        rest = np.add.reduce(left, axis=1)
        agree = np.add.reduce((other.far < OTHER_NEAR) & left, axis=1)
        two = (hills.doubts > TWO_LIGHTS) & (agree >= AGREE_ON_IT * rest)
        two &= rest >= ENOUGH_OF_IT * self.at.shape[1]
        two &= (other.terms[:, 0] > (hills.terms[:, 0] if self._dark else SOME_LIGHT * level)).all(axis=1)
        return other, two & (_tint_apart(other.terms[:, 0], level) < SAME_TINT)

    def _fit(self, samples: Samples, level: Floats | None = None) -> Hills:
        """`level` is the ceiling's light, if that is known already."""
        free, share = samples.free, samples.share
        hill = np.zeros((len(self.at), TERMS, share.shape[1]), np.float32)
        hill[:, 0] = samples.agreed(level, dark=self._dark)
        shape: Floats = hill[:, 0, :, None]
        far = samples.far(shape)
        for each in self._rounds:
            hill = self._improved(hill, samples, far, each)
            shape = np.maximum(hill[:, : each.terms].swapaxes(1, 2) @ self.terms[:, : each.terms], 0)
            far = samples.far(shape)
        doubts = np.minimum(MOST_DOUBT, samples.quantile(far, QUIET))
        seen_of = self.at.shape[1] if free is None else np.add.reduce(free, axis=1)
        unseen = seen_of * self._apart < FEWEST
        if unseen.any():
            hill[unseen], doubts[unseen] = 0, MOST_DOUBT
        if free is not None:
            far = np.where(free, far, np.float32(np.inf))
        return Hills(hill, doubts.astype(np.float32), share - shape, far, samples)

    def _sampled(self, picture: Image) -> Floats:
        return picture.ravel().take(self._numbers)

    def _improved(self, hill: Floats, samples: Samples, far: Floats, each: _Round) -> Floats:
        """One round: the hills through what lies near the last ones."""
        stretch = np.minimum(DOUBTS_APART * samples.quantile(far, QUIET), each.most)
        near = samples.in_sight(far < np.maximum(each.nearest, stretch)[:, None])
        active = np.add.reduce(near, axis=1) * self._apart >= each.fewest
        terms = self.terms[:, : each.terms]
        weighed = terms * near[:, None]
        square = (weighed @ terms.swapaxes(1, 2)).astype(np.float64)
        right = (weighed @ samples.share.swapaxes(1, 2)).astype(np.float64)
        slopes = self._slope_price * square[:, :1, 0]
        diagonal = square.reshape(len(square), -1)[:, :: each.terms + 1]
        diagonal += each.prices
        diagonal[:, 1:] += slopes
        better = np.zeros_like(hill)
        better[:, : each.terms] = np.linalg.solve(square, right)
        return better if active.all() else np.where(active[:, None, None], better, hill)


@dataclass(frozen=True)
class _Round:
    """One round of a fit, by surface: how near samples have to lie, at the least and at the most, how many
    of them there have to be, how many terms are used, and their prices.
    """

    nearest: npt.NDArray[np.float64]
    most: npt.NDArray[np.float64]
    fewest: npt.NDArray[np.float64]
    terms: int
    prices: npt.NDArray[np.float64]

    @classmethod
    def of(cls, number: int, nearest: npt.NDArray[Any], used: npt.NDArray[np.int64], rough: Flags) -> _Round:
        """For surfaces that use so many terms; those that are rough have their own rounds."""
        limit = nearest.astype(np.float64)
        most_used = int(used.max())
        limit[rough], most = ROUGH_ROUNDS[number]
        used = np.where(rough, np.minimum(used, most), used)
        prices = np.where(np.arange(most_used) < used[:, None], TAME, LEFT_OUT)
        return cls(limit, limit + MOST_STRETCH, 4 * used.astype(np.float64), most_used, prices)


@dataclass(frozen=True)
class Samples:
    """What one photo shows at the samples: in bytes, and as a share of the pattern; what is known of it
    (lifted by the faint light), and which of them are in sight (if not all are).
    """

    shown: Floats
    share: Floats
    base: Floats | np.float32
    pattern: Floats
    free: Flags | None

    def in_sight(self, chosen: Flags) -> Flags:
        """Those of some samples that are in sight."""
        return chosen if self.free is None else chosen & self.free

    def agreed(self, level: Floats | None, *, dark: bool) -> Floats:
        """The light most samples of each surface agree on, and that is not unlikely beside the ceiling's
        `level`; if that is not known, it is what the ceiling's samples agree on.
        """
        few = slice(None, None, max(1, self.share.shape[2] // MOST_ASKED))
        pattern, shown = self.pattern[:, :, few], self.shown[:, :, few]
        base = self.base if isinstance(self.base, np.float32) else self.base[:, :, None, few]
        guesses = np.maximum(self.share[:, :, few], 0)
        some = slice(None, None, max(1, guesses.shape[2] // MOST_GUESSES))
        guesses = guesses[:, :, some]
        # Surfaces × channels × guesses × samples.
        light = guesses[..., None] * pattern[:, :, None]
        light += base
        gap = np.subtract(shown[:, :, None], np.sqrt(light, out=light), out=light)
        above = np.add.reduce(gap, axis=1) > np.float32(gap.shape[1] * AGREES) if dark else None
        far = _farthest(np.abs(gap, out=gap))
        far *= 1 / AGREES
        for_it = np.maximum(np.float32(1) - far * far, 0)
        free = None if self.free is None else self.free[:, few]
        if free is not None:
            for_it *= free[:, None]
        votes = np.add.reduce(for_it, axis=2)
        if above is not None:
            if free is not None:
                above &= free[:, None]
            votes = np.maximum(votes - np.float32(BRIGHTER_COUNTS) * np.add.reduce(above, axis=2), 0.01)
        if free is not None:
            votes *= free[:, some]
        if level is None:
            level = guesses[0, :, votes[0].argmax()]
        votes[1:] *= _likely(guesses[1:], level)
        best = votes.argmax(axis=1)
        return np.asarray(guesses[np.arange(len(best)), :, best], np.float32)

    def far(self, shape: Floats) -> Floats:
        """How far each sample lies from its hill, in bytes."""
        gap = shape * self.pattern
        gap += self.base
        np.sqrt(gap, out=gap)
        gap -= self.shown
        return _farthest(np.abs(gap, out=gap))

    def quantile(self, values: Floats, share: float) -> npt.NDArray[np.float64]:
        """By surface, of the samples in sight."""
        if self.free is None:
            at = int(share * values.shape[1])
            return np.partition(values, at, axis=1)[:, at].astype(np.float64)
        ranked = np.sort(np.where(self.free, values, np.float32(np.inf)), axis=1)
        at_each = (share * self.free.sum(axis=1)).astype(np.int64)
        picked = ranked[np.arange(len(ranked)), np.minimum(at_each, ranked.shape[1] - 1)]
        return np.where(np.isfinite(picked), picked, 0).astype(np.float64)


def _farthest(gap: Floats) -> Floats:
    """The gap of the channel that is farthest off; numpy's `max` along so short an axis takes its time."""
    if gap.shape[1] == 1:
        return gap[:, 0]
    return np.asarray(np.maximum(np.maximum(gap[:, 0], gap[:, 1]), gap[:, 2]), np.float32)


def _tint_apart(light: Floats, level: Floats) -> Floats:
    """How far (log) the tint of some lights is from the ceiling's."""
    away = np.log((np.maximum(light, 0) + FAINT_SHARE) / (level + FAINT_SHARE))
    return np.asarray(np.ptp(away, axis=1), np.float32)


def _likely(guesses: Floats, level: Floats) -> Floats:
    """How likely each guess of a surface's light is, knowing the ceiling's."""
    away = np.log((guesses + FAINT_SHARE) / (level[:, None] + FAINT_SHARE))
    brighter = away.mean(axis=1)
    unlikely = 1 + 0.5 * (brighter / USUAL_LEVEL) ** 2
    if len(level) > 1:
        tint = np.abs(away - brighter[:, None]).max(axis=1)
        unlikely += 0.5 * (tint / USUAL_TINT) ** 2
    return np.asarray(1 / unlikely, np.float32)
