"""The net that says what is a piece, learned once for all tables; read and run by OpenCV.

>>> maps = PieceNet().look(assemble_padded(photo))      # doctest: +SKIP
>>> maps.likely.max()                                    # doctest: +SKIP
0.97

How it was trained: `docs/training.md`. Reading it takes a few hundredths of a second, so it is done when the
first photo is counted, after the first screen.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from vision.errors import VisionError
from vision.net_input import PIXELS_A_MM, Block
from vision.pieces import RAYS, Map
from words import N_

WEIGHTS = Path(__file__).parent / "weights"
LEAST_BELIEF = 1e-6
# The kinds of place it tells apart come after the likelihood and the rays, in this order.
TRAY, PIECE, FOREIGN = range(3)


@dataclass(frozen=True, eq=False)
class Maps:
    """The net's answer, one pixel a millimetre.

    likely      how likely a piece's middle is here, 0–1
    rays        how far the piece reaches from here in each direction
    kinds       how likely tray, piece and something foreign are here
    """

    likely: Map
    rays: Map
    kinds: Map


class PieceNet:
    """The nets in memory; not to be shared among threads.

    Several that were trained apart err apart, so their answers are averaged.
    """

    def __init__(self, folder: Path = WEIGHTS) -> None:
        self._paths = sorted(folder.glob("*.onnx"))
        # OpenCV keeps the shapes a net saw first: one of each size is read.
        self._readers: dict[tuple[int, ...], list[cv2.dnn.Net]] = {}

    def look(self, block: Block, size: tuple[int, int] | None = None) -> Maps:
        """The maps of an assembled picture; `size` is its height and width before it was padded."""
        if block.shape not in self._readers:
            self._readers[block.shape] = self._read()
        height, width = size or block.shape[2:]
        rows, columns = round(height / PIXELS_A_MM), round(width / PIXELS_A_MM)
        each = [_answer(reader, block)[:, :rows, :columns] for reader in self._readers[block.shape]]
        odds = np.mean([answer[0] for answer in each], axis=0)
        # Each net's rays count as much as it believes in the piece.
        belief = np.array([_sigmoid(answer[0]) for answer in each])
        rays = np.array([answer[1 : 1 + RAYS] for answer in each])
        shares = belief / np.maximum(belief.sum(axis=0), LEAST_BELIEF)
        return Maps(
            likely=np.ascontiguousarray(_sigmoid(odds), np.float32),
            rays=np.asarray((rays * shares[:, None]).sum(axis=0), np.float32),
            kinds=np.asarray(np.mean([_shares(answer[1 + RAYS :]) for answer in each], axis=0), np.float32),
        )

    def _read(self) -> list[cv2.dnn.Net]:
        try:
            readers = [cv2.dnn.readNetFromONNX(str(path)) for path in self._paths]
        except cv2.error:
            readers = []
        if not readers:
            raise VisionError(N_("the net that finds pieces cannot be read; install the companion again"))
        return readers


def _answer(reader: cv2.dnn.Net, block: Block) -> Map:
    reader.setInput(block)
    answer: Map = np.asarray(reader.forward(), np.float32)[0]
    return answer


def _sigmoid(odds: Map) -> Map:
    return np.asarray(1 / (1 + np.exp(-odds)), np.float32)


def _shares(odds: Map) -> Map:
    powers = np.exp(odds - odds.max(axis=0))
    return np.asarray(powers / powers.sum(axis=0), np.float32)
