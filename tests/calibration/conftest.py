"""One calibration from the small photos, shared by all tests: learning twelve colours takes a moment."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from calibration.calibrate import Calibration, calibrate
from calibration.folder import CalibrationPhotos, read_folder
from calibration.sets import KESHIS

PHOTOS = Path(__file__).parent.parent / "photos"


@pytest.fixture(scope="session")
def photo_folder() -> Path:
    """`calibration/` and `play/`, made with the simulated tower."""
    return PHOTOS


@pytest.fixture(scope="session")
def keshi_photos() -> CalibrationPhotos:
    return read_folder(PHOTOS / "calibration", KESHIS)[1]


@pytest.fixture(scope="session")
def calibrated(keshi_photos: CalibrationPhotos) -> Calibration:
    return calibrate(keshi_photos, KESHIS)


@pytest.fixture(scope="session")
def calibration_file(calibrated: Calibration, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("calibrated") / "calibration.json"
    calibrated.profile.save(path)
    return path


@pytest.fixture
def folder(photo_folder: Path, tmp_path: Path) -> Path:
    """Photos of three colours, pairs, to be spoilt."""
    copy = tmp_path / "photos"
    copy.mkdir()
    for label in ("empty", "red", "green", "white"):
        for name in (f"{label}.jpg", f"{label}.off.jpg"):
            shutil.copy(photo_folder / "calibration" / name, copy / name)
    return copy
