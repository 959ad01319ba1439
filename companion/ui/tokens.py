"""The tokens of the game on the screen: a wooden piece as a disc, a player as an eight-pointed star.

Wherever a picture is asked for by name, `piece:red` and `player:blue` give these instead of an icon.
"""

import pygame

from companion.ui import brush, icons
from companion.ui.colour import Colour, mix
from companion.ui.piece_colours import symbol
from companion.ui.theme import Palette

PLAYER_SYMBOLS = {
    "green": "mark-triangle",
    "blue": "mark-ring",
    "yellow": "mark-square",
    "red": "mark-cross",
    "white": "pawn",
}
"""None of them is the symbol of a piece or of a resource."""
Place = tuple[int, int]


def draw_piece(surface: pygame.Surface, colour: str, centre: Place, side: int, palette: Palette) -> None:
    """A piece as a round wooden token with its symbol."""
    paint = palette.piece[colour]
    rim = mix(paint, (0, 0, 0), 0.38) if colour != "black" else (120, 116, 124)
    disc = brush.disc(side, rim)
    surface.blit(disc, disc.get_rect(center=centre))
    face = brush.disc(max(2, side - 2 * max(1, side // 18)), paint)
    surface.blit(face, face.get_rect(center=centre))
    mark = icons.icon(symbol(colour), max(6, round(side * 0.62)), palette.on(paint))
    surface.blit(mark, mark.get_rect(center=centre))


def draw_player(surface: pygame.Surface, colour: str, centre: Place, side: int, palette: Palette) -> None:
    """A player's star with its symbol."""
    paint = palette.player[colour]
    picture = brush.star(side, paint)
    surface.blit(picture, picture.get_rect(center=centre))
    mark = icons.icon(PLAYER_SYMBOLS[colour], max(6, round(side * 0.44)), palette.on(paint))
    surface.blit(mark, mark.get_rect(center=centre))


def draw_picture(
    surface: pygame.Surface, name: str, centre: Place, side: int, ink: Colour, palette: Palette
) -> None:
    """An icon in the given ink, a piece or a player's star, by name."""
    kind, _colon, colour = name.partition(":")
    if kind == "piece":
        draw_piece(surface, colour, centre, side, palette)
    elif kind == "player":
        draw_player(surface, colour, centre, side, palette)
    else:
        picture = icons.icon(name, side, ink)
        surface.blit(picture, picture.get_rect(center=centre))
