"""The bare table as the rims of the pieces' photos tell it: what they have in common.

It adds to a photo of the empty table, or stands in for it. Cuttings that show nothing but their pieces have
nothing in common. Then a single pixel stands for the table, and every photo that is counted has to tell its
own.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TypeVar

import cv2
import numpy as np
import numpy.typing as npt

from vision.colour import cell_index
from vision.light import LINEAR, as_bytes
from vision.photo import Frame, Photo
from vision.plain_own import coarse_kinds, covered, with_neighbours
from vision.plain_table import TABLE_LIKE, TableTop, lamp_possible, plain_light
from vision.profile import EmptyTray

Colours = npt.NDArray[np.uint8]
Value = TypeVar("Value", np.uint8, np.float32)

# The rim of a cutting, in pixels; a colour that so many of the labels' rims show is the table's.
RIM = 2
SHOWN, SHARED = 0.03, 0.6
RIM_WEIGHT = 0.2

UNSEEN = (128, 128, 128)
# So many pixels of the rims, and so much of them, have to agree to be the table.
FEWEST_PIXELS, LEAST_SHARE = 40, 0.06
WIDE = 40
# A rim tells the light it lay in if so much of it is table; lights differ by no more than this.
LEAST_OF_RIM, RIM_BETWEEN = 0.1, (0.3, 2.5)
# A colour is shown if it covers so much; a cutting of which one colour covers this much is all piece.
MIDDLE_SHOWN, ALL_PIECE = 0.1, 0.92
# A table's colour covers at least so much of a cutting's rim, against what it covers of the middle.
AS_COMMON = 0.75
# What covers most of the middles of a label's cuttings, and so many times as much of them as of all rims, are
# its pieces, which reach into the others' cuttings as well. Less of it may be table in a bead's hole.
MOST_OF_MIDDLE, TIMES = 0.6, 3.0
# What covers so much of the middles of all cuttings together, and less of their rims, is a colour that many
# pieces share: the white halves of pills.
OF_ALL_MIDDLES, FEW_AT_RIMS = 0.05, 0.2


def bare_table(photos: Mapping[str, Sequence[Photo]], name: str) -> Photo:
    """A stand-in for the photo of the empty table."""
    groups = {label: list(many) for label, many in photos.items()}
    if len(groups) == 1:
        groups = {str(number): [shot] for many in photos.values() for number, shot in enumerate(many)}
    rims = rims_of_table({label: [shot.frame for shot in many] for label, many in groups.items()})
    shared = shared_colours(_joined(rims))
    if len(shared):
        top = TableTop(EmptyTray(shared[None], None, np.empty((0, 3)), None), pair=False)
        shared = shared_colours(_joined(in_one_light(rims, top)))
    whole = sum(len(rim(shot.frame)) for many in photos.values() for shot in many)
    if len(shared) < max(FEWEST_PIXELS, LEAST_SHARE * whole):
        return Photo(np.full((1, 1, 3), UNSEEN, np.uint8), None, name)
    return Photo(np.resize(shared, (max(1, len(shared) // WIDE), WIDE, 3)), None, name)


def rims_of_table(frames: Mapping[str, Sequence[Frame]]) -> dict[str, list[Colours]]:
    """The rims of all cuttings as far as they may be table.

    Neighbours reach into them: if many pieces are black, several labels' rims show black, but far less of it
    than the middles of the black ones' cuttings.
    """
    rims = {label: [_rim_of_table(frame) for frame in many] for label, many in frames.items()}
    all_round = covered(coarse_kinds(np.concatenate([one for many in rims.values() for one in many])))
    middles = {
        label: covered(coarse_kinds(np.concatenate([_middle(frame) for frame in many])))
        for label, many in frames.items()
    }
    piece = np.zeros(16**3, np.bool_)
    for shown in middles.values():
        piece |= (shown >= MOST_OF_MIDDLE) & (shown > TIMES * all_round)
    common = np.mean(list(middles.values()), axis=0)
    piece |= (common >= OF_ALL_MIDDLES) & (common > all_round) & (all_round < FEW_AT_RIMS)
    return {label: [one[~piece[coarse_kinds(one)]] for one in many] for label, many in rims.items()}


def _middle(frame: Frame) -> Colours:
    """The pixels of the middle third of a cutting, n × 3."""
    high, wide = (max(1, side // 3) for side in frame.shape[:2])
    return np.asarray(frame[high : 2 * high, wide : 2 * wide].reshape(-1, 3), np.uint8)


def _joined(rims: Mapping[str, Sequence[Colours]]) -> dict[str, Colours]:
    return {label: np.concatenate(list(many)) for label, many in rims.items()}


def in_one_light(rims: Mapping[str, Sequence[Colours]], top: TableTop) -> dict[str, list[Colours]]:
    """The cuttings' rims as if all of them came from the same spot of the table.

    The light falls off across a table, and the photos that are counted are evened before they are weighed. A
    table as bright as its brightest corner and as dark as its darkest would swallow white pieces on gray.
    """
    return {label: [_lit_alike(one, top) for one in many] for label, many in rims.items()}


def _lit_alike(one: Colours, top: TableTop) -> Colours:
    if not len(one):
        return one
    share, over = top.brightness(plain_light(one[None], None)[0])
    if share < LEAST_OF_RIM:
        return one
    relit = _relit(one[None], np.full(3, 1 / np.clip(np.exp(over), *RIM_BETWEEN)))
    return np.asarray(relit[0], np.uint8)


def _rim_of_table(frame: Frame) -> Colours:
    """A cutting's rim without the colours of its middle, unless its corners show them beside others and they
    are as common at the rim: then the middle is table as well. Neighbours of the same label show its colours
    in the corners too, but never as much as the middle does.
    """
    inside = _middle(frame)
    middle = _shown(inside)
    high, wide = (max(1, side // 12) for side in frame.shape[:2])
    sides = np.concatenate([frame[:high], frame[-high:]])
    corners = _shown(np.concatenate([sides[:, :wide], sides[:, -wide:]], axis=1).reshape(-1, 3))
    pixels = frame.reshape(-1, 3)
    of_one_colour = middle.ravel()[coarse_kinds(pixels)].mean() > ALL_PIECE
    outermost = rim(frame)
    all_round = covered(coarse_kinds(outermost)) >= AS_COMMON * covered(coarse_kinds(inside))
    piece = middle if of_one_colour else middle & ~(corners & all_round.reshape(middle.shape))
    return outermost[~piece.ravel()[coarse_kinds(outermost)]]


def _shown(pixels: Colours) -> npt.NDArray[np.bool_]:
    """The kinds of colours some pixels show."""
    kinds = np.bincount(coarse_kinds(pixels), minlength=16**3).reshape(16, 16, 16)
    return with_neighbours(kinds >= max(1.0, MIDDLE_SHOWN * len(pixels)))


def rim(picture: npt.NDArray[Value]) -> npt.NDArray[Value]:
    """The outermost pixels of a picture, n × 3."""
    high, wide = (min(RIM, (side + 1) // 2) for side in picture.shape[:2])
    parts = picture[:high], picture[-high:], picture[high:-high, :wide], picture[high:-high, -wide:]
    return np.concatenate([part.reshape(-1, 3) for part in parts])


def table_with_rims(table: EmptyTray, rims: Mapping[str, Sequence[Colours]]) -> EmptyTray:
    """The empty table with the colours the cuttings' rims share; in their light, if it was another."""
    lit = table.lit
    top = TableTop(table, pair=False)
    shared = shared_colours(_joined(in_one_light(rims, top)))
    if not len(shared):
        return table
    light = plain_light(shared[None], None)
    if (top.costs[cell_index(as_bytes(light))] < TABLE_LIKE).mean() < 0.5:
        gain = np.median(light[0], axis=0) / np.maximum(top.middle, 1.0)
        lit = _relit(lit, gain) if lamp_possible(gain) else lit
    rows = max(1, round(RIM_WEIGHT * lit.shape[0]))
    added = np.resize(shared, (rows, lit.shape[1], 3))
    return replace(table, lit=np.concatenate([lit, added]))


def shared_colours(rims: Mapping[str, Colours]) -> Colours:
    """The pixels of the rims whose colour most of the labels' rims show."""
    if len(rims) < 2:
        return np.empty((0, 3), np.uint8)
    votes = np.zeros((16, 16, 16), np.int32)
    for one in rims.values():
        kinds = np.bincount(coarse_kinds(one), minlength=16**3).reshape(16, 16, 16)
        votes += with_neighbours(kinds >= max(2.0, SHOWN * len(one)))
    common = votes >= max(2, SHARED * len(rims))
    pixels = np.concatenate(list(rims.values()))
    return pixels[common.ravel()[coarse_kinds(pixels)]]


def _relit(picture: Frame, gain: npt.NDArray[np.float64]) -> Frame:
    """A photo as it would be in another light."""
    light = np.clip(LINEAR[:, None] * gain[None, :], 0, 1)
    curved = np.where(light <= 0.0031308, light * 12.92, 1.055 * np.power(light, 1 / 2.4) - 0.055)
    return np.asarray(cv2.LUT(picture, (curved * 255).round().astype(np.uint8).reshape(1, 256, 3)), np.uint8)
