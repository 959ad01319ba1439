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

from companion.words import N_
from vision.errors import VisionError
from vision.net_input import PIXELS_A_MM, Block
from vision.pieces import RAYS, Map

WEIGHTS = Path(__file__).parent / "weights" / "pieces.onnx"
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
    """The net in memory; not to be shared among threads."""

    def __init__(self, path: Path = WEIGHTS) -> None:
        self._path = path
        # OpenCV keeps the shapes a net saw first: one of each size is read.
        self._readers: dict[tuple[int, ...], cv2.dnn.Net] = {}

    def look(self, block: Block, size: tuple[int, int] | None = None) -> Maps:
        """The maps of an assembled picture; `size` is its height and width before it was padded."""
        if block.shape not in self._readers:
            self._readers[block.shape] = self._read()
        height, width = size or block.shape[2:]
        rows, columns = round(height / PIXELS_A_MM), round(width / PIXELS_A_MM)
        answer = _answer(self._readers[block.shape], block)[:, :rows, :columns]
        return Maps(_sigmoid(answer[0]), answer[1 : 1 + RAYS], _shares(answer[1 + RAYS :]))

    def _read(self) -> cv2.dnn.Net:
        try:
            return cv2.dnn.readNetFromONNX(str(self._path))
        except cv2.error:
            said = N_("what finds the pieces cannot be read; install the companion again")
            raise VisionError(said) from None


def _answer(reader: cv2.dnn.Net, block: Block) -> Map:
    reader.setInput(block)
    answer: Map = np.asarray(reader.forward(), np.float32)[0]
    return answer


def _sigmoid(odds: Map) -> Map:
    return np.ascontiguousarray(1 / (1 + np.exp(-odds)), np.float32)


def _shares(odds: Map) -> Map:
    powers = np.exp(odds - odds.max(axis=0))
    return np.asarray(powers / powers.sum(axis=0), np.float32)
