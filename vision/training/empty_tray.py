"""What an eye sees of a composed table with nothing in its tray."""

from __future__ import annotations

import cv2
import numpy as np

from vision.rectify import TRAY_MM
from vision.training.backgrounds import Image
from vision.training.casting import Eye, Floats, Layers, cast
from vision.training.foreign import Foreign
from vision.training.printed_frame import BORDER_MM, printed_frame
from vision.training.table_look import Look

# Marker cells, patches and their places are whole pixels.
PRINT_A_MM = 6.0
LONGEST = 1024
CEILING_MM = -1500.0
# Hands and cards are drawn on a sheet so many half millimetres wide.
FOREIGN_SIDE = 440


def printed_paper(look: Look) -> Image:
    """The paper with its print, and no white at all as bright as light itself."""
    sheet = printed_frame(PRINT_A_MM).astype(np.float32) / 255
    return np.asarray(
        np.maximum(sheet**2.2, 0.01)[..., None] * look.paper * np.array([0.98, 0.99, 1.0], np.float32),
        np.float32,
    )


def sampled(texture: Image, x: Floats, y: Floats, pixels_a_mm: float) -> Image:
    """A texture laid out around the middle, mirrored at its ends, at any number of places."""
    height, width = texture.shape[:2]
    # OpenCV takes no picture as long as such a list.
    rows = -(-x.size // LONGEST)
    padded = np.zeros((2, rows * LONGEST), np.float32)
    padded[0, : x.size] = x.ravel() * pixels_a_mm + (width - 1) / 2
    padded[1, : x.size] = y.ravel() * pixels_a_mm + (height - 1) / 2
    maps = padded.reshape(2, rows, LONGEST)
    seen = cv2.remap(texture, maps[0], maps[1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT)
    return np.asarray(seen.reshape(-1, 3)[: x.size].reshape(*x.shape, 3), np.float32)


def empty_tray(look: Look, eye: Eye, sheet: Image) -> Layers:
    """What an eye sees of the empty tray."""
    rays = eye.rays
    height, width = rays.shape[:2]
    place = eye.place.astype(np.float32)
    flat = -place[2] / rays[..., 2]
    x, y = place[0] + flat * rays[..., 0], place[1] + flat * rays[..., 1]
    half_x, half_y = TRAY_MM[0] / 2, TRAY_MM[1] / 2
    inside = (np.abs(x) < half_x) & (np.abs(y) < half_y)
    paper = (np.abs(x) < half_x + BORDER_MM) & (np.abs(y) < half_y + BORDER_MM) & ~inside
    facing = np.zeros((height, width, 3), np.float32)
    facing[..., 2] = 1
    layers = Layers(
        flat.astype(np.float32),
        np.zeros((height, width), np.int32),
        facing,
        sampled(look.table, x, y, 1.4),
        np.zeros((height, width), np.float32),
    )
    layers.far[~inside & ~paper] *= np.float32(1 + 4 / place[2])
    rows, columns = np.nonzero(paper)
    layers.paint[paper] = sampled(sheet, x[paper], y[paper], PRINT_A_MM)
    rows, columns = np.nonzero(inside)
    ray = rays[rows, columns]
    deep = look.depth_mm
    bottom = (-deep - place[2]) / ray[:, 2]
    far = np.full(len(rows), bottom, np.float32)
    owner = np.full(len(rows), -2 if look.under else 0, np.int32)
    normal = np.tile(np.array([0, 0, 1], np.float32), (len(rows), 1))
    for axis, reach in ((0, half_x - look.wall_inset_mm), (1, half_y - look.wall_inset_mm)):
        with np.errstate(divide="ignore", invalid="ignore"):
            at = (np.sign(ray[:, axis]) * np.float32(reach) - place[axis]) / ray[:, axis]
        closer = (at < far) & (at > 0)
        far = np.where(closer, at, far)
        owner[closer] = 0
        normal[closer] = 0
        normal[closer, axis] = -np.sign(ray[closer, axis])
    open_ = owner == -2
    far[open_] = ((CEILING_MM - place[2]) / ray[:, 2])[open_]
    places = place + far[:, None] * ray
    is_wall = np.abs(normal[:, 2]) < 0.5
    paint = sampled(look.floor, places[:, 0], places[:, 1], 2.0)
    along = np.where(np.abs(normal[:, 0]) > 0.5, places[:, 1], places[:, 0])
    paint[is_wall] = sampled(look.wall, along[is_wall], places[is_wall, 2], 2.0)
    layers.far[rows, columns], layers.owner[rows, columns] = far, owner
    layers.facing[rows, columns], layers.paint[rows, columns] = normal, paint
    for solid, colour, gloss in look.tower:
        cast(layers, eye, solid, 0, np.stack([colour, colour]), gloss)
    return layers


def put_foreign(layers: Layers, eye: Eye, foreign: Foreign, height: float) -> None:
    """A flat thing at this height, nearer than what lies behind it."""
    rays, place = eye.rays, eye.place.astype(np.float32)
    at = (np.float32(height) - place[2]) / rays[..., 2]
    x, y = place[0] + at * rays[..., 0], place[1] + at * rays[..., 1]
    columns, rows = x * 2 + FOREIGN_SIDE / 2, y * 2 + FOREIGN_SIDE / 2
    maps = columns.astype(np.float32), rows.astype(np.float32)
    cover = cv2.remap(foreign.cover, *maps, cv2.INTER_LINEAR)
    seen = (cover > 0.5) & (at < layers.far)
    paint = cv2.remap(foreign.paint, *maps, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    layers.far[seen], layers.owner[seen], layers.paint[seen] = at[seen], -1, paint[seen]
    layers.facing[seen], layers.gloss[seen] = (0, 0, 1), 0.0
