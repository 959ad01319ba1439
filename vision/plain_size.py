"""How big the pieces of a photo are, told by the photo itself: the size most of what lies apart agrees on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

import cv2
import numpy as np

from vision.pixels import Evidence, Mask
from vision.plain_necks import Part, cut_at_necks, half_width, without_table
from vision.seams import Blob, blobs
from vision.shape import Usual, form_of

# What may be one piece lying apart: bulging all round and about as long as wide. Two that touch are neither.
SOLID, ROUND = 0.92, 0.84
LEAST_PIXELS = 30
# Areas within this factor of each other are one size: pieces lie, stand, and are nearer or farther.
ALIKE = 1.35
MOST_PATCHES = 400
# Within these bounds pieces are as big as guessed, or as known when a few, or nearly all, say otherwise.
AS_GUESSED, AS_KNOWN, NEARLY_ALL_AS_KNOWN = (0.87, 1.15), (0.55, 1.8), (0.8, 1.25)
FEW, MANY, NEARLY_ALL = 3, 5, 0.7
# Those of the known size may cover so much of what agrees on another; specks agree on a smaller one easily.
MOST_AS_KNOWN, MOST_AMONG_SMALLER = 0.34, 1
NO_LENGTHS: Mapping[int, float] = MappingProxyType({})


class Lone(NamedTuple):
    """A patch that looks like a single piece: how much it covers, the label of most of it, and where it
    lies.
    """

    area: float
    label: int
    x: float = 0.0
    y: float = 0.0


def lone_patches(
    evidence: Evidence, length: float = 1.0, lengths: Mapping[int, float] = NO_LENGTHS
) -> list[Lone]:
    """All patches that look like single pieces of this length, or of their label's own, those at the
    picture's edge left out.
    """
    lone = _lone(evidence.foreground, evidence, length, lengths)
    # Where nothing lies apart, what touches in necks tells.
    return lone or _lone(evidence.foreground, evidence, length, lengths, at_necks=True)


def _lone(
    foreground: Mask,
    evidence: Evidence,
    length: float,
    lengths: Mapping[int, float],
    *,
    at_necks: bool = False,
) -> list[Lone]:
    height, width = foreground.shape
    found = sorted(blobs(foreground, LEAST_PIXELS), key=lambda blob: -int(blob.mask.sum()))[:MOST_PATCHES]
    lone = []
    for blob in found:
        labels = blob.on(evidence.labels)
        for part in _at_necks(blob, evidence) if at_necks else [Part(blob.mask, 0, 0)]:
            left, top, wide, high = cv2.boundingRect(part.mask)
            left, top = left + blob.left + part.left, top + blob.top + part.top
            at_edge = left == 0 or top == 0 or left + wide == width or top + high == height
            form = form_of(part.mask)
            if at_edge or form.area < LEAST_PIXELS:
                continue
            if form.solidity < SOLID:
                continue
            most = int(np.bincount(part.on(labels)[part.mask > 0]).argmax())
            if form.roundness >= ROUND * Usual(1.0, length=lengths.get(most, length)).roundness:
                lone.append(Lone(float(form.area), most, left + wide / 2, top + high / 2))
    return lone[:MOST_PATCHES]


def _at_necks(blob: Blob, evidence: Evidence) -> list[Part]:
    plain, rimmed = without_table(blob.mask, blob.on(evidence.ratio))
    return cut_at_necks(plain, half_width(plain), rimmed)


def other_size(areas: Sequence[float], expected: float, *, guessed: bool) -> float | None:
    """The area of a piece in this photo, if enough pieces agree that it is not the expected one."""
    alike = agreeing(areas)
    if not alike:
        return None
    agreed = float(np.median(alike))
    ratio = agreed / expected
    if guessed:
        return None if AS_GUESSED[0] < ratio < AS_GUESSED[1] else agreed
    if AS_KNOWN[0] < ratio < AS_KNOWN[1]:
        sure = len(alike) >= MANY and len(alike) >= NEARLY_ALL * len(areas)
        near = NEARLY_ALL_AS_KNOWN[0] < ratio < NEARLY_ALL_AS_KNOWN[1]
        return agreed if sure and not near else None
    as_known = [area for area in areas if AS_KNOWN[0] < area / expected < AS_KNOWN[1]]
    if len(alike) < FEW or sum(as_known) > MOST_AS_KNOWN * sum(alike):
        return None
    return None if ratio < 1 and len(as_known) > MOST_AMONG_SMALLER else agreed


def agreeing(areas: Sequence[float]) -> list[float]:
    """The areas most patches share, wide ones counting for more: specks agree by chance."""
    best: list[float] = []
    for area in areas:
        alike = [other for other in areas if area / ALIKE <= other <= area * ALIKE]
        if sum(np.sqrt(alike)) > sum(np.sqrt(best)):
            best = alike
    return best
