"""The steps of a calibration are counted where they are described, for any set of pieces."""

from calibration.session import CalibrationSession
from calibration.sets import KESHIS, PieceSet
from calibration.steps import FRAME, LEARNING, steps


def test_every_step_stands_once_in_the_plan() -> None:
    for labels in (KESHIS.labels, ("red",), ("amber", "jade", "onyx")):
        plan = steps(labels)
        assert [step.label for step in plan if step.label] == list(labels)
        assert len({step.name for step in plan}) == len(plan)
        assert LEARNING not in plan


def test_the_session_asks_for_the_steps_in_their_order() -> None:
    """What it asks for first stands right behind the paper frame, which no photo is judged for."""
    session = CalibrationSession(PieceSet("few", ("red", "green")))
    assert session.plan == steps(("red", "green"))
    assert (session.plan[0], session.step) == (FRAME, session.plan[1])


def test_a_colour_is_told_with_its_place_in_the_set() -> None:
    told = str(steps(("amber", "jade"))[-1].words)
    assert told.startswith("Colour 2 of 2.")
