"""Light depth, and changing the depth in the middle of a game."""

from __future__ import annotations

import random
from typing import Any

import pytest

from companion.games.marrakesh.game import Game
from companion.games.marrakesh.rules import displays, final, seasons, stock
from companion.games.marrakesh.rules.catalogue.scrolls import KINDS
from companion.games.marrakesh.rules.engine import Engine
from companion.games.marrakesh.rules.expansions import imam_sultan
from companion.games.marrakesh.rules.keshi import COLOURS
from companion.games.marrakesh.rules.options import GameOptions
from companion.games.marrakesh.rules.sectors import river
from companion.games.marrakesh.rules.setup import new_game
from companion.games.marrakesh.rules.state import EMPTY, State
from companion.games.marrakesh.rules.texts import question
from companion.play.errors import IllegalMove
from companion.play.robot import Robot
from tests.games.marrakesh.rules.facts import told
from tests.games.marrakesh.rules.helpers import kinds, table_of


def play_out(state: State, seed: int) -> set[str]:
    """Play to the end with a robot; the kinds of questions asked."""
    robot, asked = Robot(seed), set()
    engine = Engine(state)
    while engine.pending is not None:
        asked.add(engine.pending.kind)
        engine.answer(robot.answer(engine.pending))
        state.invariants()
    return asked


@pytest.mark.parametrize("edition", ["classic", "essential"])
def test_a_light_game_asks_for_little(edition: str) -> None:
    g = new_game(GameOptions.of(["Sarah", "Jan", "Marie"], edition, depth="light"), told())
    asked = play_out(g, 3)
    assert asked == {
        "start player", "tower", "claim", "points", "provision up", "provisions paid",
    }  # fmt: skip
    assert g.phase == "over"


def test_points_by_hand_and_missed_provisions() -> None:
    table = table_of(
        "Sarah", "Jan", depth="light", facts={"provision 1": {"cost": {"water": 1}, "points": 4}}
    )
    sarah = table.player("Sarah")
    table.start("assistants")
    assert kinds(table) == "points"
    table.answer(12, 0)
    assert sarah.score == 22
    sarah.provisions = ["provision 1"]
    table.start("provisions", sarah)
    table.answer("pass")
    assert sarah.score == 18
    assert [event.kind for event in table.state.log[-2:]] == ["provisions missed", "points"]
    table.start("provisions", sarah)
    table.answer("yes")
    assert table.state.log[-1].kind == "provisions paid"


def test_light_depth_asks_nobody_what_they_select_and_the_ledger_is_exact_after_four_rounds() -> None:
    g = new_game(GameOptions.of(["Sarah", "Jan"], depth="light"), told())
    engine, robot = Engine(g), Robot(8)
    tossed = []
    while g.season == 0:
        assert engine.pending is not None
        if engine.pending.kind == "tower":
            tossed.append(dict(engine.pending.about["inside"]))
        engine.answer(robot.answer(engine.pending))
    assert tossed[0] == dict.fromkeys(COLOURS, 2), "any keshi of the twelve may be in the tower"
    assert len(tossed) == 4
    # The next season's twelve each are in the ledger already.
    out, inside = g.tower.came_out, g.tower.inside
    assert {colour: inside[colour] + out[colour] for colour in COLOURS} == dict.fromkeys(COLOURS, 4)


def test_in_light_depth_the_draft_knows_no_full_sectors() -> None:
    table = table_of("Sarah", "Jan", depth="light")
    table.player("Sarah").keshis["orchard"] = 8
    table.base({"green": 3})
    table.start("claim")
    assert table.options() == ("green*1", "green*2", "pass")


def test_in_light_depth_who_has_room_for_nothing_sits_out_the_rest_of_the_draft() -> None:
    table = table_of("Sarah", "Jan", depth="light")
    table.base({"green": 3})
    table.camel("Sarah")
    table.start("claim")
    table.answer("pass")
    assert table.player("Sarah").out_of_draft
    table.answer("green*2")
    assert table.pending is not None
    assert table.pending.player == 1, "Sarah is not asked again"
    table.answer("green*1")
    assert table.state.phase == "assistants"
    assert not table.player("Sarah").out_of_draft


