"""Can a photo be learned from at all? Brightness, sharpness and size, before anything is counted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import cv2
import numpy as np

from calibration.frame_seen import is_mirrored
from calibration.problems import Problem
from vision.photo import Frame, Photo

MEASURED_WIDTH = 640
DARK_FRAMED, DARK_PLAIN = 90.0, 40.0  # the brightest hundredth; with a frame there is white paper in view
CLIPPED_FRAMED, CLIPPED_PLAIN = 0.25, 0.9
SHARP_FRAMED = 0.13  # steepest edges against the picture's contrast; in focus they reach 0.3
SHARP_AGAINST_OTHERS = 0.2
CUTTING_SIDE = 200  # a smaller picture may be cut out of the soft middle of a piece
LEAST_CONTRAST = 30.0


def contrast_and_sharpness(frame: Frame) -> tuple[float, float, float]:
    """The brightest hundredth, the contrast, and how steep the steepest edges are in the weaker direction.

    A moved camera smears only one direction, so the weaker one decides.
    """
    if frame.shape[1] > MEASURED_WIDTH:
        size = (MEASURED_WIDTH, max(1, round(MEASURED_WIDTH * frame.shape[0] / frame.shape[1])))
        frame = np.asarray(cv2.resize(frame, size, interpolation=cv2.INTER_AREA), np.uint8)
    darkest, brightest = np.percentile(frame, [1, 99], axis=(0, 1))
    # red on gray has an edge in its colour only: the channel with most contrast shows it
    channel = int((brightest - darkest).argmax())
    contrast = max(float(brightest[channel] - darkest[channel]), 1.0)
    shown = np.ascontiguousarray(frame[:, :, channel])
    edges = (np.abs(cv2.Sobel(shown, cv2.CV_32F, dx, 1 - dx)) for dx in (0, 1))
    steepest = [float(np.percentile(edge, 99.5)) / 8 / contrast for edge in edges]
    return float(brightest.max()), contrast, min(steepest)


def photo_problem(photo: Photo, *, framed: bool) -> Problem | None:
    """Whether this photo alone is too dark, too bright or blurred."""
    brightest, contrast, sharpness = contrast_and_sharpness(photo.frame)
    if brightest < (DARK_FRAMED if framed else DARK_PLAIN):
        return Problem("too_dark", {"photo": photo.name})
    # a vivid colour clips one channel and is still that colour; only white paper must not clip any
    washed_out = photo.frame.max(axis=2) if framed else photo.frame.min(axis=2)
    if float((washed_out >= 252).mean()) > (CLIPPED_FRAMED if framed else CLIPPED_PLAIN):
        return Problem("too_bright", {"photo": photo.name})
    if framed and contrast > LEAST_CONTRAST and sharpness < SHARP_FRAMED:
        return Problem("blurred", {"photo": photo.name})
    return None


def is_gray(frame: Frame) -> bool:
    """Whether a picture is of grays alone; a sensor's noise always has some colour."""
    first, second, third = (frame[..., channel] for channel in range(3))
    return bool(np.array_equal(first, second) and np.array_equal(second, third))


def set_problems(
    empty: Photo | None, pieces: Mapping[str, Sequence[Photo]], *, framed: bool
) -> list[Problem]:
    """Everything wrong with the photos before learning from them, each photo named once.

    Without a paper frame the photos may be cuttings of different sizes, taken anywhere: one of a black piece
    is dark and one of a white table white, so they are only refused if all of them are.
    """
    problems = []
    shots = [shot for many in pieces.values() for shot in many]
    if empty is None:
        poor = [photo_problem(shot, framed=False) for shot in shots]
        return [problem for problem in poor if problem is not None] if all(poor) else []
    alone = {id(shot): photo_problem(shot, framed=framed) for shot in (empty, *shots)}
    if not framed and any(alone[id(shot)] is None for shot in shots):
        alone = {}
    if empty.unlit is None and shots and all(shot.unlit is not None for shot in shots):
        return [Problem("no_twin", {"photo": empty.name})]
    gray = {id(shot) for shot in (empty, *shots) if is_gray(shot.frame)}
    if len(gray) > len(shots):
        gray = set()  # no colours at all: black and white pieces may do without
    height, width = empty.frame.shape[:2]
    usual = float(np.median([contrast_and_sharpness(shot.frame)[2] for shot in shots])) if shots else 0.0
    for shot in (empty, *shots):
        if shot is not empty and np.array_equal(shot.frame, empty.frame):
            problems.append(Problem("same_photo", {"photo": shot.name, "other_photo": empty.name}))
        elif framed and shot.frame.shape != empty.frame.shape:
            tall, wide = shot.frame.shape[:2]
            sizes = {"width": wide, "height": tall, "empty_width": width, "empty_height": height}
            problems.append(Problem("other_size", {"photo": shot.name, **sizes}))
        elif shot.unlit is None and empty.unlit is not None:
            problems.append(Problem("no_twin", {"photo": shot.name}))
        elif (problem := alone.get(id(shot))) is not None:
            problems.append(problem)
        elif framed and id(shot) in gray:
            problems.append(Problem("no_colours", {"photo": shot.name}))
        elif framed and shot is not empty and is_mirrored(shot):
            problems.append(Problem("mirrored", {"photo": shot.name}))
        elif shot is not empty and (framed or min(shot.frame.shape[:2]) >= CUTTING_SIDE):
            _, contrast, sharpness = contrast_and_sharpness(shot.frame)
            if contrast > LEAST_CONTRAST and sharpness < SHARP_AGAINST_OTHERS * usual:
                problems.append(Problem("blurred", {"photo": shot.name}))
    return problems
