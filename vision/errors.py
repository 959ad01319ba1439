"""What can be wrong with a photo or a calibration, said in a sentence a person can act on.

VisionError
 ├── PhotoError       a file that is no photo, or a photo nothing can be seen in
 └── ProfileError     a calibration file that is missing, damaged or from another version
"""

from words import Refusal


class VisionError(Refusal):
    """Base of everything the vision refuses."""


class PhotoError(VisionError, ValueError):
    """The file is no photo that can be read."""


class ProfileError(VisionError, ValueError):
    """The calibration file cannot be used."""
