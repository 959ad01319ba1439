"""What one tap entered, one undo takes back and one redo enters again."""

from __future__ import annotations

from companion.games.marrakesh.game import Game
from companion.games.marrakesh.screens.on_screen import GameOnScreen
from companion.games.marrakesh.screens.samples import on_screen, played_until
from companion.games.marrakesh.screens.screen import GameScreen
from companion.play.journal import Do, Entry, Journal, read_record
from tests.ui.hands import Hands


def tap_a_card(table: GameOnScreen) -> None:
    """Tap a button that answers which assistant and what for."""
    hands = Hands(GameScreen(table), (800, 480))
    ways = [w for w in hands.targets() if w.key.startswith("option-") and "keshi" in w.key]
    hands.tap_at(*ways[0].rect.center)


def test_a_card_is_taken_back_by_one_undo() -> None:
    game = played_until(lambda decision: decision.kind == "assistant", 20)
    table = on_screen(game)
    before = list(game.journal.entries)
    tap_a_card(table)
    by_the_tap = game.journal.entries[len(before) :]
    assert len(by_the_tap) >= 2, "the card answers which assistant and what for"
    table.session.undo()
    assert game.journal.entries == before
    table.session.redo()
    assert game.journal.entries == [*before, *by_the_tap]
    table.session.undo()
    table.session.undo()
    assert len(game.journal.entries) < len(before), "the tap before it is another one"


def test_after_a_restart_it_is_still_one_tap() -> None:
    game = played_until(lambda decision: decision.kind == "assistant", 20)
    kept: list[object] = [Do(entry).to_json() for entry in game.journal.entries]
    table = on_screen(game)
    before = len(kept)
    tap_a_card(table)
    kept += [Do(entry).to_json() for entry in game.journal.entries[before:]]
    again = on_screen(Game(game.options, game.facts_at_start, kept))
    again.session.undo()
    assert len(again.game.journal.entries) == before


def test_taps_are_told_apart_in_the_journal() -> None:
    one, two = Entry("answer", "a"), Entry("answer", "b", same_tap=True)
    journal = Journal([one, two, one])
    assert journal.last_tap == 1
    journal.entries.pop()
    assert journal.last_tap == 2
    journal.undone = [one, two, one]  # the last one is the first to be entered again
    assert journal.next_tap == 2
    assert Journal().last_tap == Journal().next_tap == 0
    record = read_record(Do(two).to_json())
    assert isinstance(record, Do)
    assert record.entry.same_tap
