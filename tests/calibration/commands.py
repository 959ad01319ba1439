"""Running a command as a person would, and getting at what it said."""

from __future__ import annotations

from calibration.folder import CalibrationPhotos
from companion.__main__ import main
from vision.photo import Photo


def companion(*words: object) -> int:
    """`companion …`: its exit code; argparse's own refusals count as 2."""
    try:
        return main([str(word) for word in words])
    except SystemExit as end:
        return int(end.code or 0)


def empty_of(photos: CalibrationPhotos) -> Photo:
    """The photo of the empty tray, which every set with a paper frame has."""
    assert photos.empty is not None
    return photos.empty
