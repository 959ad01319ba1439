"""The photo log: every confirmed throw kept as a photo, so that counting can be checked and improved.

    kept = PhotoLogKeeper(Path("photos"), limit_mb=500)
    kept.keep(pair.lit, pair.unlit, confirmed={"red": 2, "white": 1}, counted=observation)

A throw becomes `000007.jpg`, its unlit twin `000007.off.jpg`, and a line in `log.jsonl`. The line
comes last: after a pulled plug there may be a photo without a line, never a line without its photo.
Numbers only go up, so the order holds on a Pi that does not know the time. When the folder grows
beyond its limit the oldest throws go first. The disk's last room is the game's: the log does without a
throw, and says so in `problem`, rather than fill it up.
"""

from __future__ import annotations

import errno
import json
import logging
import os
import re
import shutil
import sys
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import cv2
import numpy as np

from calibration.errors import LogError
from calibration.files import sync_folder, write_whole
from companion.photolog.logs import LOG_NAME, MOST_BYTES, parse_line
from vision.files import read_ordinary
from vision.photo import Frame, unlit_twin

if TYPE_CHECKING:
    from vision.observation import Observation

log = logging.getLogger(__name__)

FOLDER_NAME = "photos"
DEFAULT_LIMIT_MB = 500.0
LEFT_TO_THE_GAME_MB = 30  # free on the disk; a game needs a few, and so does whoever makes room
TRIM_TO = 0.9  # a tenth more than needed goes at once, so that not every throw rewrites the log
JPEG_QUALITY = 92
DARK_BELOW, TINTED_BEYOND = 12.0, 1.25
# Six digits: other pictures in the folder have eight, a date.
_OWN_PHOTO = re.compile(r"(\d{6})(?:\.off)?\.jpg")
_BYTES_PER_MB = 1_000_000
_THREADS = threading.Lock()


@dataclass(frozen=True)
class Trimmed:
    """What making room took: throws deleted, photos swept up that a crash had left without a line; and the
    bytes still kept.
    """

    throws: int
    left_over: int
    kept_bytes: int


