"""The clear palettes hold for colour-blind eyes, simulated after Machado: pieces apart, words readable."""

from itertools import combinations

import pygame
import pytest

from companion.ui.colour import contrast
from companion.ui.colour_blind import EYES, apart, seen_by
from companion.ui.gallery import picture
from companion.ui.showcase import showcase
from companion.ui.theme import PALETTES, Palette, palette
from companion.ui.widgets import Label

CLEAR = ("day-clear", "night-clear")
APART = 13.0
"""Far enough that a piece is told from its neighbour at a glance, even without its symbol."""


def closest(look: Palette, eyes: str) -> float:
    seen = [seen_by(eyes, colour) for colour in look.piece.values()]
    return min(apart(one, other) for one, other in combinations(seen, 2))


def test_the_simulation_keeps_grays_and_takes_red_from_green() -> None:
    for eyes in EYES:
        assert max(abs(channel - 128) for channel in seen_by(eyes, (128, 128, 128))) <= 1
    red, green = (200, 60, 50), (90, 120, 40)
    assert apart(seen_by("deutan", red), seen_by("deutan", green)) < 0.5 * apart(red, green)


@pytest.mark.parametrize("eyes", EYES)
@pytest.mark.parametrize("name", CLEAR)
def test_no_two_keshis_look_alike_in_the_clear_colours(name: str, eyes: str) -> None:
    assert closest(PALETTES[name], eyes) >= APART


@pytest.mark.parametrize("eyes", ["protan", "deutan"])
@pytest.mark.parametrize("night", [False, True])
def test_the_clear_colours_are_what_they_are_for(eyes: str, *, night: bool) -> None:
    assert closest(palette(night=night, clear=True), eyes) > 1.5 * closest(palette(night=night), eyes)


@pytest.mark.parametrize("eyes", EYES)
@pytest.mark.parametrize("name", PALETTES)
def test_no_two_players_look_alike(name: str, eyes: str) -> None:
    seen = [seen_by(eyes, colour) for colour in PALETTES[name].player.values()]
    assert min(apart(one, other) for one, other in combinations(seen, 2)) >= 12


@pytest.mark.parametrize("name", PALETTES)
def test_every_word_of_the_gallery_can_be_read_by_all_eyes(name: str) -> None:
    """The ink of each text against the ground it is drawn on, as the picture has it."""
    display = pygame.Rect(0, 0, 800, 480)
    faint = []
    for screen, show in showcase().items():
        canvas, stage = picture(show, display.size, name)
        for widget in stage.root.walk():
            if not isinstance(widget, Label) or not widget.say or not display.contains(widget.rect):
                continue
            x, y = widget.rect.topleft
            pixel = canvas.get_at((max(0, x - 1), max(0, y)))
            ground = (pixel.r, pixel.g, pixel.b)
            ink = getattr(stage.palette, widget.tone)
            if contrast(ink, ground) < 4.5:
                continue  # not the ground of the words: another widget ends there
            faint += [
                f"{screen}: {widget.say!r} for {eyes} eyes"
                for eyes in EYES
                if contrast(seen_by(eyes, ink), seen_by(eyes, ground)) < 3.0
            ]
    assert faint == []
