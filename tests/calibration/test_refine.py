"""Teaching with a photo log: which piece was what, and that only what helps is kept."""

from __future__ import annotations

import json
import shutil
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from calibration.calibrate import Calibration
from calibration.errors import CalibrationError
from companion.photolog.refine import assign, improves, refine, taught_with
from companion.photolog.tally import Tally
from tests.calibration.commands import companion
from vision.observation import Observation, Piece
from vision.profile import Profile


def seen(*pieces: Piece, hand: bool = False) -> Observation:
    counts: dict[str, int] = {}
    for piece in pieces:
        counts[piece.label] = counts.get(piece.label, 0) + 1
    return Observation(counts, pieces, sure=True, hand=hand)


RED = Piece("red", 0, 0, 0.9, alternatives=(("orange", 0.05), ("brown", 0.04)))
REDDISH = Piece("red", 1, 0, 0.6, alternatives=(("orange", 0.35), ("brown", 0.04)))
WHITE = Piece("white", 2, 0, 0.9, alternatives=(("beige", 0.1),))


def labels(assigned: list[tuple[Piece, str]] | None) -> list[str] | None:
    return None if assigned is None else [label for _, label in assigned]


def test_an_agreed_count_teaches_every_piece() -> None:
    assert labels(assign(seen(RED, WHITE), {"red": 1, "white": 1, "green": 0})) == ["red", "white"]


def test_a_corrected_colour_goes_to_the_piece_that_was_least_sure() -> None:
    assert labels(assign(seen(RED, REDDISH, WHITE), {"red": 1, "orange": 1, "white": 1})) == [
        "red",
        "orange",
        "white",
    ]


def test_what_does_not_add_up_teaches_nothing() -> None:
    assert assign(seen(RED, WHITE), {"red": 1}) is None
    assert assign(seen(RED, WHITE), {"red": 1, "green": 1}) is None  # nothing in white suggests green
    assert assign(seen(RED, hand=True), {"red": 1}) is None


def test_what_counts_most_comes_first() -> None:
    good = Tally(exact=9, wrong_but_sure=1, sure=5)
    assert improves(Tally(exact=8, wrong_but_sure=0, sure=9), good)
    assert improves(Tally(exact=9, wrong_but_sure=2, sure=5), good)
    assert not improves(Tally(exact=9, wrong_but_sure=2, sure=9), good), (
        "less false certainty by more questions"
    )
    assert not improves(good, good)


def test_only_taught_labels_change(calibrated: Calibration) -> None:
    lesson = {"red": [(True, np.full((60, 3), 99.0))]}
    taught = taught_with(calibrated.profile, [lesson, {}])
    assert not np.array_equal(taught.looks["red"].paired, calibrated.profile.looks["red"].paired)
    assert np.array_equal(taught.looks["white"].paired, calibrated.profile.looks["white"].paired)
    assert taught.labels == calibrated.profile.labels


@pytest.fixture
def evening(photo_folder: Path, tmp_path: Path) -> Path:
    """The play photos without their places: a log as a table keeps it."""
    folder = tmp_path / "evening"
    shutil.copytree(photo_folder / "play", folder)
    lines = [json.loads(line) for line in (folder / "log.jsonl").read_text().splitlines()]
    for line in lines:
        del line["pieces"]
    (folder / "log.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    return folder


def test_a_good_calibration_stays_as_it_is(
    calibration_file: Path, evening: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    mine = tmp_path / "mine.json"
    shutil.copy(calibration_file, mine)
    before = mine.read_bytes()
    assert companion("calibrate", "--refine", evening, "--out", mine, "--json") == 0
    told = json.loads(capsys.readouterr().out)
    assert told["kept"] is False
    assert told["pieces"] > 40
    assert mine.read_bytes() == before


def faded(profile: Profile) -> Profile:
    """A calibration from before the red paint faded: red and orange sit where they no longer are."""
    looks = dict(profile.looks)
    red, orange = looks["red"], looks["orange"]
    middle = np.median(np.concatenate([*red.paired, *orange.paired]), axis=0)
    looks["red"] = replace(red, paired=tuple(piece * 0.55 for piece in red.paired))
    looks["orange"] = replace(orange, paired=tuple(piece * 0.5 + middle * 0.5 for piece in orange.paired))
    return replace(profile, looks=looks)


def test_a_stale_calibration_learns_from_the_evening(calibrated: Calibration, evening: Path) -> None:
    outcome = refine(faded(calibrated.profile), evening)
    assert outcome.before.exact < outcome.before.photos
    assert outcome.better
    assert outcome.after.exact > outcome.before.exact
    assert "better" in outcome.sentence()


def test_too_few_photos_are_not_enough(calibration_file: Path, tmp_path: Path) -> None:
    (tmp_path / "log.jsonl").write_text("")
    with pytest.raises(CalibrationError, match="8 are needed"):
        refine(Profile.load(calibration_file), tmp_path)


def test_the_log_of_another_table_is_refused(
    calibrated: Calibration, photo_folder: Path, tmp_path: Path
) -> None:
    """Its counts, exchanged between the photos, fit hardly one of them."""
    log = tmp_path / "log"
    shutil.copytree(photo_folder / "play", log)
    lines = [json.loads(line) for line in (log / "log.jsonl").read_text().splitlines()]
    counts = [line["counts"] for line in lines]
    for line, other in zip(lines, counts[1:] + counts[:1], strict=True):
        line["counts"] = line["all_counts"] = other
    (log / "log.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    with pytest.raises(CalibrationError, match="log of another table"):
        refine(calibrated.profile, log)
