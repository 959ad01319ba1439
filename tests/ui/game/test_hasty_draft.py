"""Keshis taken before anybody has confirmed the count: what came out is confirmed, and the claims follow."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from companion.games.marrakesh.screens.on_screen import GameOnScreen
from companion.games.marrakesh.screens.samples import SampleLook, SampleSeen, reported, with_one_more
from companion.games.marrakesh.screens.screen import GameScreen
from companion.locale import LANGUAGES
from companion.table.reports import Report
from companion.ui import i18n
from tests.ui.game.test_corrected_draft import counted_tray, doubted, two_colours, without
from tests.ui.game.test_tray_screens import counts_kept, lying, show
from tests.ui.hands import Hands
from vision.doubts import NO_RING_LIGHT

TAKEN = "Taken since: "
RING = NO_RING_LIGHT


def look(hands: Hands, rest: SampleLook) -> None:
    """Something moves, and then the tray is at rest again."""
    show(hands, Report("moving"))
    show(hands, Report("counted", rest))


def confirm(hands: Hands) -> None:
    hands.stage.confirm()
    hands.wait(0.05)


def counts_of(rest: SampleLook) -> Counter[str]:
    return Counter(piece.label for piece in rest.observation.pieces)


def claimed(table: GameOnScreen) -> list[tuple[str, ...]]:
    return [claim.colours for claim in table.claims()]


def test_what_is_taken_before_the_count_is_confirmed_came_out_and_is_claimed() -> None:
    hands, table, rest = counted_tray()
    taken = rest.observation.pieces[0].label
    look(hands, without(rest, 0))
    assert hands.says(f"{TAKEN}1 {taken}.")
    hands.tap(f"{len(rest.observation.pieces)} keshis – correct")
    assert claimed(table) == [(taken,)]
    assert lying(table) == counts_of(without(rest, 0))
    assert hands.says(f": 1 {taken}"), "it is said in passing"
    assert table.seen.question is None


def test_two_hasty_players_are_told_apart_look_by_look() -> None:
    hands, table, rest = counted_tray()
    one, other = two_colours(rest)
    colours = [rest.observation.pieces[index].label for index in (other, one)]
    look(hands, without(rest, other))
    look(hands, without(without(rest, other), one))
    confirm(hands)
    assert claimed(table) == [(colour,) for colour in colours]
    seats = [claim.seat for claim in table.claims()]
    assert seats[1] == (seats[0] + 1) % 4


def test_a_whole_draft_may_be_over_before_somebody_confirms() -> None:
    hands, table, rest = counted_tray()
    left = rest
    while left.observation.pieces:
        left = without(left, 0)
        look(hands, left)
    assert table.seen.check is not None
    assert len(table.seen.check.later) <= 10, "a Pi has little memory"
    confirm(hands)
    assert table.state.phase == "assistants"
    assert [colour for claim in claimed(table) for colour in claim] == [
        p.label for p in rest.observation.pieces
    ]


def test_the_photo_log_keeps_the_photo_that_was_counted() -> None:
    hands, table, rest = counted_tray()
    kept = counts_kept(table)
    look(hands, without(rest, 0))
    confirm(hands)
    assert kept == [(rest, dict(counts_of(rest)))]


def test_one_tap_counts_only_what_lies_there() -> None:
    hands, table, rest = counted_tray()
    look(hands, without(rest, 0))
    hands.tap("Count only what lies there now")
    assert not hands.says(TAKEN)
    confirm(hands)
    assert lying(table) == counts_of(without(rest, 0))
    assert claimed(table) == []


def test_a_keshi_that_falls_among_the_hasty_is_asked_about() -> None:
    hands, table, rest = counted_tray()
    inside = table.state.tower.inside
    late = next(colour for colour, n in inside.items() if n and not counts_of(rest)[colour])
    taken = rest.observation.pieces[0].label
    look(hands, without(rest, 0))
    look(hands, with_one_more(without(rest, 0), late))
    confirm(hands)
    assert claimed(table) == [(taken,)]
    hands.tap(f"Count it in: 1 {late}")
    assert lying(table) == counts_of(with_one_more(without(rest, 0), late))


def test_more_that_fall_are_counted_as_ever() -> None:
    hands, table, rest = counted_tray()
    more = with_one_more(rest, rest.observation.pieces[0].label)
    look(hands, more)
    assert table.seen.check is not None
    assert not table.seen.check.later
    assert table.seen.check.counts == dict(counts_of(more))


def test_thrown_again_the_keshis_are_counted_anew() -> None:
    hands, table, rest = counted_tray()
    look(hands, replace(rest, observation=SampleSeen(())))
    look(hands, without(rest, 0))
    assert table.seen.check is not None
    assert not table.seen.check.later
    assert table.seen.check.counts == dict(counts_of(without(rest, 0)))


def test_what_the_table_put_right_holds_for_the_hasty_too() -> None:
    hands, table, rest = counted_tray()
    one, other = two_colours(rest)
    is_ = rest.observation.pieces[other].label
    assert table.seen.check is not None
    table.seen.check.read_as(one, is_)
    look(hands, without(rest, other))
    confirm(hands)
    assert claimed(table) == [(is_,)]


def test_nothing_is_claimed_by_a_photo_that_misleads() -> None:
    hands, table, rest = counted_tray()
    look(hands, doubted(without(rest, 0), RING))
    confirm(hands)
    assert claimed(table) == []
    assert lying(table) == counts_of(rest)
    assert hands.says("The camera cannot tell what happened")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size_px", [(800, 480), (1280, 720), (720, 1280)])
def test_every_way_is_in_reach(language: str, size_px: tuple[int, int]) -> None:
    i18n.use(language)
    _hands, table, rest = counted_tray()
    reported(table, Report("moving"))
    reported(table, Report("counted", without(without(rest, 1), 0)))
    hands = Hands(GameScreen(table), size_px)
    assert hands.stage.audit() == []
