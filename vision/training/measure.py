"""How often the net finds the right number of pieces in photos whose truth is known; needs no torch.

`python -m vision.training.measure FILE.onnx TABLE…`: a table is a folder with `calibration/empty.jpg` and
photos with their log in `play/` (docs/photo-logs.md). Colours are not looked at.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, TypeAlias, get_args

import cv2
import numpy as np

from vision.markers import MarkerFinder
from vision.net_input import PIXELS_A_MM, Block, assemble_padded
from vision.photo import Photo, read_photo
from vision.pieces import LIKELY, RAYS, FoundPiece, Map, find_pieces
from vision.profile import Place
from vision.rectify import fit_lens
from vision.tray import FramedTray

LEAST_VISIBLE = 0.25
# What the net is given: all there is, no twins, or the photo alone.
View: TypeAlias = Literal["all", "single", "photo"]


class Net:
    """The exported net, read by OpenCV."""

    def __init__(self, path: Path) -> None:
        self._reader = cv2.dnn.readNetFromONNX(str(path))

    def maps(self, block: Block) -> tuple[Map, Map]:
        """How likely a middle is, and the rays in millimetres."""
        return self.all_maps(block)[:2]

    def all_maps(self, block: Block) -> tuple[Map, Map, Map]:
        """These, and how likely tray, piece and something foreign are."""
        self._reader.setInput(block)
        answer = np.asarray(self._reader.forward(), np.float32)[0]
        kinds = np.exp(answer[1 + RAYS :] - answer[1 + RAYS :].max(axis=0))
        return (
            np.asarray(1 / (1 + np.exp(-answer[0])), np.float32),
            answer[1 : 1 + RAYS],
            np.asarray(kinds / kinds.sum(axis=0), np.float32),
        )


@dataclass(frozen=True)
class Result:
    """One photo: how many pieces were found, and how many are right at least and at most."""

    name: str
    light: str
    found: int
    least: int
    most: int

    @property
    def right(self) -> bool:
        return self.least <= self.found <= self.most

    @property
    def off(self) -> int:
        return max(self.least - self.found, self.found - self.most, 0)


class NetTable:
    """One table whose empty tray is known."""

    def __init__(self, net: Net, empty: Photo) -> None:
        size = (empty.frame.shape[1], empty.frame.shape[0])
        corners = MarkerFinder().find(empty.frame)
        bend = fit_lens(corners, size).bend
        self._net = net
        self._tray = FramedTray(Place(size, corners=corners, lens_bend=bend, pixels_a_mm=PIXELS_A_MM))
        self._empty = self._tray.lay_flat(empty.frame, empty.unlit)

    def find(self, photo: Photo, least: float = LIKELY, view: View = "all") -> list[FoundPiece]:
        flat = self._tray.lay_flat(photo.frame, photo.unlit)
        if view == "all":
            block = assemble_padded(
                flat.lit, empty=self._empty.lit, unlit=flat.unlit, empty_unlit=self._empty.unlit
            )
        else:
            block = assemble_padded(flat.lit, empty=None if view == "photo" else self._empty.lit)
        likely, rays = self._net.maps(block)
        # What the net was padded with shows nothing.
        height, width = (side // int(PIXELS_A_MM) for side in flat.lit.shape[:2])
        return find_pieces(np.ascontiguousarray(likely[:height, :width]), rays, least=least)


def truth(line: dict[str, Any]) -> tuple[int, int]:
    """How many things lie in the tray at least and at most: pieces, and dice, which are things too."""
    dice = line.get("dice", [])
    seen = sum(die["visible"] >= LEAST_VISIBLE for die in dice)
    return sum(line["counts"].values()) + seen, sum(line["all_counts"].values()) + len(dice)


def measure(net: Net, folder: Path, least: float = LIKELY, view: View = "all") -> Iterator[Result]:
    """Every photo of a table's log in which no hand is."""
    table = NetTable(net, read_photo(folder / "calibration" / "empty.jpg"))
    play = folder / "play"
    for text in (play / "log.jsonl").read_text(encoding="utf-8").splitlines():
        line = json.loads(text)
        if not line["hand"]:
            found = table.find(read_photo(play / line["image"]), least, view)
            yield Result(line["image"], line["light"], len(found), *truth(line))


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(
        prog="python -m vision.training.measure", description="Count with the net."
    )
    parser.add_argument("file", type=Path)
    parser.add_argument("tables", type=Path, nargs="+")
    parser.add_argument("--least", type=float, default=LIKELY, help="how likely a middle must be")
    parser.add_argument("--view", choices=get_args(View), default="all", help="what the net is given")
    given = parser.parse_args(arguments)
    net = Net(given.file)
    everything: list[Result] = []
    started = time.perf_counter()
    for folder in given.tables:
        results = list(measure(net, folder, given.least, given.view))
        everything += results
        print(summary(folder.name, results))
    for light in sorted({result.light for result in everything}):
        print(summary(light, [result for result in everything if result.light == light]))
    print(summary("all", everything))
    each = (time.perf_counter() - started) / max(1, len(everything))
    print(f"{1000 * each:.0f} ms a photo, reading it included")


def summary(name: str, results: Sequence[Result]) -> str:
    right = sum(result.right for result in results)
    near = sum(result.off <= 1 for result in results)
    off = sum(result.off for result in results) / max(1, len(results))
    return f"{name:22} {right:3} of {len(results):3} right, {near:3} within one, off by {off:.2f} on average"


if __name__ == "__main__":
    main()
