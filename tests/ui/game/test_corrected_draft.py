"""The draft after a count that was put right, after a doubtful look, and after other screens."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from companion.games.marrakesh.screens.on_screen import GameOnScreen
from companion.games.marrakesh.screens.samples import (
    SampleLook,
    SamplePiece,
    SampleSeen,
    SampleTray,
    likely_toss,
    reported,
    sample_look,
    with_one_more,
)
from companion.games.marrakesh.screens.screen import GameScreen
from companion.games.marrakesh.screens.tray_showcase import DAZZLED
from companion.play.robot import Robot
from companion.table.reports import Report
from companion.ui.i18n import say
from companion.ui.samples import sample_ports
from companion.ui.screens.settings import SettingsScreen
from tests.ui.game.test_tray_screens import show, table_before
from tests.ui.hands import Hands
from vision.doubts import LOOKS_DIFFER, NO_COLOURS, NO_FRAME, NO_RING_LIGHT, Doubt

RING, FRAME = NO_RING_LIGHT, NO_FRAME


def counted_tray() -> tuple[Hands, GameOnScreen, SampleLook]:
    """A light toss on the screen, counted and not confirmed yet."""
    table = table_before("tower", "light", SampleTray())
    hands = Hands(GameScreen(table))
    rest = sample_look(likely_toss(table.game))
    show(hands, Report("counted", rest))
    assert table.seen.check is not None
    return hands, table, rest


def without(rest: SampleLook, index: int) -> SampleLook:
    pieces = rest.observation.pieces
    return replace(rest, observation=SampleSeen(pieces[:index] + pieces[index + 1 :]))


def two_colours(rest: SampleLook) -> tuple[int, int]:
    """Two pieces of different colours."""
    first = rest.observation.pieces[0].label
    return 0, next(i for i, piece in enumerate(rest.observation.pieces) if piece.label != first)


def test_a_wrongly_seen_piece_makes_no_wrong_claim() -> None:
    hands, table, rest = counted_tray()
    one, other = two_colours(rest)
    seen, is_ = rest.observation.pieces[one].label, rest.observation.pieces[other].label
    assert table.seen.check is not None
    table.seen.check.read_as(one, is_)
    hands.stage.confirm()
    show(hands, Report("counted", without(rest, other)))
    made = table.claims()
    assert [claim.colours for claim in made] == [(is_,)], f"the {seen} piece is {is_}: one {is_} is gone"


def test_nothing_is_claimed_because_a_hand_passed_over_a_hidden_keshi() -> None:
    hands, table, rest = counted_tray()
    assert table.seen.check is not None
    table.seen.check.more(rest.observation.pieces[0].label)
    hands.stage.confirm()
    show(hands, Report("counted", rest))
    assert table.claims() == []
    assert table.seen.question is None


def doubted(rest: SampleLook, *doubts: Doubt) -> SampleLook:
    return replace(rest, observation=replace(rest.observation, sure=False, doubts=doubts))


def test_a_doubtful_look_is_asked_about_and_says_why() -> None:
    hands, table, rest = counted_tray()
    hands.stage.confirm()
    # unlit, the frame is not seen either
    show(hands, Report("counted", doubted(without(rest, 0), RING, FRAME)))
    assert table.claims() == []
    assert table.seen.question is not None
    assert hands.says("Hardly any of the ring's light is seen")


@pytest.mark.parametrize("doubt", [RING, FRAME, NO_COLOURS, LOOKS_DIFFER])
@pytest.mark.parametrize("one_more", [False, True])
def test_nothing_is_read_off_a_photo_that_misleads_as_a_whole(doubt: Doubt, one_more: bool) -> None:
    hands, table, rest = counted_tray()
    hands.stage.confirm()
    inside = table.state.tower.inside
    other = next(colour for colour, number in inside.items() if number)
    wrong = with_one_more(rest, other) if one_more else without(without(rest, 1), 0)
    show(hands, Report("counted", doubted(wrong, doubt)))
    assert hands.says(say(doubt.said)[1:])
    keys = [widget.key for widget in hands.targets()]
    assert not [key for key in keys if key.startswith(("count-in-", "leave-out", "reading-"))]
    tray = table.tray
    assert isinstance(tray, SampleTray)
    hands.tap("Look again")
    assert tray.orders[-1] == "count now"
    assert table.seen.question is None
    show(hands, Report("counted", doubted(wrong, doubt)))
    hands.tap("Enter it by hand")
    assert table.seen.question is None
    assert table.claims() == []


def in_the_sun() -> tuple[Hands, GameOnScreen, list[SamplePiece]]:
    """A confirmed count with a white and a green keshi in it, at a table as bright as no calibration."""
    table = table_before("tower", "light", SampleTray())
    hands = Hands(GameScreen(table))
    rest = sample_look({"white": 1, "green": 1, "pink": 1})
    show(hands, Report("counted", rest))
    hands.stage.confirm()
    return hands, table, list(rest.observation.pieces)


def dazzled(pieces: list[SamplePiece]) -> Report:
    rest = sample_look({})
    return Report("counted", replace(rest, observation=SampleSeen(tuple(pieces), False, (DAZZLED,))))


def test_in_the_sun_a_claim_takes_one_tap() -> None:
    hands, table, (white, green, pink) = in_the_sun()
    show(hands, dazzled([white, pink]))
    assert table.claims() == [], "it is asked"
    assert hands.says(say(DAZZLED.said)[1:])
    hands.tap(f"{table.asked.name if table.asked else ''}: 1 {green.label}")
    assert [claim.colours for claim in table.claims()] == [("green",)]


def test_in_the_sun_a_white_keshi_that_is_not_seen_may_lie_there() -> None:
    hands, table, (_white, _green, pink) = in_the_sun()
    show(hands, dazzled([pink]))
    name = table.asked.name if table.asked else ""
    hands.tap(f"{name}: 1 green")
    assert [claim.colours for claim in table.claims()] == [("green",)]
    assert table.state.base["white"] == 1


def test_in_the_sun_a_white_keshi_may_be_claimed_as_well() -> None:
    hands, table, (_white, green, pink) = in_the_sun()
    show(hands, dazzled([green, pink]))
    hands.tap(f"{table.asked.name if table.asked else ''}: 1 white")
    assert [claim.colours for claim in table.claims()] == [("white",)]


def test_a_photo_that_misled_does_not_tell_where_keshis_lay() -> None:
    """One seen in another colour where it always lay is that one, though nothing was seen in the dark."""
    hands, table, rest = counted_tray()
    hands.stage.confirm()
    show(hands, Report("counted", doubted(replace(rest, observation=SampleSeen(())), RING)))
    table.session.say(table.seen.dismiss())
    inside, pieces = table.state.tower.inside, rest.observation.pieces
    other = next(c for c, n in inside.items() if n and c not in {piece.label for piece in pieces})
    seen = SampleSeen((replace(pieces[0], label=other), *pieces[1:]))
    show(hands, Report("counted", replace(rest, observation=seen)))
    assert table.seen.question is None or table.seen.question.fell is None


def test_a_photo_that_misled_does_not_bring_a_hidden_keshi_in_sight() -> None:
    hands, table, rest = counted_tray()
    assert table.seen.check is not None
    hidden = rest.observation.pieces[0].label
    table.seen.check.more(hidden)
    hands.stage.confirm()
    show(hands, Report("counted", doubted(with_one_more(rest, hidden), RING)))
    show(hands, Report("counted", rest))
    assert table.claims() == []


def test_a_doubtful_count_says_why() -> None:
    hands, _table, rest = counted_tray()
    seen = replace(rest.observation, sure=False, doubts=(RING,))
    show(hands, Report("counted", replace(rest, observation=seen)))
    assert hands.says("Hardly any of the ring's light is seen")


def test_what_was_put_right_survives_another_count() -> None:
    hands, table, rest = counted_tray()
    one, other = two_colours(rest)
    is_ = rest.observation.pieces[other].label
    assert table.seen.check is not None
    table.seen.check.read_as(one, is_)
    before = table.seen.check.counts
    show(hands, Report("moving"))
    show(hands, Report("counted", rest))
    assert table.seen.check.counts == before
    assert not hands.says("Counted again")
    show(hands, Report("counted", with_one_more(rest, is_)))
    assert table.seen.check.labels[0] == is_
    assert hands.says("Counted again")


def test_that_the_piece_put_right_is_gone_is_asked_about() -> None:
    """It may have slid away as well, and be seen as something else there."""
    hands, table, rest = counted_tray()
    one, other = two_colours(rest)
    assert table.seen.check is not None
    table.seen.check.read_as(one, rest.observation.pieces[other].label)
    hands.stage.confirm()
    show(hands, Report("counted", without(rest, one)))
    assert table.claims() == []
    assert table.seen.question is not None


def test_what_was_seen_late_in_one_draft_claims_nothing_in_the_next() -> None:
    table, robot = table_before("claim"), Robot(3)
    late = False
    while table.pending is not None and (table.pending.kind != "tower" or not late):
        if table.state.phase == "claim" and not any(table.state.base.values()) and not late:
            late = True
            assert table.pending.kind != "claim", "the last keshi is being deployed"
            reported(table, Report("counted", sample_look({"turquoise": 1})))
        table.session.answer(robot.answer(table.pending))
    assert late
    table.session.answer(likely_toss(table.game))
    assert table.claims() == []
    assert table.seen.question is None


def test_the_eyes_open_again_after_calibrating_in_the_middle_of_a_game() -> None:
    hands, table, _rest = counted_tray()
    tray = table.tray
    assert isinstance(tray, SampleTray)
    hands.stage.push(SettingsScreen(sample_ports()))
    hands.stage.back()
    before = list(tray.orders)
    assert before.count("watch") == 1, "settings alone are no reason to look again"
    hands.stage.push(SettingsScreen(sample_ports()))
    reported(table, Report("paused"))
    hands.stage.back()
    assert tray.orders == [*before, "watch"]


def test_a_toss_entered_by_hand_has_the_tray_looked_at_for_the_draft() -> None:
    table = table_before("tower", "light", SampleTray())
    Hands(GameScreen(table))
    tray = table.tray
    assert isinstance(tray, SampleTray)
    table.session.answer(dict(Counter(likely_toss(table.game))))
    assert tray.orders == ["watch", "watch"]


def test_a_tray_the_table_did_not_want_to_hear_about_is_news_again_once_it_was_put_right() -> None:
    hands, table, rest = counted_tray()
    hands.stage.confirm()
    one, other = sorted(two_colours(rest))
    two_gone = without(without(rest, other), one)
    show(hands, Report("counted", two_gone))
    assert table.seen.question is not None
    table.session.say(table.seen.dismiss())
    show(hands, Report("counted", two_gone))
    assert table.seen.question is None
    show(hands, Report("counted", rest))
    show(hands, Report("counted", two_gone))
    assert table.seen.question is not None
