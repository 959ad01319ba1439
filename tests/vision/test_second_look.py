"""The second look: pieces that do not show their outline, found by all that speaks for and against them."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import numpy.typing as npt
import pytest

from tests.vision.conftest import Table
from vision.colour import ColourTable, cell_index
from vision.count import _is_clear
from vision.judge import Kind, Verdict, doubts_of, judge, scraps
from vision.patch import Cutting, Patch, best_label, patches_of
from vision.pixels import NOTHING, Evidence, Faces
from vision.place import Place, kind_of
from vision.profile import LabelLook
from vision.second_look import SecondLook
from vision.shape import Split, Usual, form_of

SHAPE = (120, 160)
PIECE_AREA = 20.0**2
MIDDLE = (80, 60)
COLOURS = {"red": np.array([[30.0, 40.0, 150.0]]), "blue": np.array([[150.0, 60.0, 40.0]])}
TABLE = ColourTable({label: LabelLook(colour) for label, colour in COLOURS.items()})
EMPTY = -5.0


def disc(middle: tuple[int, int] = MIDDLE, radius: int = 11) -> npt.NDArray[np.bool_]:
    mask = np.zeros(SHAPE, np.uint8)
    cv2.circle(mask, middle, radius, 1, -1)
    return mask > 0


def evidence(says: float, *, middle: tuple[int, int] = MIDDLE, pair: bool = False) -> Evidence:
    """An empty tray but for a red disc that speaks so much for a piece."""
    there = disc(middle)
    seen = np.full((*SHAPE, 3), COLOURS["red"][0], np.uint8)
    return Evidence(
        seen=seen,
        cells=cell_index(seen),
        labels=np.where(there, 0, NOTHING).astype(np.uint8),
        foreground=np.zeros(SHAPE, np.uint8),
        ratio=np.where(there, says, EMPTY).astype(np.float32),
        glare=np.zeros(SHAPE, np.float32),
        sight=None if pair else np.full(SHAPE, 10, np.float32),
        window=np.ones(SHAPE, np.bool_),
    )


def found(photo: Evidence, *known: Patch) -> list[Verdict]:
    return SecondLook(TABLE, PIECE_AREA).find(photo, known)


def test_an_empty_tray_has_nothing_to_find() -> None:
    assert found(evidence(EMPTY)) == []


def test_what_speaks_for_a_piece_all_over_a_disc_is_one() -> None:
    (verdict,) = found(evidence(6.0))
    assert verdict.kind == "piece"
    assert verdict.patch.label == 0
    assert verdict.patch.middle == pytest.approx(MIDDLE, abs=2)


def test_before_a_wall_of_its_own_colour_half_of_it_is_enough_to_ask() -> None:
    photo = evidence(2.4)
    photo.ratio[disc() & (np.arange(SHAPE[0]) < MIDDLE[1])[:, None]] = 0
    (verdict,) = found(photo)
    assert verdict.kind == "hidden"


def before_a_wall(photo: Evidence, times: float) -> Evidence:
    """The same before a wall that was expected so many times darker than what is seen."""
    expected = (photo.seen - np.uint8(20)) / times + 20
    no_seams = np.zeros(SHAPE, np.uint8)
    return replace(photo, faces=Faces(no_seams, 0, no_seams, np.rint(expected).astype(np.uint8)))


@pytest.mark.parametrize(
    ("times", "kind"), [(0.6, "piece"), (1.2, "piece"), (1.5, "hidden"), (3.0, "hidden")]
)
def test_what_is_much_brighter_than_the_wall_behind_it_may_be_a_lamps_light(times: float, kind: Kind) -> None:
    (verdict,) = found(before_a_wall(evidence(6.0), times))
    assert verdict.kind == kind


@pytest.mark.parametrize(("times", "kinds"), [(0.6, ["odd"]), (1.0, ["odd"]), (1.2, []), (2.0, [])])
def test_a_faint_place_that_is_brighter_than_the_wall_is_nothing_to_ask_about(
    times: float, kinds: list[Kind]
) -> None:
    photo = evidence(1.7)
    photo.ratio[disc(radius=17) & ~disc()] = 0
    assert [verdict.kind for verdict in found(before_a_wall(photo, times))] == kinds


@pytest.mark.parametrize(
    ("score", "costs", "kind"),
    [
        (3.4, [3.0, 6.2], "hidden"),
        (1.8, [3.0, 6.2], "odd"),
        (3.4, [3.0, 4.5], "odd"),
        (3.4, [5.8, 9.0], "odd"),
    ],
)
def test_what_stands_out_by_far_is_counted_though_its_colour_is_strange(
    score: float, costs: list[float], kind: Kind
) -> None:
    """It has to be much nearer to one label than to the next all the same, and not like none at all."""
    mask = disc().view(np.uint8)
    place = Place(*MIDDLE, mask, 0, 0, 1.0, 0.0, costs, 0, score, around=-2.0, beside=-3.0, bright=1.0)
    assert kind_of(place, pair=False) == kind_of(place, pair=True) == kind


def test_dots_may_hide_most_of_it_but_what_is_seen_empty_is_empty() -> None:
    upper = disc() & (np.arange(SHAPE[0]) < MIDDLE[1] + 4)[:, None]
    dotted, emptied = evidence(6.0), evidence(6.0)
    assert dotted.sight is not None
    dotted.sight[upper] = 0
    emptied.ratio[upper] = EMPTY
    assert [verdict.kind for verdict in found(dotted)] == ["hidden"]
    assert not any(verdict.kind in ("piece", "hidden") for verdict in found(emptied))


def test_more_of_the_same_all_around_is_no_piece_but_a_wall_in_other_light() -> None:
    photo = evidence(2.0)
    photo.ratio[disc(radius=40)] = 2.0
    photo.labels[disc(radius=40)] = 0
    assert not any(verdict.kind in ("piece", "hidden") for verdict in found(photo))


def test_a_colour_like_no_label_is_asked_about_not_counted() -> None:
    photo = evidence(6.0)
    strange = np.full((*SHAPE, 3), (90, 160, 95), np.uint8)
    photo = replace(photo, cells=cell_index(strange))
    assert not any(verdict.kind in ("piece", "hidden") for verdict in found(photo))


def test_a_faint_piece_of_a_pair_is_believed_sooner_than_one_of_a_single_photo() -> None:
    assert [verdict.kind for verdict in found(evidence(1.3, pair=True))] == ["piece"]
    assert [verdict.kind for verdict in found(evidence(1.3))] == ["hidden"]


def test_the_rest_of_a_piece_that_was_found_is_not_another() -> None:
    upper = disc() & (np.arange(SHAPE[0]) < MIDDLE[1] + 3)[:, None]
    mask = upper.astype(np.uint8)
    form = form_of(mask)
    split = Split(mask, form, 1, 0, 9, 1)
    costs = [0.5, 9.0]
    known = Patch(0, 0, mask, float(form.area), costs, 9.0, (80.0, 56.0), split, 0, *best_label(costs))
    assert found(evidence(6.0), known) == []
    beside = evidence(6.0)
    beside.ratio[disc((110, 60))] = 6.0
    beside.labels[disc((110, 60))] = 0
    assert len(found(beside, known)) == 1


def before_its_own_colour(wall: float, *, pair: bool = True) -> Evidence:
    """A piece that could as well be wall, before a wall that looks like itself by so much."""
    photo = evidence(-0.2, pair=pair)
    photo.ratio[~disc()] = wall
    return photo


def test_before_its_own_colour_a_piece_is_what_does_not_look_as_the_wall_did() -> None:
    (verdict,) = found(before_its_own_colour(-8.0))
    assert verdict.kind == "hidden"
    assert verdict.patch.middle == pytest.approx(MIDDLE, abs=2)


def test_in_disguise_is_nothing_dark_nothing_that_could_be_wall_and_nothing_in_single_photos() -> None:
    dark = before_its_own_colour(-8.0)
    dark.seen[:] = dark.seen // 3
    assert found(dark) == []
    assert found(before_its_own_colour(-2.0)) == []
    assert found(before_its_own_colour(-8.0, pair=False)) == []


@pytest.mark.parametrize(
    ("share", "strength", "margin", "neighbours", "sliver"),
    [
        (0.25, 20.0, 5.0, 1, True),  # plainly there
        (0.4, 12.5, 7.0, 2, True),
        (0.25, 10.5, 9.5, 1, True),  # plainly of its colour
        (0.25, 10.5, 7.0, 1, False),
        (0.25, 20.0, 5.0, 0, False),  # nothing that hides the rest
        (0.1, 20.0, 9.5, 1, False),
        (0.6, 20.0, 9.5, 1, False),
    ],
)
def test_a_sliver_is_a_piece_if_it_is_plainly_there_or_plainly_of_its_colour(
    share: float, strength: float, margin: float, neighbours: int, sliver: bool
) -> None:
    mask = np.zeros((40, 40), np.uint8)
    cv2.circle(mask, (15, 20), 13, 1, -1)
    cv2.circle(mask, (24, 20), 13, 0, -1)
    form, costs = form_of(mask), [1.0, 1.0 + margin]
    split = Split(mask, form, 1, 300.0, np.inf, 1)
    area = form.area / share
    patch = Patch(
        0, 0, mask, float(form.area), costs, strength, (9.0, 20.0), split, neighbours, *best_label(costs)
    )
    verdict = judge(patch, Usual(area))
    assert (verdict.kind == "hidden") is sliver
    assert _is_clear(verdict, None) is sliver


@pytest.mark.parametrize(("part", "asked"), [(0.0, False), (0.1, False), (0.4, True)])
def test_a_piece_that_shows_another_colour_is_asked_about(part: float, asked: bool) -> None:
    photo = evidence(12.0, pair=True)
    rows = np.flatnonzero(disc().any(axis=1))
    lower = disc() & (np.arange(SHAPE[0]) > rows[-1] - part * len(rows))[:, None]
    photo.seen[lower] = COLOURS["blue"][0]
    photo.labels[lower] = 1
    photo.cells[disc()] = cell_index(photo.seen)[disc()]
    mask = disc().astype(np.uint8)
    split = Split(mask, form_of(mask), 1, 1.2, np.inf, 1)
    (patch,) = patches_of([Cutting(split, 0, 0)], photo, TABLE)
    doubts = doubts_of([Verdict(patch, "piece", 1.0)], TABLE)
    assert any("another colour" in str(doubt) for doubt in doubts) is asked


@pytest.mark.parametrize(
    ("cost", "margin", "asked"), [(1.0, 0.5, True), (1.0, 2.0, False), (3.5, 2.0, True), (3.5, 3.0, False)]
)
def test_a_label_that_explains_a_piece_poorly_has_to_be_better_than_the_second_by_more(
    cost: float, margin: float, asked: bool
) -> None:
    mask = disc().astype(np.uint8)
    form = form_of(mask)
    split, costs = Split(mask, form, 1, 0, 9, 1), [cost, cost + margin]
    patch = Patch(0, 0, mask, float(form.area), costs, 9.0, MIDDLE, split, 0, *best_label(costs))
    doubts = doubts_of([Verdict(patch, "piece", 1.0)], TABLE)
    assert list(map(str, doubts)) == (["one red piece could be blue"] if asked else [])


@pytest.mark.parametrize(("apart", "margin", "asked"), [(8, 1.0, True), (8, 3.0, False), (90, 1.0, False)])
def test_the_nearer_two_labels_are_the_more_the_second_has_to_be_worse(
    apart: int, margin: float, asked: bool
) -> None:
    """Light and shade carry pieces of labels that are hardly apart into each other's colours."""
    colour = np.array([60.0, 60, 160])
    looks = {"red": LabelLook(colour[None]), "rust": LabelLook(colour[None] + (0, apart, 0))}
    mask = disc().astype(np.uint8)
    form = form_of(mask)
    split, costs = Split(mask, form, 1, 0, 9, 1), [1.0, 1.0 + margin]
    patch = Patch(0, 0, mask, float(form.area), costs, 9.0, MIDDLE, split, 0, *best_label(costs))
    doubts = doubts_of([Verdict(patch, "piece", 1.0)], ColourTable(looks))
    assert list(map(str, doubts)) == (["one red piece could be rust"] if asked else [])
    # A few cuttings do not tell how far apart labels are.
    assert doubts_of([Verdict(patch, "piece", 1.0)], ColourTable(looks), framed=False) == []


