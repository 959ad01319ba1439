"""A print told wrongly and put right in the middle of a game: what was laid out by it follows."""

from __future__ import annotations

import pytest

from tests.games.marrakesh.rules.helpers import table_of

STORAGE = ["keshi", "keshi", "keshi", "exchange", "scroll", "exchange"]


def test_icons_of_the_storage_follow_but_for_those_covered_and_keshis_that_stand_there() -> None:
    table = table_of("Sarah", "Jan", facts={"storage spaces": STORAGE})
    sarah, jan = table.state.players
    sarah.storage, sarah.claimed = ["", "", "red", "exchange", "scroll", "exchange"], [1, 2]
    jan.storage = ["green", "", "", "exchange", "scroll", "exchange"]
    table.fact("storage spaces", ["keshi", "keshi", "scroll", "keshi", "exchange", "scroll"])
    assert sarah.storage == ["", "", "red", "", "exchange", "scroll"]
    assert jan.storage == ["green", "", "scroll", "", "exchange", "scroll"]


def test_an_icon_put_right_is_the_one_that_is_triggered() -> None:
    table = table_of("Sarah", "Jan", facts={"storage spaces": STORAGE})
    sarah = table.player("Sarah")
    sarah.storage, sarah.claimed = ["", "", "", "exchange", "scroll", "exchange"], [1, 2, 3]
    sarah.keshis["river"] = 1
    table.fact("storage spaces", [*STORAGE[:3], "scroll", "exchange", "exchange"])
    table.show_scrolls("yellow", 22, 23, 24)
    table.start("store oasis 4", sarah)
    assert table.options() == ("22", "23", "24", "pass")


@pytest.mark.parametrize(
    ("heights", "told", "printed", "imam"),
    [
        ((3, 0), ("waiting", 5), 7, ("waiting", 7)),
        ((4, 2), ("waiting", 5), 3, ("with", 0)),
        ((6, 0), ("with", 0), 8, ("waiting", 8)),
        ((9, 9), ("with", 1), 8, ("with", 1)),
        ((16, 4), ("with", 1), 8, ("with", 1)),
    ],
)
def test_the_imam_waits_where_he_is_printed(
    heights: tuple[int, int], told: tuple[str, int], printed: int, imam: tuple[str, int]
) -> None:
    table = table_of("Sarah", "Jan", expansions=["imam and sultan"], facts={"imam stair": 5})
    g = table.state
    for p, height in zip(g.players, heights, strict=True):
        p.mosque = height
    g.guests["mosque"] = told
    table.fact("imam stair", printed)
    assert g.guests["mosque"] == imam


def test_a_fisherman_at_the_jetty_is_at_the_rivers_end_wherever_that_is() -> None:
    table = table_of("Sarah", "Jan", facts={"river length": 20})
    sarah, jan = table.state.players
    sarah.river, sarah.jetty, jan.river = 20, 4, 9
    table.fact("river length", 18)
    assert (sarah.river_steps, jan.river_steps) == (18, 9)
