"""The journal folds what was entered, taken back and changed."""

from __future__ import annotations

from typing import Any

import pytest

from companion.play.journal import BadJournal, Do, Entry, Journal, Undo


def do(what: str, value: Any = "yes", player: int = 0) -> dict[str, Any]:
    return {"rec": "do", "entry": Entry("answer", what, player, value).to_json()}


def whats(entries: list[Entry]) -> list[str]:
    return [entry.what for entry in entries]


def test_an_empty_journal_is_an_empty_game() -> None:
    assert Journal.fold([]) == Journal()


def test_undo_and_redo_move_entries_back_and_forth() -> None:
    journal = Journal.fold([do("a"), do("b"), do("c"), {"rec": "undo", "n": 2}, {"rec": "redo"}])
    assert whats(journal.entries) == ["a", "b"]
    assert whats(journal.undone) == ["c"]


def test_a_new_entry_ends_what_could_be_redone() -> None:
    journal = Journal.fold([do("a"), do("b"), {"rec": "undo"}, do("c")])
    assert whats(journal.entries) == ["a", "c"]
    assert journal.undone == []


def test_a_rewrite_replaces_the_rest_and_says_what_waits() -> None:
    changed = {"rec": "rewrite", "at": 1, "entries": [do("x")["entry"]], "waiting": [do("c")["entry"]]}
    journal = Journal.fold([do("a"), do("b"), do("c"), changed])
    assert whats(journal.entries) == ["a", "x"]
    assert whats(journal.waiting) == ["c"]


def test_entries_survive_the_way_to_disk_and_back() -> None:
    for entry in (
        Entry("answer", "select", 2, ("green", "pink", "red")),
        Entry("answer", "tower", -1, {"green": 2}, "camera"),
        Entry("adjust", "date", 1, -2),
        Entry("fact", "river.length", value=20),
        Entry("depth", "light"),
        Entry("aside", "card 2 lira", 1),
    ):
        assert Entry.from_json(entry.to_json()) == entry


@pytest.mark.parametrize(
    "record",
    [
        None,
        7,
        {},
        {"rec": "dance"},
        {"rec": "do"},
        {"rec": "do", "entry": {"do": "answer"}},
        {"rec": "do", "entry": {"do": "answer", "what": "x", "player": -2}},
        {"rec": "do", "entry": {"do": "answer", "what": "x", "player": True}},
        {"rec": "undo", "n": 1},
        {"rec": "undo", "n": -1},
        {"rec": "redo", "n": 10**9},
        {"rec": "rewrite", "at": 5, "entries": []},
        {"rec": "rewrite", "at": 0},
        {"rec": "rewrite", "at": 0, "entries": [1]},
    ],
)
def test_a_bad_record_is_named_by_its_number(record: object) -> None:
    with pytest.raises(BadJournal, match="record 1"):
        Journal.fold([record])


def test_an_answer_while_others_wait_throws_nothing_away() -> None:
    """Only a rewrite that makes the waiting entries fewer can be brought back."""
    waits = {"rec": "rewrite", "at": 1, "entries": [], "waiting": [do("c")["entry"]]}
    answered = {"rec": "rewrite", "at": 1, "entries": [do("d")["entry"]], "waiting": [do("c")["entry"]]}
    dropped = {"rec": "rewrite", "at": 2, "entries": [], "waiting": []}
    assert Journal.fold([do("a"), do("b"), waits, answered]).discarded == []
    thrown = Journal.fold([do("a"), do("b"), waits, answered, dropped]).discarded
    assert [whats(list(each.waiting)) for each in thrown] == [["c"]]


def test_what_one_tap_made_is_counted_from_either_end() -> None:
    journal = Journal()
    assert (journal.last_tap, journal.next_tap) == (0, 0)
    for what, same_tap in (("select", False), ("assistant", False), ("use assistant", True), ("sell", True)):
        journal.apply(Do(Entry("answer", what, 0, "x", same_tap=same_tap)))
    assert journal.last_tap == 3
    journal.apply(Undo(journal.last_tap))
    assert (journal.last_tap, journal.next_tap) == (1, 3)
    journal.apply(Undo(1))
    assert journal.next_tap == 1


def test_a_tap_that_made_two_entries_still_did_so_after_a_restart() -> None:
    records = [Do(Entry("answer", "claim", 0, "x", same_tap=tapped)).to_json() for tapped in (False, True)]
    assert ["same_tap" in record["entry"] for record in records] == [False, True]
    assert [entry.same_tap for entry in Journal.fold(records).entries] == [False, True]
    assert Journal.fold(records).last_tap == 2