class PhotoLogKeeper:
    """One folder of confirmed throws; `limit_mb` of 0 keeps none."""

    def __init__(self, folder: Path, *, limit_mb: float = DEFAULT_LIMIT_MB, on: bool = True) -> None:
        self.folder = folder
        self.limit_mb = limit_mb
        self.on = on
        self.problem = ""
        self._size_bytes: int | None = None
        self._next: int | None = None

    def keep(
        self,
        lit: Frame,
        unlit: Frame | None,
        *,
        confirmed: Mapping[str, int],
        counted: Observation | None = None,
        light: str | None = None,
        calibration: str = "",
    ) -> Path | None:
        """Keep one throw; the path of its photo, or nothing if the log is off or could not be written."""
        if not self.on or self.limit_mb <= 0:
            return None
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            _leave_room(self.folder)
            with _alone(self.folder):
                path = self._keep(lit, unlit, confirmed, counted, light or light_of(unlit), calibration)
                if self._size() > self.limit_mb * _BYTES_PER_MB:
                    self._trim()
        except (OSError, cv2.error) as error:
            self.problem = f"This throw was not kept in the photo log: {error}."
            self._size_bytes = self._next = None
            log.warning("photo log %s: %s", self.folder, error)
            return None
        self.problem = ""
        return path

    def trim(self) -> Trimmed:
        """Delete the oldest throws until the folder is within its limit, and what a crash left over."""
        if not self.folder.is_dir():
            return Trimmed(0, 0, 0)
        with _alone(self.folder):
            return self._trim()

    def _trim(self) -> Trimmed:
        lines = self._lines()
        swept = self._sweep(lines)
        room = self.limit_mb * _BYTES_PER_MB
        size = self._measure()
        goal = room * TRIM_TO if size > room else room
        doomed: set[Path] = set()
        for image, raw in lines:
            if size <= goal:
                break
            if image is None:
                continue
            size -= len(raw) + 1
            if image not in doomed:  # a corrected throw has two lines
                size -= _size_of(image) + _size_of(unlit_twin(image))
            doomed.add(image)
        if doomed:
            rest = [raw for image, raw in lines if image not in doomed]
            # the lines go before the photos: cut off in between, the next sweep finds the photos
            write_whole(self.folder / LOG_NAME, b"".join(raw + b"\n" for raw in rest))
            for image in doomed:
                for path in (image, unlit_twin(image)):
                    with suppress(IsADirectoryError):  # a line by somebody else may name anything
                        path.unlink(missing_ok=True)
        self._size_bytes = self._measure()
        return Trimmed(len(doomed), swept, self._size_bytes)

    def _keep(
        self,
        lit: Frame,
        unlit: Frame | None,
        confirmed: Mapping[str, int],
        counted: Observation | None,
        light: str,
        calibration: str,
    ) -> Path:
        size = self._size()
        number = self._number()
        image = self.folder / f"{number:06d}.jpg"
        jpegs = {image: _jpeg(lit)} | ({} if unlit is None else {unlit_twin(image): _jpeg(unlit)})
        line: dict[str, object] = {
            "image": image.name,
            "sequence": number,
            "counts": dict(confirmed),
            "light": light,
            "calibration": calibration,
        }
        if counted is not None:
            line |= {"counted": dict(counted.counts), "sure": counted.sure, "hand": counted.hand}
        try:
            for path, jpeg in jpegs.items():
                write_whole(path, jpeg)
            written = self._append(json.dumps(line).encode() + b"\n")
        except OSError:
            # A line may stand there though the disk did not confirm it: then it keeps its photos.
            if all(kept != image for kept, _ in self._lines()):
                for path in jpegs:
                    path.unlink(missing_ok=True)
            raise
        self._next = number + 1
        self._size_bytes = size + written + sum(map(len, jpegs.values()))
        return image

    def _append(self, line: bytes) -> int:
        """Add a whole line to the log and bring it to the disk; a torn line before it is cut off."""
        path = self.folder / LOG_NAME
        with path.open("a+b") as file:
            file.seek(0)
            kept = file.read()
            end = kept.rfind(b"\n") + 1
            if end != len(kept):
                file.truncate(end)
            file.seek(0, os.SEEK_END)
            file.write(line)
            file.flush()
            os.fsync(file.fileno())
        sync_folder(self.folder)
        return len(line)

    def _lines(self) -> list[tuple[Path | None, bytes]]:
        """Photo and text of each whole line, oldest first; no photo where a line makes no sense."""
        path = self.folder / LOG_NAME
        if not path.exists():
            return []
        found: list[tuple[Path | None, bytes]] = []
        # Behind the last line's end there is nothing, or what a pulled plug tore.
        for raw in read_ordinary(path, MOST_BYTES).split(b"\n")[:-1]:
            if raw.strip():
                try:
                    found.append((parse_line(raw, self.folder).image, raw))
                except LogError:
                    found.append((None, raw))
        return found

    def _sweep(self, lines: Sequence[tuple[Path | None, bytes]]) -> int:
        """Remove files half written, and photos of ours that no line speaks of; says how many.

        A pulled plug leaves the photo of one throw. Where the log itself has suffered, nobody knows which
        photos its lost lines spoke of: then all of them stay.
        """
        known = {image for image, _ in lines if image is not None}
        last = max((number for image in known if (number := _own_number(image.name)) is not None), default=0)
        sound = bool(lines) and all(image is not None for image, _ in lines)
        known |= {unlit_twin(image) for image in known}
        swept = 0
        for path in self.folder.iterdir():
            number = _own_number(path.name)
            orphan = sound and number is not None and number <= last + 1 and path not in known
            half = path.name.startswith(".") and path.name.endswith(".part")
            if half or orphan:
                path.unlink(missing_ok=True)
                swept += orphan
        return swept

    def _number(self) -> int:
        """One more than any number ever used here, whatever the lines or file names say."""
        if self._next is None:
            names = [path.name for path in self.folder.iterdir()]
            names += [image.name for image, _ in self._lines() if image is not None]
            numbers = [number for name in names if (number := _own_number(name)) is not None]
            self._next = max(numbers, default=0) + 1
        return self._next

    def _size(self) -> int:
        if self._size_bytes is None:
            self._size_bytes = self._measure()
        return self._size_bytes

    def _measure(self) -> int:
        return sum(_size_of(path) for path in self.folder.iterdir() if path.is_file())


def _leave_room(folder: Path) -> None:
    """Refuse before the game's own room is touched, as a full disk would."""
    if shutil.disk_usage(folder).free < LEFT_TO_THE_GAME_MB * _BYTES_PER_MB:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


@contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """Nobody else writes here meanwhile, neither another throw's thread nor the timer that trims.

    Without it two throws could get one number, and trimming could sweep up a photo whose line is on its way.
    """
    with _THREADS, ExitStack() as stack:
        if sys.platform != "win32":
            import fcntl

            handle = os.open(folder, os.O_RDONLY)
            stack.callback(os.close, handle)
            fcntl.flock(handle, fcntl.LOCK_EX)
        yield


def light_of(unlit: Frame | None) -> str:
    """A word for the room's light, from the frame taken with the ring off.

    >>> light_of(None)
    'unknown'
    """
    if unlit is None:
        return "unknown"
    blue, green, red = (float(mean) for mean in np.asarray(cv2.mean(unlit))[:3])
    if max(blue, green, red) < DARK_BELOW:
        return "dark"
    if red > TINTED_BEYOND * blue:
        return "warm"
    return "cool" if blue > TINTED_BEYOND * red else "neutral"


def _jpeg(frame: Frame) -> bytes:
    return cv2.imencode(".jpg", frame, [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])[1].tobytes()


def _size_of(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return 0


def _own_number(name: str) -> int | None:
    found = _OWN_PHOTO.fullmatch(name)
    return int(found[1]) if found else None
