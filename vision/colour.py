"""Which label a piece's colours are of: what the same paint looks like elsewhere in the tray is reckoned.

A label was seen on a few pieces in one light. Elsewhere its paint is a little brighter or darker, mirrors
more or less of the ring, and the light has another tint. So its pixels are laid out again under many such
conditions, and how often each colour comes up then is how likely it is for the label.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import cv2
import numpy as np
import numpy.typing as npt

Light = npt.NDArray[np.floating]  # n × 3, blue green red; white paper is 1
Scores = npt.NDArray[np.float64]

# How far conditions usually differ: shade (as a power of e) and tint (the same, channel by channel). Measured
# on tables that were tuned on, as are the others; a tenth more or less of any of them changes hardly a piece.
SHADE, TINT = 0.2, 0.04
# White light that any paint mirrors somewhere (white paper is 1), and how much more than usual it may
# mirror of the ring.
SHEEN, RING_TIMES = 0.06, 1.5
# Noise in roots, in which it is about as wide in the dark as in the bright.
NOISE = 6.0
# White paper's root, and the light in which noise is as strong as what is seen.
PAPER_ROOT, DARK_LIGHT = 200.0, 0.01
# The grid of colours: so many roots a cell.
CELL, CELLS = 5.0, 48
# A pixel of any piece may show something else altogether: dust, a reflection, its neighbour.
STRANGE = 0.2
# A piece's pixels agree with each other: all of them together are so many witnesses.
WITNESSES = 2.0
# Pixels laid out for each label, and as many different conditions.
LAID_OUT = 6000
UNIFORM = 1e-5
# How much of the ring a place mirrors is told apart in so many steps.
VEILS = 3


def roots(light: Light) -> npt.NDArray[np.float32]:
    """Light on the scale that labels are kept in: noise about equally wide everywhere."""
    lifted = np.maximum(np.asarray(light, np.float32), 0) + np.float32(DARK_LIGHT)
    return np.asarray(PAPER_ROOT * np.sqrt(lifted), np.float32)


def light_of(values: npt.NDArray[np.floating]) -> npt.NDArray[np.float32]:
    """The light behind such roots."""
    return np.asarray(np.square(np.asarray(values, np.float32) / PAPER_ROOT) - DARK_LIGHT, np.float32)


class ColourModel:
    """What every label may look like.

    >>> looks = {"red": [np.array([[0.05, 0.05, 0.5]])], "white": [np.array([[0.8, 0.8, 0.8]])]}
    >>> model = ColourModel(looks)
    >>> beliefs(model.scores(np.array([[0.06, 0.05, 0.45]] * 9))).round(2).tolist()
    [1.0, 0.0]

    looks       for each label the light of its pieces' pixels, piece by piece, without what the ring added
    gloss       the light of the ring that a face mirrors where it mirrors most
    """

    def __init__(self, looks: Mapping[str, Sequence[Light]], gloss: float = 0.0) -> None:
        self.labels = tuple(looks)
        self._looks, self._gloss = looks, gloss
        self._tables: dict[int, npt.NDArray[np.float32]] = {}

    def scores(self, pixels: Light, veil: float = 0.0) -> Scores:
        """How well each label explains a piece's pixels where paint mirrors so much of the ring (0–1): the
        mean logarithm of their likelihood.
        """
        at = _cells(pixels) @ np.array([CELLS * CELLS, CELLS, 1])
        return np.asarray(self._table(veil)[:, at].mean(axis=1), np.float64)

    def _table(self, veil: float) -> npt.NDArray[np.float32]:
        step = round(veil * VEILS)
        if step not in self._tables:
            sheen = SHEEN + RING_TIMES * self._gloss * step / VEILS
            chance = np.stack([_laid_out(pieces, sheen) for pieces in self._looks.values()])
            self._tables[step] = np.log((1 - STRANGE) * chance + STRANGE * UNIFORM).reshape(len(chance), -1)
        return self._tables[step]


def beliefs(scores: Scores) -> Scores:
    """How likely each label is, if the piece is of one of them."""
    evidence = WITNESSES * scores
    shares = np.exp(evidence - evidence.max())
    return np.asarray(shares / shares.sum(), np.float64)


def _cells(light: Light) -> npt.NDArray[np.intp]:
    return np.asarray(np.clip(roots(light) / CELL, 0, CELLS - 1), np.intp)


def _laid_out(pieces: Sequence[Light], sheen: float) -> npt.NDArray[np.float32]:
    """How often each colour comes up under many conditions, smoothed by noise; every piece counts alike."""
    dice = np.random.default_rng(len(pieces))
    each = LAID_OUT // len(pieces)
    pixels = np.concatenate([piece[dice.integers(0, len(piece), each)] for piece in pieces])
    conditions = np.exp(dice.normal(0, SHADE, (len(pixels), 1)) + dice.normal(0, TINT, (len(pixels), 3)))
    white = np.abs(dice.normal(0, sheen, (len(pixels), 1))) * dice.random((len(pixels), 1))
    cells = _cells(pixels * conditions + white)
    chance: npt.NDArray[np.float32] = np.zeros((CELLS,) * 3, np.float32)
    np.add.at(chance, tuple(cells.T), np.float32(1 / len(pixels)))
    kernel = cv2.getGaussianKernel(9, NOISE / CELL).astype(np.float32)
    for axis in range(3):
        turned = np.ascontiguousarray(np.moveaxis(chance, axis, 0))
        smooth = cv2.filter2D(turned.reshape(CELLS, -1), -1, kernel, borderType=cv2.BORDER_CONSTANT)
        chance = np.moveaxis(np.asarray(smooth, np.float32).reshape(CELLS, CELLS, CELLS), 0, axis)
    return np.ascontiguousarray(chance, np.float32)
