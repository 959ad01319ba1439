"""The room around the table: how bright its ceiling is, what colour its lamps have, and how both drift.

The floor is clear, so the ceiling is the tray's background. What the ring adds does not depend on any of it.
"""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from hardware.errors import TowerRefused
from hardware.simulated.scene import lamp_colour
from words import N_


@dataclass(frozen=True)
class Room:
    """A room's light.

    brightness:
        the ceiling, where 1 would fill the sensor.
    kelvin:
        the colour of its lamps.
    swing, swing_seconds:
        how far, and how fast, brightness and colour wander: clouds, a dimmer, party lights.
    white_drift:
        how far the camera's own whites wander; a fixed camera's hardly do.
    """

    brightness: float
    kelvin: float
    swing: float = 0.0
    swing_seconds: float = 120.0
    white_drift: float = 0.01

    def light(self, now: float) -> npt.NDArray[np.float32]:
        """The room's light in blue, green and red at a moment."""
        phase = 2 * np.pi * now / self.swing_seconds
        level = self.brightness * (1 + self.swing * np.sin(phase))
        kelvin = self.kelvin * (1 + 0.5 * self.swing * np.sin(0.37 * phase + 1))
        return np.asarray(np.array(lamp_colour(kelvin)) * level, np.float32)

    def gains(self, now: float) -> npt.NDArray[np.float32]:
        """What the sensor makes of blue, green and red at a moment, 1 when calibrated."""
        slow = 2 * np.pi * now / 900.0
        wander = self.white_drift * np.array([np.sin(slow), 0.3 * np.sin(0.7 * slow), -np.sin(slow + 0.4)])
        return np.asarray(1.0 + wander, np.float32)


ROOMS: Mapping[str, Room] = {
    "studio": Room(0.045, 5200.0, white_drift=0.0),
    "evening": Room(0.030, 3000.0, swing=0.05),
    "daylight": Room(0.16, 6800.0, swing=0.25, swing_seconds=300.0),
    "party": Room(0.05, 4200.0, swing=0.6, swing_seconds=9.0),
    "drift": Room(0.05, 4500.0, swing=0.2, white_drift=0.07),
    "dark": Room(0.003, 2700.0),
}


def find_room(name: str) -> Room:
    """A room by the light in it."""
    if name not in ROOMS:
        raise TowerRefused(
            N_("There is no room called “{name}”; there are {rooms}.", name=name, rooms=", ".join(ROOMS))
        )
    return ROOMS[name]
