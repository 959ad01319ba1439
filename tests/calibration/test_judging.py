"""Holding counts against the truth: by place, by numbers, with hands and hidden pieces."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.photolog.logs import LogLine, TruePiece
from companion.photolog.replay import Judged, failed, judge
from companion.photolog.tally import by_light, confusion_table, short_names, table, tally
from vision.observation import Observation, Piece

LABELS = ("red", "orange", "white")


def line(counts: dict[str, int], *pieces: TruePiece, hand: bool = False, light: str = "studio") -> LogLine:
    most = dict(counts)
    for piece in pieces:
        if not piece.countable:
            most[piece.label] = most.get(piece.label, 0) + 1
    return LogLine(Path("a.jpg"), counts, most, hand=hand, light=light, pieces=pieces)


def observation(*pieces: tuple[str, float, float], sure: bool = True, hand: bool = False) -> Observation:
    seen = tuple(Piece(label, x, y, 0.9) for label, x, y in pieces)
    counts = {label: sum(piece.label == label for piece in seen) for label in LABELS}
    return Observation(counts, seen, sure=sure, hand=hand)


def test_a_confusion_is_told_by_place() -> None:
    truth = line({"red": 1, "orange": 1}, TruePiece("red", 100, 100), TruePiece("orange", 300, 100))
    one = judge(truth, observation(("orange", 102, 99), ("orange", 299, 104)), 1000)
    assert one.confused == (("red", "orange"),)
    assert (one.missed, one.extra, one.exact, one.wrong_but_sure) == ((), (), False, True)
    assert one.sentence() == "red 0 instead of 1, orange 2 instead of 1 (sure)"


def test_missed_and_extra_are_told_by_place() -> None:
    truth = line({"red": 2}, TruePiece("red", 100, 100), TruePiece("red", 300, 100))
    one = judge(truth, observation(("red", 100, 100), ("white", 600, 600)), 1000)
    assert (one.confused, one.missed, one.extra) == ((), ("red",), ("white",))


def test_a_piece_may_be_said_to_lie_anywhere() -> None:
    truth = line({"red": 1}, TruePiece("red", 1e300, -1e300))
    assert judge(truth, observation(("red", 100, 100)), 1000).missed == ("red",)


def test_the_top_piece_is_not_taken_away_by_the_hidden_one_below() -> None:
    truth = line({"red": 1}, TruePiece("white", 101, 100, visible=0.1), TruePiece("red", 110, 100))
    one = judge(truth, observation(("red", 100, 100)), 1000)
    assert one.exact
    assert (one.confused, one.missed, one.extra) == ((), (), ())


def test_seeing_a_hidden_piece_is_no_mistake() -> None:
    truth = line({"red": 1}, TruePiece("red", 100, 100), TruePiece("white", 130, 100, visible=0.2))
    one = judge(truth, observation(("red", 100, 100), ("white", 132, 101)), 1000)
    assert one.exact
    assert not one.extra


def test_without_places_a_shift_between_two_colours_is_a_confusion() -> None:
    truth = line({"red": 2, "orange": 0, "white": 1})
    one = judge(truth, observation(("red", 1, 1), ("orange", 2, 2)), 1000)
    assert (one.confused, one.missed, one.extra) == ((("red", "orange"),), ("white",), ())


def test_a_hand_counts_as_right_when_it_is_noticed() -> None:
    truth = line({"red": 2}, hand=True)
    assert judge(truth, observation(hand=True, sure=False), 1000).exact
    missed = judge(truth, observation(("red", 1, 1)), 1000)
    assert not missed.exact
    assert missed.wrong_but_sure
    assert not missed.missed
    assert missed.sentence() == "the hand was not noticed"


@pytest.fixture
def several() -> list[Judged]:
    red = TruePiece("red", 100, 100)
    return [
        judge(line({"red": 1}, red), observation(("red", 100, 100)), 1000),
        judge(line({"red": 1}, red, light="dark"), observation(("orange", 100, 100), sure=False), 1000),
        judge(line({"red": 1}, red, light="dark"), observation(("red", 100, 100), sure=False), 1000),
        judge(line({"red": 1}, red, light="dark"), observation(("orange", 100, 100)), 1000),
        judge(line({"red": 1}, hand=True), observation(hand=True), 1000),
        failed(line({"red": 3}), "a.jpg is no image"),
    ]


def test_the_sums(several: list[Judged]) -> None:
    whole = tally(several)
    assert (whole.photos, whole.exact, whole.pieces) == (5, 2, 7)
    assert (whole.missed, whole.extra, whole.confused) == (3, 0, 2)
    assert (whole.unsure, whole.unsure_and_wrong, whole.wrong_but_sure) == (3, 2, 1)
    assert (whole.hands, whole.hands_noticed, whole.errors) == (1, 1, 1)
    assert whole.exact_percent == 40
    assert whole.as_json()["confusion"] == [{"true": "red", "seen": "orange", "pieces": 2}]
    assert {light: sums.photos for light, sums in by_light(several).items()} == {"dark": 3, "studio": 2}


def test_the_tables_line_up(several: list[Judged]) -> None:
    rows = confusion_table(tally(several), LABELS)
    assert len({len(row) for row in rows}) == 1
    red = rows[1].split()
    assert red == ["red", "2", "2", "·", "3", "·"]
    lights = table(by_light(several), tally(several))
    assert lights[-1].split()[:3] == ["all", "5", "2"]
    assert short_names(["gray", "grape"]) == {"gray": "gray", "grape": "grap"}
