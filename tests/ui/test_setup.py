"""From "New game" to a game: by tapping, with the last evening as the proposal."""

import pytest

from companion.games.marrakesh.rules.options import DESERT_TOWNS, EXPANSIONS, GameOptions, Seat
from companion.games.marrakesh.setup.checklist import checklist
from companion.games.marrakesh.setup.plan import Lots, Plan, draw_river_tiles
from companion.games.marrakesh.setup.wizard import SetupWizard
from companion.ui.ports import Ports
from companion.ui.samples import SampleShelf, long_table, sample_ports
from companion.ui.screens.home import Home
from tests.ui.hands import Hands


class Begun:
    """Remembers the game that was begun."""

    def __init__(self) -> None:
        self.options: GameOptions | None = None
        self.lots = Lots()

    def __call__(self, options: GameOptions, lots: Lots) -> None:
        self.options, self.lots = options, lots


def at_setup(**changes: object) -> tuple[Hands, Begun]:
    begun = Begun()
    ports: Ports = sample_ports(play=begun, **changes)
    hands = Hands(Home(ports))
    hands.tap("New game")
    return hands, begun


def after_last_time() -> tuple[Hands, Begun]:
    return at_setup(shelf=SampleShelf(options=long_table()))


def with_sarah_and_jan() -> tuple[Hands, Begun]:
    """A first evening, with two of those who are known sitting down."""
    hands, begun = at_setup()
    hands.tap("Sarah")
    hands.tap("Jan")
    return hands, begun


def wizard_of(hands: Hands) -> SetupWizard:
    wizard = hands.stage.screen
    assert isinstance(wizard, SetupWizard)
    return wizard


def plan_of(hands: Hands) -> Plan:
    return wizard_of(hands).plan


def names(plan: Plan) -> list[str]:
    return [seat.name for seat in plan.seats]


def test_the_last_evening_again_takes_two_taps_and_somebody_starts() -> None:
    hands, begun = after_last_time()
    assert names(plan_of(hands)) == [seat.name for seat in long_table().players]
    assert marked_starter(hands) == [f"start-{plan_of(hands).start}"]
    hands.tap("Begin the game")
    assert begun.options == long_table()


def test_a_first_game_for_three_from_home_to_the_first_question() -> None:
    hands, begun = with_sarah_and_jan()
    hands.tap("Marie")
    hands.tap("Done")
    hands.tap("Marie")
    hands.tap("Classic or Deluxe")
    hands.tap("Essential")
    hands.tap("Light")
    hands.tap("Layer B2")
    hands.tap("Done")
    hands.tap("Expansions")
    hands.tap("5 · Desert towns")
    hands.tap("Done")
    hands.tap("River tiles")
    hands.tap("First game")
    hands.tap("Done")
    hands.tap("Begin the game")
    assert begun.options == GameOptions(
        (Seat("Sarah", "green"), Seat("Jan", "blue"), Seat("Marie", "yellow")),
        "essential",
        frozenset({DESERT_TOWNS}),
        "light",
        {},
        "B2",
    )
    assert begun.lots == Lots(2, (1, 3, 5))


def test_it_takes_two_to_play_and_four_are_a_full_table() -> None:
    hands, _begun = at_setup()
    hands.tap("Sarah")
    hands.tap("Done")
    assert hands.says("Two players at least.")
    for name in ("Jan", "Marie", "Lukas"):
        hands.tap(name)
    hands.tap("Chloé")
    assert hands.says("Four players at most: take one out first.")
    assert names(plan_of(hands)) == ["Sarah", "Jan", "Marie", "Lukas"]


def test_whoever_is_tapped_again_gets_up_and_keeps_their_colour() -> None:
    hands, _begun = with_sarah_and_jan()
    plan_of(hands).next_colour(1)
    colour = plan_of(hands).seats[1].colour
    hands.stage.changed()
    hands.wait(0.02)
    hands.tap("Jan")
    assert names(plan_of(hands)) == ["Sarah"]
    plan_of(hands).add_person("Jan", ())
    assert plan_of(hands).seats[1] == Seat("Jan", colour)
    hands.stage.changed()
    hands.wait(0.02)
    hands.tap("Clear the seats")
    assert plan_of(hands).seats == []


