"""Colours can be read, and no colour stands alone."""

import pygame
import pytest

from companion.games.marrakesh.screens.parts.option import OptionButton
from companion.locale import LANGUAGES
from companion.ui import icons
from companion.ui.colour import contrast, mix
from companion.ui.i18n import use
from companion.ui.look import Look
from companion.ui.metrics import Metrics
from companion.ui.piece_colours import COLOURS, SYMBOLS, colour_name
from companion.ui.theme import PALETTES, palette
from companion.ui.tokens import PLAYER_SYMBOLS
from companion.ui.widgets.button import KINDS, button_colours

GROUNDS = ("ground", "panel", "panel_low")
PAIRS = [
    *[("ink", ground) for ground in GROUNDS],
    *[("ink_soft", ground) for ground in GROUNDS],
    ("accent_text", "ground"),
    ("accent_text", "panel"),
    ("good", "ground"),
    ("warn", "ground"),
    ("bad", "ground"),
    ("good", "panel"),
    ("warn", "panel"),
    ("bad", "panel"),
    ("band_ink", "band"),
    ("band_soft", "band"),
    ("accent_ink", "accent"),
    ("chosen_ink", "chosen"),
    ("warn", "warn_ground"),
    ("bad", "bad_ground"),
    ("ink", "warn_ground"),
    ("ink", "bad_ground"),
]


@pytest.mark.parametrize("name", PALETTES)
@pytest.mark.parametrize(("ink", "ground"), PAIRS)
def test_text_stands_out_by_at_least_4_5(name: str, ink: str, ground: str) -> None:
    look = PALETTES[name]
    assert contrast(getattr(look, ink), getattr(look, ground)) >= 4.5


@pytest.mark.parametrize("name", PALETTES)
@pytest.mark.parametrize("kind", KINDS)
def test_every_button_can_be_read(name: str, kind: str) -> None:
    face, ink, _edge = button_colours(kind, PALETTES[name], enabled=True)
    assert contrast(getattr(PALETTES[name], ink), face) >= 4.5


@pytest.mark.parametrize("name", PALETTES)
def test_what_is_chosen_has_a_tick_that_can_be_seen(name: str) -> None:
    look = Look(Metrics((800, 480)), PALETTES[name])
    answer = OptionButton("2 purple", lambda: None, chosen=True)
    answer.place(pygame.Rect(0, 0, 240, 80), look)
    surface = pygame.Surface((240, 80))
    answer.draw(surface, look)
    corner = [surface.get_at((x, y)) for x in range(210, 234) for y in range(6, 28)]
    assert max(contrast((pixel.r, pixel.g, pixel.b), look.palette.chosen) for pixel in corner) >= 4.5


@pytest.mark.parametrize("name", PALETTES)
def test_symbols_stand_out_from_their_keshi(name: str) -> None:
    look = PALETTES[name]
    for colour in COLOURS:
        assert contrast(look.on(look.piece[colour]), look.piece[colour]) >= 4.5, colour
    for colour in PLAYER_SYMBOLS:
        assert contrast(look.on(look.player[colour]), look.player[colour]) >= 3, colour


def test_each_keshi_has_a_symbol_and_a_name_of_its_own() -> None:
    assert len(set(SYMBOLS.values())) == 12
    pictures = {
        pygame.image.tobytes(icons.icon(SYMBOLS[colour], 32, (0, 0, 0)), "RGBA") for colour in COLOURS
    }
    assert len(pictures) == 12
    for language in LANGUAGES:
        use(language)
        assert len({colour_name(colour) for colour in COLOURS}) == 12


def test_night_is_darker_than_day() -> None:
    assert sum(palette(night=True).ground) < 0.2 * sum(palette().ground)


def test_mixing_goes_from_one_colour_to_the_other() -> None:
    assert mix((0, 0, 0), (100, 200, 50), 0.5) == (50, 100, 25)


@pytest.mark.parametrize("name", icons.names())
def test_every_icon_draws_something(name: str) -> None:
    picture = icons.icon(name, 24, (10, 20, 30))
    assert pygame.mask.from_surface(picture, 100).count() > 20


def test_no_screen_writes_in_a_colour_that_is_not_for_words() -> None:
    """Every text's colour is one of those above, whose contrast is checked."""
    from companion.ui.showcase import showcase
    from companion.ui.stage import Stage
    from companion.ui.widgets import Label

    inks = {ink for ink, _ground in PAIRS}
    for name, show in showcase().items():
        stage = Stage((800, 480))
        stage.now = 100.0
        show(stage)
        stage.audit()
        for widget in stage.root.walk():
            if isinstance(widget, Label):
                assert widget.tone in inks, f"{name}: {widget.say!r} in {widget.tone}"
