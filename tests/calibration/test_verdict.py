"""The verdict on colours: what is refused, what is close, and what it says to do."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from calibration.problems import SENTENCES, Problem
from calibration.samples import PieceSample
from calibration.sets import NAMED_COLOURS_LAB
from calibration.verdict import ColourSpread, Verdict, judge_samples

SCATTER = ((0, 0, 0), (4, -1, 1), (-3, 1, -1))


def three(label: str, lab: tuple[float, float, float], area: float = 900) -> list[PieceSample]:
    """Three pieces of a label, standing and lying: a little brighter, a little darker."""
    return [PieceSample(label, f"{label}.jpg", np.add(lab, d).astype(float), area) for d in SCATTER]


def verdict(*groups: list[PieceSample], paired: bool = True, named: bool = False) -> Verdict:
    samples = [sample for group in groups for sample in group]
    photos = {sample.label: sample.photo for sample in samples}
    return judge_samples(samples, photos, paired=paired, named=named)


def all_keshis() -> dict[str, list[PieceSample]]:
    return {label: three(label, lab) for label, lab in NAMED_COLOURS_LAB.items()}


def test_twelve_ordinary_keshis_are_well_apart() -> None:
    judged = verdict(*all_keshis().values(), named=True)
    assert judged.good
    assert not judged.warnings
    assert len(judged.pairs) == 66
    assert judged.pairs[0].distance > 3
    assert [pair.distance for pair in judged.pairs] == sorted(pair.distance for pair in judged.pairs)


def test_the_same_pieces_twice_are_refused_naming_both_photos() -> None:
    keshis = all_keshis()
    keshis["orange"] = three("orange", NAMED_COLOURS_LAB["red"])
    (problem,) = verdict(*keshis.values(), named=True).refused
    assert problem.code == "same_colour"
    assert {problem.params["photo"], problem.params["other_photo"]} == {"red.jpg", "orange.jpg"}


def test_one_orange_piece_among_the_red_is_noticed() -> None:
    keshis = all_keshis()
    stray = PieceSample("red", "red.jpg", np.array(NAMED_COLOURS_LAB["orange"], float), 900)
    keshis["red"] = [*keshis["red"][:2], stray]
    (problem,) = verdict(*keshis.values(), named=True).refused
    assert problem.sentence().startswith("red.jpg: one of the pieces looks orange, not red")


def test_swapped_photos_are_noticed_by_their_names() -> None:
    keshis = all_keshis()
    keshis["red"] = three("red", NAMED_COLOURS_LAB["green"])
    keshis["green"] = three("green", NAMED_COLOURS_LAB["red"])
    refused = verdict(*keshis.values(), named=True).refused
    assert [(p.code, p.params["label"], p.params["other"]) for p in refused] == [
        ("wrong_colour", "green", "red"),
        ("wrong_colour", "red", "green"),
    ]
    assert verdict(*keshis.values(), named=False).good  # another set may call anything red


@pytest.mark.parametrize(
    ("lab", "paired", "code"),
    [
        ((60, 20, 20), True, "too_close"),
        ((60, 20, 20), False, "too_close_single"),
        ((12, 0, 0), True, "too_close_dark"),
    ],
)
def test_too_close_says_what_to_do(lab: tuple[float, float, float], paired: bool, code: str) -> None:
    near = (lab[0] + 1, lab[1] + 4, lab[2])
    (problem,) = verdict(three("a", lab), three("b", near), three("c", (95, -60, 60)), paired=paired).warnings
    assert problem.code == code
    assert problem.sentence()


def test_close_is_worth_a_warning_only() -> None:
    judged = verdict(three("a", (60, 20, 20)), three("b", (60, 26.5, 20)))
    assert judged.good
    assert [problem.code for problem in judged.warnings] == ["close"]


def test_pieces_twice_as_large_as_all_others_are_odd() -> None:
    (problem,) = verdict(
        three("a", (60, 20, 20)), three("b", (30, 0, 0)), three("c", (80, 0, 0), 2700)
    ).refused
    assert (problem.code, problem.params["times"]) == ("odd_size", 3.0)


def test_pieces_that_hardly_show_are_warned_of() -> None:
    samples = [
        *(replace(piece, likely=0.5) for piece in three("black", (20, 0, 0))),
        *three("white", (90, 0, 0)),
    ]
    judged = verdict(samples)
    assert [(p.code, p.params["label"]) for p in judged.warnings] == [("hard_to_see", "black")]


def test_slivers_are_left_out_of_the_colours() -> None:
    sliver = PieceSample("a", "a.jpg", np.array([10.0, 50, 50]), 90)
    spread = ColourSpread([*three("a", (60, 20, 20)), sliver])
    assert len(spread.by_label["a"]) == 3


def test_one_label_alone_has_no_pairs() -> None:
    assert verdict(three("a", (60, 20, 20))) == Verdict((), (), ())
    assert verdict() == Verdict((), (), ())


def test_every_sentence_can_be_filled() -> None:
    names = "photo other_photo label other width height empty_width empty_height found times seen true"
    params = dict.fromkeys([*names.split(), "known_width", "known_height", "total", "sentence"], "x")
    for code in SENTENCES:
        assert "{" not in Problem(code, params).sentence()


@pytest.mark.parametrize(("one", "other"), [("white", "beige"), ("black", "gray"), ("black", "brown")])
def test_swapped_photos_of_neighbouring_colours_are_noticed_too(one: str, other: str) -> None:
    keshis = all_keshis()
    keshis[one], keshis[other] = three(one, NAMED_COLOURS_LAB[other]), three(other, NAMED_COLOURS_LAB[one])
    (problem,) = verdict(*keshis.values(), named=True).refused
    assert problem.code == "swapped"
    assert {problem.params["photo"], problem.params["other_photo"]} == {f"{one}.jpg", f"{other}.jpg"}


def test_a_gray_piece_among_the_black_widens_the_scatter_and_is_noticed_all_the_same() -> None:
    keshis = all_keshis()
    stray = PieceSample("black", "black.jpg", np.array((46.0, 0, -1)), 900)
    keshis["black"] = [*keshis["black"], stray]
    few = {label: keshis[label] for label in ("black", "gray", "white")}
    (problem,) = verdict(*few.values(), named=True).refused
    assert (problem.code, problem.params["other"]) == ("wrong_piece", "gray")


def test_a_brown_piece_that_mirrors_the_ring_is_no_gray_one() -> None:
    keshis = all_keshis()
    brown, gray = (np.array(NAMED_COLOURS_LAB[label], float) for label in ("brown", "gray"))
    pale = PieceSample("brown", "brown.jpg", gray, 900)
    keshis["brown"] = [*keshis["brown"][:2], pale]
    (problem,) = verdict(*keshis.values(), named=True).refused
    assert problem.code == "wrong_piece"
    keshis["brown"][2] = replace(pale, beneath=((brown + gray) / 2, brown))
    assert verdict(*keshis.values(), named=True).good


def test_a_piece_under_the_rings_dots_says_nothing_about_its_colour() -> None:
    keshis = all_keshis()
    dazzled = PieceSample("purple", "purple.jpg", np.array((81.0, 8, -10)), 900, dazzled=True)
    apart = verdict(*keshis.values(), named=True).pairs[0].distance
    keshis["purple"] = [*keshis["purple"][:2], dazzled]
    judged = verdict(*keshis.values(), named=True)
    assert judged.good
    assert judged.pairs[0].distance > 0.9 * apart
    keshis["purple"][2] = replace(dazzled, dazzled=False)
    assert verdict(*keshis.values(), named=True).pairs[0].distance < 0.9 * apart
    # Where all of a label's pieces lie there, they are all there is.
    keshis["purple"] = [replace(sample, dazzled=True) for sample in three("purple", NAMED_COLOURS_LAB["red"])]
    assert not verdict(*keshis.values(), named=True).good


def test_where_all_look_alike_one_sentence_is_enough() -> None:
    keshis = {label: three(label, (50, 0, 0)) for label in NAMED_COLOURS_LAB}
    (problem,) = verdict(*keshis.values(), named=True).refused
    assert problem.code == "all_alike"
