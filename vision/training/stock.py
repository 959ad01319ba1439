"""The tables of every step: a few new ones, the rest seen before but turned, mirrored and coloured otherwise.

Half of them are random tables, half parts of composed throws. Making one takes longer than learning from it,
so another process makes them ahead. Which tables a step takes and how they are changed follows from the seed
and the step's number alone; a stopped training makes those it still needs again.
"""

from __future__ import annotations

import multiprocessing
import os
import threading
from concurrent.futures import Future, ProcessPoolExecutor
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt
import torch

from vision.net_input import assemble
from vision.photo import Frame
from vision.pieces import RAYS
from vision.training.flat_throws import PARTS, THROWS, flat_parts
from vision.training.random_tables import RandomTable, random_table
from vision.training.truth import STEP, Floats, counted, perfect_maps, weights

# One table in so many is new: so often each is seen.
NEW_SHARE = 12
KEPT = 1600
# So many are made at once: the parts of one composed table, and as many random ones.
AT_ONCE = 2 * THROWS * PARTS
# So many such groups the other process is ahead.
AHEAD = 3
# How often the empty tray and the twins of a table that has them are left out.
GONE = np.array([0.12, 0.3])


@dataclass(frozen=True)
class Batch:
    """Tables and what should be said of them."""

    pictures: torch.Tensor
    likely: torch.Tensor
    rays: torch.Tensor
    kinds: torch.Tensor
    # How much each place's likelihood counts: 0 where right and wrong are not known.
    weight: torch.Tensor


@dataclass(frozen=True)
class _Made:
    """A table and its truth; both have a pixel more than a step takes, so that mirroring keeps the grid."""

    pictures: list[Frame | None]
    likely: Floats
    rays: npt.NDArray[np.float16]
    kinds: npt.NDArray[np.uint8]
    weight: Floats


def alone() -> None:
    """The other process leaves the cores to everybody else, and ends when the training was ended."""
    cv2.setNumThreads(1)
    os.nice(5)
    threading.Thread(target=_end_with_the_training, daemon=True).start()


def _end_with_the_training() -> None:
    training = multiprocessing.parent_process()
    if training is not None:
        training.join()
        os._exit(0)


def tables_of(seed: int, group: int, side: int) -> list[_Made]:
    """A group of tables and what should be said of them, random and composed ones in turn."""
    composed = flat_parts((seed, group), side + 1)
    # A seed of three numbers, as nothing else here has.
    random = [random_table((seed, group * AT_ONCE + number, 5), side + 1) for number in range(len(composed))]
    return [_made_of(each) for pair in zip(random, composed, strict=True) for each in pair]


def _made_of(table: RandomTable) -> _Made:
    maps = perfect_maps(table.pieces)
    return _Made(
        [table.photo, table.empty, table.unlit, table.empty_unlit],
        maps.likely,
        maps.rays.astype(np.float16),
        np.ascontiguousarray(table.kinds[::STEP, ::STEP]),
        counted(maps, table.unclear) * weights(maps),
    )


class Stock:
    """Tables of one seed, `side` pixels wide; the last ones stay.

    maker       another process that makes them ahead; without one they are made when they are needed
    """

    def __init__(self, seed: int, side: int, maker: ProcessPoolExecutor | None = None) -> None:
        self.seed, self.side = seed, side
        self._maker = maker
        self._made: dict[int, _Made] = {}
        self._coming: dict[int, Future[list[_Made]]] = {}

    def batch(self, step: int, size: int) -> Batch:
        rng = np.random.default_rng((self.seed, step))
        new = max(1, size // NEW_SHARE)
        latest = new * (step + 1)
        first = max(0, latest - KEPT)
        chosen = [*range(latest - new, latest), *rng.integers(first, latest, size - new).tolist()]
        for number in [number for number in self._made if number < first - AT_ONCE]:
            del self._made[number]
        parts = [self._changed(self._table(number), rng) for number in chosen]
        pictures, likely, rays, kinds, weight = (np.stack(each) for each in zip(*parts, strict=True))
        return Batch(
            torch.from_numpy(pictures),
            torch.from_numpy(likely),
            torch.from_numpy(rays),
            torch.from_numpy(kinds),
            torch.from_numpy(weight),
        )

    def _table(self, number: int) -> _Made:
        group = number // AT_ONCE
        if number not in self._made:
            coming = self._coming.pop(group, None)
            made = tables_of(self.seed, group, self.side) if coming is None else coming.result()
            self._made.update(enumerate(made, group * AT_ONCE))
        if self._maker is not None:
            for later in range(group + 1, group + 1 + AHEAD):
                if later * AT_ONCE not in self._made and later not in self._coming:
                    self._coming[later] = self._maker.submit(tables_of, self.seed, later, self.side)
        return self._made[number]

    def _changed(
        self, made: _Made, rng: np.random.Generator
    ) -> tuple[Floats, Floats, Floats, npt.NDArray[np.int64], Floats]:
        """Turned by quarters, perhaps mirrored, coloured otherwise, with a picture less."""
        quarters, mirrored = int(rng.integers(0, 4)), bool(rng.random() < 0.5)
        size = self.side // STEP

        def turned(layer: npt.NDArray[Any], first: int, wide: int) -> npt.NDArray[Any]:
            layer = np.rot90(layer, quarters, (first, first + 1))
            if mirrored:
                layer = np.flip(layer, first + 1)
            return layer[:, :wide, :wide] if first else layer[:wide, :wide]

        ways = rng.permutation(3) if rng.random() < 0.3 else np.arange(3)
        gain = rng.uniform(0.8, 1.15, 3) * rng.uniform(0.85, 1.1)
        table = np.minimum(np.arange(256)[:, None] * gain, 255).astype(np.uint8)[None]
        pictures: list[Frame | None] = []
        gone = rng.random(2) < GONE
        for number, picture in enumerate(made.pictures):
            if picture is None or (number in (1, 3) and gone[0]) or (number in (2, 3) and gone[1]):
                pictures.append(None)
                continue
            bytes_ = np.ascontiguousarray(turned(picture, 0, self.side)[..., ways])
            pictures.append(np.asarray(cv2.LUT(bytes_, table), np.uint8))
        photo, empty, unlit, empty_unlit = pictures
        assert photo is not None
        rays = np.roll(made.rays, -(RAYS // 4) * quarters, axis=0)
        if mirrored:
            rays = rays[(RAYS // 2 - np.arange(RAYS)) % RAYS]
        return (
            assemble(photo, empty=empty, unlit=unlit, empty_unlit=empty_unlit)[0],
            np.ascontiguousarray(turned(made.likely, 0, size), np.float32),
            np.ascontiguousarray(turned(rays, 1, size), np.float32),
            np.ascontiguousarray(turned(made.kinds, 0, size), np.int64),
            np.ascontiguousarray(turned(made.weight, 0, size), np.float32),
        )
