"""The clear palettes hold for colour-blind eyes, simulated after Machado: pieces apart, words readable."""

from collections import Counter
from itertools import combinations

import pygame
import pytest

from companion.ui.audit import visible
from companion.ui.colour import contrast
from companion.ui.colour_blind import EYES, apart, seen_by
from companion.ui.gallery import picture
from companion.ui.showcase import showcase
from companion.ui.stage import Stage
from companion.ui.theme import PALETTES, Palette, palette
from companion.ui.widgets import Label
from companion.ui.widgets.toast import Toast

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


LEAST, LEAST_BLIND = 4.5, 3.0
"""Contrast of words with their ground, as printed guidelines ask for it, and for colour-blind eyes."""
STEP = 3  # pixels between two that are looked at


def ground_of(canvas: pygame.Surface, rect: pygame.Rect) -> tuple[int, int, int]:
    """What words are written on: the colour that most of their rectangle has."""
    seen: Counter[tuple[int, int, int]] = Counter()
    for y in range(rect.top, rect.bottom, STEP):
        for x in range(rect.left, rect.right, STEP):
            pixel = canvas.get_at((x, y))
            seen[pixel.r, pixel.g, pixel.b] += 1
    return seen.most_common(1)[0][0]


def test_faint_words_are_noticed() -> None:
    canvas = pygame.Surface((120, 40))
    canvas.fill((240, 230, 210))
    label = Label("faint", size="note")
    stage = Stage((120, 40))
    label.place(canvas.get_rect(), stage.look())
    label.draw(canvas, stage.look())
    ground = ground_of(canvas, canvas.get_rect())
    assert ground == (240, 230, 210)
    assert contrast((200, 190, 170), ground) < LEAST_BLIND


@pytest.mark.parametrize("name", PALETTES)
def test_every_word_of_the_gallery_can_be_read_by_all_eyes(name: str) -> None:
    """The ink of each text against the ground it is drawn on, as the picture has it."""
    display = pygame.Rect(0, 0, 800, 480)
    faint = []
    for screen, show in showcase().items():
        canvas, stage = picture(show, display.size, name)
        if stage.dialog is not None:
            continue  # what lies below a dialog is darkened on purpose
        shown = visible(stage.root, display)
        toast = [widget.rect for widget, _clip in shown if isinstance(widget, Toast)]
        for widget, clip in shown:
            if not isinstance(widget, Label) or not widget.say or not clip.contains(widget.rect):
                continue
            if widget.rect.collidelist(toast) >= 0:
                continue
            ground = ground_of(canvas, widget.rect)
            ink = getattr(stage.palette, widget.tone)
            worst = min(contrast(seen_by(eyes, ink), seen_by(eyes, ground)) for eyes in EYES)
            if contrast(ink, ground) < LEAST or worst < LEAST_BLIND:
                faint.append(f"{screen}: {widget.say!r} {contrast(ink, ground):.1f} {worst:.1f}")
    assert faint == []
