"""What to ask about a photo without a frame as a whole, where each piece by itself looks well.

A few cuttings tell less than three photos a colour under the same light: a label may look like the table, two
labels nearly alike, and pieces nobody calibrated like the label that comes nearest.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from itertools import combinations

import cv2
import numpy as np
import numpy.typing as npt

from companion.words import N_, Text
from vision.colour import label_costs
from vision.doubts import NOISE, TINY, TOO_SMALL, UNEXPLAINED, Doubt
from vision.judge import LEAST_STRENGTH, Verdict
from vision.patch import LEAST_CORE, MOST_COST, Patch
from vision.photo import Frame
from vision.pixels import Evidence
from vision.shape import thickness

Colour = npt.NDArray[np.float64]

# The second label has to be worse by so much of what the best one costs: a few cuttings do not tell how well
# a label should fit.
WORSE_BY, WELL_ENOUGH = 0.62, 0.7
# Two labels are alike if each explains the other's colours at such a cost, and the better one at that.
ALIKE, BETTER = 5.0, 3.0
# Pieces of one label have the same tone within this many bytes: orange and red are 45 apart, and the sides of
# one glossy candy up to 28 from its face.
SAME_TONE = 33.0
# The pieces of a label are of one size, but some lie nearer to the camera.
ONE_SIZE = 2.4
# What costs the best label this much (of twelve) is none of its pieces: a colour that nobody calibrated.
OF_NO_LABEL = 9.0
# Something of a piece's size that is none: so much of one, and so thick.
SOMETHING, THICK = 0.45, 0.3
# A bit of a label's very colour, plainly there, is what can be seen of a piece: it costs the label so little.
# Dark bits are shadows: it has to be brighter than the table by so many bytes.
VERY_COLOUR, NO_SHADOW = 2.0, 8.0
# Pieces of a label that is hard to see stand out by more than this, or others may not stand out at all.
NONE_MISSED = 5.0
# Where no piece is found, so much of the picture may stand out by so much: more are pieces too small to see.
SPECKS, SPECK_STRENGTH = 0.004, 4.0
# A picture narrower than so much of a piece shows none whole. Neighbouring pixels of any photo, even of a
# grainy one, differ by fewer bytes than this; those of a file that is no photo, or of a broken camera, by 75.
ROOM_FOR_ONE, MOST_GRAIN, GRAIN_STEP = 0.8, 40.0, 5
NO_COLOUR: Colour = np.zeros(3)
_RIM = np.ones((5, 5), np.uint8)


def frame_doubts(frame: Frame, flat: Frame, piece_area: float) -> tuple[Doubt, ...]:
    """What speaks against a picture before anything is looked for in it; `flat` is it at the scale at which a
    piece is this big.
    """
    if min(flat.shape[:2]) < ROOM_FOR_ONE * math.sqrt(piece_area):
        return (TOO_SMALL,)
    some = frame[::GRAIN_STEP].astype(np.int16)
    grain = np.median(np.abs(some[:, 1:] - some[:, :-1]))
    return (NOISE,) if grain > MOST_GRAIN else ()


def with_strangers(verdicts: Sequence[Verdict]) -> list[Verdict]:
    """The verdicts, with pieces of a colour that nobody calibrated as something to ask about."""
    return [
        verdict._replace(kind="odd")
        if verdict.kind in ("piece", "hidden") and verdict.patch.cost > OF_NO_LABEL
        else verdict
        for verdict in verdicts
    ]


def alike_labels(looks: Sequence[Colour]) -> list[tuple[int, int]]:
    """The pairs of labels whose cuttings show nearly the same colours, by number."""
    pairs = []
    for one, other in combinations(range(len(looks)), 2):
        better, worse = sorted((_explains(looks[one], looks[other]), _explains(looks[other], looks[one])))
        if better < BETTER and worse < ALIKE:
            pairs.append((one, other))
    return pairs


def _explains(look: Colour, colours: Colour) -> float:
    """What some colours cost a label on average."""
    return float(np.minimum(label_costs(colours.astype(np.float32), look), MOST_COST).mean())


def picture_doubts(
    verdicts: Sequence[Verdict],
    evidence: Evidence,
    labels: Sequence[str],
    *,
    hard: Collection[int] = (),
    table_like: Collection[int] = (),
    alike: Collection[tuple[int, int]] = (),
    other_sizes: Collection[int] = (),
) -> list[Doubt]:
    """What to ask about a photo, in the table's words; only it tells that some labels have `other_sizes`."""
    pieces = [verdict for verdict in verdicts if verdict.kind in ("piece", "hidden")]
    counted = {verdict.patch.label for verdict in pieces}
    # Where some were found easily, the others would be; where none was, there may be none, or none was seen.
    clear = {label for label in counted if min(_strengths(pieces, label)) >= NONE_MISSED}
    missed = sorted({*table_like, *(label for label in hard if label not in clear)})
    doubts = [
        Doubt(N_("{label} looks much like the table, so some may be missed", label=Text(labels[label])))
        for label in missed
    ]
    doubts += [
        Doubt(N_("{label} and {other} look alike", label=Text(labels[one]), other=Text(labels[other])))
        for one, other in alike
        if counted & {one, other}
    ]
    for label in sorted(counted):
        own = [verdict for verdict in pieces if verdict.patch.label == label]
        name = Text(labels[label])
        if close := next((one.patch for one in own if _is_close(one.patch, len(labels))), None):
            doubts.append(
                Doubt(
                    N_(
                        "one {label} piece could be {other}",
                        label=name,
                        other=Text(labels[int(np.argsort(close.costs)[1])]),
                    )
                )
            )
        if _unlike([_colour(one.patch, evidence) for one in own]):
            doubts.append(Doubt(N_("not all {label} pieces look alike", label=name)))
        shares = [one.share for one in own if one.kind == "piece"]
        if shares and max(shares) > ONE_SIZE * min(shares):
            doubts.append(Doubt(N_("{label} pieces are of many sizes", label=name)))
        if label in other_sizes and len(own) == 1:
            doubts.append(Doubt(N_("the one {label} piece has another size than all others", label=name)))
    if not pieces and float((evidence.ratio > SPECK_STRENGTH).mean()) > SPECKS:
        doubts.append(TINY)
    nothing = [verdict.patch for verdict in verdicts if verdict.kind == "nothing"]
    coloured = [patch for patch in nothing if patch.cost <= VERY_COLOUR and patch.strength >= LEAST_STRENGTH]
    table = _table_colour(evidence) if coloured else NO_COLOUR
    bits = {patch.label for patch in coloured if _is_bit(patch, evidence, table)}
    doubts += [
        Doubt(N_("a bit of {label} is there, of a piece perhaps", label=Text(labels[label])))
        for label in sorted(bits)
    ]
    if any(verdict.kind == "nothing" and _is_something(verdict) for verdict in verdicts):
        doubts.append(UNEXPLAINED)
    return doubts


