"""A player's pawn as something that walks: the same pawn before and after, wherever it stands."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pygame

from companion.ui.look import Look
from companion.ui.tokens import draw_player
from companion.ui.widget import Place, Sprite


def pawn_name(track: str, colour: str) -> str:
    """Which pawn it is."""
    return f"pawn {track} {colour}"


def pawn_sprite(
    track: str,
    colour: str,
    spot: Place,
    side: int,
    at: int,
    way: Callable[[Any, Any], Sequence[Place]],
) -> Sprite:
    """The pawn of a colour on a track, on this step of it."""

    def draw(surface: pygame.Surface, centre: Place, look: Look, _was: Any, _share: float) -> None:
        draw_player(surface, colour, centre, side, look.palette)

    return Sprite(pawn_name(track, colour), spot, (side, side), draw, at, way=way)
