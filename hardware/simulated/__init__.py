"""A tower, its tray, the camera below and the hands above, for tables that have none of them."""

from hardware.simulated.table import PieceTruth, Truth
from hardware.simulated.tower import SimulatedTower
from hardware.simulated.tray import Spill

__all__ = ["PieceTruth", "SimulatedTower", "Spill", "Truth"]
