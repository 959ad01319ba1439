"""What was entered is shown as it was asked: the same drawing, the answer's place marked."""

from __future__ import annotations

import pytest

from companion.games.marrakesh.screens.history import ChangeScreen, EntryScreen, HistoryScreen, lines_of
from companion.games.marrakesh.screens.on_screen import GameOnScreen
from companion.games.marrakesh.screens.parts.claim_card import TakeOne
from companion.games.marrakesh.screens.parts.option import OptionButton
from companion.games.marrakesh.screens.places.asked import DRAWINGS
from companion.games.marrakesh.screens.places.river import RiverDrawing
from companion.games.marrakesh.screens.receipt import SeasonReceipt
from companion.games.marrakesh.screens.samples import table_at
from companion.games.marrakesh.screens.showcase import late
from companion.ui.stage import Stage
from companion.ui.widgets.drawing import Drawing
from tests.ui.hands import Hands


@pytest.fixture(scope="module")
def table() -> GameOnScreen:
    return late()


def test_every_entry_about_a_place_shows_the_place_with_its_answer_marked(table: GameOnScreen) -> None:
    seen = set()
    for line in lines_of(table):
        kind = line.decision.kind if line.decision is not None else ""
        if kind not in DRAWINGS or kind in seen or line.entry.value in ("pass", ("pass",)):
            continue
        screen = EntryScreen(table, line)
        drawing = screen.drawing(Stage((800, 480)))
        if drawing is None:
            continue  # an answer that has no place of its own stays words
        assert any(place.marked for place in drawing.places), (kind, line.entry.value)
        assert not drawing.asks, "an old answer is changed by its button, not by a slip"
        seen.add(kind)
    assert len(seen) >= 8, seen


def test_the_history_pictures_what_was_named_and_what_it_brought(table: GameOnScreen) -> None:
    hands = Hands(HistoryScreen(table))
    rows = [widget for widget in hands.stage.root.walk() if isinstance(widget, OptionButton)]
    assert any(row.things for row in rows)
    assert any(row.brings for row in rows)


def test_an_old_claim_is_changed_on_the_keshis_that_lay_there(table: GameOnScreen) -> None:
    index = next(line.index for line in lines_of(table) if line.entry.what == "claim")
    hands = Hands(ChangeScreen(table, index))
    assert any(isinstance(widget, TakeOne) for widget in hands.stage.root.walk())


def test_the_receipt_shows_the_river_as_the_season_left_it() -> None:
    table = table_at("assistant", 82)
    hands = Hands(SeasonReceipt(table, 0, lambda ui: None))
    river = next(widget for widget in hands.stage.root.walk() if isinstance(widget, RiverDrawing))
    assert isinstance(river, Drawing)
    away = [space.number for space in river.places if space.pawns and space.number > 0]  # type: ignore[attr-defined]
    assert away, "the fishermen have not gone home yet"
    first = max(away)
    winner = table.state.players[2].colour
    assert winner in next(s.pawns for s in river.places if s.name == str(first))  # type: ignore[attr-defined]
