"""The session at the table, with a game of a page: no screen, no camera, no clock."""

from __future__ import annotations

import random
import re
import sys
from collections import Counter
from pathlib import Path
from subprocess import run

import pytest

from companion.play.errors import IllegalMove
from companion.table.events import Answered, CountConfirmed, Event, Noticed, Rewritten, Settled, TakenBack
from companion.table.reports import Report
from companion.table.session import WAYS, Session, Standing
from companion.table.tray_part import NoTray
from tests.table.pebbles import Game, Options, PebbleTray, State, counted

DOCS = Path(__file__).parents[2] / "docs" / "table.md"


class Orders:
    """A tray that keeps its orders."""

    live = None

    def __init__(self) -> None:
        self.given: list[str] = []

    def watch(self, *, count_empty: bool = False) -> None:
        self.given.append("leaving" if count_empty else "arriving")

    def pause(self) -> None:
        self.given.append("pause")

    def count_now(self) -> None:
        self.given.append("count")


class Walked(Session[State, PebbleTray]):
    """A session that keeps the ways it went."""

    def __init__(self, tray: Orders | None) -> None:
        super().__init__(Game.new(Options()), PebbleTray(), tray=tray)
        self.went: list[tuple[Standing, Standing]] = []
        self.events: list[Event] = []
        self.listen(self.events.append)

    def _stand(self, standing: Standing) -> None:
        if standing is not self.standing:
            self.went.append((self.standing, standing))
        super()._stand(standing)

    def kinds(self) -> list[str]:
        told = [type(event).__name__ for event in self.events]
        self.events.clear()
        return told


@pytest.fixture
def tray() -> Orders:
    return Orders()


@pytest.fixture
def session(tray: Orders) -> Walked:
    session = Walked(tray)
    session.come()
    session.events.clear()
    return session


def spilled(session: Walked, *colours: str) -> Walked:
    session.hear(counted(*colours))
    session.answer(colours)
    session.events.clear()
    return session


def answers(session: Walked) -> list[tuple[object, str]]:
    return [(entry.value, entry.by) for entry in session.game.journal.entries]


def test_it_stands_where_the_question_wants_it(session: Walked, tray: Orders) -> None:
    assert tray.given == ["arriving"]
    session.hear(counted("red", "blue"))
    session.answer(("red", "blue"))
    assert tray.given == ["arriving"], "what lies there has just been counted"
    assert session.went == [
        (Standing.AWAY, Standing.RESTING),
        (Standing.RESTING, Standing.WATCHING),
        (Standing.WATCHING, Standing.ASKING),
        (Standing.ASKING, Standing.WATCHING),
    ]
    session.leave()
    assert (session.standing, tray.given[-1]) == (Standing.AWAY, "pause")


def test_without_a_camera_it_rests_and_everything_goes_by_hand() -> None:
    session = Walked(None)
    session.come()
    assert session.standing is Standing.RESTING
    session.answer(("blue",))
    session.answer("blue")
    assert session.game.state.round == 1


def test_a_game_without_a_tray_never_watches(tray: Orders) -> None:
    session = Session(Game.new(Options()), NoTray(), tray=tray)
    session.come()
    session.hear(counted("red"))
    session.answer(("red",))
    assert session.standing is Standing.RESTING
    assert tray.given == []


def test_what_leaves_the_tray_is_entered_and_heard_like_any_answer(session: Walked) -> None:
    spilled(session, "red", "blue", "white")
    session.hear(counted("red", "white"))
    assert answers(session)[1:] == [("blue", "camera")]
    assert session.kinds() == ["Noticed", "Answered", "Settled"]


def test_a_tap_is_heard_once_and_its_end_too(session: Walked) -> None:
    session.hear(counted("blue"))
    session.events.clear()
    session.answer(["blue"])
    assert session.kinds() == ["CountConfirmed", "Answered", "Settled"]
    session.undo()
    assert session.kinds() == ["TakenBack", "Settled"]
    session.redo()
    assert session.kinds() == ["Rewritten", "Settled"]


def test_a_refusal_is_raised_and_nothing_is_heard(session: Walked) -> None:
    with pytest.raises(IllegalMove):
        session.answer(("green",))
    assert session.kinds() == []
    assert session.standing is Standing.WATCHING


def test_what_was_done_waits_while_something_else_is_asked(session: Walked) -> None:
    spilled(session, "red", "blue", "white")
    session.hear(counted("white"))
    assert session.part.asks, "two are gone: who took which?"
    session.say(session.part.in_this_order("red", "blue"))
    assert session.pending is not None
    assert session.pending.kind == "word"
    assert session.standing is Standing.WATCHING
    session.answer("good")
    assert answers(session)[1:] == [("red", "camera"), ("good", "table"), ("blue", "camera")]


def test_what_no_longer_fits_is_not_entered(session: Walked) -> None:
    spilled(session, "blue", "white", "white")
    session.say(session.part.in_this_order("red", "blue"))
    assert answers(session)[1:] == []


def test_looks_at_what_leaves_are_read_one_by_one_once_the_count_is_confirmed(session: Walked) -> None:
    session.hear(counted("blue", "white", "white"))
    session.hear(counted("white", "white"))
    session.hear(counted("white"))
    session.answer(("blue", "white", "white"))
    assert answers(session)[1:] == [("blue", "camera"), ("white", "camera")]


