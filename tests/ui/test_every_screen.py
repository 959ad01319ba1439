"""Every screen at every size in every language: nothing cut off, too small, overlapping or outside."""

import pygame
import pytest

from companion.locale import LANGUAGES
from companion.ui import i18n, lettering
from companion.ui.gallery import SIZES
from companion.ui.look import Look
from companion.ui.screen import Screen
from companion.ui.showcase import showcase
from companion.ui.stage import Stage
from companion.ui.widget import Widget
from companion.ui.widgets.button import Button
from companion.ui.widgets.tabs import Tab
from tests.ui import reading

SHOWS = showcase()


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_layout_finds_nothing_wrong(language: str, size: tuple[int, int]) -> None:
    i18n.use(language)
    faults = []
    for name, show in SHOWS.items():
        stage = Stage(size)
        stage.now = 100.0
        show(stage)
        faults += [f"{name}: {problem}" for problem in stage.audit()]
    assert faults == []


@pytest.mark.parametrize("size", reading.SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize(
    ("language", "text"),
    [*((language, text) for language in LANGUAGES for text in ("normal", "very large")), ("de", "large")],
)
def test_every_word_drawn_can_be_read(language: str, text: str, size: tuple[int, int]) -> None:
    """Larger words take what room there is and give way where there is none; nothing lies over a word."""
    faults = []
    for name, show in SHOWS.items():
        stage = reading.dressed(show, size, language, text)
        faults += [f"{name}: {problem}" for problem in (*stage.audit(), *reading.misprints(stage))]
    assert faults == []
    assert (stage.metrics.text("label") > Stage(size).metrics.text("label")) == (text != "normal")


class Slip(Widget):
    """A widget that writes two lines, one of them where it should not."""

    def __init__(self, second: tuple[int, int], size_px: int = 20, words: str = "beside") -> None:
        super().__init__()
        self.second, self.size_px, self.words = second, size_px, words

    def draw(self, surface: pygame.Surface, look: Look) -> None:
        for spot, words in (((0, 0), "first"), (self.second, self.words)):
            surface.blit(lettering.text(words, "body", self.size_px, look.palette.ink), spot)

    def draw_over(self, surface: pygame.Surface, look: Look) -> None:
        surface.fill(look.palette.bad, (0, 200, 60, 30))


@pytest.mark.parametrize(
    ("slip", "fault"),
    [
        (Slip((200, 0)), ""),
        (Slip((10, 4)), "over one another"),
        (Slip((790, 0)), "sticks out"),
        (Slip((0, 200)), "painted over"),
        (Slip((200, 0), 9), "the scale ends"),
        (Slip((200, 0), words="besi…"), "cut off"),
    ],
)
def test_the_reading_finds_what_nobody_could_read(slip: Slip, fault: str) -> None:
    class Torn(Screen):
        def build(self, ui: Stage) -> Widget:
            return slip

    found = reading.misprints(reading.dressed(lambda stage: stage.push(Torn()), (800, 480), "en", "normal"))
    assert any(fault in each for each in found) if fault else found == []


@pytest.mark.parametrize(
    "size", [(800, 480), (1280, 720), (720, 1280)], ids=lambda size: f"{size[0]}x{size[1]}"
)
def test_for_the_left_hand_the_tools_are_at_the_left(size: tuple[int, int]) -> None:
    stage = Stage(size)
    stage.now = 100.0
    stage.dress(left_handed=True)
    SHOWS["game-assistants"](stage)
    assert stage.audit() == []
    menu = stage.root.find("Menu")
    assert menu is not None
    assert menu.rect.centerx < size[0] / 4


@pytest.mark.parametrize("inches", [4.3, 7.0, 10.1])
def test_other_panels_with_the_same_pixels_work_too(inches: float) -> None:
    """On a 4.3-inch panel targets stay nine millimetres, words give way, and long pages scroll."""
    for name, show in SHOWS.items():
        stage = Stage((1024, 600), inches)
        stage.now = 100.0
        show(stage)
        small = [problem for problem in stage.audit() if "9 mm" in problem]
        assert small == [], name


@pytest.mark.parametrize("name", SHOWS)
def test_nobody_is_trapped(name: str) -> None:
    """Every screen has something to tap in its top layer."""
    stage = Stage((800, 480))
    stage.now = 100.0
    SHOWS[name](stage)
    stage.audit()
    from companion.ui.audit import top_layer

    assert any(widget.touchable and widget.focusable for widget in top_layer(stage.root).walk())


@pytest.mark.parametrize(("text", "pictures"), [("normal", True), ("very large", False)])
def test_headings_are_of_one_size_and_words_come_before_pictures(text: str, pictures: bool) -> None:
    stage = reading.dressed(SHOWS["game-player-board"], (800, 480), "fr", text)
    assert stage.audit() == []
    tabs = [widget for widget in stage.root.walk() if isinstance(widget, Tab)]
    assert len({tab.label.size_px for tab in tabs}) == 1
    assert tabs[0].label.size_px >= stage.metrics.text("label") / stage.metrics.text_scale * 0.86
    assert [bool(tab.icon) for tab in tabs] == [pictures] * len(tabs)


def test_where_room_is_short_words_give_way_no_further_than_they_must() -> None:
    """A button's two texts used to fall to their least as soon as one line did not fit."""
    stage = reading.dressed(SHOWS["setup-tonight"], (800, 480), "fr", "very large")
    assert stage.audit() == []
    usual = Stage((800, 480)).metrics.text("label")
    both = [each for each in stage.root.walk() if isinstance(each, Button) and each.label and each.note]
    assert len(both) > 4
    for button in both:
        assert button.label is not None
        assert button.note is not None
        assert button.label.size_px >= usual * 0.8, button.say
        assert button.label.rect.height + button.note.rect.height <= button.rect.height
