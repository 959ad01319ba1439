"""Setting up the table (rulebook pages 4 and 5)."""

from __future__ import annotations

import pytest

from companion.games.marrakesh.rules.engine import Engine
from companion.games.marrakesh.rules.options import BadOptions, GameOptions, Seat
from companion.games.marrakesh.rules.setup import new_game
from companion.play.errors import IllegalMove
from tests.games.marrakesh.rules.facts import told


def started(*names: str, **more: object) -> Engine:
    return Engine(new_game(GameOptions.of(names, **more), told()))  # type: ignore[arg-type]


def test_setup_asks_in_the_rulebooks_order() -> None:
    engine = started("Sarah", "Jan", "Marie")
    asked = []
    while engine.pending is not None and engine.pending.kind != "select":
        asked.append(engine.pending.kind)
        if engine.pending.max_picks > 1:
            engine.answer(engine.pending.options[: engine.pending.min_picks])
        else:
            engine.answer(engine.pending.options[0])
    assert asked == [
        "start player",
        *["river tile of season"] * 3,
        *["provision up"] * 3,
    ]
    g = engine.state
    for p in g.players:
        assert p.score == 10
        assert p.resources == {"water": 1, "dinar": 1, "date": 1}
        assert len(p.screen) == 12
        assert len(p.provisions) == 1
        assert p.storage == ["keshi", "exchange", "keshi", "scroll", "keshi", ""]
    g.invariants()


def test_river_tile_02_lays_three_oases_beside_the_board() -> None:
    engine = started("Sarah", "Jan")
    engine.answer("1")
    assert engine.pending is not None
    assert engine.pending.options == ("01", "02", "07", "08", "13", "14")
    engine.answer("02")
    assert engine.pending.kind == "spare oases"
    with pytest.raises(IllegalMove):
        engine.answer(("01", "02"))
    engine.answer(("07", "21", "30"))
    assert engine.state.spare_oases == [7, 21, 30]
    assert engine.state.start_seat == 1


def test_light_depth_asks_only_who_starts_and_for_provisions() -> None:
    engine = started("Sarah", "Jan", depth="light")
    engine.answer("0")
    asked = []
    while engine.pending is not None and engine.pending.kind != "tower":
        asked.append(engine.pending.kind)
        engine.answer(engine.pending.options[0])
    assert asked == ["provision up", "provision up"]


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"players": (Seat("Sarah", "green"),)}, "2 to 4 players"),
        ({"players": (Seat("Sarah", "green"), Seat("Sarah", "blue"))}, "name of their own"),
        ({"players": (Seat("Sarah", "green"), Seat("Jan", "green"))}, "colour of their own"),
        ({"edition": "gold"}, "no 'gold' edition"),
        ({"expansions": frozenset({"camels"})}, "no such expansion: camels"),
        ({"depth": "deep"}, "full or light"),
        ({"flipped": {"everything": True}}, "no such ruling"),
        ({"tower_layer": "B3"}, "B1 or B2"),
    ],
)
def test_impossible_settings_are_refused_with_a_sentence(wrong: dict[str, object], sentence: str) -> None:
    fine: dict[str, object] = {"players": (Seat("Sarah", "green"), Seat("Jan", "blue"))}
    with pytest.raises(BadOptions, match=sentence):
        GameOptions(**{**fine, **wrong})  # type: ignore[arg-type]


def test_options_survive_being_written_down() -> None:
    options = GameOptions.of(
        ["Sarah", "Jan", "Marie"],
        "essential",
        expansions=["desert towns", "imam and sultan"],
        depth="light",
        flipped={"scroll 50 on any use": False},
        tower_layer="B2",
    )
    assert GameOptions.from_json(options.to_json()) == options
    assert options.rulings()["scroll 50 on any use"] is False
    spoilt = [
        {**options.to_json(), "players": [1]},
        *({**options.to_json(), "flipped": x} for x in ("no", [1])),
    ]
    for broken in (None, {}, {"version": 1}, {"version": 99}, *spoilt):
        with pytest.raises(BadOptions):
            GameOptions.from_json(broken)
