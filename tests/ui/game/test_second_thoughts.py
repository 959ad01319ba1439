"""Undo, history, changes of the past, what no longer fits, and the table's word over the rules."""

from __future__ import annotations

import pytest

from companion.games.marrakesh.rules import facts
from companion.games.marrakesh.rules.state import START_SCORE
from companion.games.marrakesh.screens.history import lines_of
from companion.games.marrakesh.screens.misfits import why
from companion.games.marrakesh.screens.on_screen import GameOnScreen
from companion.games.marrakesh.screens.samples import on_screen, played_until, sample_game
from companion.games.marrakesh.screens.screen import GameScreen
from companion.games.marrakesh.screens.words import value_words
from companion.play.decision import NotAnOption
from companion.play.errors import IllegalMove
from companion.play.journal import ANSWER, Entry
from companion.play.robot import Robot
from companion.play.timeline import Misfit
from tests.ui.hands import Hands


def light_table() -> GameOnScreen:
    """A light game in its second round, with nothing shared with other tests."""
    return on_screen(played_until(lambda decision: decision.kind == "points", 6, depth="light"))


def open_entry(hands: Hands, table: GameOnScreen, what: str) -> int:
    """Open the last entry of a kind from the menu; its index."""
    index = max(i for i, entry in enumerate(table.game.journal.entries) if entry.what == what)
    hands.tap("Menu")
    hands.tap("History")
    rows = [w for w in hands.targets() if w.path.endswith(f"entry-{index}")]
    assert rows, "the entry is not in the latest round"
    hands.show(rows[0])
    row = next(w for w in hands.targets() if w.path.endswith(f"entry-{index}"))
    hands.tap_at(*row.rect.center)
    return index


def test_nothing_can_be_undone_before_the_first_entry() -> None:
    hands = Hands(GameScreen(on_screen(sample_game("light"))))
    hands.tap("Undo")
    assert hands.says("Nothing to undo yet.")


def test_the_history_tells_every_entry_with_what_came_of_it() -> None:
    table = light_table()
    lines = lines_of(table)
    assert [line.entry for line in lines] == table.game.journal.entries
    points = next(line for line in lines if line.entry.what == "points" and line.entry.value)
    assert points.answer == str(points.entry.value)
    assert [event.kind for event in points.events] == ["points"]


def test_going_back_to_an_entry_and_entering_it_again() -> None:
    table = light_table()
    hands = Hands(GameScreen(table))
    before = len(table.game.journal.entries)
    index = open_entry(hands, table, "tower")
    hands.tap("Go back to here")
    hands.tap("Go back")
    assert len(table.game.journal.entries) == index
    assert hands.stage.screen.name == "game"
    assert table.pending is not None
    assert table.pending.kind == "tower"
    hands.tap("Menu")
    hands.tap("Redo")
    assert len(table.game.journal.entries) == index + 1
    hands.tap("Menu")
    hands.tap(f"Redo all {before - index - 1}")
    assert len(table.game.journal.entries) == before


def test_an_answer_that_makes_later_ones_impossible_is_pointed_out_and_nothing_is_lost() -> None:
    table = light_table()
    hands = Hands(GameScreen(table))
    before = len(table.game.journal.entries)
    index = open_entry(hands, table, "tower")
    hands.tap("Strike it")
    hands.tap("Strike it")
    assert hands.says("no longer fit")
    hands.tap("Go on")
    assert hands.says("This entry no longer fits")
    waiting = len(table.game.waiting)
    assert waiting + len(table.game.journal.entries) == before - 1
    assert waiting > 1
    assert hands.says(f"1 later entry no longer fits, {waiting - 1} wait"), "the others only wait"
    assert not hands.says("Leave this one out"), "good entries are not thrown away one tap at a time"
    hands.tap("Answer again")
    assert hands.says("What came out of the tower?")
    assert index == len(table.game.journal.entries)


def test_dropping_what_waits_goes_on_from_the_open_question() -> None:
    table = light_table()
    hands = Hands(GameScreen(table))
    open_entry(hands, table, "tower")
    hands.tap("Strike it")
    hands.tap("Strike it")
    hands.tap("Go on")
    waiting = table.game.waiting
    hands.tap("Discard the rest")
    assert hands.says(f"Discard {len(waiting)} entries?")
    hands.tap("Keep")
    assert table.game.waiting == waiting, "discarding asks first"
    hands.tap("Discard the rest")
    hands.tap("Discard")
    assert table.game.waiting == ()
    assert hands.says("What came out of the tower?")
    hands.tap("Undo")
    assert table.game.waiting == waiting, "undo brings all of them back"
    assert hands.says("This entry no longer fits")


def test_an_answer_that_is_no_longer_possible_is_told_in_labels() -> None:
    game = played_until(lambda decision: decision.kind == "start player", 1)
    asked = game.pending
    assert asked is not None
    entry = Entry(ANSWER, asked.kind, asked.player, "9")
    told = why(on_screen(game), Misfit(entry, NotAnOption(asked, "9")))
    names = ", ".join(player.name for player in game.state.players)
    assert told.endswith(f"is not possible here; possible: {names}")


