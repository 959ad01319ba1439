"""What the ring lays over the pieces of a calibration photo: its reflection in the floor, and their sheen.

Both are white, so a brown piece in the ring's middle may look gray. A verdict on colours has to know where
that can be.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from calibration.swatches import GLARE
from vision.background import empty_look, sheen
from vision.light import PAPER_LIGHT, Image
from vision.profile import Profile
from vision.rectify import MARGIN_MM, Lens, Raster, View


class Veil:
    """The ring's white light over every place of one tray; over a tray without a frame none is known."""

    def __init__(self, profile: Profile) -> None:
        place = profile.place
        self._view: View | None = None
        if place.corners is None:
            return
        self._view = View.from_markers(
            place.corners, Lens(place.picture_size, place.lens_bend), place.tray_mm
        )
        self._raster = Raster.over(place.tray_mm, place.pixels_a_mm, MARGIN_MM)
        pair = profile.empty.unlit is not None
        look = empty_look(profile.empty, place, self._raster, pair=pair)
        reflection = np.asarray(look.glare.mean(axis=2), np.float32)
        mirrored = reflection + np.float32(profile.sheen) * sheen(look.glare, self._raster.pixels_a_mm)
        # As the photo shows it, so with the light's own field in it; and where it dazzles.
        shown = mirrored[..., None] / (look.inverse_field * np.float32(PAPER_LIGHT))
        self._layers: Image = np.dstack([shown, reflection > GLARE]).astype(np.float32)

    def over(self, mask: npt.NDArray[np.uint8]) -> tuple[Image, npt.NDArray[np.bool_]]:
        """Over the pixels of a mask, row by row: its white light (n × 3, 0 to 1), and where it dazzles."""
        rows, columns = np.nonzero(mask)
        if self._view is None:
            return np.zeros((len(rows), 3), np.float32), np.zeros(len(rows), np.bool_)
        spots = np.stack([columns, rows], axis=1).astype(np.float64)
        at = np.rint(self._raster.from_mm(self._view.to_tray(spots))).astype(np.intp)
        # Beside the tray its rim goes on.
        x, y = np.clip(at, 0, (self._raster.width - 1, self._raster.height - 1)).T
        found = self._layers[y, x]
        return found[:, :3], np.asarray(found[:, 3] > 0, np.bool_)
