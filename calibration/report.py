"""The calibration as a picture: each label's pieces as outlined, its colour, its nearest neighbour."""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt

from calibration.calibrate import Calibration
from calibration.verdict import CLOSE, TOO_CLOSE, Pair
from vision.overlay import draw, swatches
from vision.photo import Frame

TILE_WIDTH, PHOTO_HEIGHT, FOOT_HEIGHT, GAP = 320, 210, 74, 12
COLUMNS = 4
PAPER, INK, FAINT = (239, 246, 250), (24, 33, 43), (104, 120, 134)
TOO_CLOSE_INK, CLOSE_INK = (28, 37, 190), (20, 120, 200)


def report_picture(done: Calibration) -> Frame:
    """One tile a label, four in a row, for people to see what the companion sees."""
    labels = done.profile.labels
    rows = -(-len(labels) // COLUMNS)
    tile_height = PHOTO_HEIGHT + FOOT_HEIGHT
    sheet = np.full(
        (rows * (tile_height + GAP) + GAP, COLUMNS * (TILE_WIDTH + GAP) + GAP, 3), PAPER, np.uint8
    )
    for number, label in enumerate(labels):
        top = GAP + number // COLUMNS * (tile_height + GAP)
        left = GAP + number % COLUMNS * (TILE_WIDTH + GAP)
        sheet[top : top + tile_height, left : left + TILE_WIDTH] = _tile(done, label)
    return sheet


def _tile(done: Calibration, label: str) -> Frame:
    tile = np.full((PHOTO_HEIGHT + FOOT_HEIGHT, TILE_WIDTH, 3), 255, np.uint8)
    colours = swatches(done.profile)
    if label in done.photos.pieces:
        tile[:PHOTO_HEIGHT] = _pieces(done, label, colours)
    red, green, blue = colours[label]
    tile[PHOTO_HEIGHT + 12 : PHOTO_HEIGHT + 62, 12:62] = (blue, green, red)
    _write(tile, label, (74, PHOTO_HEIGHT + 34), 0.7, INK)
    nearest = next((pair for pair in done.verdict.pairs if label in (pair.label, pair.other)), None)
    if nearest is not None:
        other = nearest.other if nearest.label == label else nearest.label
        words = f"nearest: {other}, {nearest.distance:.1f} apart"
        _write(tile, words, (74, PHOTO_HEIGHT + 58), 0.45, _ink(nearest))
    return tile


def _pieces(done: Calibration, label: str, colours: dict[str, tuple[int, int, int]]) -> Frame:
    """The label's first photo with what was seen in it, cut to the pieces."""
    photo, observation = done.photos.pieces[label][0], done.observations[label][0]
    drawn = draw(photo.frame, observation, colours)
    points = [point for piece in observation.pieces for point in (*piece.outline, (piece.x, piece.y))]
    height, width = drawn.shape[:2]
    if points:
        (left, top), (right, bottom) = np.min(points, axis=0) - 30, np.max(points, axis=0) + 30
        rows = slice(max(0, int(top)), min(height, max(int(bottom), int(top) + 60)))
        drawn = drawn[rows, max(0, int(left)) : min(width, max(int(right), int(left) + 60))]
    scale = min(TILE_WIDTH / drawn.shape[1], PHOTO_HEIGHT / drawn.shape[0])
    size = (max(1, int(drawn.shape[1] * scale)), max(1, int(drawn.shape[0] * scale)))
    small = cv2.resize(drawn, size, interpolation=cv2.INTER_AREA)
    place = np.full((PHOTO_HEIGHT, TILE_WIDTH, 3), 40, np.uint8)
    top, left = (PHOTO_HEIGHT - size[1]) // 2, (TILE_WIDTH - size[0]) // 2
    place[top : top + size[1], left : left + size[0]] = small
    return place


def _ink(pair: Pair) -> tuple[int, int, int]:
    if pair.distance < TOO_CLOSE:
        return TOO_CLOSE_INK
    return CLOSE_INK if pair.distance < CLOSE else FAINT


def _write(
    tile: npt.NDArray[np.uint8], words: str, place: tuple[int, int], size: float, ink: tuple[int, int, int]
) -> None:
    plain = words.encode("ascii", errors="replace").decode()
    cv2.putText(tile, plain, place, cv2.FONT_HERSHEY_SIMPLEX, size, ink, 1, cv2.LINE_AA)
