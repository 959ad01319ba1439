"""What tiles do by number, and why a question is asked: from the menu, and from the questions themselves."""

from __future__ import annotations

import pytest

from companion.games.marrakesh.rule_words import RULES, rule_behind
from companion.games.marrakesh.rulebook import scroll
from companion.games.marrakesh.rules.catalogue.oases import OASES
from companion.games.marrakesh.rules.catalogue.river_tiles import RIVER_TILES
from companion.games.marrakesh.rules.catalogue.scrolls import SCROLLS
from companion.games.marrakesh.rules.catalogue.towns import TOWNS
from companion.games.marrakesh.rules.texts import KINDS
from companion.games.marrakesh.screens.lookup import SHELVES, LookupScreen
from companion.games.marrakesh.screens.samples import table_at
from companion.games.marrakesh.screens.screen import GameScreen
from companion.games.marrakesh.screens.why import WhyScreen
from companion.games.marrakesh.screens.words import question
from companion.play.decision import Decision
from companion.ui import i18n
from tests.ui.hands import Hands


def test_every_kind_of_question_has_its_rule_and_no_rule_is_for_nothing() -> None:
    asked = {kind for kind in KINDS if not kind.startswith("stock ")}
    assert asked == RULES.keys()
    assert all(rule_behind(Decision(kind, 0)) for kind in KINDS)


@pytest.mark.parametrize("language", ["de", "fr"])
def test_every_rule_is_told_in_every_language(language: str) -> None:
    i18n.use(language)
    for kind, rule in RULES.items():
        assert i18n.say(rule.words) != str(rule.words), kind


def test_why_a_question_is_asked_is_two_taps_away() -> None:
    table = table_at("assistant")
    hands = Hands(GameScreen(table))
    hands.tap("Menu")
    hands.tap("Why am I asked this?")
    assert isinstance(hands.stage.screen, WhyScreen)
    assert table.pending is not None
    assert hands.says(question(table.pending, table.state))
    assert hands.says("any order")
    assert hands.says("page 8")
    hands.tap("Go on")
    assert isinstance(hands.stage.screen, GameScreen)


def test_essentials_rulebook_has_pages_of_its_own() -> None:
    """As the two books have them; a placeholder is only Essential's."""
    rule = RULES["assistant"].cited
    assert str(rule.words(essential=False)) == "Rulebook, page 8"
    assert str(rule.words(essential=True)) == "Rulebook, page 11"
    assert str(RULES["placeholder"].cited.words(essential=True)) == "Rulebook, page 17"
    for kind, rule in ((kind, each.cited) for kind, each in RULES.items() if kind != "placeholder"):
        assert (rule.classic > 0) == (rule.essential > 0), kind


def test_each_scroll_has_its_page_of_the_addendum() -> None:
    pages = {n: scroll(n).addendum for n in SCROLLS}
    assert [n for n in SCROLLS if pages[n] != pages.get(n - 1)] == [1, 30, 48, 61]


def test_what_scroll_47_does_is_found_by_its_number() -> None:
    hands = Hands(GameScreen(table_at("assistant")))
    hands.tap("Menu")
    hands.tap("What tiles do")
    hands.tap("47")
    assert hands.says("Scroll 47")
    assert hands.says("3 spectators")
    assert hands.says("Addendum, page 3; rulebook, page 10")
    hands.tap("Oases")
    hands.tap("24")
    assert hands.says("Oasis 24")


def test_a_question_about_scrolls_leads_to_those_it_is_about() -> None:
    table = table_at("scroll")
    hands = Hands(GameScreen(table))
    numbers = [key for key in table.pending.options if key.isdigit()] if table.pending is not None else []
    assert len(numbers) > 3
    hands.tap("What do they do?")
    shown = [w.say for w in hands.stage.root.walk() if w.touchable and w.say.isdigit()]
    assert shown == numbers


@pytest.mark.parametrize(
    ("tiles", "numbers"), [("scroll", SCROLLS), ("oasis", OASES), ("town", TOWNS), ("river", RIVER_TILES)]
)
def test_every_tile_can_be_looked_up(tiles: str, numbers: object) -> None:
    table = table_at("assistant")
    shelf = SHELVES[tiles]
    assert list(shelf.all(table.state)) == list(numbers)  # type: ignore[call-overload]
    assert all(shelf.says(table.state, n) is not None for n in shelf.all(table.state))
    screen = LookupScreen(table, tiles)
    hands = Hands(screen)
    assert hands.stage.audit() == []
