"""Photos of the simulated tower, and a calibration to count them by: take_photos.py FOLDER."""

import sys
from pathlib import Path

import cv2

from companion.table.found_tray import CALIBRATION_NAME, learn_simulated
from hardware.simulated import SimulatedTower

folder = Path(sys.argv[1])
tower = SimulatedTower(seed=1)
learn_simulated(tower).save(folder / CALIBRATION_NAME)
(folder / "throws").mkdir()
for number, pair in enumerate(tower.calibration_photos().values()):
    cv2.imwrite(str(folder / "throws" / f"{number:02}.jpg"), pair.lit)
    if pair.unlit is not None:
        cv2.imwrite(str(folder / "throws" / f"{number:02}.off.jpg"), pair.unlit)