@pytest.mark.parametrize(
    ("margin", "in_sight", "clear"), [(1.0, 0.3, False), (1.0, 0.9, True), (9.0, 0.3, True)]
)
def test_what_lies_mostly_under_dots_is_no_clear_piece_unless_its_colour_is_like_no_other(
    margin: float, in_sight: float, clear: bool
) -> None:
    mask = disc().astype(np.uint8)
    form = form_of(mask)
    split, costs = Split(mask, form, 1, 0, 9, 1), [0.5, 0.5 + margin]
    patch = Patch(0, 0, mask, float(form.area), costs, 9.0, MIDDLE, split, 0, *best_label(costs))
    sight = np.full(SHAPE, 10, np.float32)
    hidden = np.flatnonzero(mask)[: round((1 - in_sight) * form.area)]
    sight.ravel()[hidden] = 0
    assert _is_clear(Verdict(patch, "piece", 1.0), sight) is clear
    assert _is_clear(Verdict(patch, "piece", 1.0), None)


@pytest.mark.parametrize(("bright", "asked"), [(2.6, False), (3.4, True)])
def test_empty_surroundings_alone_are_nothing_to_ask_about(bright: float, asked: bool) -> None:
    """A disc of pixels that say either, every other one the one and the other."""
    photo = evidence(bright)
    photo.ratio[:, ::2][disc()[:, ::2]] = -0.8
    assert bool(found(photo)) is asked


