"""What is neither tray nor piece: a hand with its arm, a card, dust and crumbs."""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np
import numpy.typing as npt

from vision.training.backgrounds import Background, Image, clouds, colour
from vision.training.scene import Scene


@dataclass(frozen=True)
class Foreign:
    """How much of each pixel it covers, and its colour with its own shading."""

    cover: Image
    paint: Image
    lit_from_below: float

    @property
    def there(self) -> npt.NDArray[np.bool_]:
        return np.asarray(self.cover > 0.5, np.bool_)

    def before(self, laid: Scene, empty: Background) -> Scene:
        """Before everything that is there."""
        cover = self.cover[..., None]
        ring = laid.ring * (1 - cover) + cover * self.paint * empty.falloff
        share = self.lit_from_below if empty.from_below else 1.0
        room = laid.room * (1 - cover) + cover * self.paint * empty.light * np.float32(share)
        owner = laid.owner.copy()
        owner[self.there] = -1
        return replace(laid, ring=ring.astype(np.float32), room=room.astype(np.float32), owner=owner)


def lay_foreign(rng: np.random.Generator, side: int) -> Foreign:
    kind = rng.random()
    if kind < 0.55:
        return hand(rng, side)
    return card(rng, side) if kind < 0.8 else dust(rng, side)


def hand(rng: np.random.Generator, side: int) -> Foreign:
    return Foreign(*_hand(rng, side), float(rng.uniform(0, 0.3)))


def card(rng: np.random.Generator, side: int) -> Foreign:
    return Foreign(*_card(rng, side), float(rng.uniform(0, 0.3)))


def dust(rng: np.random.Generator, side: int) -> Foreign:
    return Foreign(*_dust(rng, side), float(rng.uniform(0, 0.3)))


def _hand(rng: np.random.Generator, side: int) -> tuple[Image, Image]:
    """An arm from the edge, a palm and fingers that point the same way, rounded by their shading."""
    cover = np.zeros((side, side), np.float32)
    angle = rng.uniform(0, 2 * np.pi)
    way = np.array([np.cos(angle), np.sin(angle)])
    beside = np.array([-way[1], way[0]])
    palm = rng.uniform(0.1 * side, 0.9 * side, 2)
    sleeve = np.zeros_like(cover)
    if rng.random() < 0.7:
        wrist = palm - way * rng.uniform(20, 60)
        _stroke(cover, palm, wrist, rng.uniform(45, 90))
        _stroke(cover, wrist, palm - way * 3 * side, rng.uniform(40, 70))
        if rng.random() < 0.5:
            _stroke(sleeve, wrist - way * rng.uniform(0, 40), palm - way * 3 * side, rng.uniform(60, 110))
    bent = rng.uniform(-0.3, 0.3)
    for finger in range(int(rng.integers(1, 6))):
        first = palm + beside * 22 * (finger - 1.5) + rng.normal(0, 4, 2)
        end = first + way * rng.uniform(40, 110) + beside * 22 * (finger - 1.5) * bent
        knuckle = (first + end) / 2 + rng.normal(0, 5, 2)
        thick = rng.uniform(22, 36)
        _stroke(cover, first, knuckle, thick)
        _stroke(cover, knuckle, end, thick * 0.9)
    skin = np.array([0.22, 0.33, 0.6]) * rng.uniform(0.15, 1.4) * rng.uniform(0.85, 1.15, 3)
    away = cv2.distanceTransform((np.maximum(cover, sleeve) > 0.5).astype(np.uint8), cv2.DIST_L2, 3)
    round_ = np.clip(away / rng.uniform(8, 20), 0, 1) ** 0.5
    shade = (0.35 + 0.65 * round_) * (1 + 0.06 * clouds(rng, side, (20, 20)))
    paint = np.where(sleeve[..., None] > 0.5, colour(rng), skin.astype(np.float32)) * shade[..., None]
    return np.maximum(cover, sleeve), np.asarray(np.clip(paint, 0, 1), np.float32)


def _stroke(mask: Image, first: npt.NDArray[np.float64], last: npt.NDArray[np.float64], thick: float) -> None:
    start, end = ((int(place[0]), int(place[1])) for place in (first, last))
    cv2.line(mask, start, end, 1.0, int(thick), cv2.LINE_AA)


def _card(rng: np.random.Generator, side: int) -> tuple[Image, Image]:
    cover = np.zeros((side, side), np.float32)
    middle, size = rng.uniform(0, side, 2), rng.uniform(40, 120, 2)
    box = cv2.boxPoints(
        ((float(middle[0]), float(middle[1])), (float(size[0]), float(size[1])), float(rng.uniform(0, 90)))
    )
    cv2.fillConvexPoly(cover, np.round(box).astype(np.int32), 1.0, cv2.LINE_AA)
    print_ = clouds(rng, side, (int(rng.integers(4, 30)),) * 2)[..., None] > rng.uniform(0.3, 1.5)
    return cover, np.where(print_, colour(rng), colour(rng)).astype(np.float32)


def _dust(rng: np.random.Generator, side: int) -> tuple[Image, Image]:
    cover = np.zeros((side, side), np.float32)
    for _ in range(int(rng.integers(5, 60))):
        x, y = rng.uniform(0, side, 2)
        cv2.circle(cover, (int(x), int(y)), int(rng.integers(0, 3)), 1.0, -1, cv2.LINE_AA)
    return cover, np.ones((side, side, 3), np.float32) * colour(rng)
