"""The steps of a calibration are counted where they are described, for any set of pieces."""

from calibration.session import CalibrationSession
from calibration.sets import KESHIS, PieceSet
from calibration.steps import LEARNING, number_of, steps


def test_every_step_is_counted_once() -> None:
    for labels in (KESHIS.labels, ("red",), ("amber", "jade", "onyx")):
        plan = steps(labels)
        assert [step.label for step in plan if step.label] == list(labels)
        assert [number_of(step.kind, step.label, labels) for step in plan] == list(range(len(plan)))
        assert LEARNING not in plan


def test_the_session_asks_for_the_steps_in_their_order() -> None:
    """What it asks for first stands right behind the paper frame, which no photo is judged for."""
    session = CalibrationSession(PieceSet("few", ("red", "green")))
    asked = [(step.kind, step.label) for step in steps(session.pieces.labels)]
    assert asked[0] == ("frame", "")
    assert (session.step.kind, session.step.label) == asked[1]
    session.redo("green")
    assert asked[1:] == [("empty", ""), ("pieces", "red"), ("pieces", "green")]


def test_when_everything_was_shown_no_further_step_is_counted() -> None:
    labels = ("red", "green")
    assert number_of("check", "", labels) == number_of("done", "", labels) == len(steps(labels))


def test_a_colour_is_told_with_its_place_in_the_set() -> None:
    told = str(steps(("amber", "jade"))[-1].words)
    assert told.startswith("Colour 2 of 2.")
