"""What cannot lie on a table is noticed, with a sentence (see `rules.invariants`)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from companion.games.marrakesh.rules import supply
from companion.games.marrakesh.rules.keshi import COLOURS
from companion.games.marrakesh.rules.state import State
from companion.play import forms
from companion.play.errors import IllegalMove
from tests.games.marrakesh.rules.helpers import table_of


def lose_a_keshi(g: State) -> None:
    g.supply["green"] -= 1


def owe_water(g: State) -> None:
    g.players[0].resources["water"] = -1


def owe_the_tower(g: State) -> None:
    g.tower.inside["red"] = -1


def score_out_of_thin_air(g: State) -> None:
    g.players[0].score += 5


def overfill(g: State) -> None:
    g.players[0].keshis["mosque"] = 9


def forget_an_entertainer(g: State) -> None:
    g.players[0].keshis["square"] = 1


def forget_a_caravan(g: State) -> None:
    g.players[0].paths["left"] = 1


def build_without_guards(g: State) -> None:
    g.players[0].gates = [("river", "green")]


def build_twice(g: State) -> None:
    g.players[0].keshis["medina"] = 2
    g.players[0].gates = [("river", "green"), ("river", "red")]


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (lose_a_keshi, "24 green keshis on the table instead of 25"),
        (owe_water, "Sarah has -1 water"),
        (owe_the_tower, "-1 red keshis in the tower"),
        (score_out_of_thin_air, "15 points but the ledger says 10"),
        (overfill, "9 keshis in the mosque, which holds 8"),
        (forget_an_entertainer, "1 entertainers on 0 spaces"),
        (forget_a_caravan, "caravans stand on 1 spaces"),
        (build_without_guards, "1 gates but 0 guards"),
        (build_twice, "two gates on one space"),
    ],
)
def test_the_impossible_is_noticed(change: Callable[[State], None], sentence: str) -> None:
    g = table_of("Sarah", "Jan").state
    g.invariants()
    change(g)
    with pytest.raises(AssertionError, match=sentence):
        g.invariants()


def test_points_set_by_hand_get_a_line_in_the_ledger() -> None:
    table = table_of("Sarah", "Jan")
    table.player("Sarah").score = 44
    table.settle()
    assert [(line.source, line.points) for line in table.player("Sarah").ledger] == [("position", 34)]


def test_luxury_goods_can_be_laid_out_without_a_copy_of_the_game() -> None:
    table = table_of("Sarah", "Jan")
    for n in range(1, 26):
        del table.state.facts[f"luxury {n}"]
    ids = table.show_luxury({"kind": "dagger", "cost": {"yellow": 2}, "gain": "6 points"})
    sarah = table.player("Sarah")
    sarah.goods["yellow"] = 2
    table.state.luxury.up[1:] = [-1] * 4
    table.start("souk action", sarah)
    table.answer(f"luxury:{ids[0]}")
    assert sarah.score == 16


def test_when_all_of_a_colour_stand_in_elsewhere_one_is_swapped_back() -> None:
    table = table_of()
    g = table.state
    for p in g.players:
        p.screen = []
    table.player("Sarah").keshis["palace"] = 1
    table.tower({"black": 24})
    table.settle()
    # The last black one stands in for a noble; a screen needs it, so something else stands in.
    g.supply["black"], g.supply["white"] = 0, 25
    g.stand_ins["white", "black"] = 1
    g.invariants()
    assert supply.take_wood(g, "black")
    table.player("Sarah").screen.append("black")
    assert g.stand_ins["white", "black"] == 0
    g.invariants()


def test_when_every_keshi_is_in_use_anything_stands_in() -> None:
    table = table_of("Sarah", "Jan")
    g = table.state
    for colour in COLOURS:
        g.tower.inside[colour] = 23
    table.settle()
    table.start("deploy green", "Sarah")
    assert g.stand_ins == {("green", supply.ANYTHING): 1}
    g.invariants()
    supply.put_back(g, "green")
    table.player("Sarah").keshis["orchard"] = 0
    g.invariants()


@pytest.mark.parametrize(
    ("form", "value", "about", "sentence"),
    [
        ("amounts", {"mosque": 17}, {"among": ("mosque",), "most": {"mosque": 16}}, "at most 16"),
        ("built", ["river"], {"spaces": ("river",), "left": {}}, "by their space"),
        ("built", {"river": "green"}, {"spaces": ("river",), "left": {"green": 0}}, "not so many green"),
        ("built", {"river": "red"}, {"spaces": ("river",), "left": {"red": 3}, "most": 0}, "only 0 guards"),
        ("numbers", [3, 3], {"low": 1, "high": 9, "distinct": True}, "only once"),
        ("numbers", [3], {"low": 1, "high": 9, "gone": [3]}, "lies elsewhere"),
        ("picks", ["a", "a"], {"among": ("a", "b"), "count": 2}, "only once"),
        ("bonus", 7, {}, "write a bonus like"),
    ],
)
def test_refusals_say_why(form: str, value: object, about: dict[str, object], sentence: str) -> None:
    with pytest.raises(IllegalMove, match=sentence):
        forms.check(form, value, about)
