"""Random tables to learn from: small flat pictures with everything on them known.

Nothing is traced: bodies are laid into a picture of depth (`scene`), light is added up as the ring's and the
room's, and the camera's faults are put on top (`camera`). What counts is that no two tables are alike, and
that the truth is exact.

>>> table = random_table(7)
>>> table.channels().shape, int(table.pieces.max()) == table.number
((1, 15, 144, 144), True)
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TypeAlias

import cv2
import numpy as np
import numpy.typing as npt

from vision.net_input import Block, assemble
from vision.photo import Frame
from vision.training.arrange import arrange
from vision.training.backgrounds import background, lamps, moved
from vision.training.camera import Camera
from vision.training.foreign import Foreign, lay_foreign
from vision.training.scene import Map, Scene, scene

Mask: TypeAlias = npt.NDArray[np.bool_]

SIDE = 144
TRAY, PIECE, FOREIGN = 0, 1, 2
# A piece of which less is in sight is not counted, as in the photo logs.
LEAST_VISIBLE = 0.25
# Of a piece in several parts the largest shows at least so much of what the whole must show.
LARGEST_PART = 0.8


@dataclass(frozen=True)
class RandomTable:
    """Four pictures of one table, each but the photo perhaps missing, and what is on it."""

    photo: Frame
    empty: Frame | None
    unlit: Frame | None
    empty_unlit: Frame | None
    # 0 where there is no piece, then one number for the largest visible part of each.
    pieces: Map
    kinds: npt.NDArray[np.uint8]
    # Where a piece is that is hardly in sight: neither right nor wrong.
    unclear: Mask

    @property
    def number(self) -> int:
        return int(self.pieces.max(initial=0))

    def channels(self) -> Block:
        return assemble(self.photo, empty=self.empty, unlit=self.unlit, empty_unlit=self.empty_unlit)


def random_table(seed: int | tuple[int, ...], side: int = SIDE) -> RandomTable:
    """The table of this seed: the same pictures and the same truth every time."""
    rng = np.random.default_rng(seed)
    before = background(rng, side)
    empty = moved(rng, before) if rng.random() < 0.35 else before
    gain = float(np.exp(rng.normal(0, 0.8))) if rng.random() < 0.7 else 1.0
    if not empty.falloff.any():
        gain = min(max(gain, 0.5), 2.0)
    room = empty.room * gain * rng.uniform(0.8, 1.2, 3).astype(np.float32)
    if rng.random() < (0.25 if empty.from_below else 0.05):
        room = room + lamps(rng, side)
    foreign: Foreign | None = None
    under = False
    if rng.random() < 0.12:
        foreign = lay_foreign(rng, side)
        # Seen from below a hand is behind the pieces.
        under = bool(rng.random() < (0.75 if empty.from_below else 0.15))
    if foreign is not None and under:
        shown = foreign.before(Scene(room, empty.ring, np.zeros((side, side), np.int32), []), empty)
        laid = scene(
            rng, replace(empty, ring=shown.ring), shown.room, arrange(rng, side, from_below=empty.from_below)
        )
        laid.owner[(laid.owner == 0) & foreign.there] = -1
    else:
        laid = scene(rng, empty, room, arrange(rng, side, from_below=empty.from_below))
        if foreign is not None:
            laid = foreign.before(laid, empty)
    pieces, kinds, unclear = truth_of_scene(laid)
    photo_ring, empty_ring = laid.ring + empty.mirror, before.ring + before.mirror
    pictures = Camera(rng).pictures(
        (laid.room, photo_ring), (before.room, empty_ring), from_below=empty.from_below
    )
    return RandomTable(*pictures, pieces, kinds, unclear)


def truth_of_scene(laid: Scene) -> tuple[Map, npt.NDArray[np.uint8], Mask]:
    """The pieces in sight, what is where, and where pieces are hardly in sight."""
    kinds = np.where(laid.owner > 0, PIECE, np.where(laid.owner < 0, FOREIGN, TRAY)).astype(np.uint8)
    owner = np.maximum(laid.owner, 0)
    in_sight = np.bincount(owner.ravel(), minlength=len(laid.whole) + 1)[1:]
    pieces, unclear = truth_of(owner, in_sight / np.maximum(laid.whole, 1))
    return pieces, kinds, unclear


def truth_of(owner: Map, visible: npt.NDArray[np.float64]) -> tuple[Map, Mask]:
    """The pieces in sight, numbered from 1 on without a gap, and where others are hardly in sight.

    owner       whose each pixel is, from 1 on
    visible     how much is seen of each

    Of a piece that another cuts in two, the larger part stands for it: what sees the other takes it for none.
    """
    pieces = np.zeros(owner.shape, np.int32)
    unclear = np.zeros(owner.shape, np.bool_)
    count = 0
    for number in np.unique(owner[owner > 0]).tolist():
        mask = (owner == number).astype(np.uint8)
        _, parts, stats, _ = cv2.connectedComponentsWithStats(mask, connectivity=4)
        largest = 1 + int(np.argmax(stats[1:, cv2.CC_STAT_AREA]))
        share = stats[largest, cv2.CC_STAT_AREA] / mask.sum()
        if visible[number - 1] < LEAST_VISIBLE or share * visible[number - 1] < LARGEST_PART * LEAST_VISIBLE:
            unclear |= mask > 0
            continue
        count += 1
        pieces[parts == largest] = count
    return pieces, unclear