def test_what_was_taken_back_is_asked_about_before_it_is_entered_again(session: Walked, tray: Orders) -> None:
    spilled(session, "blue", "white")
    session.hear(counted("white"))
    session.undo()
    assert tray.given[-1] == "leaving", "the tray is looked at anew"
    session.hear(counted("white"))
    assert (session.standing, len(answers(session))) == (Standing.ASKING, 1)
    session.say(session.part.in_this_order("blue"))
    assert answers(session)[1:] == [("blue", "camera")]


def test_what_was_seen_in_one_round_says_nothing_about_the_next(session: Walked) -> None:
    spilled(session, "blue", "red")
    session.answer("red")
    session.hear(counted())  # while the word is asked
    session.answer("bad")
    assert session.game.state.round == 1, "the last one is gone, as was seen"
    assert session.standing is Standing.WATCHING
    assert session.part.check is None


def test_looking_again_forgets_what_was_asked_about(session: Walked, tray: Orders) -> None:
    session.hear(counted("red"))
    session.look_again()
    assert session.standing is Standing.WATCHING
    assert tray.given[-1] == "count"


def test_news_for_nobody_is_not_read(session: Walked) -> None:
    session.leave()
    session.hear(counted("red"))
    session.come()
    assert session.standing is Standing.WATCHING


def test_a_watcher_that_was_stopped_meanwhile_is_told_anew(session: Walked, tray: Orders) -> None:
    session.come()
    assert tray.given == ["arriving"], "it watches as it is"
    session.hear(Report("paused"))  # a calibration
    session.come()
    assert tray.given == ["arriving", "arriving"]


def test_two_listen_and_one_goes(session: Walked) -> None:
    heard: list[Event] = []
    stop = session.listen(heard.append)
    session.hear(Report("moving"))
    stop()
    session.hear(Report("waiting"))
    assert [type(event) for event in heard] == [Noticed, Settled]
    assert len(session.events) == 4


def test_live_pictures_are_no_event(session: Walked) -> None:
    session.hear(Report("live"))
    assert session.kinds() == []


def at_random(rng: random.Random, session: Walked) -> None:
    """Something that may happen at a table."""
    pending = session.pending
    lying = list(session.game.state.lying.elements())
    what = rng.choice(
        ("answer", "answer", "look", "look", "undo", "come", "leave", "moving", "again", "say", "say")
    )
    if what == "answer" and pending is not None:
        if pending.kind == "spill":
            check = session.part.check
            here = check.counts if check is not None else Counter(rng.choices(("red", "blue", "white"), k=3))
            session.answer(tuple(Counter(here).elements()))
        else:
            session.answer(rng.choice(pending.options))
    elif what == "look":
        session.hear(counted(*(rng.sample(lying, rng.randint(0, len(lying))) or ["red", "white"])))
    elif what == "undo" and session.can_undo:
        session.undo()
    elif what in ("come", "leave"):
        getattr(session, what)()
    elif what == "moving":
        session.hear(Report("moving"))
    elif what == "again":
        session.look_again()
    elif what == "say" and session.part.gone:
        session.say(session.part.in_this_order(*session.part.gone))


def test_whatever_happens_it_goes_only_the_ways_there_are_and_finds_each_of_them() -> None:
    ways = {(was, now) for was, nows in WAYS.items() for now in nows}
    found: set[tuple[Standing, Standing]] = set()
    for seed in range(60):
        tray, rng = Orders(), random.Random(seed)
        session = Walked(tray)
        for _ in range(60):
            at_random(rng, session)
            watched = next((order for order in reversed(tray.given) if order != "count"), "pause")
            at_the_tray = session.standing in (Standing.WATCHING, Standing.ASKING)
            assert (watched != "pause") == at_the_tray, "watched exactly while a question needs it"
            assert (session.standing is Standing.ASKING) == (at_the_tray and session.part.asks)
        assert session.events == [] or isinstance(session.events[-1], (Settled, Noticed))
        found |= set(session.went)
    assert found == ways


def test_the_picture_in_the_docs_has_exactly_these_ways() -> None:
    diagram = DOCS.read_text(encoding="utf-8").partition("stateDiagram-v2")[2].partition("```")[0]
    drawn = set(re.findall(r"^\s*(\w+) --> (\w+)\s*:", diagram, re.MULTILINE))
    assert drawn == {
        (was.value.capitalize(), now.value.capitalize()) for was, nows in WAYS.items() for now in nows
    }


def test_it_needs_neither_screen_nor_pixels_nor_game() -> None:
    program = (
        "import sys, companion.table.session\n"
        "print([name for name in sys.modules if name.split('.')[0] in ('pygame', 'cv2', 'numpy', 'hardware')"
        " or name.startswith(('companion.ui', 'companion.games.marrakesh'))])"
    )
    said = run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert said.stdout.strip() == "[]"


def test_every_event_is_of_a_kind_that_listeners_know(session: Walked) -> None:
    spilled(session, "blue", "white")
    session.answer("blue")
    session.undo()
    known = (Answered, CountConfirmed, Noticed, Rewritten, Settled, TakenBack)
    assert all(isinstance(event, known) for event in session.events)
