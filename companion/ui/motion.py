"""What moves on the screen for a moment: a pawn that walks, a piece that flies, a number that counts up.

A widget names the things it shows that stay themselves from one picture to the next (`Widget.sprites`).
After a new build the stage compares them with those of the picture before: what has another value moves from
where it was to where it is; what is new comes out of what it names as its source, or enters by itself. While
something moves its widget leaves it out (`look.moving`). It takes 0.35 s and ends with any touch; then
nothing is drawn.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass, field

import pygame

from companion.ui.layout import Box
from companion.ui.look import Look
from companion.ui.widget import Place, Sprite, Widget

__all__ = ["SECONDS", "Motion", "MotionLayer", "Motions", "Place", "Sprite"]

SECONDS = 0.35
Way = Callable[[Hashable, Hashable], Sequence[Place]]


@dataclass(frozen=True)
class Motion:
    """One thing on its way, through these places, since then."""

    sprite: Sprite
    before: Sprite
    places: tuple[Place, ...]
    since: float

    def share(self, now: float) -> float:
        """How much of the way is done: it sets off quickly and arrives gently."""
        part = min(1.0, max(0.0, (now - self.since) / SECONDS))
        return 1 - (1 - part) ** 2

    def at(self, now: float) -> Place:
        """Where it is now."""
        far = self.share(now) * (len(self.places) - 1)
        leg = min(int(far), len(self.places) - 2)
        (x1, y1), (x2, y2) = self.places[leg], self.places[leg + 1]
        part = far - leg
        return round(x1 + (x2 - x1) * part), round(y1 + (y2 - y1) * part)


@dataclass
class Motions:
    """All that is on its way, and what the picture before showed."""

    on: bool = False
    moving: list[Motion] = field(default_factory=list)
    shown: dict[str, Sprite] = field(default_factory=dict)

    @property
    def names(self) -> frozenset[str]:
        return frozenset(motion.sprite.name for motion in self.moving)

    def stop(self) -> bool:
        """Everything is where it belongs at once; True if something was on its way."""
        was, self.moving = bool(self.moving), []
        return was

    def finish(self, now: float) -> bool:
        """Let go of what has arrived; True if something has."""
        still = [motion for motion in self.moving if now - motion.since < SECONDS]
        arrived, self.moving = len(still) < len(self.moving), still
        return arrived

    def compare(self, root: Widget, look: Look, now: float, *, same_screen: bool) -> bool:
        """Set in motion what differs from the picture before; True if something does."""
        sprites = {sprite.name: sprite for widget in root.walk() for sprite in widget.sprites(look)}
        before, self.shown = self.shown, sprites
        if not self.on:
            return False
        begun = []
        for sprite in sprites.values():
            motion = _begin(sprite, before, now) if same_screen else None
            if motion is None and sprite.enters is not None and sprite.name not in before:
                motion = Motion(sprite, sprite, (sprite.enters, sprite.place), now)
            if motion is not None:
                begun.append(motion)
        names = {motion.sprite.name for motion in begun}
        self.moving = [motion for motion in self.moving if motion.sprite.name not in names] + begun
        return bool(begun)


def _begin(sprite: Sprite, before: dict[str, Sprite], now: float) -> Motion | None:
    was = before.get(sprite.name)
    if was is None and sprite.comes_from:
        was = before.get(sprite.comes_from)
        return None if was is None else Motion(sprite, was, (was.place, sprite.place), now)
    if was is None or was.value == sprite.value:
        return None
    places = (
        tuple(sprite.way(was.value, sprite.value)) if sprite.way is not None else (was.place, sprite.place)
    )
    return Motion(sprite, was, places if len(places) > 1 else (was.place, sprite.place), now)


class Flying(Widget):
    """One thing on its way, drawn over everything."""

    def __init__(self, motion: Motion, now: float) -> None:
        super().__init__(key=motion.sprite.name)
        self.motion = motion
        self.now = now

    def place(self, rect: pygame.Rect, look: Look) -> None:
        wide, high = self.motion.sprite.size_px
        room = pygame.Rect(0, 0, wide + 4, high + 4)
        room.center = self.motion.at(self.now)
        self.rect = room

    def content(self) -> Hashable:
        return (self.motion.sprite.name, self.motion.share(self.now))

    def draw(self, surface: pygame.Surface, look: Look) -> None:
        motion = self.motion
        motion.sprite.draw(surface, self.rect.center, look, motion.before.value, motion.share(self.now))


class MotionLayer(Box):
    """Over the whole display, and takes no touch."""

    tiles = False

    def __init__(self, motions: Iterable[Motion], now: float) -> None:
        super().__init__([Flying(motion, now) for motion in motions], key="motion")

    def place(self, rect: pygame.Rect, look: Look) -> None:
        self.rect = pygame.Rect(rect.x, rect.y, 0, 0)
        for kid in self.kids:
            kid.place(rect, look)