def test_the_table_says_so_changes_numbers_and_stands_in_the_history() -> None:
    game = played_until(lambda decision: decision.kind == "assistant", 2)
    table = on_screen(game)
    hands = Hands(GameScreen(table))
    sarah = table.state.players[0]
    score, dates = sarah.score, sarah.resources["date"]
    hands.tap("Menu")
    hands.tap("Correct numbers…")
    hands.tap("Points +")
    hands.tap("Points +")
    hands.tap("Date +")
    hands.tap("Enter ")
    sarah = table.state.players[0]
    assert (sarah.score, sarah.resources["date"]) == (score + 2, dates + 1)
    assert {entry.what for entry in game.journal.entries if entry.do == "adjust"} == {"points", "date"}


def test_looking_at_another_player_keeps_what_was_put_right_for_the_first() -> None:
    table = on_screen(played_until(lambda decision: decision.kind == "assistant", 2))
    hands = Hands(GameScreen(table))
    before = [player.score for player in table.state.players]
    hands.tap("Menu")
    hands.tap("Correct numbers…")
    hands.tap("Points +")
    hands.tap("Jan")
    hands.tap("Points −")
    hands.tap("Enter 2 changes")
    after = [player.score for player in table.state.players]
    assert after == [before[0] + 1, before[1] - 1, *before[2:]]


def test_what_cannot_lie_on_a_table_is_refused_with_a_sentence() -> None:
    game = played_until(lambda decision: decision.kind == "assistant", 2)
    with pytest.raises(IllegalMove, match="must stay from 0"):
        game.adjust(0, "date", -99)


def at_the_receipt() -> tuple[Hands, GameOnScreen]:
    """The first season has just ended."""
    table = on_screen(played_until(lambda decision: decision.kind == "provisions paid", 4, depth="light"))
    screen, robot = GameScreen(table), Robot(3)
    hands = Hands(screen)
    while hands.stage.screen is screen:
        assert table.pending is not None
        screen.answer(hands.stage, robot.answer(table.pending))
    hands.stage.changed()
    hands.wait(0.02)
    assert hands.stage.screen.name == "season-receipt"
    return hands, table


def test_the_answer_that_ended_a_season_can_be_taken_back_from_its_receipt() -> None:
    hands, table = at_the_receipt()
    entries = len(table.game.journal.entries)
    hands.tap("Undo")
    assert len(table.game.journal.entries) == entries - 1
    assert hands.stage.screen.name == "game"
    assert hands.says("Taken back.")


def test_the_receipt_says_what_the_season_brought_beside_the_score() -> None:
    hands, table = at_the_receipt()
    for player in table.state.players:
        made = player.score - START_SCORE
        assert hands.says(f"{made:+d}".replace("-", "−")), "told from the score by its sign"


def test_the_receipt_has_the_menu_of_the_game() -> None:
    hands, table = at_the_receipt()
    hands.tap("Menu")
    hands.tap("Points")
    assert hands.stage.screen.name == "points"
    hands.stage.back()
    hands.wait(0.02)
    assert hands.stage.screen.name == "season-receipt"
    hands.tap("Menu")
    hands.tap("Correct numbers…")
    hands.tap("Points +")
    score = table.state.players[0].score
    hands.tap("Enter ")
    assert hands.stage.screen.name == "season-receipt"
    assert hands.says(str(score + 1))
    hands.tap("Undo")
    assert table.state.players[0].score == score
    assert hands.stage.screen.name == "season-receipt", "the season has ended all the same"


def test_going_back_before_the_seasons_end_closes_its_receipt() -> None:
    hands, table = at_the_receipt()
    hands.tap("Menu")
    hands.tap("History")
    index = max(line.index for line in lines_of(table) if (line.season, line.round) == (0, 3))
    row = next(w for w in hands.targets() if w.path.endswith(f"entry-{index}"))
    hands.tap_at(*row.rect.center)
    hands.tap("Go back to here")
    hands.tap("Go back")
    assert len(table.game.journal.entries) == index
    assert hands.stage.screen.name == "game"


def test_the_depth_changes_in_the_menu() -> None:
    game = played_until(lambda decision: decision.kind == "select", 5)
    table = on_screen(game)
    hands = Hands(GameScreen(table))
    hands.tap("Menu")
    hands.tap("Track less (light)")
    hands.tap("Change")
    assert table.state.depth == "light"
    assert hands.stage.screen.name == "game"


def open_fact(hands: Hands, key: str) -> None:
    """Scroll to a fact in the list of what is printed, and tap it."""
    hands.show(next(w for w in hands.stage.root.walk() if w.path.endswith(f"fact-{key}")))
    row = next(w for w in hands.targets() if w.path.endswith(f"fact-{key}"))
    hands.tap_at(*row.rect.center)