def test_in_light_depth_the_last_keshi_is_asked_for_and_goes_back_if_it_fits_nobody() -> None:
    table = table_of("Sarah", "Jan", depth="light")
    table.base({"pink": 1})
    table.start("claim")
    assert table.options() == ("pink*1", "pass")
    supply = table.state.supply["pink"]
    table.answer("pass", "pass")
    assert table.pending is None
    assert table.state.supply["pink"] == supply + 1
    assert not any(event.kind == "claim" for event in table.state.log)


def test_in_light_depth_anybody_may_have_scroll_61() -> None:
    table = table_of("Sarah", "Jan", depth="light")
    table.base({"green": 1, "pink": 2})
    table.start("claim")
    assert table.options() == ("green*1", "pink*1", "pink*2", "green+pink", "pass")
    table.answer("green+pink")
    assert table.state.base["pink"] == 1
    assert table.state.base["green"] == 0


def test_going_to_full_takes_stock_of_every_board() -> None:
    g = new_game(GameOptions.of(["Sarah", "Jan"], depth="light"), told())
    robot = Robot(5)
    engine = Engine(g)
    while g.round < 2 or engine.pending is None or engine.pending.kind != "tower":
        assert engine.pending is not None
        engine.answer(robot.answer(engine.pending))
    g.depth = "full"
    engine = Engine(g)
    answers: dict[str, Any] = {
        "stock resources": {"water": 3},
        "stock keshis": {"turquoise": 2, "beige": 3, "purple": 1},
        "stock square": ["0", "4"],
        "stock caravans": {"left": 2},
        "stock vendors": ["river"],
        "stock gates": {"river": "green"},
        "stock pawns": {"river": 7, "mosque": 4},
        "stock scrolls": [7, 61],
        "stock luxury": 0,
        "stock claimed oases": [5],
        "stock discovered": ["left-2"],
        "stock discovered oases": [9],
        "stock storage": "nothing",
        "stock screen": [],
        "stock assistants": ["river", "souk", "souk"],
    }
    behind: list[str] = []
    while engine.pending is not None and engine.pending.player == 0 and engine.pending.kind in answers:
        if engine.pending.kind == "stock screen":
            about = engine.pending.about
            behind = answers["stock screen"] = list(about["among"])[: about["count"]]
        engine.answer(answers[engine.pending.kind])
    sarah = g.players[0]
    assert sarah.resources == {"water": 3, "dinar": 0, "date": 0}
    assert (sarah.keshis["river"], sarah.keshis["square"], sarah.keshis["sahara"]) == (2, 2, 2)
    assert sarah.guards_on_watchtower == 2
    assert sarah.scrolls == {7, 61}
    assert (sarah.river, sarah.mosque) == (7, 4)
    assert sarah.claimed == [5]
    assert sarah.discovered == {"left-2": 9}
    assert sarah.screen == behind
    assert behind
    assert sarah.assistants == ["river", "souk", "souk"]
    play_out(g, 6)
    assert g.phase == "over"


@pytest.mark.parametrize("seed", range(12))
def test_the_depth_may_change_at_any_quiet_place(seed: int) -> None:
    rng = random.Random(seed)
    edition = rng.choice(["classic", "essential"])
    expansions = ["desert towns", "imam and sultan"] if seed % 2 else []
    options = GameOptions.of(["Sarah", "Jan", "Marie", "Lukas"], edition, expansions=expansions)
    quiet: list[State] = []
    engine = Engine(new_game(options), on_quiet=lambda state: quiet.append(state.copy()))
    robot = Robot(seed)
    while engine.pending is not None:
        engine.answer(robot.answer(engine.pending))
        engine.state.invariants()
        if rng.random() < 0.02:
            state = quiet[-1].copy()
            state.depth = "light" if state.depth == "full" else "full"
            engine = Engine(state, on_quiet=lambda state: quiet.append(state.copy()))
    assert engine.state.phase == "over"


