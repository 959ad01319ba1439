"""The calibration file: where the tray is, how big a piece is, what each label looks like under this ring.

A profile is versioned JSON a person can read; only the picture of the empty tray inside it is packed.

>>> profile = Profile.load("calibration.json")     # doctest: +SKIP
>>> profile.labels                                 # doctest: +SKIP
('turquoise', 'green', 'pink', …)
"""

from __future__ import annotations

import base64
import hashlib
import json
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, TypeAlias

import cv2
import numpy as np
import numpy.typing as npt

from companion.words import N_
from vision.colour import light_of
from vision.errors import ProfileError
from vision.files import claims_too_much, read_ordinary
from vision.soundness import flaw

FORMAT = "companion-calibration"
# 4: pieces are found by a net that knows them; a label is kept as the pixels of its pieces.
VERSION = 4
# A calibration takes some hundred kilobytes.
MOST_BYTES = 50_000_000
Array: TypeAlias = npt.NDArray[np.float64]

WHOLE_PICTURE = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float64)
NEXT_STEP = N_("Calibrate again with `companion calibrate`.")


@dataclass(frozen=True)
class Place:
    """Where the tray lies in the picture.

    With a paper frame, `corners` are the sixteen marker corners as calibrated and every photo is registered
    to the frame anew. Without one, `region` (four corners as shares of the picture, clockwise from its top
    left) is the tray; a piece is `piece_pixels` of the picture wide, and a millimetre is a tenth of that.
    """

    picture_size: tuple[int, int]
    corners: Array | None = None
    region: Array = field(default_factory=WHOLE_PICTURE.copy)
    lens_bend: float = 0.0
    tray_mm: tuple[float, float] = (150.0, 110.0)
    pixels_a_mm: float = 2.0
    piece_pixels: float = 0.0

    @property
    def framed(self) -> bool:
        return self.corners is not None


@dataclass(frozen=True)
class LabelLook:
    """What one label looks like: the pixels of its pieces, n × 3 for each piece, as roots of their light
    against white paper's (`vision.colour.roots`), blue, green, red.

    alone       in a photo alone
    paired      by the ring's light alone, where the photos are pairs
    """

    alone: tuple[Array, ...]
    paired: tuple[Array, ...] = ()

    def light(self, *, pair: bool) -> list[npt.NDArray[np.float32]]:
        """The light of the pixels, piece by piece."""
        return [light_of(piece) for piece in (pair and self.paired) or self.alone]

    @property
    def swatch(self) -> tuple[int, int, int]:
        """The one colour to paint it with: red, green, blue."""
        middle = np.median(np.concatenate(self.paired or self.alone), axis=0)
        blue, green, red = np.clip(middle * 1.2, 0, 255)
        return round(float(red)), round(float(green)), round(float(blue))


@dataclass(frozen=True)
class EmptyTray:
    """The tray without pieces, flat: with the ring on, with it off, and what the paper around it showed.

    Without a paper frame nobody knows it empty: `lit` is a single pixel, the table's usual colour.
    """

    lit: npt.NDArray[np.uint8]
    unlit: npt.NDArray[np.uint8] | None
    paper_lit: Array
    paper_ring: Array | None

    @property
    def known(self) -> bool:
        return self.lit.size > 3