def _strengths(pieces: Sequence[Verdict], label: int) -> list[float]:
    """How much each piece of a label stands out."""
    return [one.patch.strength for one in pieces if one.patch.label == label]


def _is_close(patch: Patch, labels: int) -> bool:
    """Whether a second label explains a patch nearly as well."""
    return labels > 1 and patch.margin < WORSE_BY * max(patch.cost, WELL_ENOUGH)


def _colour(patch: Patch, evidence: Evidence) -> Colour:
    """The middle colour of a patch, without its rim."""
    height, width = patch.mask.shape
    seen = evidence.seen[patch.top : patch.top + height, patch.left : patch.left + width]
    core = np.asarray(cv2.erode(patch.mask, _RIM, borderValue=0), np.uint8)
    inside = core if cv2.countNonZero(core) >= LEAST_CORE else patch.mask
    return np.asarray(np.median(seen[inside > 0], axis=0), np.float64)


def _unlike(colours: Sequence[Colour]) -> bool:
    """Whether the tone of some colours differs, however bright each of them is."""
    usual = np.median(colours, axis=0)
    return any(_apart(colour, usual) > SAME_TONE for colour in colours)


def _apart(one: Colour, other: Colour) -> float:
    """How far the tones of two colours are apart, in bytes as bright as the darker of them."""
    bright = [max(1.0, float(np.linalg.norm(colour))) for colour in (one, other)]
    return float(np.linalg.norm(one / bright[0] - other / bright[1])) * min(bright)


def _table_colour(evidence: Evidence) -> Colour:
    """The middle colour of what no piece covers; beyond the picture's edge nothing is seen at all."""
    table = evidence.seen[(evidence.foreground == 0) & evidence.seen.any(axis=2)]
    return np.asarray(np.median(table, axis=0), np.float64) if len(table) else NO_COLOUR


def _is_bit(patch: Patch, evidence: Evidence, table: Colour) -> bool:
    """Whether a patch of a label's colour that is too little for a piece is no shadow on the table."""
    return bool((_colour(patch, evidence) - table).max() >= NO_SHADOW)


def _is_something(verdict: Verdict) -> bool:
    """Whether a patch that is no piece is as big and thick as one, and not of the table either."""
    patch = verdict.patch
    return verdict.share >= SOMETHING and thickness(patch.mask) >= THICK * math.sqrt(
        patch.area / verdict.share
    )
