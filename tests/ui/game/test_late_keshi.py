"""A keshi falls out of the tower when the count is confirmed already: the table is asked what it is."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.games.marrakesh.game import Game
from companion.games.marrakesh.screens.on_screen import GameOnScreen
from companion.games.marrakesh.screens.samples import SampleLook, reported, with_one_more
from companion.games.marrakesh.screens.screen import GameScreen
from companion.locale import LANGUAGES
from companion.table.reports import Report
from companion.ui import i18n
from tests.ui.game.test_corrected_draft import counted_tray, without
from tests.ui.game.test_tray_screens import lying, show
from tests.ui.hands import Hands

ONE_MORE = "One keshi more than counted"


def in_the_draft() -> tuple[Hands, GameOnScreen, SampleLook, str]:
    """A confirmed count, and a colour that is still in the tower and not in the tray."""
    hands, table, rest = counted_tray()
    hands.stage.confirm()
    inside, base = table.state.tower.inside, lying(table)
    return hands, table, rest, next(c for c, n in inside.items() if n and not base[c])


def told_again(table: GameOnScreen) -> Game:
    """The game as another evening would load it."""
    entries = [{"rec": "do", "entry": entry.to_json()} for entry in table.game.journal.entries]
    return Game(table.game.options, table.game.facts_at_start, entries)


def test_a_keshi_that_falls_late_is_counted_in_with_one_tap() -> None:
    hands, table, rest, colour = in_the_draft()
    inside, out = table.state.tower.inside[colour], table.state.tower.came_out[colour]
    show(hands, Report("counted", with_one_more(rest, colour)))
    assert hands.says(ONE_MORE)
    assert table.state.base[colour] == 0, "nothing is entered unasked"
    hands.tap(f"Count it in: 1 {colour}")
    tower = table.state.tower
    assert (table.state.base[colour], tower.inside[colour], tower.came_out[colour]) == (
        1,
        inside - 1,
        out + 1,
    )
    assert table.seen.question is None
    table.state.invariants()
    assert told_again(table).state == table.state
    hands.tap(f"Take 1 {colour}")
    assert [claim.colours for claim in table.claims()] == [(colour,)]


def test_its_claim_is_seen_like_any_other() -> None:
    hands, table, rest, colour = in_the_draft()
    show(hands, Report("counted", with_one_more(rest, colour)))
    hands.tap(f"Count it in: 1 {colour}")
    show(hands, Report("counted", rest))
    assert [claim.colours for claim in table.claims()] == [(colour,)]


def test_one_left_out_is_not_asked_about_again_and_the_draft_goes_on_by_itself() -> None:
    hands, table, rest, colour = in_the_draft()
    more = with_one_more(rest, colour)
    show(hands, Report("counted", more))
    before = len(table.game.journal.entries)
    hands.tap("Leave it out")
    assert table.seen.question is None
    assert len(table.game.journal.entries) == before
    show(hands, Report("counted", without(more, 0)))
    taken = rest.observation.pieces[0].label
    assert [claim.colours for claim in table.claims()] == [(taken,)]
    show(hands, Report("counted", without(rest, 0)))
    assert table.seen.question is None, "it went back into the tower"
    assert len(table.claims()) == 1


def test_one_put_back_into_the_tower_before_anybody_answers_is_forgotten() -> None:
    hands, table, rest, colour = in_the_draft()
    show(hands, Report("counted", with_one_more(rest, colour)))
    assert hands.says(ONE_MORE)
    show(hands, Report("counted", rest))
    assert table.seen.question is None
    assert table.claims() == []


def test_one_falls_as_another_is_taken() -> None:
    hands, table, rest, colour = in_the_draft()
    taken = rest.observation.pieces[0].label
    show(hands, Report("counted", with_one_more(without(rest, 0), colour)))
    assert hands.says(ONE_MORE)
    hands.tap(f"Count it in: 1 {colour}")
    assert [claim.colours for claim in table.claims()] == [(taken,)], "the same look tells the claim"
    assert table.state.base[colour] == 1


def test_as_the_last_keshi_is_taken_the_draft_goes_on_with_the_one_that_fell() -> None:
    hands, table, rest, colour = in_the_draft()
    pieces = rest.observation.pieces
    while lying(table).total() > 1:
        table.session.answer(f"{next(iter(lying(table)))}*1")
    last = next(piece for piece in pieces if lying(table)[piece.label])
    alone = replace(rest, observation=replace(rest.observation, pieces=(last,)))
    show(hands, Report("counted", alone))
    nothing = replace(rest, observation=replace(rest.observation, pieces=()))
    show(hands, Report("counted", with_one_more(nothing, colour)))
    hands.tap(f"Count it in: 1 {colour}")
    assert table.state.phase == "claim"
    assert lying(table) == {colour: 1}


def test_counting_it_in_can_be_taken_back() -> None:
    hands, table, rest, colour = in_the_draft()
    inside = table.state.tower.inside[colour]
    more = Report("counted", with_one_more(rest, colour))
    show(hands, more)
    hands.tap(f"Count it in: 1 {colour}")
    hands.tap("Undo")
    assert (table.state.base[colour], table.state.tower.inside[colour]) == (0, inside)
    show(hands, more)
    assert hands.says(ONE_MORE)


def test_a_claim_put_back_leaves_what_fell_in_the_meantime_in_the_tray() -> None:
    hands, table, rest, colour = in_the_draft()
    show(hands, Report("counted", without(rest, 0)))
    assert len(table.claims()) == 1
    show(hands, Report("counted", with_one_more(without(rest, 0), colour)))
    hands.tap(f"Count it in: 1 {colour}")
    show(hands, Report("counted", with_one_more(rest, colour)))
    hands.tap("The last claim was put back")
    assert table.claims() == []
    assert table.state.base[colour] == 1
    assert told_again(table).state == table.state


def test_one_the_ledger_does_not_know_of_is_counted_in_if_the_table_says_so() -> None:
    hands, table, rest, colour = in_the_draft()
    inside = table.state.tower.inside[colour]
    table.game.adjust(-1, f"tower {colour}", -inside)
    show(hands, Report("counted", with_one_more(rest, colour)))
    hands.tap(f"Count it in: 1 {colour}")
    assert (table.state.base[colour], table.state.tower.inside[colour]) == (1, 0)
    table.state.invariants()


def test_another_colour_the_table_names_holds_for_the_draft() -> None:
    hands, table, rest, colour = in_the_draft()
    inside = table.state.tower.inside
    other = next(c for c, n in inside.items() if n and not lying(table)[c] and c != colour)
    more = with_one_more(rest, colour)
    *known, last = more.observation.pieces
    unclear = replace(last, confidence=0.6, alternatives=((other, 0.35),))
    more = replace(more, observation=replace(more.observation, pieces=(*known, unclear)))
    show(hands, Report("counted", more))
    hands.tap(f"Count it in: 1 {other}")
    assert (table.state.base[colour], table.state.base[other]) == (0, 1)
    show(hands, Report("counted", with_one_more(rest, colour)))  # now the camera is sure
    assert table.seen.question is None
    assert table.claims() == []


def test_by_hand_the_tray_is_put_right_where_the_table_says_so() -> None:
    hands, table, _rest, colour = in_the_draft()
    hands.tap("Menu")
    hands.tap("Correct numbers…")
    hands.tap("Tower")
    hands.tap(f"In the tray: {colour} +")
    hands.tap("Enter ")
    assert table.state.base[colour] == 1


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size_px", [(800, 480), (1280, 720), (720, 1280)])
def test_every_way_is_in_reach(language: str, size_px: tuple[int, int]) -> None:
    i18n.use(language)
    _hands, table, rest, colour = in_the_draft()
    reported(table, Report("counted", with_one_more(rest, colour)))
    hands = Hands(GameScreen(table), size_px)
    assert hands.stage.audit() == []
