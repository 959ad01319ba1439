"""Printed values are asked when they first matter, and not before."""

from __future__ import annotations

from companion.games.marrakesh.rules.position import Table, position


def asked(table: Table) -> str:
    assert table.pending is not None
    return str(table.pending.about.get("key", table.pending.kind))


def test_sarahs_five_steps_at_the_top_need_no_printed_value() -> None:
    table = position(["Sarah", "Jan"])
    sarah = table.player("Sarah")
    sarah.palace, sarah.keshis["palace"] = 16, 5
    assert table.start("palace action", sarah) is None
    assert sarah.score == 15


def test_steps_past_the_jetty_need_no_printed_value() -> None:
    table = position(["Sarah", "Jan"])
    sarah = table.player("Sarah")
    sarah.river, sarah.jetty, sarah.resources["water"] = 20, 4, 0
    assert table.start("river steps 3", sarah) is None
    assert sarah.score == 13


def test_the_third_threshold_is_known_and_a_pawn_at_the_start_stands_in_segment_1() -> None:
    table = position(["Lukas", "Jan"])
    lukas = table.player("Lukas")
    lukas.mosque = 10
    table.start("mosque steps 1", lukas)
    assert asked(table) == "line 1-4"


def test_the_second_threshold_is_not_asked_below_the_first() -> None:
    table = position(["Lukas", "Jan"])
    lukas = table.player("Lukas")
    table.start("palace steps 2", lukas)
    assert asked(table) == "stairs threshold 1"
    assert table.answer(4) is None
    table.start("palace steps 2", lukas)
    assert asked(table) == "line 2-1"  # wherever segment 3 begins
    table.answer(["1 dinar", "1 keshi:turquoise", "1 keshi:gray", "1 keshi:yellow", "5 points"], "5 points")
    table.start("palace steps 1", lukas)
    assert asked(table) == "stairs threshold 2"


def test_rapids_matter_at_the_end_of_the_round_or_with_scroll_17() -> None:
    table = position(["Sarah", "Jan"], facts={"river length": 20})
    sarah = table.player("Sarah")
    sarah.resources["water"] = 0
    assert table.start("river steps 5", sarah) is None
    table.start("river bonus")
    assert asked(table) == "river rapids"


def test_an_empty_main_square_needs_no_disc() -> None:
    table = position(["Sarah", "Jan"], expansions=["desert towns"])
    sarah = table.player("Sarah")
    sarah.towns, sarah.claimed_towns, sarah.resources = {"left": 9}, {9}, {}
    assert table.start("scroll 70", sarah) is None
    assert table.start("final scoring", sarah) is None
    assert sarah.score == 10