@pytest.mark.parametrize(
    ("heights", "options", "imam"),
    [
        ((6, 6, 5), ("0", "1"), ("with", 1)),  # drawing level is not enough to take him over
        ((16, 2, 2), ("1", "2", "nobody"), ("waiting", 3)),
        ((16, 6, 2), (), ("with", 1)),
        ((3, 3, 1), (), ("waiting", 4)),
        ((16, 16, 16), (), ("gone", 0)),
    ],
)
def test_stock_taking_asks_with_whom_the_imam_goes_where_several_are_level(
    heights: tuple[int, ...], options: tuple[str, ...], imam: tuple[str, int]
) -> None:
    """Expansion 2: "drawing level is not enough to take over the sultan/imam"."""
    table = table_of("Sarah", "Jan", "Marie", expansions=["imam and sultan"], facts={"imam stair": 4})
    for p, height in zip(table.state.players, heights, strict=True):
        p.mosque = height
    engine = Engine(table.state, imam_sultan.take_stock(table.state), flow=False)
    assert (engine.pending.options if engine.pending else ()) == options
    if options:
        engine.answer("nobody" if imam[0] == "waiting" else str(imam[1]))
    assert engine.pending is None
    assert table.state.guests["mosque"] == imam


def test_stock_taking_asks_who_kept_the_imam_at_the_top_where_he_stays() -> None:
    table = table_of("Sarah", "Jan", expansions=["imam and sultan"], rulings={"imam and sultan leave": False})
    for p in table.state.players:
        p.mosque = 16
    engine = Engine(table.state, imam_sultan.take_stock(table.state), flow=False)
    assert engine.pending is not None
    engine.answer("1")
    assert table.state.guests["mosque"] == ("with", 1)


@pytest.mark.parametrize(
    ("season", "tiles", "most"),
    [
        (1, [], 2),
        (1, [0], 2),
        (1, [2], 2),
        (1, [1], 1),
        (0, [], 1),
        (0, [2], 1),
    ],
)
def test_stock_taking_lets_a_first_season_nobody_followed_have_been_river_tile_02(
    season: int, tiles: list[int], most: int
) -> None:
    """River tile 02: "you may thus end up with a total of 7 claimed oases"."""
    table = table_of("Sarah", "Jan")
    g = table.state
    g.season, g.river_tiles = season, tiles
    sarah = table.player("Sarah")
    sarah.paths["left"] = 1
    engine = Engine(g, stock._oases(g, sarah), flow=False)
    assert engine.pending is not None
    assert (engine.pending.kind, engine.pending.about["most"]) == ("stock claimed oases", most)


@pytest.mark.parametrize(("edition", "placed"), [("essential", ["green", "green"]), ("classic", [])])
def test_what_was_claimed_in_light_depth_is_placed_after_the_draft_in_essential(
    edition: str, placed: list[str]
) -> None:
    """Essential page 10: claimed keshis lie beside the board until the tower's base is empty."""
    game = Game.new(GameOptions.of(["Sarah", "Jan"], edition, depth="light"), told())
    robot = Robot(5)
    while game.pending is not None and game.pending.kind != "tower":
        game.answer(robot.answer(game.pending))
    game.answer({"green": 2, "red": 1, "yellow": 1})
    sarah = game.pending.player if game.pending is not None else -1
    game.answer("green*2")
    game.set_depth("full")
    while game.pending is not None and game.pending.kind.startswith(("stock", "fact", "reveal")):
        game.answer(robot.answer(game.pending))
    assert game.state.phase == "claim"
    assert game.state.players[sarah].beside == placed
    game.state.invariants()
    before = game.state.players[sarah].keshis["orchard"]
    while game.state.phase in ("claim", "place"):
        assert game.pending is not None
        game.answer(robot.answer(game.pending))
    assert game.state.players[sarah].keshis["orchard"] == min(8, before + len(placed))


@pytest.mark.parametrize(
    ("edition", "gray", "orange", "luxury"),
    [("classic", [6, 5, 5], [0, 0, 0], [2, 2, 2, 2, 2]), ("essential", [16], [0], [10])],
)
def test_after_taking_stock_the_stacks_hold_what_nobody_has(
    edition: str, gray: list[int], orange: list[int], luxury: list[int]
) -> None:
    table = table_of("Sarah", "Jan", edition=edition)
    g = table.state
    sarah, jan = g.players
    orange_ones = KINDS["orange"].numbers
    sarah.scrolls, jan.scrolls = {1, *orange_ones[2:6]}, {2, *orange_ones[6:]}
    sarah.luxury = [displays.luxury_good(g, number) for number in range(1, 11)]
    displays.recount(g)
    assert (g.scrolls["gray"].below, g.scrolls["orange"].below, g.luxury.below) == (gray, orange, luxury)
    assert [tile != EMPTY for tile in g.scrolls["orange"].up] == [True, True, False]
    assert g.scrolls["yellow"].tiles == len(KINDS["yellow"].numbers)


