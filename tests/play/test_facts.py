"""What is printed on a copy of any game: known, told, or asked for."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from companion.games import registry
from companion.play import facts_file
from companion.play.errors import BadFact
from companion.play.facts import ASKED, PRINTED, TOLD, UNKNOWN, UNVERIFIED, Facts, Family
from tests.games import noughts

FACTS = Facts(
    {
        "river length": Family("number", {"low": 6, "high": 60}),
        "well #": Family("number", {"low": 1, "high": 9}, range(1, 4)),
    },
    book={"well 1": 4, "well 2": 5},
    disputed=frozenset({"well 2"}),
)


class Wells(noughts.Noughts):
    """A game whose copies are told apart by a river and three wells."""

    name, title = "wells", "Three Wells"
    facts = FACTS


def needed(told: dict[str, Any], key: str, *answers: Any) -> tuple[Any, list[Any]]:
    """What a rule that needs a fact gets, and what it asked."""
    asked, answering = [], iter(answers)
    need = FACTS.need(told, key, told.__setitem__, seat=2)
    try:
        asked.append(next(need))
        while True:
            asked.append(need.send(next(answering)))
    except StopIteration as done:
        return done.value, asked


def test_an_unknown_fact_is_asked_once_and_kept() -> None:
    told: dict[str, Any] = {}
    value, (question,) = needed(told, "river length", 20)
    assert (value, told) == (20, {"river length": 20})
    assert (question.kind, question.player, question.form) == (ASKED, -1, "number")
    assert question.about == {"low": 6, "high": 60, "seat": 2, "key": "river length"}
    assert needed(told, "river length") == (20, [])


def test_what_a_book_prints_is_not_asked_and_the_tables_word_wins() -> None:
    assert needed({}, "well 1") == (4, [])
    assert needed({"well 1": 7}, "well 1") == (7, [])


@pytest.mark.parametrize(
    ("key", "source"),
    [("river length", TOLD), ("well 1", PRINTED), ("well 2", UNVERIFIED), ("well 3", UNKNOWN)],
)
def test_it_is_known_where_a_value_comes_from(key: str, source: str) -> None:
    assert FACTS.provenance({"river length": 9}, key) == source


@pytest.mark.parametrize(
    ("key", "value", "why"),
    [
        ("well 4", 1, "no fact called 'well 4'"),
        ("well", 1, "no fact called 'well'"),
        ("well 02", 1, "without zeros before them: 'well 2'"),
        ("well 3", 10, "well 3: the number must be from 1 to 9"),
    ],
)
def test_a_fact_that_cannot_be_is_refused(key: str, value: int, why: str) -> None:
    with pytest.raises(BadFact, match=why):
        FACTS.check(key, value)


def test_a_number_within_its_bounds_is_taken_as_it_is() -> None:
    assert FACTS.check("well 3", 9) == 9
    assert FACTS.known({}, "well 3") is None


def test_a_file_of_facts_reads_back_and_is_refused_for_another_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(registry.GAMES, "wells", f"{__name__}:Wells")
    told = {"river length": 20, "well 3": 5}
    file = tmp_path / "copy.json"
    file.write_text(facts_file.write(registry.find_game("wells"), told), encoding="utf-8")
    assert facts_file.read_file("wells", file) == told
    with pytest.raises(BadFact, match="another game"):
        facts_file.read_file("chess", file)
    with pytest.raises(BadFact, match="newer companion"):
        facts_file.read('{"wells facts": 2}')
    with pytest.raises(BadFact, match="its first line should name a game"):
        facts_file.read('{"river length": 20}')
