"""Honest figures: tables of other generators than the trained ones, counted only to write the docs.

`python -m vision.training.sealed FILE.onnx --tables 5000`: tables numbered 0, 1, 2 …, each with one of the
events below. After a look at single ones they are sealed no more: then raise `EDITION`.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal, get_args

import numpy as np

from vision.pieces import find_pieces
from vision.training.arrange import arrange
from vision.training.backgrounds import lamps, moved
from vision.training.camera import Camera
from vision.training.figures import line
from vision.training.foreign import Foreign
from vision.training.measure import Net
from vision.training.random_tables import FOREIGN, RandomTable, truth_of_scene
from vision.training.scene import Scene, scene
from vision.training.sealed_looks import (
    SEALED_THINGS,
    sealed_background,
    sealed_card,
    sealed_dust,
    sealed_hand,
    sealed_paint,
)

EDITION = 1
SIDE = 240
# So sure must the net be of something foreign, on so many square millimetres, to call a hand or a card seen.
FOREIGN_LIKELY, FOREIGN_AREA = 0.5, 150
Event = Literal["pieces", "hand", "card", "dust", "empty tray", "lamps", "bump"]
EVENTS: tuple[Event, ...] = get_args(Event)


@dataclass(frozen=True)
class SealedTable:
    table: RandomTable
    event: Event
    from_below: bool
    # How many things lie there, hardly visible ones too.
    most: int

    @property
    def view(self) -> str:
        if self.table.unlit is not None:
            return "pair"
        return f"single, {'from below' if self.from_below else 'overhead'}"


def sealed_table(number: int) -> SealedTable:
    """The table of this number, the same every time."""
    rng = np.random.default_rng((EDITION, number, 7, 7))
    event = EVENTS[number % len(EVENTS)]
    from_below = bool(rng.random() < 0.6)
    before = sealed_background(rng, SIDE, from_below=from_below)
    empty = moved(rng, before) if event == "bump" else before
    room = np.asarray(empty.room * float(np.exp(rng.normal(0, 0.4))), np.float32)
    if event == "lamps":
        room = room + lamps(rng, SIDE)
    lying = arrange(rng, SIDE, from_below=from_below, things=SEALED_THINGS)
    if event == "empty tray":
        lying = []
    foreign = _foreign(rng, event)
    if foreign is not None and from_below:
        behind = foreign.before(Scene(room, empty.ring, np.zeros((SIDE, SIDE), np.int32), []), empty)
        laid = scene(rng, replace(empty, ring=behind.ring), behind.room, lying, sealed_paint)
        laid.owner[(laid.owner == 0) & foreign.there] = -1
    else:
        laid = scene(rng, empty, room, lying, sealed_paint)
        if foreign is not None:
            laid = foreign.before(laid, empty)
    pieces, kinds, unclear = truth_of_scene(laid)
    camera = Camera(rng)
    pictures = camera.pictures(
        (laid.room, laid.ring + empty.mirror),
        (before.room, before.ring + before.mirror),
        from_below=from_below,
    )
    most = len(set(np.unique(laid.owner)) - {0, -1})
    return SealedTable(RandomTable(*pictures, pieces, kinds, unclear), event, from_below, most)


def _foreign(rng: np.random.Generator, event: Event) -> Foreign | None:
    if event == "hand":
        return sealed_hand(rng, SIDE)
    if event == "card":
        return sealed_card(rng, SIDE)
    return sealed_dust(rng, SIDE) if event == "dust" else None


@dataclass(frozen=True)
class Outcome:
    """One table counted: its event and view, whether the number is right, and whether foreign is seen."""

    event: Event
    view: str
    right: bool
    off: int
    foreign: bool


def count_sealed(net: Net, numbers: Sequence[int]) -> Iterator[Outcome]:
    for number in numbers:
        sealed = sealed_table(number)
        table = sealed.table
        likely, rays, kinds = net.all_maps(table.channels())
        found = len(find_pieces(likely, rays))
        off = max(table.number - found, found - max(sealed.most, table.number), 0)
        seen = float((kinds[FOREIGN] > FOREIGN_LIKELY).sum()) > FOREIGN_AREA
        yield Outcome(sealed.event, sealed.view, off == 0, off, seen)


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(
        prog="python -m vision.training.sealed", description="Count sealed tables with the net."
    )
    parser.add_argument("file", type=Path)
    parser.add_argument("--tables", type=int, default=5000)
    parser.add_argument("--first", type=int, default=0, help="number of the first one")
    given = parser.parse_args(arguments)
    outcomes = list(count_sealed(Net(given.file), range(given.first, given.first + given.tables)))
    print("| tables | number right | share | 95 % |\n|---|---|---|---|")
    for event in EVENTS:
        mine = [each for each in outcomes if each.event == event]
        print(line(event, sum(each.right for each in mine), len(mine)))
    for view in sorted({each.view for each in outcomes}):
        # A hand or a card stops the count; what is found beside it is not used.
        mine = [each for each in outcomes if each.view == view and each.event not in ("hand", "card")]
        print(line(view, sum(each.right for each in mine), len(mine)))
    mine = [each for each in outcomes if each.event not in ("hand", "card")]
    print(line("off by one at most", sum(each.off <= 1 for each in mine), len(mine)))
    for event in ("hand", "card"):
        mine = [each for each in outcomes if each.event == event]
        print(line(f"{event} seen as foreign", sum(each.foreign for each in mine), len(mine)))
    others = [each for each in outcomes if each.event not in ("hand", "card", "dust")]
    print(line("foreign seen where none is", sum(each.foreign for each in others), len(others)))


if __name__ == "__main__":
    main()
