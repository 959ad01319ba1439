"""A round to try out: on the real screens, explained as it comes, kept nowhere, to be left anywhere."""

from __future__ import annotations

import pytest

from companion.games.marrakesh.rules import facts
from companion.games.marrakesh.screens.samples import table_at
from companion.games.marrakesh.screens.screen import GameScreen
from companion.games.marrakesh.tour import CHAPTERS, LEARNER, TourScreen, made_up
from companion.ui import i18n
from companion.ui.samples import SampleShelf, sample_ports
from companion.ui.screens.home import Home
from companion.ui.widgets.drawing import Drawing
from tests.ui.hands import Hands


class NobodyYet(SampleShelf):
    """A shelf of a table that has never played."""

    def players(self) -> list:  # type: ignore[type-arg]
        return []


def begun(size: tuple[int, int] = (800, 480)) -> tuple[Hands, TourScreen]:
    """The round over the screen it was begun from."""
    table = GameScreen(table_at("assistant"))
    hands = Hands(table, size)
    tour = TourScreen()
    hands.stage.push(tour)
    hands.wait(0.3)
    return hands, tour


def played(hands: Hands, tour: TourScreen) -> list[str]:
    """Play it to its end; the kinds of questions the learner was asked."""
    asked: list[str] = []
    while hands.stage.screen is tour:
        assert hands.stage.audit() == []
        if hands.stage.dialog is not None:
            words = [w.say for w in hands.stage.root.walk() if w.touchable]
            hands.tap(next(w for w in (i18n._("Done"), i18n._("Next"), i18n._("Try it")) if w in words[-2:]))
            continue
        decision = tour.table.pending
        assert decision is not None
        assert decision.kind == "tower" or (decision.player == LEARNER and not decision.form)
        asked.append(decision.kind)
        tour.answer_like_a_robot(hands.stage)
        hands.wait(0.3)
    return asked


def test_the_menu_leads_to_it_and_its_end_back() -> None:
    hands = Hands(GameScreen(table_at("assistant")))
    hands.tap("Menu")
    hands.tap("A round in ten screens")
    tour = hands.stage.screen
    assert isinstance(tour, TourScreen)
    asked = played(hands, tour)
    assert {"select", "tower", "claim", "assistant"} <= set(asked)
    assert isinstance(hands.stage.screen, GameScreen)
    assert len(tour.explained) == len(CHAPTERS) == 10
    assert (tour.table.state.season, tour.table.state.round) == (0, 1), "exactly one round was played"


@pytest.mark.parametrize("language", ["en", "de", "fr"])
@pytest.mark.parametrize("size", [(800, 480), (1280, 720), (720, 1280)])
def test_everything_in_it_fits(language: str, size: tuple[int, int]) -> None:
    i18n.use(language)
    hands, tour = begun(size)
    played(hands, tour)


def test_what_did_not_come_up_is_told_beside_a_drawing_of_it() -> None:
    hands, tour = begun()
    drawn: list[str] = []
    while hands.stage.screen is tour:
        if hands.stage.dialog is not None and tour.over:
            hands.stage.build()
            places = [
                widget.key for widget in hands.stage.root.children[1].walk() if isinstance(widget, Drawing)
            ]
            assert len(places) == 1, tour.explained[-1].title
            drawn += places
        if hands.stage.dialog is not None:
            says = {w.say for w in hands.stage.root.children[1].walk() if w.touchable}
            hands.tap(next(w for w in ("Done", "Next", "Try it") if w in says))
        else:
            tour.answer_like_a_robot(hands.stage)
            hands.wait(0.3)
    assert drawn
    assert drawn[-1] == "river", "the season's end"


def test_nothing_is_asked_that_a_learner_cannot_know() -> None:
    told = made_up()
    assert told == made_up(), "the same round for everybody"
    assert max(space for space, _bonuses in told["river rapids"]) <= told["river length"] <= 20
    assert told["stairs threshold 1"] < told["stairs threshold 2"] < facts.BOOK["stairs threshold 3"]
    assert all(facts.doubt(key, value) is None for key, value in told.items() if key != "jetty spots")


def test_the_tray_is_filled_and_one_tap_confirms_it() -> None:
    hands, tour = begun()
    hands.tap("Try it")
    tour.answer_like_a_robot(hands.stage)
    hands.wait(0.3)
    hands.tap("Try it")
    assert tour.table.pending is not None
    assert tour.table.pending.kind == "tower"
    hands.stage.confirm()
    hands.wait(0.3)
    assert tour.table.pending.kind == "claim"
    hands.tap("Try it")


def test_undo_leads_to_the_learners_last_answer() -> None:
    hands, tour = begun()
    hands.tap("Try it")
    tour.answer_like_a_robot(hands.stage)
    hands.wait(0.3)
    hands.tap("Try it")
    hands.tap("Undo")
    assert tour.table.pending is not None
    assert (tour.table.pending.kind, tour.table.pending.player) == ("select", LEARNER)


def test_it_can_be_left_anywhere() -> None:
    hands, tour = begun()
    hands.tap("Try it")
    hands.tap("Menu")
    hands.tap("Stay")
    assert hands.stage.screen is tour
    hands.tap("Menu")
    hands.tap("Leave")
    assert isinstance(hands.stage.screen, GameScreen)
    assert hands.stage.screen is not tour


def test_who_has_never_played_is_offered_it() -> None:
    hands = Hands(Home(sample_ports(shelf=NobodyYet())))
    hands.tap("New game")
    hands.tap("A round in ten screens")
    assert isinstance(hands.stage.screen, TourScreen)
