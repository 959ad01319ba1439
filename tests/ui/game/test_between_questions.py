"""From one question to the next: each begins at its top and shows what goes on; a receipt comes once."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from companion.games.marrakesh.rules.keshi import COLOURS
from companion.games.marrakesh.rules.state import FINAL
from companion.games.marrakesh.screens.forecast import ForecastScreen
from companion.games.marrakesh.screens.receipt import SeasonReceipt
from companion.games.marrakesh.screens.samples import on_screen, played_until, sample_game
from companion.games.marrakesh.screens.screen import GameScreen
from companion.locale import LANGUAGES
from companion.play.decision import TABLE, Decision
from companion.play.robot import Robot
from companion.ui import i18n
from companion.ui.metrics import Metrics
from companion.ui.widgets import ScrollArea
from tests.ui.hands import Hands


def scrolling(hands: Hands) -> list[ScrollArea]:
    """What is longer than its place on the screen."""
    return [area for area in hands.stage.root.walk() if isinstance(area, ScrollArea) and area.reach]


def on_a_small_panel(screen: GameScreen) -> Hands:
    """A panel smaller than any that is sold for it: on a 5-inch panel hardly a question is longer than it."""
    hands = Hands(screen)
    hands.stage.metrics = Metrics((800, 480), 4.5)
    hands.stage.changed()
    hands.wait(0.05)
    return hands


def about(key: str) -> Callable[[Decision], bool]:
    """Whether a question is about this print; few are longer than a 5-inch panel."""
    return lambda decision: decision.about.get("key") == key


def test_a_question_begins_at_its_top_however_far_the_one_before_was_scrolled() -> None:
    """The question of a long form stands at its top: scrolled away, nobody knows what is asked."""
    table = on_screen(played_until(about("workshop 2")))
    screen, robot = GameScreen(table), Robot(5)
    hands = on_a_small_panel(screen)
    pairs = 0
    while pairs < 1:
        decision = table.pending
        assert decision is not None
        long = scrolling(hands)
        for area in long:
            hands.stage.touch.scroll(hands.stage.root, area.path, area.reach)
        screen.answer(hands.stage, robot.answer(decision))
        while hands.stage.screen is not screen:  # a season's receipt lies over the next question
            hands.stage.back()
        hands.stage.changed()
        hands.wait(0.05)
        if long and scrolling(hands):
            pairs += 1
            assert [area.offset for area in scrolling(hands)] == [0], f"{decision.kind}, {table.pending}"


def test_a_question_is_still_where_it_was_after_a_look_at_the_menu() -> None:
    hands = on_a_small_panel(GameScreen(on_screen(played_until(about("square bonuses")))))
    hands.stage.touch.scroll(hands.stage.root, scrolling(hands)[0].path, 40)
    hands.tap("Menu")
    hands.tap("Back")
    assert [area.offset for area in scrolling(hands)] == [40]


def test_the_last_receipt_is_shown_once_though_the_final_scoring_asks_more() -> None:
    game, robot = sample_game("full"), Robot(5)
    screen = GameScreen(on_screen(game))
    hands = Hands(screen)
    receipts = 0
    asked_at_the_end = 0
    while (decision := game.pending) is not None:
        asked_at_the_end += game.state.phase == FINAL
        screen.answer(hands.stage, robot.answer(decision))
        if hands.stage.screen.name == "season-receipt":
            receipts += 1
            hands.stage.back()
    assert asked_at_the_end
    assert receipts == 3


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size_px", [(800, 480), (1280, 720), (720, 1280)])
def test_the_receipt_of_four_players_and_their_provisions_are_seen_at_a_glance(
    size_px: tuple[int, int], language: str
) -> None:
    i18n.use(language)
    table = on_screen(played_until(lambda decision: decision.kind == "assistant", 80))
    for screen in (SeasonReceipt(table, 0, lambda ui: None), ForecastScreen(table)):
        hands = Hands(screen, size_px)
        assert scrolling(hands) == [], screen.name
        assert hands.stage.audit() == [], screen.name


@pytest.mark.parametrize(("depth", "nth"), [("full", 2), ("light", 1), ("light", 9)])
def test_all_twelve_colours_can_be_claimed_without_scrolling_on_the_smallest_panel(
    depth: str, nth: int
) -> None:
    game = played_until(lambda decision: decision.kind == "claim", nth, depth=depth)
    for colour in COLOURS:
        if game.state.base[colour] < 2:
            game.adjust(TABLE, f"tower {colour}", 2)
            game.adjust(TABLE, f"base {colour}", 2)
    hands = Hands(GameScreen(on_screen(game)))
    takes = [widget.say for widget in hands.targets() if "take-" in widget.path]
    assert len(takes) > 18
    assert scrolling(hands) == []
    assert hands.stage.audit() == []


def test_where_more_lies_below_the_list_fades_out_and_at_its_end_it_does_not() -> None:
    hands = on_a_small_panel(GameScreen(on_screen(played_until(about("square bonuses")))))
    area = scrolling(hands)[0]
    ground = hands.stage.palette.ground

    def edge(y: int) -> list[tuple[int, ...]]:
        """The colours along one line of the list."""
        return [tuple(hands.canvas.get_at((x, y)))[:3] for x in range(area.rect.x, area.rect.right - 20, 3)]

    assert set(edge(area.rect.bottom - 1)) == {ground}
    assert set(edge(area.rect.y + 2)) != {ground}
    hands.stage.touch.scroll(hands.stage.root, area.path, area.reach // 2)
    hands.stage.moved = True
    hands.wait(0.05)
    assert set(edge(area.rect.y)) == {ground}
    hands.stage.touch.scroll(hands.stage.root, area.path, area.reach)
    hands.stage.moved = True
    hands.wait(0.05)
    assert set(edge(area.rect.bottom - 4)) != {ground}


def tapped_twice(hands: Hands, words: str, seconds: float) -> None:
    """Tap what says this, and once more in the same place so long after."""
    x, y = hands.find(words).rect.center
    hands.tap_at(x, y)
    hands.now += seconds - 0.05
    hands.stage.press(x, y, hands.now)
    hands.wait(0.05)
    hands.stage.lift(x, y, hands.now)
    hands.wait(0.05)


@pytest.mark.parametrize(
    ("kind", "words"),
    [("provisions paid", "Yes"), ("claim", "Take 1"), ("points", "3"), ("tower", "2 keshis")],
)
def test_a_double_tap_answers_one_question_only(kind: str, words: str) -> None:
    """The next question stands where the finger still is; nobody has read it yet."""
    table = on_screen(played_until(lambda decision: decision.kind == kind, depth="light"))
    hands = Hands(GameScreen(table))
    if kind == "tower":
        hands.tap("Green")
        hands.tap("Pink")
    before = len(table.game.journal.entries)
    tapped_twice(hands, words, 0.13)
    assert len(table.game.journal.entries) == before + 1
    assert hands.stage.screen.name == "game"


def test_a_double_tap_that_ends_a_season_leaves_its_receipt_on_the_screen() -> None:
    game = played_until(lambda decision: decision.kind == "tower", 5, depth="light")
    while game.state.season:
        game.undo()
    hands = Hands(GameScreen(on_screen(game)))
    hands.tap("Date")
    hands.tap("Next")
    tapped_twice(hands, "1", 0.13)
    assert hands.stage.screen.name == "season-receipt"


def test_the_same_button_may_be_tapped_as_fast_as_one_likes() -> None:
    table = on_screen(played_until(lambda decision: decision.kind == "tower", 2, depth="light"))
    hands = Hands(GameScreen(table))
    tapped_twice(hands, "Green", 0.09)
    assert table.half.form.get("") == {"green": 2}


def test_what_is_said_in_passing_leaves_the_two_answers_free() -> None:
    hands = Hands(
        GameScreen(
            on_screen(played_until(lambda decision: decision.kind == "provisions paid", 2, depth="light"))
        )
    )
    hands.tap("Undo")
    toast = next(widget for widget in hands.stage.root.walk() if widget.say.startswith("Taken back"))
    assert not toast.rect.colliderect(hands.find("Yes").rect)
    assert not toast.rect.colliderect(hands.find("No").rect)


def test_a_question_about_somebodys_tile_is_headed_with_their_name() -> None:
    """Anybody may read a provision tile out, but it is one player's."""
    table = on_screen(played_until(lambda decision: decision.kind == "fact" and "seat" in decision.about))
    assert table.asked is None
    decision = table.pending
    assert decision is not None
    owner = table.state.players[decision.about["seat"]]
    screen = GameScreen(table)
    hands = Hands(screen)
    assert screen.turn(hands.stage).player == owner.name
    assert not hands.says("Everybody")
