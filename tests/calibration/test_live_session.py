"""Calibrating at the touchscreen: the steps, what is refused on the way, and what comes out."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from calibration.check import mistakes
from calibration.errors import CalibrationError
from calibration.folder import CalibrationPhotos
from calibration.samples import PieceSample
from calibration.session import CalibrationSession, Offer, Step
from calibration.sets import PieceSet
from hardware.clock import HandWoundClock
from hardware.simulated import SimulatedTower
from tests.calibration.commands import empty_of
from tests.photos.make import SEED, SIZE
from vision.count import TrayCounter
from vision.photo import Photo

FEW = PieceSet("few", ("red", "green", "white"))


@pytest.fixture
def session() -> CalibrationSession:
    return CalibrationSession(FEW)


@pytest.fixture
def tower() -> SimulatedTower:
    """The tower the small photos were made with."""
    return SimulatedTower(seed=SEED, room="studio", clock=HandWoundClock(), full_size=SIZE)


def handful(tower: SimulatedTower, colours: dict[str, int]) -> Photo:
    with tower:
        tower.clear()
        tower.place(colours)
        pair = tower.capture()
    return Photo(pair.lit, pair.unlit, "check")


def test_from_the_empty_tray_to_a_checked_profile(
    session: CalibrationSession, keshi_photos: CalibrationPhotos, tower: SimulatedTower
) -> None:
    assert session.step == Step("empty")
    assert session.offer(empty_of(keshi_photos)).ok
    with tower:
        tower.lock({"exposure_us": 9000, "gain": 2.0})
        session.remember_camera(tower)
    session.accept()
    for label in FEW.labels:
        assert session.step == Step("pieces", label)
        offer = session.offer(keshi_photos.pieces[label][0])
        assert offer.ok
        assert offer.found == 3
        assert offer.observation is not None
        assert all(len(piece.outline) > 3 for piece in offer.observation.pieces)
        session.accept()
    assert session.step.kind == "check"
    offer = session.offer(handful(tower, dict.fromkeys(FEW.labels, 1)))
    assert offer.ok
    assert offer.hint is not None
    assert offer.hint.sentence() == "all 3 pieces were counted and told apart"
    assert session.accept().kind == "done"
    assert session.verdict().good
    profile = session.finish()
    assert profile.labels == FEW.labels
    assert profile.camera == {"exposure_us": 9000, "gain": 2.0}
    seen = TrayCounter(profile).count(
        keshi_photos.pieces["red"][0].frame, keshi_photos.pieces["red"][0].unlit
    )
    assert dict(seen.counts) == {"red": 3, "green": 0, "white": 0}


def test_a_tray_in_which_pieces_lie_is_not_taken_for_an_empty_one(
    session: CalibrationSession, tower: SimulatedTower
) -> None:
    offer = session.offer(handful(tower, {"red": 1, "white": 2}))
    assert not offer.ok
    assert offer.problem is not None
    assert offer.problem.code == "not_empty"


def started(session: CalibrationSession, photos: CalibrationPhotos, *labels: str) -> None:
    assert session.offer(empty_of(photos)).ok
    session.accept()
    for label in labels:
        assert session.offer(photos.pieces[label][0]).ok
        session.accept()


def test_the_wrong_colour_is_told_while_it_is_in_the_hand(
    session: CalibrationSession, keshi_photos: CalibrationPhotos
) -> None:
    started(session, keshi_photos, "red")
    offer = session.offer(keshi_photos.pieces["red"][0])
    assert not offer.ok
    assert offer.problem is not None
    assert offer.problem.sentence().startswith("these pieces look red, not green")
    with pytest.raises(CalibrationError, match="no photo to accept"):
        session.accept()
    assert session.step.label == "green"


def test_two_neighbouring_colours_under_each_others_names_are_told(keshi_photos: CalibrationPhotos) -> None:
    session = CalibrationSession(PieceSet("shades", ("white", "beige", "red")))
    assert session.offer(empty_of(keshi_photos)).ok
    session.accept()
    assert session.offer(replace(keshi_photos.pieces["beige"][0], name="")).ok
    session.accept()
    offer = session.offer(replace(keshi_photos.pieces["white"][0], name=""))
    assert not offer.ok
    assert offer.problem is not None
    assert offer.problem.sentence().startswith("white and beige seem to be swapped")


def test_a_photo_is_never_filed_under_the_next_colour(
    session: CalibrationSession, keshi_photos: CalibrationPhotos, monkeypatch: pytest.MonkeyPatch
) -> None:
    started(session, keshi_photos)
    red = keshi_photos.pieces["red"][0]
    look_at = session._offer_pieces

    def meanwhile(photo: Photo, label: str) -> tuple[Offer, list[PieceSample]]:
        monkeypatch.undo()  # another thread offers and accepts the same colour while this one looks
        assert session.offer(red).ok
        session.accept()
        return look_at(photo, label)

    monkeypatch.setattr(session, "_offer_pieces", meanwhile)
    session.offer(red)
    with pytest.raises(CalibrationError, match="another step"):
        session.accept()
    assert session.step.label == "green"


def test_nothing_in_the_tray_is_refused(session: CalibrationSession, keshi_photos: CalibrationPhotos) -> None:
    started(session, keshi_photos)
    offer = session.offer(replace(empty_of(keshi_photos), name="red"))
    assert not offer.ok
    assert offer.problem is not None
    assert offer.problem.sentence()


def test_a_dark_picture_is_refused_at_once(
    session: CalibrationSession, keshi_photos: CalibrationPhotos
) -> None:
    offer = session.offer(replace(empty_of(keshi_photos), frame=empty_of(keshi_photos).frame // 8))
    assert offer.problem is not None
    assert offer.problem.code == "too_dark"


def test_a_mirrored_picture_is_refused_at_once(
    session: CalibrationSession, keshi_photos: CalibrationPhotos
) -> None:
    started(session, keshi_photos)
    red = keshi_photos.pieces["red"][0]
    assert red.unlit is not None
    offer = session.offer(replace(red, frame=red.frame[:, ::-1].copy(), unlit=red.unlit[:, ::-1].copy()))
    assert offer.problem is not None
    assert offer.problem.code == "mirrored"


def test_one_colour_again(session: CalibrationSession, keshi_photos: CalibrationPhotos) -> None:
    started(session, keshi_photos, "red", "green")
    assert session.redo("red").label == "red"
    assert session.offer(keshi_photos.pieces["red"][0]).ok
    assert session.accept().label == "white"
    with pytest.raises(CalibrationError, match="no blue"):
        session.redo("blue")


def test_an_unfinished_calibration_says_what_is_missing(
    session: CalibrationSession, keshi_photos: CalibrationPhotos
) -> None:
    started(session, keshi_photos, "red")
    with pytest.raises(CalibrationError, match="still to do: green, white"):
        session.finish()


def test_a_check_that_fails_says_which_colour(
    session: CalibrationSession, keshi_photos: CalibrationPhotos, tower: SimulatedTower
) -> None:
    started(session, keshi_photos, *FEW.labels)
    offer = session.offer(handful(tower, {"red": 1, "green": 1}))
    assert not offer.ok
    assert offer.problem is not None
    assert (offer.problem.code, offer.problem.params["label"]) == ("missed", "white")


def test_any_picture_gets_an_answer(session: CalibrationSession, keshi_photos: CalibrationPhotos) -> None:
    started(session, keshi_photos, "red")
    dice = np.random.default_rng(5)
    shape = empty_of(keshi_photos).frame.shape
    noise = dice.integers(0, 256, shape, dtype=np.uint8)
    for frame in (noise, np.zeros(shape, np.uint8), np.full(shape, 255, np.uint8), noise[:50, :50]):
        offer = session.offer(Photo(frame, frame.copy(), "odd.jpg"))
        assert not offer.ok
        assert offer.problem is not None
        assert offer.problem.sentence()
    assert session.step.label == "green"


def test_mistakes_are_put_together() -> None:
    truth = {"red": 1, "orange": 1, "white": 1}
    assert mistakes({"red": 1, "orange": 1, "white": 1}, truth) == []
    (swapped,) = mistakes({"red": 0, "orange": 2, "white": 1}, truth)
    assert (swapped.code, swapped.params["label"], swapped.params["other"]) == ("taken_for", "red", "orange")
    codes = [p.code for p in mistakes({"red": 3, "orange": 1, "white": 0}, truth)]
    assert codes == ["taken_for", "too_many"]
    assert [p.code for p in mistakes({"red": 1, "orange": 1}, truth)] == ["missed"]
