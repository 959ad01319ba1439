"""What can go wrong with the things around the tower, each with a sentence the table can act on.

HardwareError
├── CameraError
│   ├── CameraMissing        none plugged in, or the driver is not installed
│   ├── CameraStalled        it was there, and no frame came in time
│   ├── CameraBroken         frames come, but black, frozen or of the wrong size
│   └── CameraRefused        it does not take a setting, or the wrong kind of file
├── PowerRefused             the Pi would not switch off, or its screen not obey
└── TowerRefused             asked of the simulated tower what no table could do
"""

from words import Refusal


class HardwareError(Refusal):
    """Anything that went wrong with camera, pins or power."""


class CameraError(HardwareError):
    """Anything that went wrong with a camera."""


class CameraMissing(CameraError, LookupError):
    """There is no such camera here."""


class CameraStalled(CameraError, TimeoutError):
    """The camera gave no frame in the time it had."""


class CameraBroken(CameraError):
    """The camera gives frames nobody can count on: black, frozen, or of the wrong size."""


class CameraRefused(CameraError, ValueError):
    """The camera cannot do what was asked of it."""


class PowerRefused(HardwareError, OSError):
    """The Pi did not do what was asked of its power or its screen."""


class TowerRefused(HardwareError, ValueError):
    """The simulated tower was asked for something a table could not do."""
