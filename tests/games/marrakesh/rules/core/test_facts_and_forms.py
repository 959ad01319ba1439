"""Printed values: who knows them, what shape they have (see `companion.games.marrakesh.rules.facts`)."""

from __future__ import annotations

import random
from typing import Any

import pytest

from companion.games.marrakesh.rules import bonus, facts
from companion.play import forms
from companion.play.errors import BadFact, IllegalMove
from tests.games.marrakesh.rules.facts import TEST_FACTS
from tests.games.marrakesh.rules.helpers import table_of


def test_books_tell_few_values_and_the_tables_word_wins() -> None:
    table = table_of("Sarah", "Jan")
    g = table.state
    assert facts.known(g, "workshop 1") == {"price": 0, "points": -3}
    assert facts.provenance(g, "workshop 1") == "printed"
    assert facts.provenance(g, "oasis 27 stair") == "unverified"
    table.fact("workshop 1", {"price": 1, "points": -2})
    assert facts.provenance(g, "workshop 1") == "told"
    assert facts.known(g, "workshop 1") == {"price": 1, "points": -2}
    del g.facts["river length"]
    assert facts.provenance(g, "river length") == "unknown"
    assert facts.known(g, "river length") is None


NUMBERED = {
    "stairs threshold #": (1, 4), "line #-#": (1, 5), "this game line #-#": (1, 5), "workshop #": (1, 4),
    "sahara left-# cost": (1, 3), "sahara right-# cost": (1, 3),
    "luxury #": (1, 25), "office #": (1, 12), "provision #": (1, 12),
    "scroll # colour": (1, 12), "scroll # colours": (37, 42),
    "oasis # colours": (1, 4), "oasis # colour": (5, 13), "oasis # luxury": (14, 18),
    "oasis # points": (14, 18), "oasis # resource": (19, 21), "oasis # stair": (27, 28),
}  # fmt: skip
"""Which tiles and places have such a print, as the boxes hold them."""


def test_only_the_tiles_that_have_a_print_can_be_told() -> None:
    assert {key for key in facts.FAMILIES if "#" in key} == set(NUMBERED)
    for key, (first, last) in NUMBERED.items():
        for number in (first, last):
            facts.FACTS.family(key.replace("#", str(number)))
        for number in (first - 1, last + 1):
            with pytest.raises(BadFact, match="no fact called"):
                facts.FACTS.family(key.replace("#", str(number)))


@pytest.mark.parametrize("key", ["river colour", "scroll 13 colour", "workshop 5", "oasis 31 colour", ""])
def test_there_is_no_such_fact(key: str) -> None:
    with pytest.raises(BadFact, match="no fact called"):
        facts.check(key, 1)


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("river length", "long"),
        ("river length", -1),
        ("river length", True),
        ("square bonuses", ["1 water"] * 7),
        ("square bonuses", ["1 gold"] * 8),
        ("disc pink", [1, 2, 3, 4, 5, 6, 7, 8]),
        ("sahara left-1 cost", {"gold": 1}),
        ("sahara left-1 cost", {"date": -1}),
        ("sahara left-1 cost", 3),
        ("storage spaces", ["keshi", "keshi", "exchange", "scroll", "nothing", "nothing"]),
        ("luxury 1", {"kind": "hat", "cost": {}, "gain": ""}),
        ("luxury 1", {"kind": "slippers", "cost": {"date": 1}, "gain": ""}),
        ("office 1", {"yellow": "1 date"}),
        ("provision 1", {"cost": {"water": 1}, "points": -3}),
        ("scroll 7 colour", "blue"),
        ("oasis 9 colour", "yellow"),
        ("river rapids", []),
        ("river rapids", [[4]]),
        ("river rapids", [[space, ["1 points"]] for space in range(1, 22)]),
        ("line 2-3", "1 dinar"),
    ],
)
def test_impossible_values_are_refused_with_their_key(key: str, value: Any) -> None:
    with pytest.raises(BadFact, match=key):
        facts.check(key, value)


def test_implausible_values_are_doubted_but_taken() -> None:
    told = facts.check("disc pink", [3, 3, 3, 3, 2, 2, 1, 1])
    assert "two sections with 3" in str(facts.doubt("disc pink", told))
    assert facts.doubt("disc pink", facts.check("disc pink", [3, 1, 2, 1, 3, 2, 1, 2])) is None
    assert str(facts.doubt("workshop 1", {"price": 2, "points": 2})) == "A rulebook says otherwise."
    for key, value in (("jetty spots", (6, 5)), ("river rapids", ((3, ("1 points",)),))):
        assert facts.doubt(key, value)


def test_no_book_says_how_far_down_the_river_the_crocodile_lies() -> None:
    assert facts.check("river crocodile", 6) == 6


def test_the_test_copy_is_possible_in_every_value() -> None:
    for key, value in TEST_FACTS.items():
        assert facts.check(key, facts.check(key, value)) == facts.check(key, value)


def test_facts_of_this_game_are_not_kept_for_the_next() -> None:
    assert facts.of_copy("line 2-3")
    assert not facts.of_copy("this game line 2-3")


@pytest.mark.parametrize("name", sorted(facts.FAMILIES))
def test_every_fact_can_be_made_up_by_a_robot(name: str) -> None:
    group = facts.FAMILIES[name]
    number = str(group.numbers[0]) if group.numbers else ""
    key = name.replace("#", number)
    rng = random.Random(1)
    for _ in range(20):
        value = forms.sample(group.form, group.about, rng)
        assert facts.check(key, value) == value


@pytest.mark.parametrize(
    ("text", "parsed"),
    [
        ("", ()),
        ("red", (("keshi:red", 1),)),
        ("2 dates + 1 point", (("date", 2), ("points", 1))),
        ("1 water + 1 stair-step", (("water", 1), ("stair-step", 1))),
        ("2 same-keshis", (("same-keshis", 2),)),
        ("any keshi", (("any-keshi", 1),)),
    ],
)
def test_bonuses_are_written_as_short_texts(text: str, parsed: bonus.Bonus) -> None:
    assert bonus.parse(text) == parsed
    assert bonus.parse(bonus.format(parsed)) == parsed


def test_no_such_bonus() -> None:
    with pytest.raises(BadFact, match="'3 camels' is no bonus"):
        bonus.parse("1 water + 3 camels")
    with pytest.raises(IllegalMove):
        forms.check("bonus", "3 camels", {})
    with pytest.raises(IllegalMove, match="no form"):
        forms.check("poem", "", {})


def test_two_keshis_of_one_colour_and_any_resource() -> None:
    table = table_of("Sarah", "Jan")
    sarah = table.player("Sarah")
    sarah.keshis["mosque"] = 8
    table.start("bonus 2 same-keshis", sarah)
    assert "black" not in table.options()
    table.answer("white")
    assert sarah.keshis["palace"] == 2
    table.start("bonus 2 any-keshi", sarah)
    table.answer("gray", "green")
    assert (sarah.keshis["madrasa"], sarah.keshis["orchard"]) == (1, 1)
    table.start("bonus 3 resource", sarah)
    table.answer(("date", "date", "water"))
    assert sarah.resources == {"water": 2, "dinar": 1, "date": 3}
    table.start("bonus 2 goods", sarah)
    table.answer("orange")
    assert sarah.goods["orange"] == 2
    table.start("bonus 2 stair-step", sarah)
    table.answer("mosque")
    assert sarah.mosque == 2
