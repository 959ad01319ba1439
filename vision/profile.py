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
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

import cv2
import numpy as np
import numpy.typing as npt

from companion.words import N_
from vision.errors import ProfileError
from vision.files import claims_too_much, read_ordinary
from vision.soundness import flaw

FORMAT = "companion-calibration"
# 2: colours are kept without the sheen of paint, and pieces are measured at two pixels a millimetre. 3: the
# same from above.
VERSION = 3
# A calibration takes some hundred kilobytes.
MOST_BYTES = 50_000_000
Array: TypeAlias = npt.NDArray[np.float64]

# The white light that a painted face in the ring's middle mirrors, if nobody measured it (white paper's is
# 40 000).
USUAL_SHEEN = 4800.0
NEXT_STEP = N_("Calibrate again with `companion calibrate`.")


@dataclass(frozen=True)
class Place:
    """Where the tray lies in the picture.

    With a paper frame, `corners` are the sixteen marker corners as calibrated and every photo is registered
    to the frame anew; without one, `region` (left, top, right, bottom as shares of the picture) is the
    tray.
    """

    picture_size: tuple[int, int]
    corners: Array | None = None
    region: tuple[float, float, float, float] = (0.0, 0.0, 1.0, 1.0)
    lens_bend: float = 0.0
    tray_mm: tuple[float, float] = (150.0, 110.0)
    pixels_a_mm: float = 2.0

    @property
    def framed(self) -> bool:
        return self.corners is not None


@dataclass(frozen=True)
class LabelLook:
    """What one label looks like: colours of its faces and sides, light-corrected, blue, green, red.

    A value is `200 · √(brightness against white paper)`, see `vision.light`.
    """

    colours: Array

    @property
    def swatch(self) -> tuple[int, int, int]:
        """The one colour to paint it with: red, green, blue."""
        blue, green, red = np.clip(np.median(self.colours, axis=0) * 1.2, 0, 255)
        return round(float(red)), round(float(green)), round(float(blue))


@dataclass(frozen=True)
class EmptyTray:
    """The tray without pieces, flat: with the ring on, with it off, and what the paper around it showed."""

    lit: npt.NDArray[np.uint8]
    unlit: npt.NDArray[np.uint8] | None
    paper_lit: Array
    paper_ring: Array | None

    @property
    def known(self) -> bool:
        """Whether anybody saw it empty: a single pixel stands for a table that is only met with pieces on."""
        return self.lit.size > 3


class Kind(NamedTuple):
    """How big the pieces of a label are against all, and how much longer than round."""

    size: float
    length: float


@dataclass(frozen=True)
class PieceSize:
    """How much of the flat tray a piece covers, in square millimetres (without a frame: square picture
    pixels).
    """

    typical: float
    least: float
    most: float
    # In a single photo pieces look a little bigger: no silhouette against the room tells where they end.
    single: float | None = None
    # The photos showed no piece whole: the first photo that does tells better.
    guessed: bool = False
    # How much longer than round the pieces are: a bean is twice as long as wide.
    length: float = 1.0
    # The labels whose pieces are of another size or length, without a frame: hotels among houses.
    kinds: Mapping[str, Kind] = field(default_factory=dict)
    # Those whose cuttings show hardly anything in the middle that is not table, without a frame too.
    faint: tuple[str, ...] = ()

    def usual(self, *, pair: bool) -> float:
        """The area to expect in a pair, or in a photo alone."""
        return self.typical if pair or self.single is None else self.single


@dataclass(frozen=True)
class Profile:
    """All that was learned once, and that every count starts from."""

    set_name: str
    looks: Mapping[str, LabelLook]
    place: Place
    piece: PieceSize
    empty: EmptyTray
    sheen: float = USUAL_SHEEN
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
        place, piece, empty = data["place"], data["piece"], data["empty"]
        left, top, right, bottom = (float(share) for share in place["region"])
        return cls(
            set_name=str(data["set"]),
            looks={str(label): LabelLook(_rows(colours, 3)) for label, colours in data["looks"].items()},
            place=Place(
                picture_size=(int(place["picture_size"][0]), int(place["picture_size"][1])),
                corners=None if place["marker_corners"] is None else _rows(place["marker_corners"], 2),
                region=(left, top, right, bottom),
                lens_bend=float(place["lens_bend"]),
                tray_mm=(float(place["tray_mm"][0]), float(place["tray_mm"][1])),
                pixels_a_mm=float(place["pixels_a_mm"]),
            ),
            piece=PieceSize(
                typical=float(piece["typical"]),
                least=float(piece["least"]),
                most=float(piece["most"]),
                single=None if piece.get("single") is None else float(piece["single"]),
                guessed=bool(piece.get("guessed", False)),
                length=float(piece.get("length", 1.0)),
                kinds={
                    str(label): Kind(float(size), float(length))
                    for label, (size, length) in piece.get("kinds", {}).items()
                },
                faint=tuple(str(label) for label in piece.get("faint", ())),
            ),
            empty=EmptyTray(
                lit=_unpack(empty["lit_png"]),
                unlit=None if empty["unlit_png"] is None else _unpack(empty["unlit_png"]),
                paper_lit=_rows(empty["paper_lit"], 3),
                paper_ring=None if empty["paper_ring"] is None else _rows(empty["paper_ring"], 3),
            ),
            sheen=float(data.get("sheen", USUAL_SHEEN)),
            created=str(data["created"]),
            camera=dict(data["camera"]),
        )

    def _text(self, *, with_created: bool) -> str:
        place, piece, empty = self.place, self.piece, self.empty
        data = {
            "format": FORMAT,
            "version": VERSION,
            "set": self.set_name,
            "created": self.created if with_created else "",
            "camera": dict(self.camera),
            "place": {
                "picture_size": list(place.picture_size),
                "marker_corners": None if place.corners is None else place.corners.round(2).tolist(),
                "region": list(place.region),
                "lens_bend": round(place.lens_bend, 4),
                "tray_mm": list(place.tray_mm),
                "pixels_a_mm": place.pixels_a_mm,
            },
            "piece": {
                "typical": round(piece.typical, 2),
                "least": round(piece.least, 2),
                "most": round(piece.most, 2),
                "single": None if piece.single is None else round(piece.single, 2),
            }
            | ({"guessed": True} if piece.guessed else {})
            | ({"length": round(piece.length, 2)} if piece.length > 1 else {})
            | (
                {"kinds": {label: [round(part, 2) for part in kind] for label, kind in piece.kinds.items()}}
                if piece.kinds
                else {}
            )
            | ({"faint": list(piece.faint)} if piece.faint else {}),
            "sheen": round(self.sheen),
            "looks": {label: look.colours.round(1).tolist() for label, look in self.looks.items()},
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
