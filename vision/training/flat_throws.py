"""Parts of composed throws to learn from: photos of a whole table, laid flat as counting does it.

Random tables show everything that can be; composed ones have what only perspective brings: walls that are
seen aslant, pieces that hide each other as a camera sees it, the same tray in every light, a bump between
the empty tray's photo and the throw's.

>>> parts = flat_parts((1, 0), 145)                                                # doctest: +SKIP
>>> parts[0].photo.shape                                                           # doctest: +SKIP
(145, 145, 3)
"""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt

from vision.net_input import PIXELS_A_MM
from vision.photo import Frame
from vision.rectify import MARGIN_MM, TRAY_MM
from vision.training.casting import Eye
from vision.training.composed import Shot, Table, Throw, thrown
from vision.training.random_tables import FOREIGN, PIECE, TRAY, RandomTable, truth_of
from vision.training.scene import Map

# Throws of one table, and parts that are cut from each.
THROWS, PARTS = 6, 2
# More heaps than at a table: they are what is hard.
KINDS: dict[str, float] = {
    "toss": 0.28, "sorted": 0.14, "heap": 0.42, "hand": 0.07, "dust": 0.03, "card": 0.03, "die": 0.03,
}  # fmt: skip
# These are missed before dark walls and lamps; in a third of the throws most pieces are of one of them.
DARK = ("black", "brown", "purple", "gray")
# Markers are found to a fraction of a pixel of the flat tray.
MISFIT = 0.25
LOWEST_QUALITY, HIGHEST_QUALITY = 60, 97


def flat_parts(seed: tuple[int, int], side: int, throws: int = THROWS) -> list[RandomTable]:
    """Square parts of one table's throws, all from the same seed."""
    number = int(np.random.default_rng((*seed, 55)).integers(0, 2**31))
    table = Table(number, "trained")
    empty = table.shoot(table.empty_throw())
    rng = np.random.default_rng((*seed, 57))
    bare = [_flat(each, _places(rng, table.look.eye), rng) for each in _pictures(empty)]
    parts = []
    for throw_number in range(throws):
        throw = thrown(table, throw_number, KINDS)
        if rng.random() < 0.33:
            throw.pieces[:] = [
                (str(rng.choice(DARK)) if rng.random() < 0.8 else name, laid) for name, laid in throw.pieces
            ]
        shot = table.shoot(throw)
        places = _places(rng, throw.eye)
        seen = [_flat(each, places, rng) for each in _pictures(shot)]
        owner, kinds = _owners(shot, places)
        in_sight = np.bincount(np.maximum(shot.owner, 0).ravel(), minlength=len(shot.whole) + 1)[1:]
        visible = in_sight / np.maximum(shot.whole, 1)
        photo, unlit = seen
        assert photo is not None
        for here in _windows(rng, throw, photo.shape, side):
            cut = [None if each is None else each[here] for each in (photo, bare[0], unlit, bare[1])]
            assert cut[0] is not None
            truth = truth_of(owner[here], visible * _inside(owner, here, len(visible)))
            parts.append(RandomTable(cut[0], cut[1], cut[2], cut[3], truth[0], kinds[here], truth[1]))
    return parts


def _pictures(shot: Shot) -> tuple[Frame, Frame | None]:
    return shot.photo, shot.unlit


def _places(rng: np.random.Generator, eye: Eye) -> npt.NDArray[np.float32]:
    """Where in the picture each pixel of the flat tray is, as well as markers tell."""
    width, height = (round((side + 2 * MARGIN_MM) * PIXELS_A_MM) for side in TRAY_MM)
    x, y = np.meshgrid(np.arange(width) + 0.5 - width / 2, np.arange(height) + 0.5 - height / 2)
    paper = np.stack([x.ravel(), y.ravel(), np.zeros(x.size)], axis=1)
    paper[:, :2] += rng.normal(0, MISFIT, 2)
    seen = eye.to_picture(paper / [PIXELS_A_MM, PIXELS_A_MM, 1])
    return np.ascontiguousarray(seen.reshape(height, width, 2), np.float32)


def _flat(picture: Frame | None, places: npt.NDArray[np.float32], rng: np.random.Generator) -> Frame | None:
    """A picture as the camera saved it, laid flat."""
    if picture is None:
        return None
    quality = int(rng.integers(LOWEST_QUALITY, HIGHEST_QUALITY))
    done, packed = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])
    if not done:
        raise RuntimeError("the picture could not be packed")
    saved = np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), np.uint8)
    x, y = (np.ascontiguousarray(places[..., axis]) for axis in range(2))
    flat = cv2.remap(saved, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(flat, np.uint8)


def _owners(shot: Shot, places: npt.NDArray[np.float32]) -> tuple[Map, npt.NDArray[np.uint8]]:
    """Whose each pixel of the flat tray is, 0 where there is no piece, and its kind."""
    height, width = shot.owner.shape
    columns, rows = np.round(places).astype(int).transpose(2, 0, 1)
    flat = shot.owner[np.clip(rows, 0, height - 1), np.clip(columns, 0, width - 1)]
    kinds = np.where(flat > 0, PIECE, np.where(flat == -1, FOREIGN, TRAY)).astype(np.uint8)
    return np.maximum(flat, 0).astype(np.int32), kinds


def _inside(owner: Map, here: tuple[slice, slice], many: int) -> npt.NDArray[np.float64]:
    """How much of what is seen of each piece lies in a part of the tray."""
    in_all, inside = (np.bincount(each.ravel(), minlength=many + 1)[1:] for each in (owner, owner[here]))
    return np.asarray(inside / np.maximum(in_all, 1), np.float64)


def _windows(
    rng: np.random.Generator, throw: Throw, shape: tuple[int, ...], side: int
) -> list[tuple[slice, slice]]:
    """Parts of the flat tray, around a piece where there is one: most of a tray is empty."""
    height, width = shape[:2]
    windows = []
    for _ in range(PARTS):
        x, y = rng.uniform(0, width), rng.uniform(0, height)
        if throw.pieces and rng.random() < 0.92:
            laid = throw.pieces[int(rng.integers(len(throw.pieces)))][1]
            x, y = laid.place[:2] * PIXELS_A_MM + (width / 2, height / 2) + rng.normal(0, side / 5, 2)
        left = int(np.clip(x - side / 2, 0, width - side))
        top = int(np.clip(y - side / 2, 0, height - side))
        windows.append(np.s_[top : top + side, left : left + side])
    return windows
