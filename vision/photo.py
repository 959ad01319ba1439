"""Photos from disk: a frame with the ring on and, where it was taken, its unlit twin.

>>> photo = read_photo("throws/000_daylight.jpg")      # doctest: +SKIP
>>> photo.frame.shape, photo.unlit is not None         # doctest: +SKIP
((768, 1024, 3), True)

The twin of `NAME.jpg` is `NAME.off.jpg` beside it.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

import cv2
import numpy as np
import numpy.typing as npt

from vision import MOST_PIXELS
from vision.errors import PhotoError
from vision.files import claims_too_much, read_ordinary
from words import N_, Text

Frame: TypeAlias = npt.NDArray[np.uint8]

UNLIT_SUFFIX = ".off"
MOST_BYTES = 500_000_000
# Below this nothing round can be told from noise.
FEWEST_PIXELS_A_SIDE = 16


@dataclass(frozen=True)
class Photo:
    """One moment of the tray: the frame with the ring on, and with the ring off where there is one."""

    frame: Frame
    unlit: Frame | None = None
    name: str | Text = ""  # for people: its file, or what it is


def unlit_twin(path: str | Path) -> Path:
    """Where the photo with the ring off lies: `NAME.off.jpg` for `NAME.jpg`."""
    path = Path(path)
    # "." and "/" have no name: they are no photos, and have no twins.
    return path.with_name(f"{path.stem}{UNLIT_SUFFIX}{path.suffix}") if path.name else path


def is_unlit_twin(path: str | Path) -> bool:
    """Whether the file is the ring-off half of a pair, not a photo of its own."""
    return Path(path).stem.endswith(UNLIT_SUFFIX)


def read_frame(path: str | Path) -> Frame:
    """One image file as an upright 8-bit BGR frame, whatever depth, orientation or channels it was
    kept in.
    """
    path = Path(path)
    try:
        content = read_ordinary(path, MOST_BYTES)
    except FileNotFoundError:
        raise PhotoError(N_("{path} does not exist.", path=path)) from None
    except OSError as error:
        raise PhotoError(
            N_("{path} cannot be read: {reason}.", path=path, reason=error.strerror or str(error))
        ) from None
    if not content:
        raise PhotoError(N_("{path} is an empty file; take the photo again.", path=path))
    frame = _decode(content, path)
    if min(frame.shape[:2]) < FEWEST_PIXELS_A_SIDE:
        height, width = frame.shape[:2]
        raise PhotoError(
            N_(
                "{path} is only {width}×{height} pixels; nothing can be counted in it.",
                path=path,
                width=width,
                height=height,
            )
        )
    return frame


def _decode(content: bytes, path: Path) -> Frame:
    try:
        # It turns the picture upright by its EXIF note and brings gray and 16-bit files to 8-bit colour.
        decoded = (
            None
            if claims_too_much(content)
            else cv2.imdecode(np.frombuffer(content, np.uint8), cv2.IMREAD_COLOR)
        )
    except cv2.error as error:
        if "MAX_IMAGE" in str(error):
            most = MOST_PIXELS // 1_000_000
            raise PhotoError(
                N_("{path} claims more than {most} million pixels; shrink it first.", path=path, most=most)
            ) from None
        decoded = None
    if decoded is None:
        raise PhotoError(N_("{path} is no image that can be read; use a JPEG or PNG photo.", path=path))
    return np.ascontiguousarray(decoded, dtype=np.uint8)


def _exists(path: Path) -> bool:
    try:
        return path.exists()
    except OSError:
        return False  # a name as long as names can be has no longer one beside it


def read_photo(path: str | Path) -> Photo:
    """The photo and, if it lies beside it, its unlit twin. Raises `PhotoError` with a sentence."""
    path = Path(path)
    frame = read_frame(path)
    twin = unlit_twin(path)
    unlit = None
    if _exists(twin) and not is_unlit_twin(path):
        unlit = read_frame(twin)
        if unlit.shape != frame.shape:
            raise PhotoError(
                N_(
                    "{twin} has another size than {name}; the two belong to different cameras.",
                    twin=twin,
                    name=path.name,
                )
            )
    return Photo(frame, unlit, path.name)
