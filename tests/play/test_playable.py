"""What a game need not say for itself: who won, and what may be declined."""

from dataclasses import dataclass
from typing import Any

import pytest

from companion.play.decision import PASS, Aside, Decision, Play, choose
from companion.play.errors import IllegalMove
from companion.play.journal import Redo, Undo
from companion.play.playable import Playable
from companion.play.robot import Robot
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


def first_of(play: Play[str]) -> object:
    """What is asked first; or what came of it, where nothing is asked."""
    try:
        return next(play)
    except StopIteration as done:
        return done.value


def test_what_is_forced_is_done_and_not_asked_whether_the_options_are_listed_or_made() -> None:
    assert first_of(choose(0, "place", ("5",))) == "5"
    assert first_of(choose(0, "place", lambda: ("5",))) == "5"
    asked = first_of(choose(0, "place", lambda: ("5", "6")))
    assert callable(asked)
    assert asked().options == ("5", "6")


@pytest.mark.parametrize(
    ("least", "most", "picks", "why"),
    [
        (2, 2, ("1",), "pick 2 at once, not 1"),
        (1, 3, ("1", "2", "3", "4"), "pick 1 to 3 at once, not 4"),
        (2, 3, ("1", "1"), "each one can be picked only once"),
    ],
)
def test_too_many_or_too_few_picks_are_refused_with_their_number(
    least: int, most: int, picks: tuple[str, ...], why: str
) -> None:
    decision = Decision("select", 0, tuple("12345"), min_picks=least, max_picks=most)
    with pytest.raises(IllegalMove, match=f"^{why}$"):
        decision.accept(picks)


@pytest.mark.parametrize(("options", "told"), [(12, "11, 12"), (13, "11, 12, …")])
def test_a_refusal_names_a_dozen_options_at_most(options: int, told: str) -> None:
    decision = Decision("place", 0, tuple(str(n) for n in range(1, options + 1)))
    with pytest.raises(IllegalMove, match=f"{told}$"):
        decision.accept("the moon")


def test_an_eager_robot_passes_only_where_nothing_else_can_be_done() -> None:
    decision = Decision("place", 0, ("1", "2", PASS))
    assert {Robot(seed, eager=1).answer(decision) for seed in range(40)} == {"1", "2"}
    assert {Robot(seed, eager=0).answer(decision) for seed in range(40)} == {"1", "2", PASS}
    assert {Robot(seed, eager=1).answer(Decision("x", 0, ("1", "2"))) for seed in range(40)} == {"1", "2"}
    assert Robot(1, eager=1).answer(Decision("x", 0, (PASS,))) == PASS


def test_a_hasty_robot_does_something_else_first() -> None:
    decision = Decision("place", 0, ("1", "2"), asides=(Aside("card"),))
    assert {Robot(seed, hasty=1).answer(decision) for seed in range(20)} == {"card"}
    assert {Robot(seed, hasty=0).answer(decision) for seed in range(20)} == {"1", "2"}
