"""The twelve colours of wooden pieces a tray can be calibrated for, each described once.

They are labels: which game a piece belongs to, and what it is called there, is the game's. Calibration and
the simulated tower know them from here as the screens do. Imports nothing of the project but `words`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from companion.words import N_, Text

Triple = tuple[float, float, float]
Rgb = tuple[int, int, int]


@dataclass(frozen=True)
class PieceColour:
    """One colour, for everybody who has to do with it.

    name        what people call it
    symbol      the icon on it, so that colour is never alone
    drawn       on the screen, in red, green and blue
    clear       the same, for colour-blind players: spread over lightness first, then over blue–yellow, so
                that red–green weakness loses little
    lab         what it looks like to a camera beside white paper, coarsely: enough to tell a green photo
                named red, and to guess what a thrown piece is
    paint       what the simulated tower's pieces reflect: linear blue, green and red, as OpenCV orders them
    """

    name: Text
    symbol: str
    drawn: Rgb
    clear: Rgb
    lab: Triple
    paint: Triple


TWELVE: Final[dict[str, PieceColour]] = {
    "turquoise": PieceColour(
        N_("turquoise"), "fish", (38, 166, 170), (86, 180, 233), (63, -27, -11), (0.42, 0.39, 0.025)
    ),
    "green": PieceColour(
        N_("green"), "palm", (56, 126, 54), (0, 110, 82), (69, -25, 48), (0.075, 0.55, 0.41)
    ),
    "pink": PieceColour(
        N_("pink"), "drum", (231, 128, 165), (240, 170, 205), (66, 42, -3), (0.33, 0.16, 0.82)
    ),
    "black": PieceColour(
        N_("black"), "minaret", (43, 40, 46), (20, 20, 22), (22, 0, -1), (0.032, 0.029, 0.028)
    ),
    "white": PieceColour(
        N_("white"), "crown", (247, 245, 238), (255, 255, 255), (91, 0, 4), (0.77, 0.8, 0.81)
    ),
    "gray": PieceColour(
        N_("gray"), "scroll", (139, 142, 148), (150, 150, 150), (55, 0, -2), (0.27, 0.26, 0.26)
    ),
    "beige": PieceColour(
        N_("beige"), "shield", (221, 196, 150), (186, 156, 106), (79, 2, 27), (0.27, 0.51, 0.69)
    ),
    "brown": PieceColour(
        N_("brown"), "camel", (116, 74, 42), (92, 56, 20), (36, 13, 14), (0.045, 0.072, 0.185)
    ),
    "red": PieceColour(N_("red"), "jug", (196, 46, 42), (190, 60, 0), (42, 48, 27), (0.028, 0.022, 0.54)),
    "yellow": PieceColour(
        N_("yellow"), "lamp", (243, 200, 42), (240, 228, 66), (76, 9, 65), (0.012, 0.42, 0.86)
    ),
    "purple": PieceColour(
        N_("purple"), "carpet", (112, 62, 142), (88, 40, 140), (35, 29, -29), (0.27, 0.045, 0.125)
    ),
    "orange": PieceColour(
        N_("orange"), "spices", (238, 128, 36), (230, 159, 0), (59, 43, 48), (0.016, 0.12, 0.88)
    ),
}
"""By their labels, in the order they are asked for."""

COLOURS: Final = tuple(TWELVE)
COLOUR_NAMES: Final = {label: colour.name for label, colour in TWELVE.items()}
