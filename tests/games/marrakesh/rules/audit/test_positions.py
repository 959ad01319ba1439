"""A position laid out by hand in a few lines: what must lie there too is added, slips are named."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.marrakesh.rules.catalogue.scrolls import SCROLLS
from companion.games.marrakesh.rules.position import NoSuchPiece, position
from companion.games.marrakesh.rules.whole_position import BadPosition
from companion.play.errors import BadFact
from companion.play.playable import BadOptions


def test_a_gate_brings_its_guard() -> None:
    table = position(["Jan", "Marie"])
    jan = table.player("Jan")
    jan.gates = [("mosque", "black"), ("river", "turquoise")]
    table.settle()
    assert (jan.keshis["medina"], jan.guards_on_watchtower) == (2, 0)


def test_an_oasis_face_up_brings_the_caravans_before_it() -> None:
    table = position(["Jan", "Marie"])
    jan = table.player("Jan")
    jan.discovered = {"right-2": 5}
    jan.keshis["sahara"] = 4
    table.settle()
    assert jan.paths == {"left": 2, "right": 2, "start": 0}
    table.start("deploy brown", jan)
    table.answer("right")
    assert table.pending is not None
    assert table.pending.about["space"] == "right-3"


def test_a_desert_town_brings_the_caravans_of_its_path() -> None:
    table = position(["Jan", "Marie"], expansions=["desert towns"])
    jan = table.player("Jan")
    jan.towns = {"left": 7}
    table.settle()
    assert jan.paths["left"] == jan.keshis["sahara"] == 4


def test_a_fisherman_at_the_jetty_is_ahead_of_everybody_and_past_every_rapid() -> None:
    table = position(
        ["Jan", "Marie", "Lukas"], facts={"river rapids": [[4, ["3 points"]], [9, ["3 points"]]]}
    )
    jan, marie, lukas = table.state.players
    jan.jetty, marie.river, lukas.river = 3, 12, 5
    table.start("river bonus")
    assert (jan.score, marie.score, lukas.score) == (13, 13, 13)
    table.state.season = 2
    table.start("river evaluation")
    assert (jan.score, marie.score, lukas.score) == (20, 16, 13)


def test_luxury_goods_of_a_kind_can_be_given_by_name() -> None:
    table = position(["Lukas", "Jan"], facts={"oasis 14 luxury": "slippers", "oasis 14 points": 2})
    table.own_luxury("Lukas", "slippers", "slippers", "slippers", "necklace")
    table.start("score oasis 14", "Lukas")
    assert table.player("Lukas").score == 16


@pytest.mark.parametrize(
    ("field", "value", "sentence"),
    [
        ("vendors", {"harbour"}, "vendors cannot hold 'harbour'"),
        ("gates", [("medina", "green")], "gates cannot hold 'medina'"),
        ("gates", [("river", "gold")], "gates cannot hold 'gold'"),
        ("discovered", {"start-1": 5}, "discovered cannot hold 'start-1'"),
        ("claimed", [31], "claimed cannot hold 31; possible: 1 to 30"),
        ("scrolls", {99}, f"scrolls cannot hold 99; possible: 1 to {len(SCROLLS)}"),
        ("storage", ["gold"], "storage cannot hold 'gold'"),
        ("keshis", {"souk": 3}, "keshis cannot hold 'souk'"),
        ("towns", {"start": 7}, "towns cannot hold 'start'; possible: left, right"),
        ("towns", {"left": 13}, "towns cannot hold 13; possible: 1 to 12"),
        ("claimed_towns", {0}, "claimed towns cannot hold 0; possible: 1 to 12"),
        ("provisions", ["provision 13"], "provisions cannot hold 'provision 13'"),
        ("luxury", ["slippers"], "luxury cannot hold 'slippers'"),
        ("square", {8}, "square cannot hold 8; possible: 0 to 7"),
        ("disc", -1, "disc cannot hold -1; possible: 0 to 7"),
        ("river", 13, "river cannot hold 13; possible: 0 to 12"),
        ("jetty", 5, "jetty cannot hold 5; possible: 4, 3"),
        ("mosque", 17, "mosque cannot hold 17; possible: 0 to 16"),
        ("palace", 17, "palace cannot hold 17"),
    ],
)
def test_a_slip_is_named(field: str, value: Any, sentence: str) -> None:
    table = position(["Lukas", "Jan"], facts={"river length": 12, "jetty spots": [4, 3]})
    setattr(table.player("Lukas"), field, value)
    with pytest.raises(BadPosition, match=f"Lukas's {sentence}"):
        table.start("orchard action", "Lukas")


@pytest.mark.parametrize(
    ("field", "value", "sentence"),
    [
        ("base", {"gold": 1}, "base cannot hold 'gold'"),
        ("season", 3, "season cannot hold 3; possible: 0 to 2"),
        ("round", 4, "round cannot hold 4; possible: 0 to 3"),
        ("start_seat", 2, "camel cannot hold 2; possible: 0, 1"),
        ("river_queue", [2], "river queue cannot hold 2"),
        ("river_tiles", [1, 3, 19], "river tiles cannot hold 19; possible: 1 to 18"),
        ("spare_oases", [31], "spare oases cannot hold 31; possible: 1 to 30"),
        ("towns", [13], "towns cannot hold 13; possible: 1 to 12"),
        ("guests", {"souk": ("with", 0)}, "guests cannot hold 'souk'; possible: mosque, palace"),
        ("workshops", [{"gold": 1}, None, None, None], "workshops cannot hold 'gold'"),
    ],
)
def test_a_slip_on_the_common_board_is_named(field: str, value: Any, sentence: str) -> None:
    table = position(["Lukas", "Jan"])
    setattr(table.state, field, value)
    with pytest.raises(BadPosition, match=f"the table's {sentence}"):
        table.start("orchard action", "Lukas")


def test_a_slip_inside_the_tower_is_named() -> None:
    table = position(["Lukas", "Jan"])
    table.tower({"gold": 1})
    with pytest.raises(BadPosition, match="the table's tower cannot hold 'gold'"):
        table.start("claim")
    with pytest.raises(NoSuchPiece, match="there is no workshop 5"):
        table.workshop(5, {"pink": 1})


@pytest.mark.parametrize(
    ("what", "possible"),
    [
        ("deploy gold", "deploy turquoise, green, pink"),
        ("assistant harbour", "assistant river, orchard, souk"),
        ("scroll 73", "scroll 1 to 72"),
        ("scroll first", "scroll 1 to 72"),
        ("store oasis 0", "store oasis 1 to 30"),
        ("town 13", "town 1 to 12"),
        ("river tile 19", "river tile 1 to 18"),
        ("river steps many", "river steps 1 to 99"),
        ("harbour action", "assistant , assistants, bonus , claim"),
    ],
)
def test_what_cannot_be_started_says_what_can(what: str, possible: str) -> None:
    with pytest.raises(NoSuchPiece, match=f"'{what}' cannot be started; possible: {possible}"):
        position(["Lukas", "Jan"]).start(what, "Lukas")


@pytest.mark.parametrize("players", [["Lukas"], ["Lukas", "Jan", "Marie", "Sarah", "Ida"]])
def test_nobody_is_left_out(players: list[str]) -> None:
    with pytest.raises(BadOptions, match=f"for 2 to 4 players, not {len(players)}"):
        position(players)


def test_what_cannot_lie_there_is_refused_in_a_sentence() -> None:
    table = position(["Lukas", "Jan"])
    table.player("Lukas").keshis["river"] = 9
    with pytest.raises(BadPosition, match="Lukas has 9 keshis in the river, which holds 8"):
        table.start("river action", "Lukas")


def test_lists_and_sets_may_be_written_either_way() -> None:
    table = position(["Lukas", "Jan"])
    lukas = table.player("Lukas")
    for field, value in (("vendors", ["river"]), ("scrolls", [48]), ("square", [0, 3]), ("claimed", (5,))):
        setattr(lukas, field, value)
    table.settle()
    assert lukas.vendors == {"river"}
    lukas.resources = {"date": 2}
    table.settle()
    assert lukas.resources == {"water": 0, "dinar": 0, "date": 2}
    assert (lukas.scrolls, lukas.square, lukas.claimed) == ({48}, {0, 3}, [5])


def test_numbers_may_be_answered_as_numbers() -> None:
    table = position(["Sarah", "Jan"], facts={"river length": 20, "jetty spots": [4]})
    sarah = table.player("Sarah")
    sarah.keshis["madrasa"], sarah.resources = 1, {"water": 2, "date": 1}
    table.start("river steps 1", sarah)
    table.answer(2)
    assert sarah.river == 3
    table.show_scrolls("gray", 13, 14, 15)
    table.start("madrasa action", sarah)
    table.answer(14)
    assert sarah.scrolls == {14}
    table.start("deploy brown", sarah)
    table.answer("left", 5)  # the oasis 05
    assert sarah.discovered == {"left-1": 5}


def test_what_was_left_unanswered_leaves_nothing_in_hand() -> None:
    table = position(["Sarah", "Jan"])
    table.start("deploy pink", "Sarah")
    table.start("deploy green", "Sarah")
    assert table.player("Sarah").in_hand == ""
    assert table.state.supply["pink"] == 23


def test_a_fact_or_scroll_written_wrongly_is_named() -> None:
    table = position(["Sarah", "Jan"])
    with pytest.raises(BadFact, match="without zeros before them: 'oasis 5 colour'"):
        table.fact("oasis 05 colour", "white")
    with pytest.raises(NoSuchPiece, match="there is no gray scroll 44"):
        table.show_scrolls("gray", 44)


def test_a_main_square_without_entertainers_does_nothing() -> None:
    table = position(["Sarah", "Jan"])
    assert table.start("square action", "Sarah") is None


def test_a_colour_whose_gates_are_all_built_is_not_offered() -> None:
    table = position(["Jan", "Marie"])
    jan, marie = table.state.players
    jan.gates, jan.keshis["medina"] = [("river", "yellow")], 2
    marie.gates, marie.keshis["medina"] = [("river", "yellow")], 1  # both of those in the box
    table.fact("workshop 2", {"price": 1, "points": 1})
    table.fact("workshop 3", {"price": 2, "points": 4})
    table.start("medina action", jan)
    table.answer("1")
    assert len(table.options()) == 11
    assert "yellow" not in table.options()


def test_44_is_not_offered_where_there_is_nothing_to_provide() -> None:
    table = position(["Sarah", "Jan"])
    table.player("Sarah").scrolls = {44}
    assert table.start("provisions", "Sarah") is None
