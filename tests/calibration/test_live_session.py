"""Calibrating at the touchscreen: the steps, what is refused on the way, and what comes out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np
import pytest

from calibration.errors import CalibrationError
from calibration.folder import CalibrationPhotos
from calibration.quick import NO_PIECE
from calibration.session import CalibrationSession, Offer
from calibration.sets import KESHIS, PieceSet
from calibration.steps import LEARNING, NAMES, CalibrationStep
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
    return tower_of_the_photos()


def tower_of_the_photos() -> SimulatedTower:
    """The tower the small photos were made with."""
    return SimulatedTower(seed=SEED, room="studio", clock=HandWoundClock(), full_size=SIZE)


def handful(tower: SimulatedTower, colours: Mapping[str, int]) -> Photo:
    with tower:
        tower.clear()
        tower.place(colours)
        pair = tower.capture()
    return Photo(pair.lit, pair.unlit, "handful")


def test_whatever_is_asked_for_lies_there_and_is_accepted(
    session: CalibrationSession, tower: SimulatedTower
) -> None:
    """Every step of the plan in its order, with what it asks for in a simulated tray."""
    for step in session.plan[1:]:
        assert session.step == step
        offer = session.offer(handful(tower, step.lying))
        assert offer.ok, (step.name, offer.problem)
        session.accept()
    assert session.step == LEARNING
    with pytest.raises(CalibrationError, match="another step"):
        session.offer(handful(tower, {}))
    assert session.verdict().good


def test_from_the_empty_tray_to_a_profile(
    session: CalibrationSession, keshi_photos: CalibrationPhotos, tower: SimulatedTower
) -> None:
    with tower:
        tower.lock({"exposure_us": 9000, "gain": 2.0})
        session.remember_camera(tower)
    started(session, keshi_photos)
    for label in FEW.labels:
        offer = session.offer(keshi_photos.pieces[label][0])
        assert offer.ok
        assert len(offer.samples) == 3
        session.accept()
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
    """The empty tray, whatever else is asked for before the pieces, and these pieces."""
    assert session.offer(empty_of(photos)).ok
    while not session.accept().label:
        assert session.offer(handful(tower_of_the_photos(), session.step.lying)).ok
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
    started(session, keshi_photos)
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
    judge = session._judges["pieces"]

    def meanwhile(step: CalibrationStep, photo: Photo) -> Offer:
        monkeypatch.undo()  # another thread offers and accepts the same colour while this one looks
        assert session.offer(red).ok
        session.accept()
        return judge(step, photo)

    monkeypatch.setitem(session._judges, "pieces", meanwhile)
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
    assert session.back().label == "green"
    assert session.offer(keshi_photos.pieces["green"][0]).ok
    assert session.accept().label == "white"
    with pytest.raises(CalibrationError, match="no blue"):
        session.redo("blue")


def test_an_unfinished_calibration_says_what_is_missing(
    session: CalibrationSession, keshi_photos: CalibrationPhotos
) -> None:
    started(session, keshi_photos, "red")
    with pytest.raises(CalibrationError, match="still to do: green, white"):
        session.finish()


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


def test_a_toss_is_named_and_learned(keshi_photos: CalibrationPhotos, tower: SimulatedTower) -> None:
    session = CalibrationSession(quick=True)
    assert session.offer(empty_of(keshi_photos)).ok
    session.accept()
    assert session.step.kind == "throw"
    empty = session.offer(handful(tower, {}))
    assert empty.problem is not None
    assert "shows no pieces" in empty.problem.sentence()
    most = KESHIS.labels[1:]
    assert session.offer(handful(tower, dict.fromkeys(most, 1))).ok
    assert session.accept() == NAMES
    assert session.unnamed == KESHIS.labels[:1]
    assert session.confirm() == NAMES, "a colour is missing"
    assert session.toss_again().kind == "throw"
    assert session.offer(handful(tower, {KESHIS.labels[0]: 1})).ok
    session.accept()
    assert len(session.throws) == 2
    session.name(0, KESHIS.labels[0])
    assert session.unnamed == ()
    session.name(0, NO_PIECE)
    assert session.unnamed == KESHIS.labels[:1]
    session.name(0, KESHIS.labels[0])
    assert session.confirm() == LEARNING
    assert session.verdict().good
    assert session.finish().labels == KESHIS.labels
    assert session.redo("red").kind == "throw"
    assert len(session.throws) == 2, "more pieces teach more"