def test_lots_fall_on_a_player_after_the_camel_has_run() -> None:
    hands, _begun = after_last_time()
    hands.tap("Draw lots")
    hands.wait(0.5, frames=15)
    assert wizard_of(hands).lot_ends > hands.now, "the camel is still running"
    hands.wait(2.0, frames=60)
    assert wizard_of(hands).lot_ends == 0
    assert marked_starter(hands) == [f"start-{plan_of(hands).start}"]


def marked_starter(hands: Hands) -> list[str]:
    """Whom the page shows as the one who starts."""
    marked = [w for w in hands.stage.root.walk() if getattr(w, "kind", "") == "chosen"]
    return [w.path.rpartition("/")[2] for w in marked]


def test_beginning_before_the_camel_stands_shows_who_starts_first() -> None:
    hands, begun = after_last_time()
    hands.tap("Draw lots")
    hands.wait(0.1, frames=3)
    hands.tap("Begin the game")
    assert begun.options is None, "nobody has seen yet whom the lot fell on"
    assert marked_starter(hands) == [f"start-{plan_of(hands).start}"]
    drawn = plan_of(hands).start
    hands.tap("Begin the game")
    assert begun.lots.start == drawn


def test_a_tap_on_a_player_outdoes_the_running_lot() -> None:
    hands, begun = after_last_time()
    hands.tap("Draw lots")
    hands.wait(0.1, frames=3)
    hands.tap(long_table().players[1].name)
    assert plan_of(hands).start == 1
    assert marked_starter(hands) == ["start-1"]
    hands.tap("Begin the game")
    assert begun.lots.start == 1


def test_lots_fall_on_everybody_in_time() -> None:
    plan = Plan.proposed(GameOptions.from_json(long_table().to_json()), (), "full")
    assert {plan.draw_lots() for _draw in range(200)} == {0, 1, 2, 3}


def test_who_starts_is_drawn_anew_when_the_seats_have_changed_and_only_then() -> None:
    hands, _begun = after_last_time()
    plan = plan_of(hands)
    plan.start = 2
    hands.tap("Players")
    hands.tap("Done")
    assert plan.start == 2
    hands.tap("Players")
    plan.take_out(3)
    assert plan.lots_due
    hands.tap("Done")
    assert plan.start in range(3)


def test_a_name_is_typed_on_the_screen() -> None:
    hands, _begun = at_setup()
    hands.tap("Somebody new")
    for key in ("Z", "o"):
        hands.tap(key)
    hands.tap("éöç")
    hands.tap("é")
    hands.tap("Done")
    assert names(plan_of(hands)) == ["Zoé"]


def test_a_name_is_typed_on_a_real_keyboard() -> None:
    hands, _begun = at_setup()
    hands.tap("Somebody new")
    hands.type("Anna Lena")
    hands.stage.key(8, "")
    hands.stage.key(13, "\r")
    assert names(plan_of(hands)) == ["Anna Len"]


def test_a_name_is_changed() -> None:
    hands, _begun = with_sarah_and_jan()
    hands.tap("Change the name Jan")
    hands.tap("Chloé")
    assert names(plan_of(hands)) == ["Sarah", "Chloé"]


def test_an_empty_name_leaves_the_old_one() -> None:
    hands, _begun = with_sarah_and_jan()
    hands.tap("Change the name Sarah")
    hands.tap("Done")
    assert plan_of(hands).seats[0].name == "Sarah"


def test_two_players_never_share_a_name_or_colour() -> None:
    plan = Plan([Seat("Sarah", "green"), Seat("Jan", "blue"), Seat("Marie", "red")])
    plan.rename(0, "Jan")
    assert [seat.name for seat in plan.seats] == ["Jan", "Sarah", "Marie"]
    for _tap in range(5):
        plan.next_colour(0)
        assert len({seat.colour for seat in plan.seats}) == 3
    plan.options()


def test_seats_can_be_swapped() -> None:
    hands, _begun = with_sarah_and_jan()
    hands.tap("Swap Sarah with the next seat")
    assert names(plan_of(hands)) == ["Jan", "Sarah"]


def test_back_goes_to_the_evening_and_then_home() -> None:
    hands, _begun = after_last_time()
    hands.tap("River tiles")
    hands.tap("Back")
    assert hands.says("Tonight")
    hands.tap("Back")
    assert hands.says("New game")


def test_the_checklist_can_be_waved_through() -> None:
    hands, begun = after_last_time()
    hands.tap("Lay out the game")
    assert hands.says("Board and tower")
    hands.tap("Begin the game")
    assert begun.options is not None


