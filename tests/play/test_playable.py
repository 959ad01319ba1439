"""What a game need not say for itself: who won, and what may be declined."""

from dataclasses import dataclass
from typing import Any

import pytest

from companion.play.decision import PASS, Decision
from companion.play.errors import IllegalMove
from companion.play.journal import Redo, Undo
from companion.play.playable import Playable
from tests.games import noughts


@dataclass(frozen=True)
class Player:
    name: str
    colour: str
    score: int


@dataclass(frozen=True)
class Table:
    players: tuple[Player, ...]


def table(*scores: int) -> Any:
    return Table(tuple(Player(f"seat {n}", "red", score) for n, score in enumerate(scores)))


def ranked(*scores: int) -> list[list[int]]:
    return Playable.ranking(noughts.Noughts(), table(*scores))


def test_most_points_win_and_who_is_level_shares_a_place() -> None:
    assert ranked(3, 9, 5) == [[1], [2], [0]]
    assert ranked(7, 9, 7, 9) == [[1, 3], [0, 2]]


def test_everybody_level_has_won() -> None:
    state = table(4, 4)
    game = noughts.Noughts()
    assert Playable.ranking(game, state) == [[0, 1]]
    assert Playable.summary(game, state)["winners"] == ["seat 0", "seat 1"]


@pytest.mark.parametrize(
    ("options", "may"), [(("a", PASS), True), ((PASS, "a"), False), (("a", "b"), False), ((), False)]
)
def test_one_may_pass_where_declining_stands_last(options: tuple[str, ...], may: bool) -> None:
    assert Decision("claim", 0, options).may_pass is may


def test_one_entry_is_taken_back_and_entered_again_unless_it_is_said_how_many() -> None:
    assert (Undo().n, Redo().n) == (1, 1)
    assert Redo(3).to_json()["n"] == 3


def test_a_number_is_the_option_written_with_or_without_its_nought() -> None:
    decision = Decision("scroll", 0, ("2", "07", PASS))
    assert (decision.accept(2), decision.accept(7), decision.accept(["07"])) == ("2", "07", "07")
    with pytest.raises(IllegalMove, match="3 is not possible here; possible: 2, 07, pass"):
        decision.accept(3)
