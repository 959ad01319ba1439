"""What the screens of the game say: true of the table, and in the language in use."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.marrakesh.rules.state import FINAL, OVER, SEASON, Luxury
from companion.games.marrakesh.screens.forecast import provisions_card
from companion.games.marrakesh.screens.history import words_of
from companion.games.marrakesh.screens.misfits import misfit_view
from companion.games.marrakesh.screens.player import PlayerScreen
from companion.games.marrakesh.screens.samples import on_screen, played_until, sample_game
from companion.games.marrakesh.screens.screen import GameScreen
from companion.games.marrakesh.screens.views.happened import claim_words
from companion.games.marrakesh.screens.views.prompt import things_of
from companion.games.marrakesh.screens.words import option_detail, value_words
from companion.games.marrakesh.tray import Claim
from companion.play.decision import Decision
from companion.play.errors import IllegalMove
from companion.play.journal import Entry
from companion.play.timeline import Misfit
from companion.ui import i18n
from companion.ui.stage import Stage
from companion.ui.widget import Widget
from companion.ui.widgets import Label
from companion.words import Text
from tests.games.marrakesh.rules.helpers import table_of
from tests.ui.hands import Hands


def said(widget: Widget) -> list[str]:
    return [each.say for each in widget.walk() if each.say]


def test_an_assistant_may_always_bring_a_new_keshi_unless_the_sector_is_full() -> None:
    table = table_of("Sarah", "Jan")
    sarah = table.player("Sarah")
    sarah.keshis["palace"] = 8
    sarah.goods["yellow"] = 1
    for kind in ("assistant", "place wild"):
        asked = Decision(kind, sarah.seat, ("mosque", "palace", "souk"))
        notes = [option_detail(asked, sector, table.state) for sector in asked.options]
        assert notes[0] == "0 of 8 keshis\na new keshi"
        assert notes[1] == "8 of 8 keshis\n8 steps"
        assert notes[2].startswith("1 goods keshi\n")
        assert notes[2].endswith("with 1 goods keshi, or a new keshi")


def test_an_assistants_hint_counts_the_vendors_water_once_and_as_much_as_it_is() -> None:
    table = table_of("Sarah", "Jan")
    sarah = table.player("Sarah")
    sarah.keshis["river"], sarah.vendors = 3, {"river", "mosque"}
    sarah.scrolls = {35}
    asked = Decision("assistant", sarah.seat, ("river", "mosque"))
    river, mosque = (option_detail(asked, sector, table.state) for sector in asked.options)
    assert river == "3 of 8 keshis\n2 water from the vendor; 3 steps + up to 3 for water, or a new keshi"
    assert mosque == "0 of 8 keshis\n2 water from the vendor; a new keshi"


def test_an_assistants_hint_knows_what_the_vendors_water_will_pay_for() -> None:
    table = table_of("Sarah", "Jan")
    table.fact("sahara left-1 cost", {"water": 1})
    sarah = table.player("Sarah")
    sarah.discovered, sarah.vendors = {"left-1": 22}, {"sahara"}
    sarah.resources.update(water=0)
    table.settle()
    said = option_detail(Decision("assistant", sarah.seat, ("sahara", "river")), "sahara", table.state)
    assert said.endswith("1 water from the vendor; one oasis or town to claim, or a new keshi")


def test_an_oasis_whose_cost_nobody_told_is_not_called_out_of_reach() -> None:
    table = table_of("Sarah", "Jan")
    table.state.facts.pop("sahara left-1 cost", None)
    sarah = table.player("Sarah")
    sarah.discovered = {"left-1": 22}
    table.settle()
    said = option_detail(Decision("assistant", sarah.seat, ("sahara", "river")), "sahara", table.state)
    assert said.endswith("oases to claim, if you can pay for them, or a new keshi")


@pytest.mark.parametrize(
    ("value", "german", "french"),
    [
        (
            {"kind": "oil lamp", "cost": {"yellow": 2}, "gain": "4 points"},
            "Was es ist: Öllampe · Was es kostet: 2 gelb · Was es gibt: 4 Punkte",
            "Ce que c'est : lampe à huile · Ce que cela coûte : 2 × jaune · Ce que cela donne : 4 points",
        ),
        (
            {"cost": {"date": 2, "water": 1}, "points": 4},
            "Was es kostet: 2 Datteln, 1 Wasser · Minuspunkte: 4",
            "Ce que cela coûte : 2 dattes, 1 eau · Points perdus : 4",
        ),
        ({"price": 0, "points": -3}, "Preis in Dinar: 0 · Punkte: −3", "Prix en Dinars : 0 · Points : −3"),
        ({"river": 4, "left": 2}, "Fluss: 4, linker Pfad: 2", "rivière : 4, chemin de gauche : 2"),
        (("left-1",), "Oase 1 (linker Pfad)", "Oasis 1 (chemin de gauche)"),
        ({"green": 2}, "2 grün", "2 × vert"),
    ],
)
def test_what_was_told_is_said_without_words_of_the_program(value: Any, german: str, french: str) -> None:
    i18n.use("de")
    assert value_words(value) == german
    i18n.use("fr")
    assert value_words(value) == french


def test_the_history_names_corrected_prints_and_depths_in_the_language_in_use() -> None:
    g = sample_game().state
    i18n.use("de")
    asked, told = words_of(Entry("fact", "river length", value=20), None, g)
    assert asked == "Vom Tisch gesagt: Wie viele Schritte sind es vom Start des Flusses bis zum Anlegefeld?"
    assert told == "20"
    depths = [words_of(Entry("depth", depth), None, g)[1] for depth in ("full", "light")]
    assert depths == ["Voll", "Leicht"]


@pytest.mark.parametrize(
    "entry",
    [
        Entry("answer", "fact", value={"cost": {"date": 1}, "points": 3}),
        Entry("answer", "reveal", value="new"),
        Entry("fact", "river length", value=20),
        Entry("adjust", "date", 0, -2),
    ],
)
def test_an_entry_that_no_longer_fits_is_told_without_words_of_the_program(entry: Entry) -> None:
    i18n.use("de")
    words = said(
        misfit_view(
            Stage((800, 480)), on_screen(sample_game()), Misfit(entry, IllegalMove(Text("no longer fits")))
        ).body
    )
    for english in ("fact", "reveal", "river", "cost", "date"):
        assert not any(english in line.lower().split() for line in words), words


def test_a_luxury_good_says_what_it_gives_in_the_language_in_use() -> None:
    i18n.use("de")
    table = on_screen(sample_game())
    player = table.state.players[0]
    player.luxury.append(Luxury("1", "oil lamp", (("yellow", 2),), "1 water + 4 points"))
    words = said(PlayerScreen(table, 0, "tiles").tiles(Stage((800, 480)), player))
    assert "1 Wasser + 4 Punkte" in words


def test_who_took_what_is_punctuated_as_the_language_does() -> None:
    g = sample_game().state
    claim = Claim(2, ("green", "green", "pink"))
    assert claim_words(g, claim) == "Marie-Henriette: 2 green, 1 pink"
    i18n.use("fr")
    assert claim_words(g, claim) == "Marie-Henriette : 2 × vert, 1 × rose"


def test_nobody_is_warned_of_provisions_they_have_paid_or_when_the_game_is_over() -> None:
    table = table_of("Sarah", "Jan")
    sarah = table.player("Sarah")
    sarah.provisions = ["provision 1", "provision 2"]
    sarah.resources.update(water=0, dinar=0, date=0)
    i18n.use("de")
    warned = [line for line in said(provisions_card(table.state, sarah)) if "weniger" in line]
    assert len(warned) == 1
    assert warned[0].startswith("Noch nötig für das Ende des Durchgangs: ")
    for phase, step in ((SEASON, 2), (SEASON, 3), (FINAL, 0), (OVER, 0)):
        table.state.phase, table.state.step = phase, step
        words = said(provisions_card(table.state, sarah))
        assert not any("weniger" in line or "Alles ist da" in line for line in words), words


def test_what_was_told_of_a_print_is_not_read_like_a_second_question() -> None:
    game = played_until(lambda decision: decision.kind == "medina workshop")
    assert game.state.log[-1].kind == "fact"
    hands = Hands(GameScreen(on_screen(game)))
    assert not hands.says("Told by the table")
    assert hands.says("medina"), "but what led here is"


def test_the_question_has_the_whole_width_beside_nothing_else() -> None:
    hands = Hands(GameScreen(on_screen(played_until(lambda decision: decision.kind == "river water"))))
    asked = next(w for w in hands.stage.root.walk() if isinstance(w, Label) and "water" in w.say)
    assert asked.rect.width > 0.95 * hands.canvas.get_width()


def test_a_keshi_on_a_space_is_pictured_like_any_other() -> None:
    assert (things_of("pink:6"), things_of("red:madrasa"), things_of("pass")) == (["pink"], ["red"], [])


def test_numbers_in_the_rules_words_have_a_true_minus() -> None:
    assert i18n.say(Text("{dinars} dinars, {points} points", {"dinars": 0, "points": -3})) == (
        "0 dinars, −3 points"
    )
