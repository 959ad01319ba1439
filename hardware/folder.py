"""A folder of photos, shown one after the other as if a camera took them.

    FolderCamera(Path("evening"))       # 00.jpg, 01_hand.jpg, 02.jpg, …

`NAME.off.jpg` beside `NAME.jpg` is the same moment with the ring off. Each photo stays for a while, as a
tray at rest would; the last one stays for good.
"""

import re
from collections.abc import Mapping
from pathlib import Path

import cv2
import numpy as np

from hardware.camera import WATCH_SIZE, FlashPair, Making, OpenedAndClosed
from hardware.clock import Clock, WallClock
from hardware.errors import CameraBroken, CameraMissing
from hardware.frames import Frame, shrunk
from words import N_

SECONDS_A_PHOTO = 4.0
FRAME_SECONDS = 1 / 15
SUFFIXES = frozenset({".jpg", ".jpeg", ".png", ".bmp", ".tif", ".tiff", ".webp"})


def photos_in(folder: Path) -> list[Path]:
    """The photos of a folder in the order a person counts: 2.jpg before 10.jpg; unlit twins left out."""
    found = [
        path
        for path in folder.iterdir()
        if path.suffix.lower() in SUFFIXES and not path.stem.endswith(".off") and path.is_file()
    ]
    return sorted(
        found, key=lambda path: [(part.isdigit(), part.zfill(12)) for part in re.split(r"(\d+)", path.name)]
    )


def unlit_twin(photo: Path) -> Path:
    """Where the same moment with the ring off would be."""
    return photo.with_name(f"{photo.stem}.off{photo.suffix}")


def camera(rest: str, making: Making) -> "FolderCamera":
    """The camera that `photos:evening` names."""
    return FolderCamera(Path(rest), clock=making.clock, watch_size=making.wishes.watch_size)


class FolderCamera(OpenedAndClosed):
    """Plays a folder of photos.

    seconds_a_photo:
        how long each stays.
    """

    live = False  # the same frame twice is no fault here

    def __init__(
        self,
        folder: Path,
        *,
        clock: Clock | None = None,
        watch_size: tuple[int, int] = WATCH_SIZE,
        seconds_a_photo: float = SECONDS_A_PHOTO,
    ) -> None:
        self.name = f"photos in {folder}"
        self._folder = folder
        self._clock = clock or WallClock()
        self._watch_size = watch_size
        self._seconds_a_photo = seconds_a_photo
        self._photos: list[Path] = []
        self._started_at = 0.0
        self._next_frame_at = 0.0
        self._shown: tuple[Path, Frame] | None = None
        self._settings: dict[str, object] = {}

    def open(self) -> None:
        if self._photos:
            return
        if not self._folder.is_dir():
            raise CameraMissing(N_("There is no folder {folder} to take photos from.", folder=self._folder))
        self._photos = photos_in(self._folder)
        if not self._photos:
            raise CameraMissing(N_("There are no photos in {folder}.", folder=self._folder))
        self._started_at = self._next_frame_at = self._clock.now()

    def close(self) -> None:
        self._photos = []
        self._shown = None

    @property
    def current(self) -> Path:
        """The photo that is on show now."""
        if not self._photos:
            raise CameraMissing(N_("The folder {folder} is closed; open it first.", folder=self._folder))
        turn = int((self._clock.now() - self._started_at) / self._seconds_a_photo)
        return self._photos[min(turn, len(self._photos) - 1)]

    def watch(self, timeout_seconds: float = 2.0) -> Frame:
        now = self._clock.now()
        self._clock.sleep(self._next_frame_at - now)
        self._next_frame_at = max(now, self._next_frame_at) + FRAME_SECONDS
        photo = self.current
        if self._shown is None or self._shown[0] != photo:
            self._shown = (photo, shrunk(_read(photo), self._watch_size))
        return self._shown[1].copy()

    def capture(self, timeout_seconds: float = 5.0) -> FlashPair:
        photo = self.current
        twin = unlit_twin(photo)
        unlit = _read(twin) if twin.is_file() else None
        return FlashPair(_read(photo), unlit, self._clock.now())

    def settings(self) -> dict[str, object]:
        return dict(self._settings)

    def lock(self, settings: Mapping[str, object]) -> None:
        """A photo is as it was taken; the settings are only remembered."""
        self._settings = dict(settings)

    def unlock(self) -> None:
        self._settings = {}


def _read(photo: Path) -> Frame:
    try:
        packed = np.frombuffer(photo.read_bytes(), np.uint8)
        frame = cv2.imdecode(packed, cv2.IMREAD_COLOR) if packed.size else None
    except OSError as error:
        raise CameraBroken(
            N_("{photo} cannot be read: {reason}", photo=photo, reason=error.strerror or str(error))
        ) from error
    except cv2.error:
        frame = None
    if frame is None:
        raise CameraBroken(N_("{photo} is no photo, or a damaged one.", photo=photo))
    return np.asarray(frame, np.uint8)
