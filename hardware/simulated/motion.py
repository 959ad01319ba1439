"""How a keshi tumbles out of the tower and onto the floor, and how it leaves in somebody's hand."""

from dataclasses import dataclass

import numpy as np

from hardware.simulated.keshi import Body, turned
from hardware.simulated.optics import Points

FALL_SECONDS = 0.45
ROLL_SECONDS = 0.55
LIFT_SECONDS = 0.18
_EXIT_MM = (0.0, -30.0, 45.0)  # the tower's lip
_LIFT_MM = 40.0


@dataclass(frozen=True, eq=False)
class Stay:
    """A keshi's time in the tray: when it falls, where it comes to rest, when it is taken."""

    rest: Body
    falls_at: float
    exit_mm: Points
    axis: Points
    turns: float
    taken_at: float = np.inf

    @property
    def still_at(self) -> float:
        return self.falls_at + FALL_SECONDS + ROLL_SECONDS

    def is_here(self, now: float) -> bool:
        """Whether it has left the tower and nobody has taken it."""
        return self.falls_at <= now < self.taken_at

    def at(self, now: float) -> Body | None:
        """The keshi at a moment; None while it is in the tower or gone."""
        if now < self.falls_at or now >= self.taken_at + LIFT_SECONDS:
            return None
        if now >= self.taken_at:
            lifted = _LIFT_MM * (now - self.taken_at) / LIFT_SECONDS
            return Body(
                self.rest.colour,
                self.rest.pose,
                self.rest.centre_mm + np.array([0, 0, lifted]),
                self.rest.rotation,
            )
        if now >= self.still_at:
            return self.rest
        return self._tumbling(now - self.falls_at)

    def _tumbling(self, seconds: float) -> Body:
        way = seconds / (FALL_SECONDS + ROLL_SECONDS)
        eased = 1 - (1 - way) ** 2
        across = self.exit_mm[:2] + (self.rest.centre_mm[:2] - self.exit_mm[:2]) * eased
        falling = min(1.0, seconds / FALL_SECONDS)
        above = self.exit_mm[2] * (1 - falling**2)
        if falling >= 1.0:  # one small bounce before it lies
            bounce = (seconds - FALL_SECONDS) / ROLL_SECONDS
            above = 14.0 * bounce * (1 - bounce) * (1 - bounce)
        spin = turned(self.axis, 2 * np.pi * self.turns * (1 - eased))
        tumbling = Body(
            self.rest.colour, self.rest.pose, np.array([across[0], across[1], 0.0]), spin @ self.rest.rotation
        )
        floor = float(self.rest.corners_mm()[:, 2].min()) * eased
        return tumbling.on_floor(floor + above)


def fall_from_tower(rest: Body, falls_at: float, dice: np.random.Generator) -> Stay:
    """A fall that ends at a place of rest."""
    exit_mm = np.array(_EXIT_MM) + np.array([dice.normal(0, 12), 0.0, 0.0])
    axis = dice.normal(0, 1, 3) + np.array([0.6, 0.0, 0.0])
    return Stay(rest, falls_at, exit_mm, axis, float(dice.uniform(0.8, 2.2)))
