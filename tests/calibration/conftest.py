"""One calibration from the small photos, shared by all tests: learning twelve colours takes a moment."""

from __future__ import annotations

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