@dataclass(frozen=True)
class Profile:
    """All that was learned once, and that every count starts from."""

    set_name: str
    looks: Mapping[str, LabelLook]
    place: Place
    piece_mm2: float
    empty: EmptyTray
    gloss: float = 0.0
    created: str = ""
    camera: Mapping[str, object] = field(default_factory=dict)

    @property
    def labels(self) -> tuple[str, ...]:
        return tuple(self.looks)

    @property
    def id(self) -> str:
        """A short name that changes with anything learned, for the photo log."""
        return hashlib.sha256(self._text(with_created=False).encode()).hexdigest()[:10]

    def with_camera(self, settings: Mapping[str, object]) -> Profile:
        """The same profile, remembering the camera's locked exposure, gain and colour gains."""
        return replace(self, camera=dict(settings))

    def save(self, path: str | Path) -> None:
        """Write the file whole or not at all: a pulled plug leaves the old one."""
        path = Path(path)
        if not path.name or path.is_dir():
            raise ProfileError(
                N_("{path} is a folder; give the name of a file for the calibration.", path=path)
            )
        if path.exists() and not path.is_file():  # root would put the calibration in a device's place
            raise ProfileError(
                N_("{path} is no ordinary file; give another name for the calibration.", path=path)
            )
        part = path.with_name(path.name + ".part")
        try:
            with part.open("w", encoding="utf-8") as file:
                file.write(self._text(with_created=True))
                file.flush()
                os.fsync(file.fileno())
            part.replace(path)
        except OSError as error:
            part.unlink(missing_ok=True)
            raise ProfileError(
                N_("{path} cannot be written: {reason}.", path=path, reason=error.strerror or str(error))
            ) from None

    @classmethod
    def load(cls, path: str | Path) -> Profile:
        path = Path(path)
        try:
            text = read_ordinary(path, MOST_BYTES).decode("utf-8")
        except FileNotFoundError:
            raise ProfileError(
                N_("There is no calibration at {path}. {advice}", path=path, advice=NEXT_STEP)
            ) from None
        except (OSError, UnicodeDecodeError):
            raise ProfileError(
                N_("{path} cannot be read as a calibration. {advice}", path=path, advice=NEXT_STEP)
            ) from None
        return cls.from_text(text, str(path))

    @classmethod
    def from_text(cls, text: str, name: str = "the calibration") -> Profile:
        try:
            data = json.loads(text)
        except (ValueError, RecursionError):
            raise ProfileError(
                N_("{name} is damaged: it is no JSON. {advice}", name=name, advice=NEXT_STEP)
            ) from None
        if not isinstance(data, dict) or data.get("format") != FORMAT:
            raise ProfileError(N_("{name} is no calibration file. {advice}", name=name, advice=NEXT_STEP))
        if data.get("version") != VERSION:
            raise ProfileError(
                N_(
                    "{name} is of version {found}, not {version}. {advice}",
                    name=name,
                    found=str(data.get("version")),
                    version=VERSION,
                    advice=NEXT_STEP,
                )
            )
        try:
            profile = cls._from_data(data)
        except (KeyError, TypeError, ValueError, AttributeError, OverflowError, IndexError) as error:
            raise ProfileError(
                N_(
                    "{name} is damaged near {error}. {advice}",
                    name=name,
                    error=str(error)[:60],
                    advice=NEXT_STEP,
                )
            ) from None
        if wrong := flaw(profile):
            raise ProfileError(
                N_(
                    "{name} is damaged: {wrong} cannot be right. {advice}",
                    name=name,
                    wrong=wrong,
                    advice=NEXT_STEP,
                )
            )
        return profile

    @classmethod
    def _from_data(cls, data: Mapping[str, Any]) -> Profile:
        place, empty = data["place"], data["empty"]
        return cls(
            set_name=str(data["set"]),
            looks={
                str(label): LabelLook(_pieces(look["alone"]), _pieces(look["paired"]))
                for label, look in data["looks"].items()
            },
            place=Place(
                picture_size=(int(place["picture_size"][0]), int(place["picture_size"][1])),
                corners=None if place["marker_corners"] is None else _rows(place["marker_corners"], 2),
                region=_rows(place["region"], 2),
                lens_bend=float(place["lens_bend"]),
                tray_mm=(float(place["tray_mm"][0]), float(place["tray_mm"][1])),
                pixels_a_mm=float(place["pixels_a_mm"]),
                piece_pixels=float(place["piece_pixels"]),
            ),
            piece_mm2=float(data["piece_mm2"]),
            empty=EmptyTray(
                lit=_unpack(empty["lit_png"]),
                unlit=None if empty["unlit_png"] is None else _unpack(empty["unlit_png"]),
                paper_lit=_rows(empty["paper_lit"], 3),
                paper_ring=None if empty["paper_ring"] is None else _rows(empty["paper_ring"], 3),
            ),
            gloss=float(data["gloss"]),
            created=str(data["created"]),
            camera=dict(data["camera"]),
        )

    def _text(self, *, with_created: bool) -> str:
        place, empty = self.place, self.empty
        data = {
            "format": FORMAT,
            "version": VERSION,
            "set": self.set_name,
            "created": self.created if with_created else "",
            "camera": dict(self.camera),
            "place": {
                "picture_size": list(place.picture_size),
                "marker_corners": None if place.corners is None else place.corners.round(2).tolist(),
                "region": place.region.round(5).tolist(),
                "lens_bend": round(place.lens_bend, 4),
                "tray_mm": list(place.tray_mm),
                "pixels_a_mm": round(place.pixels_a_mm, 3),
                "piece_pixels": round(place.piece_pixels, 2),
            },
            "piece_mm2": round(self.piece_mm2, 2),
            "gloss": round(self.gloss, 3),
            "looks": {
                label: {"alone": _listed(look.alone), "paired": _listed(look.paired)}
                for label, look in self.looks.items()
            },
            "empty": {
                "paper_lit": empty.paper_lit.round(4).tolist(),
                "paper_ring": None if empty.paper_ring is None else empty.paper_ring.round(4).tolist(),
                "lit_png": _pack(empty.lit),
                "unlit_png": None if empty.unlit is None else _pack(empty.unlit),
            },
        }
        return json.dumps(data, indent=1) + "\n"


def _rows(values: object, columns: int) -> Array:
    return np.array(values, np.float64).reshape(-1, columns)


def _pieces(lines: Sequence[str]) -> tuple[Array, ...]:
    return tuple(_rows(line.split(), 3) for line in lines)


def _listed(pieces: Sequence[Array]) -> list[str]:
    """A line for each piece: hundreds of numbers, each on a line of its own, nobody could read."""
    return [" ".join(f"{value:.0f}" for value in piece.ravel()) for piece in pieces]


def _pack(image: npt.NDArray[np.uint8]) -> str:
    return base64.b64encode(cv2.imencode(".png", image)[1].tobytes()).decode()


def _unpack(text: str) -> npt.NDArray[np.uint8]:
    data = base64.b64decode(text)
    try:
        usable = data and not claims_too_much(data)
        image = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR) if usable else None
    except cv2.error:  # it claims to be larger than any picture
        image = None
    if image is None:
        raise ValueError("the picture of the empty tray")
    return np.asarray(image, np.uint8)
