"""Looking ahead: provisions, what assistants would bring, what is in the tower."""

from __future__ import annotations

import pytest

from companion.games.marrakesh.rules import lookahead
from companion.games.marrakesh.rules.position import Table
from companion.games.marrakesh.rules.state import Player
from companion.games.marrakesh.rules.texts import assistant_now, provisions_now, sector_now
from tests.games.marrakesh.rules.helpers import table_of

TWO_TILES = {
    "provision 1": {"cost": {"date": 2, "dinar": 1}, "points": 4},
    "provision 2": {"cost": {"dinar": 1, "water": 1}, "points": 4},
}


@pytest.fixture
def table() -> Table:
    return table_of(facts=TWO_TILES)


@pytest.fixture
def lukas(table: Table) -> Player:
    lukas = table.player("Lukas")
    lukas.provisions = ["provision 1", "provision 2"]
    return lukas


def test_lukas_is_short_of_1_date_and_1_dinar(table: Table, lukas: Player) -> None:
    lukas.resources.update(water=3, dinar=1, date=1)
    ahead = lookahead.provisions(table.state, lukas)
    assert ahead.short == {"dinar": 1, "date": 1}
    assert ahead.penalty == 8
    assert not ahead.paid
    assert (
        str(provisions_now(ahead)) == "short of 1 dinar + 1 date for the end of the season (or lose 8 points)"
    )


def test_and_loses_everything_when_the_season_ends_like_that(table: Table, lukas: Player) -> None:
    lukas.resources.update(water=3, dinar=1, date=1)
    table.start("provisions", lukas)
    assert lukas.resources == {"water": 0, "dinar": 0, "date": 0}
    assert lukas.score == 2


def test_paid_when_everything_is_there(table: Table, lukas: Player) -> None:
    lukas.resources.update(water=1, dinar=2, date=2)
    ahead = lookahead.provisions(table.state, lukas)
    assert ahead.paid
    assert not ahead.short
    assert "paid for" in str(provisions_now(ahead))


@pytest.mark.parametrize(("water", "short"), [(3, {}), (2, {"dinar": 1}), (1, {"dinar": 2})])
def test_scroll_33_counts_what_can_stand_in(
    table: Table, lukas: Player, water: int, short: dict[str, int]
) -> None:
    lukas.scrolls.add(33)
    lukas.resources.update(water=water, dinar=0, date=2)
    assert lookahead.provisions(table.state, lukas).short == short


def test_scroll_44_makes_a_short_cut(table: Table, lukas: Player) -> None:
    lukas.scrolls.add(44)
    lukas.resources.update(water=2, dinar=1, date=0)
    ahead = lookahead.provisions(table.state, lukas)
    assert ahead.shortcut
    assert ahead.paid
    assert str(provisions_now(ahead)) == "provisions paid for with scroll 44"


def test_provisions_are_due_until_it_is_ones_turn_to_pay(table: Table) -> None:
    """Page 13: in turn order; after the last season no tile is turned up, and nothing is due any more."""
    g = table.state
    g.season, g.round = 2, 3
    table.camel("Jan")
    table.player("Marie").scrolls.add(33)  # she is asked how she pays, after Jan has paid
    for p in g.players:
        p.provisions = ["provision 1"]
        p.resources.update(water=1, dinar=1, date=2)
    due = {p.name: lookahead.still_due(g, p) for p in g.players}
    assert due == {"Sarah": True, "Jan": True, "Marie": True, "Lukas": True}
    table.start("season")
    while table.pending is not None and table.pending.kind != "pay dinars":
        table.answer(table.options()[0])
    due = {p.name: lookahead.still_due(g, p) for p in g.players}
    assert due == {"Sarah": True, "Jan": False, "Marie": False, "Lukas": True}


def test_a_tile_nobody_has_told_is_unknown(table: Table, lukas: Player) -> None:
    lukas.provisions = ["provision 1"]
    del table.state.facts["provision 1"]
    ahead = lookahead.provisions(table.state, lukas)
    assert ahead.unknown == 1
    assert not ahead.paid


def test_every_sector_says_what_it_would_bring(table: Table) -> None:
    sarah = table.player("Sarah")
    sarah.keshis.update(river=2, orchard=3, square=2, mosque=2, palace=1, madrasa=3, medina=2, sahara=1)
    sarah.goods["yellow"] = 2
    sarah.paths["left"], sarah.discovered, sarah.disc = 1, {"left-1": 22}, 0
    sarah.palace = 16
    table.settle()
    sarah.assistants = list(sarah.keshis)
    said = {sector: str(sector_now(table.state, sarah, sector)) for sector in sarah.keshis}
    assert said == {
        "river": "2 steps + up to 1 for water",
        "orchard": "3 dates",
        "square": "2 goods keshis of one colour / 3 steps on the mosque staircase",
        "mosque": "2 steps",
        "palace": "1 step, 1 of them past the top",
        "madrasa": "3 scholars: gray scrolls / yellow scrolls",
        "medina": "up to 2 city gates",
        "sahara": "one oasis or town to claim",
    }
    assert set(lookahead.assistants(table.state, sarah)) == set(sarah.keshis)


def test_looking_ahead_changes_nothing(table: Table, lukas: Player) -> None:
    lukas.keshis["river"] = 3
    table.settle()
    before = repr(table.state)
    lookahead.provisions(table.state, lukas)
    lookahead.assistants(table.state, lukas)
    assert repr(table.state) == before


def test_a_vendors_water_is_counted_in_advance(table: Table) -> None:
    sarah = table.player("Sarah")
    sarah.vendors = {"river", "souk"}
    sarah.new_souk_vendor = True
    table.state.phase = "assistants"
    assert lookahead.vendor_water(table.state, sarah, "river") == 1
    assert lookahead.vendor_water(table.state, sarah, "souk") == 0
    assert lookahead.vendor_water(table.state, sarah, "mosque") == 0


def test_57s_vendor_is_counted_in_advance_for_the_next_turn(table: Table) -> None:
    """Scroll 57: "From your next turn on, you get 1 water for this water vendor"; red may go there then."""
    sarah = table.player("Sarah")
    sarah.vendors, sarah.new_souk_vendor, sarah.goods["yellow"] = {"souk"}, True, 1
    table.state.phase = "select"
    assert str(assistant_now(table.state, sarah, "souk")).startswith("1 water from the vendor; ")


def test_a_vendors_water_can_lengthen_the_very_action(table: Table) -> None:
    sarah = table.player("Sarah")
    sarah.keshis["river"], sarah.vendors = 5, {"river"}
    said = str(assistant_now(table.state, sarah, "river"))
    assert said == "1 water from the vendor; 5 steps + up to 2 for water, or a new keshi"


def test_a_vendors_water_can_pay_for_the_very_oasis(table: Table) -> None:
    """Page 13: a vendor's water comes first, so that an oasis for 2 water is within reach with 1 in hand."""
    sarah = table.player("Sarah")
    sarah.paths["right"], sarah.keshis["sahara"], sarah.discovered = 2, 2, {"right-2": 24}
    sarah.resources.update(water=1, dinar=0, date=0)
    sarah.vendors = {"sahara"}
    before = dict(sarah.resources)
    said = str(assistant_now(table.state, sarah, "sahara"))
    assert said == "1 water from the vendor; one oasis or town to claim, or a new keshi"
    assert sarah.resources == before
