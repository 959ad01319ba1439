"""What the screens of the game say: true of the table, and in the language in use."""

from __future__ import annotations

from companion.rules.decision import Decision
from companion.ui.screens.game.words import option_detail
from tests.rules.helpers import table_of


def test_an_assistant_may_always_bring_a_new_keshi_unless_the_sector_is_full() -> None:
    table = table_of("Sarah", "Jan")
    sarah = table.player("Sarah")
    sarah.keshis["palace"] = 8
    sarah.goods["yellow"] = 1
    for kind in ("assistant", "place wild"):
        asked = Decision(kind, sarah.seat, ("mosque", "palace", "souk"))
        notes = [option_detail(asked, sector, table.state) for sector in asked.options]
        assert notes[0] == "0 of 8 keshis\na new keshi"
        assert notes[1] == "8 of 8 keshis\n8 steps"
        assert notes[2].startswith("1 goods keshi\n")
        assert notes[2].endswith("with 1 goods keshi, or a new keshi")
