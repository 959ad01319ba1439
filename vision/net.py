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
        reader = self._readers.get(block.shape)
        if reader is None:
            reader = self._readers[block.shape] = self._read()
        reader.setInput(block)
        answer = np.asarray(reader.forward(), np.float32)[0]
        height, width = size or block.shape[2:]
        answer = answer[:, : round(height / PIXELS_A_MM), : round(width / PIXELS_A_MM)]
        kinds = np.exp(answer[1 + RAYS :] - answer[1 + RAYS :].max(axis=0))
        return Maps(
            likely=np.ascontiguousarray(1 / (1 + np.exp(-answer[0])), np.float32),
            rays=answer[1 : 1 + RAYS],
            kinds=np.asarray(kinds / kinds.sum(axis=0), np.float32),
        )

    def _read(self) -> cv2.dnn.Net:
        try:
            return cv2.dnn.readNetFromONNX(str(self._path))
        except cv2.error as error:
            unread = N_("the net at {path} cannot be read; install the companion again", path=self._path)
            raise VisionError(unread) from error