def scrap(
    x: float = 80.0, *, share: float = 0.2, strength: float = 8.0, cost: float = 1.0, kind: Kind = "nothing"
) -> Verdict:
    """A bit of a piece that stands out by itself."""
    mask = np.zeros((10, 24), np.uint8)
    cv2.ellipse(mask, (12, 5), (10, 4), 0, 0, 360, 1, -1)
    form, costs = form_of(mask), [cost, cost + 2.0]
    split = Split(mask, form, 1, 300.0, np.inf, 1)
    place = (x, 60.0)
    patch = Patch(0, 0, mask, float(form.area), costs, strength, place, split, 0, *best_label(costs))
    return Verdict(patch, kind, share)


def test_a_scrap_with_no_piece_near_is_asked_about() -> None:
    (odd,) = scraps([scrap(), scrap(120.0, kind="piece")], [scrap(120.0, kind="piece")], PIECE_AREA)
    assert odd.kind == "odd"
    assert list(map(str, doubts_of([odd], TABLE))) == [
        "something like red is there that does not look like a piece"
    ]


@pytest.mark.parametrize(
    "little", [scrap(share=0.1), scrap(strength=3.0), scrap(cost=4.0), scrap(kind="hidden")]
)
def test_a_scrap_is_plainly_there_and_of_a_colour(little: Verdict) -> None:
    assert scraps([little], [], PIECE_AREA) == []


