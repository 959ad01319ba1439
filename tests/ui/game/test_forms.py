"""Open questions are filled in with fields; every form of the rules has them, and what is missing is said."""

from __future__ import annotations

import random

import pytest

from companion.games.marrakesh.form_entry import CHOICE, PICKS, FormEntry
from companion.games.marrakesh.rules import facts
from companion.games.marrakesh.rules.facts import FAMILIES
from companion.games.marrakesh.screens.editors import what_is_missing
from companion.games.marrakesh.screens.places.storage import StorageSpace
from companion.games.marrakesh.screens.samples import on_screen, table_at
from companion.games.marrakesh.screens.showcase import FactShow, shows
from companion.locale import LANGUAGES
from companion.play import forms
from companion.play.decision import Decision
from companion.ui import i18n
from companion.ui.gallery import picture
from companion.ui.widgets import ScrollArea
from tests.ui.hands import Hands


@pytest.mark.parametrize("key", FAMILIES)
def test_every_fact_can_be_entered_and_starts_with_nothing_made_up(key: str) -> None:
    family = FAMILIES[key]
    entry = FormEntry(family.form, family.about)
    for field in entry.fields:
        start = entry.get(field.key)
        assert start in ({}, "", ()) or start == max(0, field.low)
        if field.kind in (CHOICE, PICKS) and (field.kind == CHOICE or field.least_picks):
            assert what_is_missing(entry)


def test_an_unfinished_form_cannot_be_confirmed_and_says_why() -> None:
    decision = Decision("fact", -1, form="luxury", about={"kinds": ("slippers", "dagger"), "key": "luxury 3"})
    hands = Hands(FactShow(table_at("assistant", 20), decision))
    hands.tap("That is right")
    assert hands.says("Still to choose: What it is")
    hands.tap("Slippers")  # leads on to what it costs
    hands.tap("That is right")
    assert hands.says("Still to choose: What it costs")
    hands.tap("Orange")
    hands.tap("Next")
    hands.tap("Water")
    hands.tap("Points")
    hands.tap("2")
    hands.tap("Take away")
    hands.tap("Points")
    form = hands.stage.screen.table.half.form  # type: ignore[attr-defined]  # the game's screen
    assert form.value() == {"kind": "slippers", "cost": {"orange": 1}, "gain": "1 water + 1 points"}


@pytest.mark.parametrize("key", FAMILIES)
def test_a_printed_value_is_never_nothing_by_one_stray_tap(key: str) -> None:
    family = FAMILIES[key]
    decision = Decision("fact", -1, form=family.form, about={**family.about, "key": key.replace("#", "5")})
    hands = Hands(FactShow(table_at("assistant", 20), decision))
    if any(w.touchable and w.say == "That is right" for w in hands.stage.root.walk()):
        hands.tap("That is right")
        assert hands.says("Still to choose") or hands.says("more.")
    else:
        assert FormEntry(decision.form, decision.about, explicit=True).one_tap


@pytest.mark.parametrize(
    ("key", "value"), [("sahara left-1 cost", {}), ("line 1-1", ()), ("gate space river", ())]
)
def test_that_nothing_is_printed_has_to_be_said(key: str, value: object) -> None:
    family = facts.family(key)
    decision = Decision("fact", -1, form=family.form, about={**family.about, "key": key})
    table = on_screen(table_at("assistant", 20).game)
    hands = Hands(FactShow(table, decision))
    entry = table.half.form
    assert what_is_missing(entry)
    hands.tap("Nothing")
    assert what_is_missing(entry) == ""
    assert entry.value() == value


def test_no_number_stands_there_before_one_is_told() -> None:
    about = {**facts.family("workshop 2").about, "key": "workshop 2"}
    table = on_screen(table_at("assistant", 20).game)
    hands = Hands(FactShow(table, Decision("fact", -1, form="workshop", about=about)))
    entry = table.half.form
    assert not any(getattr(w, "chosen", False) for w in hands.stage.root.walk())
    hands.tap("0")
    assert what_is_missing(entry) == "Still to choose: Points"
    hands.tap("−1")
    assert what_is_missing(entry) == ""
    assert entry.value() == {"price": 0, "points": -1}


@pytest.mark.parametrize("key", FAMILIES)
def test_every_fact_can_be_put_right_from_what_it_is(key: str) -> None:
    family = FAMILIES[key]
    told = forms.check(family.form, forms.sample(family.form, family.about, random.Random(3)), family.about)
    entry = FormEntry.holding(family.form, family.about, told, explicit=True)
    assert forms.check(family.form, entry.value(), family.about) == told
    assert what_is_missing(entry) == ""
    assert entry.unchanged


