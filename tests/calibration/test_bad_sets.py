"""Whole sets of calibration photos that cannot work: the photo to blame is named, in one sentence."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from calibration.calibrate import Calibration, calibrate
from calibration.errors import PhotosRefused
from calibration.folder import CalibrationPhotos
from calibration.sets import KESHIS, PieceSet
from hardware.simulated import SimulatedTower
from tests.calibration.commands import empty_of
from tests.photos.make import SEED, SIZE
from vision.count import TrayCounter
from vision.photo import Frame, Photo, read_photo

Change = Callable[[Photo], Photo]


def each(photos: CalibrationPhotos, change: Change) -> CalibrationPhotos:
    pieces = {label: tuple(change(shot) for shot in shots) for label, shots in photos.pieces.items()}
    return replace(photos, empty=change(empty_of(photos)), pieces=pieces)


def frames(change: Callable[[Frame], Frame]) -> Change:
    return lambda photo: Photo(
        change(photo.frame), None if photo.unlit is None else change(photo.unlit), photo.name
    )


def mirrored(frame: Frame) -> Frame:
    return np.ascontiguousarray(frame[:, ::-1])


def smeared(frame: Frame) -> Frame:
    return np.asarray(cv2.GaussianBlur(frame, (0, 0), 7), np.uint8)


def twins_swapped(photo: Photo) -> Photo:
    assert photo.unlit is not None
    return Photo(photo.unlit, photo.frame, photo.name)


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (frames(mirrored), "empty.jpg is mirrored"),
        (frames(smeared), "empty.jpg is blurred"),
        (twins_swapped, "empty.jpg was taken with the ring off"),
    ],
)
def test_a_frame_that_cannot_be_found_is_not_done_without(
    keshi_photos: CalibrationPhotos, change: Change, says: str
) -> None:
    with pytest.raises(PhotosRefused) as refused:
        calibrate(each(keshi_photos, change), KESHIS)
    assert str(refused.value).startswith(says)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize("flip", [np.fliplr, np.flipud])
def test_one_mirrored_photo_of_a_whole_set_is_named(
    keshi_photos: CalibrationPhotos, flip: Callable[[Frame], Frame]
) -> None:
    few = {label: keshi_photos.pieces[label] for label in ("red", "green", "white")}
    few["green"] = (frames(lambda frame: np.ascontiguousarray(flip(frame)))(few["green"][0]),)
    with pytest.raises(PhotosRefused) as refused:
        calibrate(replace(keshi_photos, pieces=few), KESHIS)
    assert str(refused.value).startswith("green.jpg is mirrored")
    assert "\n" not in str(refused.value)


def test_a_covered_frame_in_the_empty_photo_alone_is_said(keshi_photos: CalibrationPhotos) -> None:
    covered = frames(lambda frame: np.full_like(frame, 128))(empty_of(keshi_photos))
    with pytest.raises(PhotosRefused, match=r"^empty.jpg does not show all four markers"):
        calibrate(replace(keshi_photos, empty=covered), KESHIS)


def test_an_empty_photo_without_its_twin_is_the_one_to_blame(keshi_photos: CalibrationPhotos) -> None:
    alone = replace(keshi_photos, empty=replace(empty_of(keshi_photos), unlit=None))
    with pytest.raises(PhotosRefused) as refused:
        calibrate(alone, KESHIS)
    assert str(refused.value).startswith("empty.jpg has no unlit twin")
    assert "\n" not in str(refused.value)


def test_an_empty_photo_of_a_full_tray_is_the_one_to_blame(
    keshi_photos: CalibrationPhotos, photo_folder: Path
) -> None:
    full = read_photo(photo_folder / "play" / "06_studio.jpg")
    with pytest.raises(PhotosRefused) as refused:
        calibrate(replace(keshi_photos, empty=replace(full, name="empty.jpg")), KESHIS)
    assert "empty.jpg" in str(refused.value).splitlines()[0]


def test_one_photo_of_another_table_is_named(keshi_photos: CalibrationPhotos) -> None:
    pair = SimulatedTower(seed=SEED + 5, room="studio", full_size=SIZE).calibration_photos()["brown"]
    photos = replace(
        keshi_photos,
        pieces={**keshi_photos.pieces, "brown": (Photo(pair.lit, pair.unlit, "brown.jpg"),)},
    )
    with pytest.raises(PhotosRefused, match=r"^brown\.jpg does not show the tray of this calibration"):
        calibrate(photos, KESHIS)


def test_single_photos_from_below_will_do(keshi_photos: CalibrationPhotos) -> None:
    done = calibrate(each(keshi_photos, lambda photo: replace(photo, unlit=None)), KESHIS)
    assert done.verdict.good
    assert all(seen[0].total == 3 for seen in done.observations.values())


def test_a_photo_without_colours_is_not_sure(calibrated: Calibration, photo_folder: Path) -> None:
    counter = TrayCounter(calibrated.profile)
    for name in ("00_studio.jpg", "01_evening.jpg"):
        photo = frames(lambda frame: np.repeat(frame[..., 1:2], 3, axis=2))(
            read_photo(photo_folder / "play" / name)
        )
        for unlit in (photo.unlit, None):
            assert not counter.count(photo.frame, unlit).sure


def test_more_pieces_than_anybody_lays_out_are_a_photo_of_something_else(
    keshi_photos: CalibrationPhotos, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("calibration.calibrate.MANY_PIECES", 2)
    few = {label: keshi_photos.pieces[label] for label in ("red", "white", "black")}
    with pytest.raises(PhotosRefused, match=r"red\.jpg shows 3 pieces; it must show this tray"):
        calibrate(replace(keshi_photos, pieces=few), KESHIS)


def test_a_sure_count_of_a_photo_without_colours_is_asked_about(
    calibrated: Calibration, photo_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    photo = read_photo(photo_folder / "play" / "00_studio.jpg")
    counter = TrayCounter(calibrated.profile)
    assert counter.count(photo.frame, photo.unlit).sure
    monkeypatch.setattr("vision.count._is_gray", lambda frame: True)
    assert tuple(map(str, counter.count(photo.frame, photo.unlit).doubts)) == (
        "the photo has no colours, only shades of gray",
    )


def test_a_second_photo_of_another_colour_is_named(keshi_photos: CalibrationPhotos) -> None:
    """Its three pieces vouch for each other, and make the whole label look scattered."""
    few = {label: keshi_photos.pieces[label] for label in ("red", "green", "white")}
    few["red"] = (*few["red"], replace(few["green"][0], name="red-2.jpg"))
    with pytest.raises(PhotosRefused, match=r"^red-2\.jpg seems to show green pieces, not red"):
        calibrate(replace(keshi_photos, pieces=few), KESHIS)
    few["red"] = (few["red"][0], frames(lambda frame: frame // 10 * 9)(few["red"][0]))
    assert calibrate(replace(keshi_photos, pieces=few), KESHIS).verdict.good


def test_the_same_picture_for_the_empty_tray_and_a_colour_is_said(keshi_photos: CalibrationPhotos) -> None:
    few = {label: keshi_photos.pieces[label] for label in ("red", "green")}
    with pytest.raises(PhotosRefused, match=r"^red\.jpg and empty\.jpg are the same picture"):
        calibrate(CalibrationPhotos(replace(few["red"][0], name="empty.jpg"), few), KESHIS)


def test_one_photo_without_colours_is_named(keshi_photos: CalibrationPhotos) -> None:
    few = {label: keshi_photos.pieces[label] for label in ("red", "green")}
    few["red"] = (frames(lambda frame: np.repeat(frame[..., 1:2], 3, axis=2))(few["red"][0]),)
    with pytest.raises(PhotosRefused) as refused:
        calibrate(replace(keshi_photos, pieces=few), KESHIS)
    assert str(refused.value).startswith("red.jpg has no colours, only shades of gray")
    assert "\n" not in str(refused.value)


def test_black_and_white_pieces_may_be_photographed_without_colours(keshi_photos: CalibrationPhotos) -> None:
    few = {label: keshi_photos.pieces[label] for label in ("black", "white")}
    gray = each(
        replace(keshi_photos, pieces=few), frames(lambda frame: np.repeat(frame[..., 1:2], 3, axis=2))
    )
    assert calibrate(gray, PieceSet("chips", ("black", "white"))).verdict.good
