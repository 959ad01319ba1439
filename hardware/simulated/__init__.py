"""A tower, its tray, the camera below and the hands above, for tables that have none of them."""

from hardware.camera import Making
from hardware.simulated.table import PieceTruth, Truth
from hardware.simulated.tower import SimulatedTower
from hardware.simulated.tray import Spill

__all__ = ["PieceTruth", "SimulatedTower", "Spill", "Truth"]


def camera(rest: str, making: Making) -> SimulatedTower:
    """The tower that `simulated` names."""
    return SimulatedTower(
        seed=making.wishes.seed,
        layer=making.wishes.layer,
        light=making.light,
        clock=making.clock,
        full_size=making.wishes.full_size,
        watch_size=making.wishes.watch_size,
    )
