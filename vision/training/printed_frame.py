"""The paper frame as it is printed, for tables that are traced or composed."""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt

from vision.rectify import MARKER_MM, MARKER_OUTSIDE_MM, TRAY_MM

# Paper outside the window, and the strip's grays, as `companion frame` prints them.
BORDER_MM = 22.0
PATCH_MM = 8.0
GRAYS = (1.0, 0.84, 0.64, 0.47, 0.28, 0.11)
PAPER, INK = 235, 20


def printed_frame(pixels_a_mm: float = 8.0) -> npt.NDArray[np.uint8]:
    """Markers 0 to 3 clockwise, a strip of grays below, words above; the window is paper too."""
    wide, high = (round((side + 2 * BORDER_MM) * pixels_a_mm) for side in TRAY_MM)
    sheet = np.full((high, wide), PAPER, np.uint8)
    family = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    x, y = (side / 2 + MARKER_OUTSIDE_MM for side in TRAY_MM)
    for number, (across, down) in enumerate(((-x, -y), (x, -y), (x, y), (-x, y))):
        side = round(MARKER_MM * pixels_a_mm)
        marker = cv2.aruco.generateImageMarker(family, number, side)
        left = round(wide / 2 + across * pixels_a_mm - side / 2)
        top = round(high / 2 + down * pixels_a_mm - side / 2)
        sheet[top : top + side, left : left + side] = np.clip(marker, INK, PAPER)
    patch = round(PATCH_MM * pixels_a_mm)
    top = round(high / 2 + (y - PATCH_MM / 2) * pixels_a_mm)
    for number, gray in enumerate(GRAYS):
        left = round(wide / 2 + (number - len(GRAYS) / 2) * PATCH_MM * pixels_a_mm)
        sheet[top : top + patch, left : left + patch] = round(PAPER * gray)
    where = (round(wide / 2 - 14 * pixels_a_mm), round(high / 2 - (y - 2) * pixels_a_mm))
    cv2.putText(sheet, "KESHI TRAY", where, cv2.FONT_HERSHEY_SIMPLEX, 0.17 * pixels_a_mm, INK, 2, cv2.LINE_AA)
    return sheet
