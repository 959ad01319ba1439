"""A round in ten screens: page by page, to be left anywhere, from the menu and before a first game."""

from __future__ import annotations

import pytest

from companion.games.marrakesh.screens.samples import table_at
from companion.games.marrakesh.screens.screen import GameScreen
from companion.games.marrakesh.tour import TOUR, TourScreen
from companion.ui import i18n
from companion.ui.samples import SampleShelf, sample_world
from companion.ui.screens.home import Home
from tests.ui.hands import Hands


class NobodyYet(SampleShelf):
    """A shelf of a table that has never played."""

    def players(self) -> list:  # type: ignore[type-arg]
        return []


def test_ten_pages_lead_back_to_where_one_was() -> None:
    hands = Hands(GameScreen(table_at("assistant")))
    hands.tap("Menu")
    hands.tap("A round in ten screens")
    for _page in range(len(TOUR) - 1):
        hands.tap("Next")
    hands.tap("Done")
    assert isinstance(hands.stage.screen, GameScreen)
    assert len(TOUR) == 10


def test_one_page_back() -> None:
    hands = Hands(TourScreen())
    hands.tap("Next")
    assert isinstance(hands.stage.screen, TourScreen)
    assert hands.stage.screen.at == 1
    back = next(w for w in hands.stage.root.walk() if w.path.endswith("one-back"))
    hands.tap_at(*back.rect.center)
    assert hands.stage.screen.at == 0


@pytest.mark.parametrize("language", ["en", "de", "fr"])
@pytest.mark.parametrize("size", [(800, 480), (1280, 720), (720, 1280)])
def test_every_page_fits(language: str, size: tuple[int, int]) -> None:
    i18n.use(language)
    for at in range(len(TOUR)):
        screen = TourScreen()
        screen.at = at
        assert Hands(screen, size).stage.audit() == [], at


def test_who_has_never_played_is_offered_it() -> None:
    hands = Hands(Home(sample_world(shelf=NobodyYet())))
    hands.tap("New game")
    hands.tap("A round in ten screens")
    assert isinstance(hands.stage.screen, TourScreen)
