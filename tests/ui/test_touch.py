"""A phone-like touch: press shows, release acts, drags scroll on, bounces and slips do nothing."""

import pygame

from companion.ui.layout import Column, Row
from companion.ui.screen import Screen
from companion.ui.stage import Stage
from companion.ui.widget import Widget
from companion.ui.widgets import Button, Dialog, Label, ScrollArea, Stepper
from tests.ui.hands import Hands


class Buttons(Screen):
    """Two buttons that count how often they were tapped."""

    def __init__(self) -> None:
        self.taps = {"one": 0, "two": 0}

    def build(self, ui: Stage) -> Widget:
        def tap(name: str) -> None:
            self.taps[name] += 1

        return Column(
            [
                Row([Button("one", lambda: tap("one"), grow=1), Button("two", lambda: tap("two"), grow=1)]),
                Button("never", enabled=False, why="The mosque is full."),
                Label(str(self.taps)),
            ]
        )


class Long(Screen):
    """A list of forty buttons."""

    def __init__(self) -> None:
        self.tapped = ""

    def build(self, ui: Stage) -> Widget:
        def tap(name: str) -> None:
            self.tapped = name

        rows = [
            Button(f"row {number}", lambda n=number: tap(f"row {n}"), key=f"row {number}")  # type: ignore[misc]
            for number in range(40)
        ]
        return ScrollArea(Column(rows))


def test_a_press_shows_at_once_and_acts_on_release() -> None:
    screen = Buttons()
    hands = Hands(screen)
    x, y = hands.find("one").rect.center
    hands.stage.press(x, y, hands.now)
    assert hands.wait(0.016), "the press must be drawn in the next frame"
    assert screen.taps["one"] == 0
    hands.stage.lift(x, y, hands.now)
    hands.wait(0.016)
    assert screen.taps["one"] == 1


def test_slipping_off_takes_the_press_back() -> None:
    screen = Buttons()
    hands = Hands(screen)
    x, y = hands.find("one").rect.center
    hands.stage.press(x, y, hands.now)
    hands.stage.move(x, y + 300, hands.now + 0.1)
    hands.stage.lift(x, y + 300, hands.now + 0.2)
    assert screen.taps == {"one": 0, "two": 0}


def test_a_bounce_does_not_act_twice() -> None:
    screen = Buttons()
    hands = Hands(screen)
    x, y = hands.find("one").rect.center
    for offset in (0.0, 0.02, 0.04):
        hands.stage.press(x, y, hands.now + offset)
        hands.stage.lift(x, y, hands.now + offset + 0.01)
    assert screen.taps["one"] == 1


def test_two_quick_but_real_taps_both_count() -> None:
    screen = Buttons()
    hands = Hands(screen)
    hands.tap("two")
    hands.tap("two")
    assert screen.taps["two"] == 2


def test_a_disabled_button_says_why() -> None:
    hands = Hands(Buttons())
    hands.tap("never")
    assert hands.says("The mosque is full.")
    hands.wait(4.0)
    assert not hands.says("The mosque is full.")


def test_a_drag_scrolls_and_taps_nothing() -> None:
    screen = Long()
    hands = Hands(screen)
    top = hands.find("row 0").rect.y
    hands.stage.press(400, 400, hands.now)
    for step in range(1, 11):
        hands.stage.move(400, 400 - 20 * step, hands.now + 0.016 * step)
    hands.wait(0.17)
    moved = top - hands.find("row 0").rect.y
    assert 150 <= moved <= 200
    hands.stage.lift(400, 200, hands.now)
    assert screen.tapped == ""
    hands.wait(1.0, frames=60)
    assert top - hands.find("row 0").rect.y > moved + 50, "it glides on after a flick"


def test_a_tap_stops_a_gliding_list_without_acting() -> None:
    screen = Long()
    hands = Hands(screen)
    hands.stage.press(400, 400, hands.now)
    for step in range(1, 11):
        hands.stage.move(400, 400 - 20 * step, hands.now + 0.016 * step)
    hands.stage.lift(400, 200, hands.now + 0.17)
    hands.now += 0.17
    hands.wait(0.1, frames=6)
    assert hands.stage.touch.gliding
    hands.tap_at(400, 200)
    assert not hands.stage.touch.gliding
    assert screen.tapped == ""


def test_a_finger_that_rests_before_lifting_leaves_no_momentum() -> None:
    hands = Hands(Long())
    hands.stage.press(400, 400, hands.now)
    hands.stage.move(400, 300, hands.now + 0.05)
    hands.stage.lift(400, 300, hands.now + 0.5)
    assert not hands.stage.touch.gliding


def test_nothing_scrolls_past_its_ends() -> None:
    hands = Hands(Long())
    first = hands.find("row 0").rect.y
    hands.stage.press(400, 100, hands.now)
    hands.stage.move(400, 450, hands.now + 0.1)
    hands.wait(0.1)
    assert hands.find("row 0").rect.y == first


def test_a_held_plus_keeps_counting() -> None:
    class Count(Screen):
        value = 0

        def build(self, ui: Stage) -> Widget:
            return Column([Row([Stepper(self.value, self.set, most=20)])])

        def set(self, value: int) -> None:
            self.value = value

    screen = Count()
    hands = Hands(screen)
    x, y = hands.find("+").rect.center
    hands.stage.press(x, y, hands.now)
    hands.wait(1.2, frames=72)
    hands.stage.lift(x, y, hands.now)
    assert 5 <= screen.value <= 9


def test_a_dialog_keeps_touches_from_what_lies_below() -> None:
    screen = Buttons()
    hands = Hands(screen)
    x, y = hands.find("one").rect.center
    hands.stage.ask(Dialog("Sure?", "", [("Yes", "main", None)]))
    hands.wait()
    hands.tap_at(x, y)
    assert screen.taps["one"] == 0
    hands.tap("Yes")
    hands.tap_at(x, y)
    assert screen.taps["one"] == 1


def test_the_arrow_keys_walk_and_enter_taps() -> None:
    screen = Buttons()
    hands = Hands(screen)
    hands.stage.key(pygame.K_RIGHT, "")
    hands.stage.key(pygame.K_RIGHT, "")
    hands.stage.key(pygame.K_RETURN, "\r")
    assert screen.taps == {"one": 0, "two": 1}


def test_the_wheel_scrolls() -> None:
    hands = Hands(Long())
    before = hands.find("row 0").rect.y
    hands.stage.wheel(400, 200, -2)
    hands.wait(0.02)
    assert hands.find("row 0").rect.y < before
