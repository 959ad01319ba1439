"""What can go wrong between a printed frame and a finished calibration.

    CalibrationError
    ├── PaperTooSmall      the frame for this tray does not fit the sheet
    ├── SetError           a set of pieces that cannot be used as it was written
    ├── PhotosRefused      calibration photos that cannot work, each named
    └── LogError           a photo log that cannot be read

Each carries a Text a person can act on.
"""

from __future__ import annotations

from words import Refusal


class CalibrationError(Refusal):
    """Base of every refusal in this package."""


class PaperTooSmall(CalibrationError, ValueError):
    """The tray asks for more paper than a sheet has."""


class SetError(CalibrationError, ValueError):
    """The names of the pieces cannot be used as they were given."""


class PhotosRefused(CalibrationError):
    """Photos that would make a calibration nobody could trust."""


class LogError(CalibrationError):
    """A photo log that is missing, empty, or was written by something else."""