def test_a_ruling_can_be_turned_round_and_back() -> None:
    hands, _begun = after_last_time()
    hands.tap("Expansions")
    hands.tap("Rulings")
    hands.tap("A score may fall below 0.")
    assert hands.says("A score never falls below 0.")
    hands.tap("Back")
    assert plan_of(hands).options().rulings()["score may be negative"] is False
    hands.tap("Rulings")
    hands.tap("A score never falls below 0.")
    hands.tap("Back")
    assert plan_of(hands).flipped == {}


def test_river_tiles_can_be_turned_over_and_exchanged() -> None:
    hands, _begun = after_last_time()
    plan = plan_of(hands)
    plan.river_tiles = (1, 3, 5)
    hands.tap("River tiles")
    hands.tap("Other side")
    assert plan.river_tiles == (2, 3, 5)
    hands.tap("Other tile")
    assert plan.river_tiles == (8, 3, 5)


def test_drawn_river_tiles_fit_their_seasons() -> None:
    from companion.games.marrakesh.rules.catalogue.river_tiles import of_season

    for _draw in range(50):
        for season, tile in enumerate(draw_river_tiles()):
            assert tile in of_season(season)


def plan_for(count: int, edition: str = "classic", *expansions: str) -> Plan:
    players = [
        Seat(name, colour) for name, colour in zip("ABCD", ("green", "blue", "yellow", "red"), strict=True)
    ]
    return Plan(players[:count], edition, frozenset(expansions), start=1)


def words_of(plan: Plan) -> str:
    return "\n".join(f"{item.words} {item.note}" for item in checklist(plan))


@pytest.mark.parametrize(("count", "drawn", "towns"), [(2, 3, 3), (3, 2, 5), (4, 2, 7)])
def test_the_checklist_counts_for_the_players(count: int, drawn: int, towns: int) -> None:
    words = words_of(plan_for(count, "classic", DESERT_TOWNS))
    assert f"Draw {drawn} keshis for the storage" in words
    assert f"Draw {towns} desert towns" in words


def test_the_checklist_follows_the_edition() -> None:
    classic, essential = words_of(plan_for(4)), words_of(plan_for(4, "essential"))
    assert "100/200" in classic
    assert "70/140" in essential
    assert "keshi markers" in essential
    assert "keshi markers" not in classic
    assert "three equal stacks" in classic
    assert "lay 3 of each open" in essential


def test_the_checklist_has_a_line_for_each_expansion() -> None:
    plain, full = words_of(plan_for(3)), words_of(plan_for(3, "classic", *EXPANSIONS))
    for words in ("Staircase tiles", "Imam and Sultan", "expansion 3", "Purple side up", "desert towns"):
        assert words in full
        assert words not in plain


def test_the_checklist_lays_three_oases_out_for_river_tile_02() -> None:
    """Addendum: "Place 3 of the leftover oasis tiles face up next to the game board at the start"."""
    plan = plan_for(3)
    assert "3 more oases" not in words_of(plan)
    plan.river_tiles = (2, 3, 5)
    assert "3 more oases Of those left over, face up" in words_of(plan)


def test_the_checklist_stacks_essentials_offices_beside_the_board() -> None:
    """Essential page 6: "stack them next to the game board with the light green side up"."""
    assert "light green side up" in words_of(plan_for(3, "essential"))
    assert "stack 3 on the board, the top one open" in words_of(plan_for(3))


def test_with_desert_towns_the_resources_lie_on_the_table() -> None:
    """Expansion 5: "the players must keep their resources on the table above the supply board"."""
    towns, plain = words_of(plan_for(3, "classic", DESERT_TOWNS)), words_of(plan_for(3))
    assert "1 date each On the table above the supply board." in towns
    assert "1 date each On the supply board." in plain


def test_the_checklist_keeps_the_rulebooks_order() -> None:
    keys = [item.key for item in checklist(plan_for(3, "essential", *EXPANSIONS))]
    book = [
        "board",
        "points",
        "scrolls",
        "offices",
        "luxury",
        "river",
        "gates",
        "supply",
        "own",
        "ten",
        "pawns",
    ]
    assert [key for key in keys if key in book] == book
    assert keys[-1] == "camel"
    assert len(set(keys)) == len(keys)


def test_ticks_stay_until_the_game_changes() -> None:
    plan = plan_for(3)
    plan.ticked = {"board"}
    plan.toggle_expansion(DESERT_TOWNS)
    assert plan.ticked == set()