@pytest.mark.parametrize(
    ("form", "about", "value"),
    [
        ("built", {"spaces": ("river", "souk"), "left": {"green": 1}}, {"river": "green"}),
        ("bonus", {}, "2 date + 1 points"),
        ("numbers", {"low": 1, "high": 5, "distinct": True, "most": 5}, (4, 1)),
        ("points", {}, -3),
    ],
)
def test_other_forms_can_be_put_right_as_well(form: str, about: dict[str, object], value: object) -> None:
    assert FormEntry.holding(form, about, value).value() == value


def test_a_form_gives_back_what_the_rules_want() -> None:
    rng = random.Random(4)
    for form, about in (("provision", {}), ("workshop", {}), ("number", {"low": 2, "high": 9})):
        wanted = forms.sample(form, about, rng)
        entry = FormEntry(form, about)
        for key, value in wanted.items() if isinstance(wanted, dict) else [("", wanted)]:
            entry.set(key, value)
        assert forms.check(form, entry.value(), about) == forms.check(form, wanted, about)


def test_lists_grow_shrink_and_may_be_empty() -> None:
    entry = FormEntry("bonuses", {"least": 0, "most": 3})
    assert entry.value() == ()
    entry.resize(2)
    entry.set("1", {"date": 2})
    assert entry.value() == ("", "2 date")
    entry.resize(9)
    assert entry.parts == 3
    entry.resize(0)
    assert entry.value() == ()


def test_numbers_of_tiles_are_picked_and_those_elsewhere_left_out() -> None:
    entry = FormEntry("numbers", {"low": 1, "high": 5, "distinct": True, "gone": [2], "least": 0, "most": 5})
    assert entry.fields[0].things == ("1", "3", "4", "5")
    entry.set("", ("4", "1"))
    assert entry.value() == (4, 1)


def test_every_screen_of_the_game_has_at_most_one_main_button() -> None:
    """The button on the case and the Enter key press it: there must be no doubt which one it is."""
    from companion.games.marrakesh.screens.showcase import shows
    from companion.ui.audit import top_layer
    from companion.ui.stage import Stage

    for name, show in shows().items():
        stage = Stage((800, 480))
        stage.now = 100.0
        show(stage)
        stage.build()
        main = [w.say for w in top_layer(stage.root).walk() if getattr(w, "kind", "") == "main"]
        assert len(main) <= 1, name


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("fact", ["river-rapids", "scroll-2-colour"])
def test_all_that_a_fact_may_be_is_in_view_on_a_small_panel(fact: str, language: str) -> None:
    """The numbers of a rapid, and twelve colours."""
    i18n.use(language)
    _canvas, stage = picture(shows()[f"game-fact-{fact}"], (800, 480))
    form = next(w for w in stage.root.walk() if isinstance(w, ScrollArea))
    assert form.reach == 0


FIRST_ASKED = (
    "gate space orchard",
    "gate space souk",
    "storage spaces",
    "workshop 2",
    "square bonuses",
    "disc pink",
)


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("key", FIRST_ASKED)
def test_every_answer_about_a_print_is_in_sight_on_a_small_panel(key: str, language: str) -> None:
    family = FAMILIES[key if key in FAMILIES else key[:-1] + "#"]
    decision = Decision("fact", -1, form=family.form, about={**family.about, "key": key})
    hands = Hands(FactShow(table_at("assistant", 20), decision), (800, 480))
    hands.stage.dress(language=language)
    hands.wait(0.05)
    areas = [widget for widget in hands.stage.root.walk() if isinstance(widget, ScrollArea)]
    assert [area.reach for area in areas if area.reach] == []


def test_the_ring_of_the_square_is_told_on_its_drawing_place_after_place_and_back() -> None:
    family = FAMILIES["square bonuses"]
    decision = Decision("fact", -1, form=family.form, about={**family.about, "key": "square bonuses"})
    hands = Hands(FactShow(table_at("assistant", 20), decision), (800, 480))
    hands.tap("Water")
    hands.tap("Nothing")
    form = hands.stage.screen.table.half.form  # type: ignore[attr-defined]  # the game's screen
    assert form.part == 2
    hands.tap("One back")
    hands.tap("One back")
    hands.tap("Take away")
    hands.tap("Water")
    hands.tap("Dinar")
    assert form.get(form.fields_of(0)[0].key) == {"dinar": 1}
    assert form.part == 2, "on to what is still to be told"


def test_the_storage_fills_with_what_is_told_of_it() -> None:
    family = FAMILIES["storage spaces"]
    decision = Decision("fact", -1, form=family.form, about={**family.about, "key": "storage spaces"})
    hands = Hands(FactShow(table_at("assistant", 20), decision))

    def drawn() -> list[str]:
        return [space.printed for space in hands.stage.root.walk() if isinstance(space, StorageSpace)]

    assert len(set(drawn())) == 1
    hands.tap("Keshi")
    hands.tap("Scroll")
    assert len(drawn()) == 6
    assert len(set(drawn())) == 3, "two told, the others not yet"
