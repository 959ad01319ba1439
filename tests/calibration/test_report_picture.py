"""The picture of a calibration: what it warns of has to be seen in it, and what to do about it."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from calibration import report, report_words
from calibration.calibrate import Calibration
from calibration.problems import Problem
from calibration.report import report_picture
from calibration.report_words import plain, width, wrapped
from calibration.verdict import Pair, Verdict
from vision.overlay import swatches
from vision.photo import Frame


def warned(calibrated: Calibration, *warnings: Problem) -> Calibration:
    closest = tuple(Pair(str(w.params["label"]), str(w.params["other"]), 1.5) for w in warnings)
    return replace(calibrated, verdict=Verdict((), warnings, (*closest, *calibrated.verdict.pairs)))


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Every line that is written into the picture, as it is written."""
    lines: list[str] = []
    write = report_words.write

    def noted(picture: Frame, words: str, *rest: object, **more: object) -> None:
        lines.append(words)
        write(picture, words, *rest, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(report, "write", noted)
    return lines


def below(picture: Frame, calibrated: Calibration) -> Frame:
    """What stands below the tiles."""
    return picture[len(report._tiles(calibrated)) :]


def written_in(shown: Frame, ink: tuple[int, int, int]) -> bool:
    """Whether some of it has the ink's colour; thin letters mix with the paper."""
    return bool((np.abs(shown.astype(int) - ink) < 40).all(axis=2).sum() > 50)


def test_which_colours_are_too_close_and_what_to_do_stands_in_the_picture(
    calibrated: Calibration, written: list[str]
) -> None:
    problem = Problem("too_close_single", {"label": "white", "other": "gray"})
    done = warned(calibrated, problem)
    shown = below(report_picture(done), done)
    said = " ".join(written)
    assert f"W{problem.sentence()[1:]}." in said
    assert written_in(shown, report.TOO_CLOSE_INK)
    for label in ("white", "gray"):
        assert (shown == swatches(done.profile)[label][::-1]).all(axis=2).sum() > 1000


def test_a_tile_that_is_too_close_to_another_is_framed(calibrated: Calibration) -> None:
    done = warned(calibrated, Problem("too_close", {"label": "red", "other": "orange"}))
    framed = [
        label
        for label in done.profile.labels
        if (report._tile(done, label)[2, 10:-10] == report.TOO_CLOSE_INK).all()
    ]
    assert framed == ["red", "orange"]


def test_that_no_two_are_too_close_is_said_too(calibrated: Calibration, written: list[str]) -> None:
    shown = below(report_picture(warned(calibrated)), calibrated)
    assert report.ALL_WELL in written
    assert written_in(shown, report.WELL_INK)


def test_a_long_warning_is_wrapped_into_the_sheet(calibrated: Calibration, written: list[str]) -> None:
    done = warned(calibrated, Problem("too_close_single", {"label": "white", "other": "gray"}))
    sheet = report_picture(done)
    assert all(width(line, report.LETTERS) < sheet.shape[1] for line in written)
    assert wrapped("one two three", 1.0, width("one two", 1.0)) == ["one two", "three"]
    assert wrapped("", 1.0, 100) == []


def test_more_warnings_than_there_is_room_for_are_counted(
    calibrated: Calibration, written: list[str]
) -> None:
    labels = calibrated.profile.labels
    many = [Problem("close", {"label": one, "other": two}) for one in labels for two in labels[:3]]
    report_picture(warned(calibrated, *many))
    assert written[-1] == "... and 16 more."


def test_letters_that_cannot_be_drawn_are_written_as_near_as_can_be() -> None:
    assert plain("grün à 3 × 4 … “süß”") == 'grun a 3 x 4 ... "suss"'
    assert plain("赤") == "?"


def test_one_colour_alone_has_no_neighbour_to_warn_of(calibrated: Calibration, written: list[str]) -> None:
    looks = {"red": calibrated.profile.looks["red"]}
    alone = replace(calibrated, profile=replace(calibrated.profile, looks=looks), verdict=Verdict((), (), ()))
    assert not len(below(report_picture(alone), alone))
    assert set(written) == {"red"}
