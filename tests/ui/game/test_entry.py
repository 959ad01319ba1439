"""Open questions begin empty: what no rulebook prints is never suggested to the table."""

from __future__ import annotations

import pytest

from companion.games.marrakesh.form_entry import FormEntry
from companion.games.marrakesh.rules import bonus, facts
from companion.games.marrakesh.screens.views.prompt import unlikely
from companion.play.decision import TABLE, Decision


@pytest.mark.parametrize("key", ["disc pink", "disc purple", "square bonuses", "storage spaces"])
def test_a_printed_value_no_book_tells_is_not_filled_in_beforehand(key: str) -> None:
    family = facts.family(key)
    entry = FormEntry(family.form, family.about)
    assert entry.values == {}
    assert entry.parts == (8 if entry.listed else 1)
    assert entry.value() != facts.check(key, family.about["sample"])


def test_the_eight_known_bonuses_of_the_square_are_offered_first() -> None:
    family = facts.family("square bonuses")
    field = FormEntry(family.form, family.about).fields[0]
    assert set(field.usual) == {bonus.parse(text)[0][0] for text in facts.SQUARE_BONUSES}
    assert field.things == bonus.WHATS


def test_an_implausible_value_is_noticed_and_one_that_fits_is_not() -> None:
    about = {**facts.family("disc pink").about, "key": "disc pink"}
    decision = Decision("fact", TABLE, form="numbers", about=about)
    entry = FormEntry(decision.form, decision.about)
    assert unlikely(decision, entry) == ""  # nobody has tapped anything yet
    for part, spectators in enumerate((3, 3, 2, 2, 2, 1, 1, 3)):
        entry.set(str(part), spectators)
    assert "two sections with 3 spectators" in unlikely(decision, entry)
    entry.set("7", 1)
    assert unlikely(decision, entry) == ""
