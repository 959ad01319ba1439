"""Photos nothing should be learned from: dark, washed out, blurred, of another size, without a twin."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from calibration.folder import CalibrationPhotos
from calibration.quality import photo_problem, set_problems
from vision.photo import Frame, Photo


def smeared(frame: Frame, across: int, down: int) -> Frame:
    return np.asarray(cv2.blur(frame, (across, down)), np.uint8)


def test_good_photos_have_no_problem(keshi_photos: CalibrationPhotos) -> None:
    assert set_problems(keshi_photos.empty, keshi_photos.pieces, framed=True) == []


@pytest.mark.parametrize("label", ["red", "black", "white"])
def test_dark_bright_and_blurred_photos_are_named(keshi_photos: CalibrationPhotos, label: str) -> None:
    photo = keshi_photos.pieces[label][0]
    spoilt = {
        "too_dark": (photo.frame * 0.2).astype(np.uint8),
        "too_bright": np.clip(photo.frame * 2.5, 0, 255).astype(np.uint8),
        "blurred": np.asarray(cv2.GaussianBlur(photo.frame, (0, 0), 4), np.uint8),
    }
    for code, frame in spoilt.items():
        problem = photo_problem(replace(photo, frame=frame), framed=True)
        assert problem is not None
        assert (problem.code, problem.params["photo"]) == (code, f"{label}.jpg")


@pytest.mark.parametrize(("across", "down"), [(25, 1), (1, 25)])
def test_a_camera_moved_in_one_direction_is_noticed(
    keshi_photos: CalibrationPhotos, across: int, down: int
) -> None:
    photo = keshi_photos.pieces["green"][0]
    problem = photo_problem(replace(photo, frame=smeared(photo.frame, across, down)), framed=True)
    assert problem is not None
    assert problem.code == "blurred"


def test_another_size_or_a_missing_twin_is_named(keshi_photos: CalibrationPhotos) -> None:
    red, green = keshi_photos.pieces["red"][0], keshi_photos.pieces["green"][0]
    pieces = {"red": [replace(red, frame=red.frame[::2, ::2])], "green": [replace(green, unlit=None)]}
    codes = [(p.code, p.params["photo"]) for p in set_problems(keshi_photos.empty, pieces, framed=True)]
    assert codes == [("other_size", "red.jpg"), ("no_twin", "green.jpg")]


def test_without_a_frame_a_photo_is_held_against_the_others() -> None:
    def dots(sigma: float, name: str) -> Photo:
        frame = np.full((240, 320, 3), 90, np.uint8)
        for x in range(40, 300, 60):
            cv2.circle(frame, (x, 120), 18, (40, 40, 220), -1)
        return Photo(np.asarray(cv2.GaussianBlur(frame, (0, 0), sigma), np.uint8), None, name)

    empty = Photo(np.full((240, 320, 3), 90, np.uint8), None, "empty.jpg")
    shots = {"a": [dots(0.8, "a.jpg")], "b": [dots(1.0, "b.jpg")], "c": [dots(9, "c.jpg")]}
    assert [p.params["photo"] for p in set_problems(empty, shots, framed=False)] == ["c.jpg"]