def test_a_scrap_beside_a_piece_belongs_to_that() -> None:
    assert scraps([scrap()], [scrap(88.0, kind="piece")], PIECE_AREA) == []


@pytest.mark.parametrize(
    ("strength", "margin", "framed", "asked"),
    [(11.0, 9.0, True, False), (11.0, 9.0, False, True), (6.0, 9.0, True, True), (11.0, 5.0, True, True)],
)
def test_what_shows_of_a_hidden_piece_may_be_plain_enough(
    strength: float, margin: float, framed: bool, asked: bool
) -> None:
    patch = scrap(strength=strength).patch._replace(margin=margin)
    doubts = doubts_of([Verdict(patch, "hidden", 0.4)], TABLE, framed=framed)
    assert list(map(str, doubts)) == (["only part of one red piece is to be seen"] if asked else [])


@pytest.mark.parametrize("paired", [False, True])
def test_whoever_counts_is_told_of_scraps(
    table: Table, monkeypatch: pytest.MonkeyPatch, paired: bool
) -> None:
    photo = table.throw({"gray": 2})
    monkeypatch.setattr("vision.count.scraps", lambda *_: [scrap()._replace(kind="odd")])
    observation = table.counter.count(photo.frame, photo.unlit if paired else None)
    assert any("does not look like a piece" in str(doubt) for doubt in observation.doubts)
    assert observation.counts["turquoise"] == 0  # the first label of the table's


def test_in_disguise_is_nothing_that_looks_empty_itself() -> None:
    photo = before_its_own_colour(-8.0)
    photo.labels[:] = NOTHING
    assert found(photo) == []
