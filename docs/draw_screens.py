"""Draw the screens that the README shows, as they are now.

python docs/draw_screens.py            # writes docs/pictures/screens.png
"""

from __future__ import annotations

from pathlib import Path

import pygame

from companion.ui.gallery import picture
from companion.ui.showcase import showcase

SHOWN = (
    ("home", "setup-tonight-long", "game-select"),
    ("game-check", "game-draft", "game-assistants-late"),
    ("game-player-board", "game-landscape", "game-final-5"),
)
PANEL_PX, SMALL_PX, GAP_PX = (800, 480), (480, 288), 10
GROUND = (226, 213, 187)


def main() -> None:
    screens = showcase()
    wide, high = SMALL_PX
    sheet = pygame.Surface((3 * (wide + GAP_PX) + GAP_PX, 3 * (high + GAP_PX) + GAP_PX))
    sheet.fill(GROUND)
    for row, names in enumerate(SHOWN):
        for column, name in enumerate(names):
            canvas, _stage = picture(screens[name], PANEL_PX, "day")
            place = (GAP_PX + column * (wide + GAP_PX), GAP_PX + row * (high + GAP_PX))
            sheet.blit(pygame.transform.smoothscale(canvas, SMALL_PX), place)
    pygame.image.save(sheet, Path(__file__).parent / "pictures" / "screens.png")


if __name__ == "__main__":
    main()