def test_oases_on_the_boards_do_not_lie_beside_the_board_as_well() -> None:
    """After light depth river tile 02 is named only when it is won."""
    table = table_of("Sarah", "Jan")
    g = table.state
    g.river_tiles, g.players[0].claimed, g.players[1].discovered = [], [7], {"left-1": 9}
    engine = Engine(g, seasons.name_river_tile(g, 0), flow=False)
    engine.answer("02")
    assert engine.pending is not None
    assert not {"07", "09"} & set(engine.pending.options)
    assert len(engine.pending.options) == 28


def test_stock_taking_finds_the_oases_beside_the_board_only_where_river_tile_02_was_won() -> None:
    for season in (0, 1):
        table = table_of("Sarah", "Jan")
        g = table.state
        g.season, g.river_tiles, g.spare_oases = season, [2], [4, 14, 24]
        sarah = table.player("Sarah")
        sarah.paths["left"] = 2
        engine = Engine(g, stock._oases(g, sarah), flow=False)
        if season == 0:
            with pytest.raises(IllegalMove, match="24 lies elsewhere"):
                engine.answer([24])
            engine.answer([5])
        else:
            engine.answer([5, 24])
        engine.answer(["left-2"])
        with pytest.raises(IllegalMove, match="14 lies elsewhere"):
            engine.answer([14])
        engine.answer([6])
        assert g.spare_oases == ([4, 14, 24] if season == 0 else [4, 14])


@pytest.mark.parametrize(("taken", "answer"), [({"left": 3}, ("5", "12")), ({"left": 3, "right": 5}, "12")])
def test_stock_taking_asks_which_towns_are_left(taken: dict[str, int], answer: object) -> None:
    table = table_of("Sarah", "Jan", expansions=["desert towns"])
    table.player("Jan").towns = taken
    engine = Engine(table.state, stock.towns_left(table.state), flow=False)
    assert engine.pending is not None
    assert "3" not in engine.pending.options
    engine.answer(answer)
    assert table.state.towns is not None
    assert 12 in table.state.towns
    assert len(table.state.towns) == 3 - len(taken)


def test_after_light_depth_the_audience_disc_is_asked_for_again() -> None:
    table = table_of("Sarah", "Jan")
    table.player("Sarah").disc = 3
    stock.forget(table.state)
    assert table.player("Sarah").disc is None


def test_stock_taking_asks_who_came_first_where_fishermen_share_a_space() -> None:
    table = table_of("Sarah", "Jan", "Marie", "Lukas")
    g = table.state
    for p, step in zip(g.players, (7, 3, 7, 7), strict=True):
        p.river = step
    engine = Engine(g, stock.river_order(g), flow=False)
    assert engine.pending is not None
    assert (engine.pending.kind, engine.pending.options) == ("stock river", ("0", "2", "3"))
    assert engine.pending.about == {"step": 7, "jetty": False}
    engine.answer("3")
    engine.answer("2")
    assert engine.pending is None, "Sarah came last, and Jan is alone"
    assert [p.name for p in river.standings(g)] == ["Lukas", "Marie", "Sarah", "Jan"]


def test_stock_taking_asks_nobody_about_the_start_space_and_different_jetty_spots() -> None:
    table = table_of("Sarah", "Jan", "Marie", "Lukas")
    sarah, jan, *_others = table.state.players
    sarah.river = jan.river = table.state.facts["river length"]
    sarah.jetty, jan.jetty = 4, 3
    engine = Engine(table.state, stock.river_order(table.state), flow=False)
    assert engine.pending is None


@pytest.mark.parametrize("tiles", [[1, 9], [1, 0], []])
def test_stock_taking_in_the_last_season_asks_who_began_at_the_crocodile(tiles: list[int]) -> None:
    table = table_of("Sarah", "Jan", facts={"river crocodile": 4})
    g = table.state
    g.season, g.river_tiles = 2, tiles
    sarah, jan = g.players
    sarah.river, jan.river = 9, 7
    engine = Engine(g, stock.crocodile(g), flow=False)
    assert engine.pending is not None
    assert engine.pending.options == ("0", "1", "nobody")
    engine.answer("1")
    assert [p.river_steps for p in g.players] == [9, 3]


