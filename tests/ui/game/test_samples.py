"""The games behind the gallery: what is shown as a running game is one."""

from __future__ import annotations

import pytest

from companion.games.marrakesh.screens.samples import game_at, played_until
from companion.games.marrakesh.screens.showcase import late


def test_the_late_game_is_in_the_middle_of_its_last_season() -> None:
    table = late()
    assert table.pending is not None
    assert table.state.season == 2


def test_a_game_that_ends_before_the_wanted_question_does_not_pass_for_it() -> None:
    with pytest.raises(LookupError):
        played_until(lambda decision: decision.kind == "tower", 999, depth="light")
    assert game_at("", depth="light").over