def test_a_printed_value_told_wrongly_is_put_right_from_the_menu() -> None:
    table = on_screen(played_until(lambda decision: decision.kind == "provisions paid", 2, depth="light"))
    hands = Hands(GameScreen(table))
    key = next(iter(table.state.facts))
    told = table.state.facts[key]
    hands.tap("Menu")
    hands.tap("What is printed")
    open_fact(hands, key)
    assert hands.says(f"So far: {value_words(told)}"), "what is to be put right is shown"
    hands.tap("That is right")
    assert hands.says("Nothing is different yet.")
    assert table.state.facts[key] == told, "the tap that opens it does not overwrite it"
    hands.tap("Water")
    hands.tap("Points lost")
    hands.tap(str(told["points"] + 5))
    hands.tap("That is right")
    cost = {**told["cost"], "water": told["cost"].get("water", 0) + 1}
    assert table.state.facts[key] == {"cost": cost, "points": told["points"] + 5}
    assert hands.stage.screen.name == "printed"


def test_a_count_to_be_changed_begins_with_what_was_counted() -> None:
    table = light_table()
    hands = Hands(GameScreen(table))
    index = open_entry(hands, table, "tower")
    counted = table.game.journal.entries[index].value
    hands.tap("Change it")
    assert hands.says(f"So far: {value_words(counted)}")
    hands.tap("That is right")
    assert hands.says("Nothing is different yet."), "no empty toss by one tap"
    inside = played_until(lambda decision: decision.kind == "tower", 2, depth="light").pending
    assert inside is not None
    colour = next(c for c, n in inside.about["inside"].items() if n > counted.get(c, 0))
    hands.tap(colour.capitalize())
    hands.tap("That is right")
    changed = table.game.journal.entries[index].value
    assert changed == {**counted, colour: counted.get(colour, 0) + 1}


def test_a_claim_to_be_changed_is_marked_with_the_name_of_who_made_it() -> None:
    table = light_table()
    hands = Hands(GameScreen(table))
    index = open_entry(hands, table, "claim")
    claim = table.game.journal.entries[index]
    name = table.state.players[claim.player].name
    hands.tap("Change it")
    assert hands.says(f"Change it · {name}")
    marked = [w for w in hands.stage.root.walk() if getattr(w, "kind", "") == "chosen"]
    assert [w.path.rpartition("/")[2] for w in marked] == [f"option-{claim.value}"]
    hands.tap(marked[0].say)
    assert hands.says("Nothing is different yet.")
    assert hands.stage.screen.name == "change"


def test_what_a_rulebook_prints_is_put_right_from_the_menu_too() -> None:
    """Oases 27 and 28: the books disagree, only the tile can tell."""
    table = on_screen(played_until(lambda decision: decision.kind == "assistant", 3))
    hands = Hands(GameScreen(table))
    hands.tap("Menu")
    hands.tap("What is printed")
    key = "oasis 27 stair"
    assert facts.known(table.state, key) == "palace"
    assert key not in table.state.facts
    open_fact(hands, key)
    hands.tap("Mosque")
    hands.tap("That is right")
    assert facts.known(table.state, key) == "mosque"


def test_every_players_board_is_one_tap_away() -> None:
    table = on_screen(played_until(lambda decision: decision.kind == "assistant", 3))
    hands = Hands(GameScreen(table))
    for player in table.state.players:
        hands.tap(player.name)
        assert hands.stage.screen.name == "player"
        for tab in ("Board", "Tiles", "Places", "Provisions", "Points"):
            hands.tap(tab)
        hands.stage.back()
        hands.wait(0.02)


def test_a_decision_of_a_kind_nobody_has_heard_of_is_still_asked() -> None:
    from companion.games.marrakesh.screens.showcase import FactShow
    from companion.play.decision import PASS, Decision

    table = on_screen(played_until(lambda decision: decision.kind == "assistant", 3))
    screen = FactShow(table, Decision("juggle oranges", 1, ("orange*2", "river", PASS)))
    hands = Hands(screen)
    assert hands.says("Juggle oranges")
    assert hands.says("River")
    assert hands.says("Pass")
    assert hands.stage.audit() == []


class Told:
    """A tray that keeps what it was told."""

    live = None

    def __init__(self) -> None:
        self.orders: list[str] = []

    def watch(self, *, count_empty: bool = False) -> None:
        self.orders.append("claim" if count_empty else "toss")

    def count_now(self) -> None: ...

    def pause(self) -> None:
        self.orders.append("pause")


def test_the_camera_stops_counting_after_an_undo_out_of_the_toss() -> None:
    tray = Told()
    table = on_screen(played_until(lambda decision: decision.kind == "tower", nth=2), tray=tray)
    table.session.come()
    assert tray.orders == ["toss"]
    while table.state.phase == "toss":
        table.session.undo()
    assert tray.orders[-1] == "pause", "no question needs the tray now"
    table.session.redo()
    assert (table.state.phase, tray.orders[-1]) == ("toss", "toss")


def test_an_undo_within_the_draft_looks_at_the_tray_anew() -> None:
    tray = Told()
    table = on_screen(played_until(lambda decision: decision.kind == "claim", nth=2), tray=tray)
    table.session.come()
    table.session.undo()
    assert table.state.phase == "claim"
    assert tray.orders == ["claim", "claim"]