def test_without_river_tile_09_nobody_began_at_the_crocodile() -> None:
    table = table_of("Sarah", "Jan")
    table.state.season, table.state.river_tiles = 2, [1, 10]
    table.player("Jan").river = 7
    assert Engine(table.state, stock.crocodile(table.state), flow=False).pending is None


def ended_level() -> Engine:
    """A light game whose three players have just ended with 20, 15 and 20 points."""
    table = table_of("Sarah", "Jan", "Marie", depth="light")
    g = table.state
    g.season, g.phase = 2, "final"
    g.players[0].palace = 8  # from the time when boards were followed
    engine = Engine(g)
    for points in (10, 5, 10):
        engine.answer(points)
    return engine


def test_a_light_game_that_ends_level_asks_who_climbed_higher() -> None:
    engine = ended_level()
    g = engine.state
    asked = []
    for pawns in ({"palace": 5, "mosque": 2}, {"palace": 5, "mosque": 4}):
        assert engine.pending is not None
        assert engine.pending.kind == "level stairs"
        asked.append(g.players[engine.pending.player].name)
        engine.answer(pawns)
    assert asked == ["Sarah", "Marie"], "Jan is level with nobody"
    assert g.phase == "over"
    assert [[p.name for p in place] for place in final.ranking(g.players)] == [["Marie"], ["Sarah"], ["Jan"]]


def test_back_in_full_depth_the_river_is_asked_for_after_the_last_board() -> None:
    table = table_of("Sarah", "Jan")
    g = table.state
    g.phase, g.round, g.counted = "toss", 1, 0
    engine, robot = Engine(g), Robot(3)
    asked: list[str] = []
    while engine.pending is not None and engine.pending.kind.startswith(("stock", "reveal")):
        asked.append(engine.pending.kind)
        engine.answer({"river": 7} if asked[-1] == "stock pawns" else robot.answer(engine.pending))
    assert asked[-1] == "stock river"
    assert asked.count("stock river") == 1


def asked_from_setup(game: Game) -> list[str]:
    """The kinds of questions until the first keshis are selected."""
    robot, asked = Robot(5), []
    while game.pending is not None and game.pending.kind != "select":
        asked.append(game.pending.kind)
        game.answer(robot.answer(game.pending))
        game.state.invariants()
    return asked


def test_going_to_full_while_provisions_are_set_up_asks_what_setup_asks_and_for_no_empty_boards() -> None:
    game = Game.new(GameOptions.of(["Sarah", "Jan", "Marie"], depth="light"), told())
    game.answer("1")
    game.answer(game.pending.options[0] if game.pending else "")
    jan = game.state.players[1]
    assert len(jan.provisions) == 1
    game.set_depth("full")
    asked = asked_from_setup(game)
    assert [kind for kind in asked if kind.startswith("stock")] == []
    assert asked.count("river tile of season") == 3
    assert asked[-2:] == ["provision up"] * 2
    assert len(game.state.river_tiles) == 3
    for p in game.state.players:
        assert p.storage.count("keshi") == 3, "who stands there is told when an oasis covers it"
        assert p.resources == {"water": 1, "dinar": 1, "date": 1}
        assert len(p.provisions) == 1


def test_full_light_and_full_again_while_provisions_are_set_up_asks_nothing_twice() -> None:
    game = Game.new(GameOptions.of(["Sarah", "Jan"]), told())
    robot = Robot(5)
    while game.pending is not None and game.pending.kind != "provision up":
        game.answer(robot.answer(game.pending))
    storage = [list(p.storage) for p in game.state.players]
    game.set_depth("light")
    game.set_depth("full")
    assert asked_from_setup(game) == ["provision up"] * 2
    assert [p.storage for p in game.state.players] == storage
    assert all(storage)


