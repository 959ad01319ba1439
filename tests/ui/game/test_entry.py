"""Open questions begin empty: what no rulebook prints is never suggested to the table."""

from __future__ import annotations

import pytest

from companion.rules import bonus, facts
from companion.ui.screens.game.entry import FormEntry


@pytest.mark.parametrize("key", ["disc pink", "disc purple", "square bonuses", "storage spaces"])
def test_a_printed_value_no_book_tells_is_not_filled_in_beforehand(key: str) -> None:
    family = facts.family(key)
    entry = FormEntry(family.form, family.about)
    assert entry.values == {}
    assert entry.parts == (8 if entry.listed else 1)
    assert entry.value() != facts.check(key, family.about["sample"])


def test_the_eight_known_bonuses_of_the_square_are_offered_first() -> None:
    family = facts.family("square bonuses")
    things = FormEntry(family.form, family.about).fields[0].things
    assert set(things[:8]) == {bonus.parse(text)[0][0] for text in facts.SQUARE_BONUSES}
    assert sorted(things) == sorted(bonus.WHATS)
