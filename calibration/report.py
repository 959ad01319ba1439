"""The calibration as a picture: each label's pieces as outlined, its colour, its nearest neighbour, and below
them what the verdict warns of, with what to do about it.
"""

from __future__ import annotations

import cv2
import numpy as np

from calibration.calibrate import Calibration
from calibration.problems import Problem
from calibration.report_words import Ink, wrapped, write
from calibration.verdict import CLOSE, TOO_CLOSE, Pair
from vision.overlay import draw, swatches
from vision.photo import Frame

TILE_WIDTH, PHOTO_HEIGHT, FOOT_HEIGHT, GAP = 320, 210, 74, 12
COLUMNS = 4
PAPER, INK, FAINT = (239, 246, 250), (24, 33, 43), (104, 120, 134)
TOO_CLOSE_INK, CLOSE_INK, WELL_INK = (28, 37, 190), (20, 120, 200), (60, 120, 40)
# Warnings: the height of a line, its letters, a label's colour beside it, and how many there are room for.
LINE_HEIGHT, LETTERS, SWATCH, MOST_WARNINGS = 30, 0.62, 40, 20
MILD = ("close", "few_pieces")
ALL_WELL = "No two colours are too close under this light."


def report_picture(done: Calibration) -> Frame:
    """One tile a label, four in a row, and the warnings: for people to see what the companion sees."""
    tiles = _tiles(done)
    return np.concatenate([tiles, _warnings(done, tiles.shape[1])])


def _tiles(done: Calibration) -> Frame:
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
    room = TILE_WIDTH - 74 - GAP
    write(tile, label, (74, PHOTO_HEIGHT + 34), 0.7, INK, most=room)
    nearest = next((pair for pair in done.verdict.pairs if label in (pair.label, pair.other)), None)
    if nearest is not None:
        other = nearest.other if nearest.label == label else nearest.label
        words = f"nearest: {other}, {nearest.distance:.1f} apart"
        write(tile, words, (74, PHOTO_HEIGHT + 58), 0.45, _ink(nearest), most=room)
        if nearest.distance < CLOSE:
            cv2.rectangle(tile, (1, 1), (TILE_WIDTH - 2, tile.shape[0] - 2), _ink(nearest), 3)
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


def _warnings(done: Calibration, width: int) -> Frame:
    """What the verdict warns of, one after the other; that all is well is said too."""
    warnings = done.verdict.warnings
    if not warnings:
        words = [ALL_WELL] if len(done.verdict.pairs) else []
        return _joined([_line(words, (), WELL_INK, width)], width)
    shown = [_warning(done, problem, width) for problem in warnings[:MOST_WARNINGS]]
    if left := len(warnings) - len(shown):
        shown.append(_line([f"... and {left} more."], (), FAINT, width))
    return _joined(shown, width)


def _warning(done: Calibration, problem: Problem, width: int) -> Frame:
    """One warning with the colours it is about."""
    colours = swatches(done.profile)
    about = [str(problem.params[key]) for key in ("label", "other") if key in problem.params]
    sentence = f"{problem.sentence()}."
    lines = wrapped(sentence[:1].upper() + sentence[1:], LETTERS, width - 4 * GAP - 2 * (SWATCH + GAP))
    ink = CLOSE_INK if problem.code in MILD else TOO_CLOSE_INK
    return _line(lines, tuple(colours[label] for label in about if label in colours), ink, width)


def _line(lines: list[str], colours: tuple[tuple[int, int, int], ...], ink: Ink, width: int) -> Frame:
    """Words to the right of up to two colours, given as red, green, blue."""
    height = max(SWATCH if colours else 0, LINE_HEIGHT * len(lines))
    strip = np.full((height, width, 3), PAPER, np.uint8)
    for number, (red, green, blue) in enumerate(colours[:2]):
        left = GAP + number * (SWATCH + 4)
        strip[:SWATCH, left : left + SWATCH] = (blue, green, red)
        cv2.rectangle(strip, (left, 0), (left + SWATCH - 1, SWATCH - 1), FAINT, 1)
    left = GAP + 2 * (SWATCH + GAP) if colours else GAP
    top = max(0, (height - LINE_HEIGHT * len(lines)) // 2)
    for number, words in enumerate(lines):
        write(strip, words, (left, top + LINE_HEIGHT * number + 21), LETTERS, ink, most=width - left - GAP)
    return strip


def _joined(strips: list[Frame], width: int) -> Frame:
    gap = np.full((GAP, width, 3), PAPER, np.uint8)
    return np.concatenate([part for strip in strips if len(strip) for part in (strip, gap)] or [gap[:0]])


def _ink(pair: Pair) -> Ink:
    if pair.distance < TOO_CLOSE:
        return TOO_CLOSE_INK
    return CLOSE_INK if pair.distance < CLOSE else FAINT
