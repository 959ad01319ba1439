"""Do photos show the tray that a calibration was made at?

One colour learned at another table, with another camera or from the other side would be mixed into colours
that it cannot be compared with. Light, exposure and a bumped camera may differ; the pattern that pieces are
counted against may not: the tower's foot and the ring's dots from below, the tray's floor from above.
"""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt

from calibration.folder import CalibrationPhotos
from calibration.problems import Problem
from vision.colour import roots
from vision.count import TrayCounter
from vision.light import Image
from vision.photo import Photo
from vision.profile import Profile

# What the room adds is gentle; a pattern is what stands out of its surroundings, this wide in pixels of the
# flat tray. A lamp or a clipped dot is not allowed to outweigh all else.
SURROUNDINGS, BRIGHTEST = 21, 220.0
# Left out along the paper, and how far a bump may have shifted the pattern against it.
RIM, REACH = 10, 8
# How much of the known pattern is in a photo (1: all). With up to two pieces left the trays of four
# tables showed 0.43 and more of their own in any light, and empty ones at most 0.35 of each other's.
LIKE = 0.4
# If the calibration sees nothing in a tray, or if pieces were laid into it, it has to be plainly another.
UNLIKE, UNLIKE_WITH_PIECES = 0.25, 0.2
# Within a set: photos of 26 trays showed at least 0.84 of what the usual photo of their set shows of the
# empty tray, if that shows enough of it to tell at all; those of other tables at most 0.76.
ODD, TELLING, PIECES_LESS = 0.8, 0.65, 12.0


def strange_photos(known: Profile, photos: CalibrationPhotos) -> list[Problem]:
    """The photos that were not taken at the calibration's table; only the empty one, if it is among them."""
    if not known.place.framed or photos.empty is None:
        return []  # pieces without a frame may be photographed anywhere
    table = KnownTable(known)
    if table.strange_when_empty(photos.empty):
        return [Problem("other_table", {"photo": photos.empty.name})]
    return [
        Problem("other_table", {"photo": shot.name})
        for shots in photos.pieces.values()
        for shot in shots
        if table.likeness(shot) < UNLIKE_WITH_PIECES
    ]


def odd_ones_out(known: Profile, photos: CalibrationPhotos) -> list[Problem]:
    """The photos of a set that show less of its empty tray than the others do; nothing where that has hardly
    a pattern, or where it is the empty tray that is another's.
    """
    table = KnownTable(known)
    shots = [shot for many in photos.pieces.values() for shot in many]
    alike = [table.likeness(shot, most=PIECES_LESS) for shot in shots]
    usual = float(np.median(alike))
    odd = [shot for shot, each in zip(shots, alike, strict=True) if each < ODD * usual]
    return [Problem("other_table", {"photo": shot.name}) for shot in odd] if usual > TELLING else []


def other_camera(known: Profile, photo: Photo) -> Problem | None:
    """Whether a photo has another size than the calibration's; without a frame any size will do."""
    height, width = photo.frame.shape[:2]
    if not known.place.framed or (width, height) == known.place.picture_size:
        return None
    sizes = {"known_width": known.place.picture_size[0], "known_height": known.place.picture_size[1]}
    return Problem("other_camera", {"photo": photo.name, "width": width, "height": height, **sizes})


class KnownTable:
    """The empty tray of a calibration, to hold photos against."""

    def __init__(self, known: Profile) -> None:
        self._counter = TrayCounter(known)

    def strange_when_empty(self, photo: Photo) -> bool:
        """Whether a photo of an empty tray shows another one."""
        alike = self.likeness(photo)
        if not UNLIKE <= alike < LIKE:
            return alike < UNLIKE
        seen = self._counter.count(photo.frame, photo.unlit)
        return bool(seen.total or seen.hand)

    def likeness(self, photo: Photo, *, most: float = np.inf) -> float:
        """How much of the empty tray's pattern a photo shows, from 0 to 1.

        most    what stands out more does not count more: so bright pieces do not outweigh a plain tray
        """
        eye = self._counter.eye
        wanted = _pattern(eye.empty_light(pair=photo.unlit is not None)).clip(-most, most)
        wanted = wanted[RIM + REACH : -RIM - REACH, RIM + REACH : -RIM - REACH]
        shown = _pattern(eye.light(photo.frame, photo.unlit)).clip(-most, most)[RIM:-RIM, RIM:-RIM]
        return float(np.nan_to_num(cv2.matchTemplate(shown, wanted, cv2.TM_CCOEFF_NORMED)).max())


def _pattern(light: Image) -> npt.NDArray[np.float32]:
    shown = np.minimum(roots(light).max(axis=2), np.float32(BRIGHTEST))
    return np.ascontiguousarray(shown - cv2.blur(shown, (SURROUNDINGS, SURROUNDINGS)), np.float32)