@pytest.mark.parametrize("edition", ["classic", "essential"])
@pytest.mark.parametrize("moment", ["tower", "claim"])
def test_going_to_full_before_the_first_claim_asks_for_no_empty_boards(moment: str, edition: str) -> None:
    game, robot = Game.new(GameOptions.of(["Sarah", "Jan"], edition, depth="light"), told()), Robot(2)
    while game.pending is not None and game.pending.kind != moment:
        game.answer({"green": 1, "pink": 1} if game.pending.form == "counts" else robot.answer(game.pending))
    game.set_depth("full")
    asked = []
    while game.pending is not None and game.pending.kind != moment:
        asked.append(game.pending.kind)
        game.answer(robot.answer(game.pending))
        game.state.invariants()
    assert {kind for kind in asked if kind.startswith("stock")} == {"stock screen", "stock assistants"}
    assert asked.count("river tile of season") == 3
    for p in game.state.players:
        assert p.resources == {"water": 1, "dinar": 1, "date": 1}
        assert (len(p.screen), len(p.provisions)) == (9, 1)
        assert p.storage.count("keshi") == 3
    while game.pending is not None:
        game.answer(robot.answer(game.pending))
        game.state.invariants()


def test_going_to_full_after_the_first_claim_counts_the_boards() -> None:
    game, robot = Game.new(GameOptions.of(["Sarah", "Jan"], depth="light"), told()), Robot(2)
    while game.pending is not None and game.state.base == game.state.tower.came_out:
        game.answer(robot.answer(game.pending))
    game.set_depth("full")
    assert game.pending is not None
    assert game.pending.kind == "stock resources"


def test_what_was_told_in_full_depth_before_the_first_claim_is_not_asked_again() -> None:
    game, robot = Game.new(GameOptions.of(["Sarah", "Jan"]), told()), Robot(5)
    while game.pending is not None and game.pending.kind != "tower":
        game.answer(robot.answer(game.pending))
    before = game.state.copy()
    game.set_depth("light")
    game.set_depth("full")
    while game.pending is not None and game.pending.kind != "tower":
        assert game.pending.kind == "stock assistants"
        seat = game.pending.player
        game.answer(tuple(before.players[seat].assistants))
    told_again = game.state
    assert [p.storage for p in told_again.players] == [p.storage for p in before.players]
    assert (told_again.players, told_again.river_tiles) == (before.players, before.river_tiles)


def back_to_full_after_the_river(tiles: list[int]) -> Engine:
    """Season 2's river tile was won in light depth; back in full depth the boards have just been counted."""
    table = table_of("Sarah", "Jan", depth="light", facts={"river crocodile": 4})
    g = table.state
    g.season, g.round, g.phase, g.river_tiles = 1, 3, "season", tiles
    for p in g.players:
        p.screen.clear()
    robot, engine = Robot(5), Engine(g)
    assert engine.pending is not None
    assert engine.pending.kind == "provisions paid"
    g.depth = "full"
    engine = Engine(g)
    while engine.pending is not None and engine.pending.kind.startswith(("stock", "fact", "reveal")):
        if engine.pending.kind == "stock crocodile":
            break
        engine.answer({} if engine.pending.kind == "stock pawns" else robot.answer(engine.pending))
    return engine


@pytest.mark.parametrize("tiles", [[1, 9], [1, 0], []])
def test_stock_taking_after_the_river_asks_who_will_begin_at_the_crocodile(tiles: list[int]) -> None:
    """River tile 09; the fishermen may be back at the start already, so that anybody may have won it."""
    engine, robot = back_to_full_after_the_river(tiles), Robot(5)
    g = engine.state
    assert engine.pending is not None
    assert engine.pending.options == ("0", "1", "nobody")
    assert "will begin the next season" in str(question(engine.pending, g))
    engine.answer("1")
    while engine.pending is not None and g.season == 1:
        engine.answer(robot.answer(engine.pending))
    assert [(p.river, p.river_start) for p in g.players] == [(0, 0), (4, 4)]


def test_stock_taking_after_the_river_asks_nothing_without_river_tile_09() -> None:
    engine = back_to_full_after_the_river([1, 10])
    assert engine.pending is not None
    assert engine.pending.kind != "stock crocodile"


def test_stock_taking_knows_who_won_the_crocodile_in_full_depth() -> None:
    table = table_of("Sarah", "Jan")
    g = table.state
    g.season, g.phase, g.step, g.river_tiles = 1, "season", seasons.PAYMENT, [1, 9]
    g.players[1].crocodile = True
    assert Engine(g, stock.crocodile(g), flow=False).pending is None
    assert g.players[1].crocodile
