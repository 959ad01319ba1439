"""Light depth does not know whose sectors are full: who forgot to say so puts it right with one tap."""

from __future__ import annotations

from collections import Counter

from companion.games.marrakesh.screens.on_screen import GameOnScreen
from companion.games.marrakesh.screens.screen import GameScreen
from companion.table.reports import Report
from tests.ui.game.test_late_keshi import told_again
from tests.ui.game.test_tray_screens import in_the_draft, look_at, lying, show, table_before
from tests.ui.hands import Hands


def with_a_claim_seen() -> tuple[Hands, GameOnScreen, int, str]:
    """The camera gave a keshi to whose turn it was; that seat, and the colour."""
    hands, table, _tray = in_the_draft()
    seat = table.pending.player if table.pending is not None else -1
    colour = next(iter(lying(table)))
    show(hands, Report("counted", look_at(lying(table) - Counter([colour]))))
    assert [(claim.seat, claim.colours) for claim in table.claims()] == [(seat, (colour,))]
    return hands, table, seat, colour


def test_what_somebody_without_room_was_given_goes_to_the_next_with_one_tap() -> None:
    hands, table, seat, colour = with_a_claim_seen()
    first, second, third = (table.state.players[(seat + n) % 4] for n in range(3))
    before = lying(table)
    hands.tap(f"{first.name} had no room")
    assert [(claim.seat, claim.colours) for claim in table.claims()] == [(second.seat, (colour,))]
    assert table.state.players[first.seat].out_of_draft
    assert lying(table) == before
    assert table.asked is not None
    assert table.asked.seat == third.seat
    assert told_again(table).state == table.state
    show(hands, Report("counted", look_at(before)))
    assert table.seen.question is None, "the tray fits"
    hands.tap(f"{second.name} had no room")
    assert [(claim.seat, claim.colours) for claim in table.claims()] == [(third.seat, (colour,))]


def test_the_very_last_keshi_of_a_draft_goes_to_the_next_as_well() -> None:
    hands, table, _tray = in_the_draft()
    out = table.pending.player if table.pending is not None else -1
    table.session.answer("pass")
    while lying(table).total() > 1:
        table.session.answer(f"{next(iter(lying(table)))}*1")
    last = table.pending.player if table.pending is not None else -1
    colour = next(iter(lying(table)))
    show(hands, Report("counted", look_at(Counter())))
    assert table.pending is not None
    assert table.pending.kind == "points"
    heir = next(seat % 4 for seat in range(last + 1, last + 4) if seat % 4 != out)
    hands.tap(f"{table.state.players[last].name} had no room")
    assert (table.claims()[-1].seat, table.claims()[-1].colours) == (heir, (colour,))
    assert table.pending.kind == "points"
    assert told_again(table).state == table.state
    hands.tap("5")
    assert not hands.says("had no room")


def test_it_can_be_undone_like_two_answers() -> None:
    hands, table, seat, _colour = with_a_claim_seen()
    hands.tap(f"{table.state.players[seat].name} had no room")
    hands.tap("Undo")
    hands.tap("Undo")
    assert table.claims() == []
    assert not table.state.players[seat].out_of_draft
    assert table.pending is not None
    assert table.pending.player == seat


def test_a_claim_that_was_tapped_is_not_doubted() -> None:
    hands, table, _tray = in_the_draft()
    name = table.asked.name if table.asked is not None else ""
    hands.tap(f"Take 1 {next(iter(lying(table)))}")
    assert not hands.says(f"{name} had no room")


def test_full_depth_knows_who_has_room() -> None:
    table = table_before("claim")
    hands = Hands(GameScreen(table))
    name = table.asked.name if table.asked is not None else ""
    for colour in lying(table):
        show(hands, Report("counted", look_at(lying(table) - Counter([colour]))))
        if table.claims() and table.pending is not None and table.pending.kind == "claim":
            break
    assert table.claims()
    assert not hands.says(f"{name} had no room")
