"""How the screen looks: night blue and terracotta on sand, brass for what matters.

Four palettes: `day` for a lit table, `night` for a dim room, and each of them again with piece colours that
colour-blind players can tell apart. A piece is never shown by colour alone: `piece_colours.py` has
its symbol and its name.
"""

from dataclasses import dataclass, field, replace

from companion.pieces import TWELVE
from companion.ui.colour import Colour, mix, readable_on


@dataclass(frozen=True)
class Palette:
    """Every colour a widget may ask for. Names say the use, not the hue."""

    name: str
    ground: Colour  # behind everything
    panel: Colour  # cards and list rows
    panel_low: Colour  # sunken: fields, tracks, unselected tabs
    line: Colour  # hairlines and borders
    ink: Colour  # text on ground and panels
    ink_soft: Colour  # second-rank text on ground and panels
    band: Colour  # header and footer
    band_ink: Colour
    band_soft: Colour
    band_faint: Colour  # a tool that is not possible now
    accent: Colour  # the one thing to do next
    accent_ink: Colour
    accent_text: Colour  # words and icons in the accent's colour, on ground and panels
    brass: Colour  # ornament, focus ring, chosen
    chosen: Colour  # ground of something chosen
    chosen_ink: Colour
    good: Colour
    warn: Colour
    bad: Colour
    warn_ground: Colour
    bad_ground: Colour
    piece: dict[str, Colour] = field(default_factory=dict, hash=False)
    player: dict[str, Colour] = field(default_factory=dict, hash=False)

    def on(self, ground: Colour) -> Colour:
        """Ink that can be read on any ground."""
        return readable_on(ground, (14, 12, 20), (255, 252, 244))


PIECE_COLOURS: dict[str, Colour] = {label: colour.drawn for label, colour in TWELVE.items()}
CLEAR_PIECE_COLOURS: dict[str, Colour] = {label: colour.clear for label, colour in TWELVE.items()}
PLAYER_COLOURS: dict[str, Colour] = {
    "green": (58, 122, 62),
    "blue": (38, 88, 158),
    "yellow": (226, 178, 36),
    "red": (180, 50, 44),
    "white": (232, 226, 212),
}

DAY = Palette(
    name="day",
    ground=(243, 232, 211),
    panel=(253, 247, 235),
    panel_low=(231, 216, 189),
    line=(206, 184, 146),
    ink=(27, 34, 62),
    ink_soft=(92, 80, 74),
    band=(24, 36, 74),
    band_ink=(250, 243, 228),
    band_soft=(196, 190, 190),
    band_faint=(122, 126, 146),
    accent=(168, 66, 38),
    accent_ink=(255, 250, 240),
    accent_text=(158, 60, 34),
    brass=(176, 128, 42),
    chosen=(27, 62, 104),
    chosen_ink=(255, 250, 240),
    good=(38, 98, 58),
    warn=(130, 78, 6),
    bad=(158, 34, 30),
    warn_ground=(250, 230, 184),
    bad_ground=(248, 218, 206),
    piece=PIECE_COLOURS,
    player=PLAYER_COLOURS,
)
NIGHT = Palette(
    name="night",
    ground=(14, 18, 36),
    panel=(27, 33, 60),
    panel_low=(20, 25, 47),
    line=(62, 68, 100),
    ink=(226, 214, 190),
    ink_soft=(172, 162, 150),
    band=(8, 11, 24),
    band_ink=(222, 210, 186),
    band_soft=(158, 150, 142),
    band_faint=(92, 92, 104),
    accent=(146, 58, 34),
    accent_ink=(250, 236, 216),
    accent_text=(232, 142, 108),
    brass=(170, 128, 58),
    chosen=(196, 160, 96),
    chosen_ink=(20, 22, 40),
    good=(136, 192, 140),
    warn=(224, 176, 96),
    bad=(240, 140, 122),
    warn_ground=(62, 48, 22),
    bad_ground=(70, 30, 32),
    piece={name: mix(colour, (10, 12, 26), 0.08) for name, colour in PIECE_COLOURS.items()},
    player={name: mix(colour, (10, 12, 26), 0.12) for name, colour in PLAYER_COLOURS.items()},
)
DAY_CLEAR = replace(DAY, name="day-clear", piece=CLEAR_PIECE_COLOURS)
NIGHT_CLEAR = replace(
    NIGHT,
    name="night-clear",
    piece={name: mix(colour, (10, 12, 26), 0.14) for name, colour in CLEAR_PIECE_COLOURS.items()},
)
PALETTES = {palette.name: palette for palette in (DAY, NIGHT, DAY_CLEAR, NIGHT_CLEAR)}


def palette(*, night: bool = False, clear: bool = False) -> Palette:
    """The palette for the light in the room and the eyes at the table."""
    return PALETTES[("night" if night else "day") + ("-clear" if clear else "")]
