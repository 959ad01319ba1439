"""Every place drawn for a question is found by a tap at its middle, on every panel."""

from __future__ import annotations

import pygame
import pytest

from companion.games.marrakesh.game import Game
from companion.games.marrakesh.rules import facts
from companion.games.marrakesh.screens.parts.option import OptionButton
from companion.games.marrakesh.screens.parts.signs import UNKNOWN, Sign, bonus_signs, cost_signs
from companion.games.marrakesh.screens.parts.use_card import WayButton
from companion.games.marrakesh.screens.places.asked import DRAWINGS, of_fact
from companion.games.marrakesh.screens.places.sahara import DesertSpace, SaharaDrawing
from companion.games.marrakesh.screens.places.shops import Workshop, WorkshopsDrawing
from companion.games.marrakesh.screens.places.square import SquareDrawing, SquareSpace
from companion.games.marrakesh.screens.places.stairs import LineDrawing
from companion.games.marrakesh.screens.places.storage import StorageDrawing, StorageSpace
from companion.games.marrakesh.screens.samples import game_at, on_screen, played_until, sample_game
from companion.games.marrakesh.screens.screen import GameScreen
from companion.games.marrakesh.screens.showcase import FactShow
from companion.play.decision import PASS, Decision
from companion.ui.audit import widget_at
from companion.ui.gallery import SIZES
from companion.ui.stage import Stage
from companion.ui.widgets.drawing import Drawing, Place
from tests.ui.hands import Hands

# Questions that a robot's game of this seed asks; the others are drawn by the same drawings.
ASKED = (
    "deploy entertainer",
    "square",
    "disc",
    "deploy caravan",
    "sahara claim",
    "medina space",
    "deploy vendor",
    "place wild",
    "river water",
    "which stair",
    "line bonus",
    "souk",
    "medina workshop",
    "exchange return",
)


def shown(game: Game, size: tuple[int, int]) -> Stage:
    stage = Stage(size)
    stage.now = 100.0
    stage.push(GameScreen(on_screen(game)))
    stage.frame(pygame.Surface(size), 100.0)
    return stage


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("kind", ASKED)
def test_a_tap_at_the_middle_of_a_place_gives_its_answer(kind: str, size: tuple[int, int]) -> None:
    game = game_at(kind)
    stage = shown(game, size)
    drawings = [widget for widget in stage.root.walk() if isinstance(widget, Drawing) and widget.asks]
    decision = game.pending
    assert decision is not None
    keys = [key for key in decision.options if key != PASS]
    if not drawings:  # a river of many spaces, or board and ring, on a small panel: words instead
        assert kind == "river water" or (kind == "exchange return" and stage.metrics.narrow)
        return
    tappable = [place for place in drawings[0].places if place.touchable]
    buttons = [widget for widget in stage.root.walk() if isinstance(widget, OptionButton)]
    answering = [widget.key.removeprefix("option-") for widget in (*tappable, *buttons)]
    assert sorted(answering) == sorted(keys), "a place for every answer, else a button"
    assert len(tappable) >= len(buttons)
    for place in tappable:
        assert widget_at(stage.root, pygame.Rect((0, 0), size), *place.rect.center) is place
        assert place.key.removeprefix("option-") in keys


def test_every_drawn_question_is_tried_or_drawn_like_one_that_is() -> None:
    alike = {"free claim": "sahara claim", "any action": "place wild", "free luxury": "souk"}
    assert {alike.get(kind, kind) for kind in DRAWINGS} == set(ASKED)


def test_a_tap_on_a_place_answers_the_question() -> None:
    game = played_until(lambda decision: decision.kind == "deploy caravan")
    table = on_screen(game)
    stage = Stage((800, 480))
    stage.push(GameScreen(table))
    stage.frame(pygame.Surface((800, 480)), 1.0)
    place = next(w for w in stage.root.walk() if isinstance(w, Place) and w.key == "option-right")
    stage.press(*place.rect.center, 2.0)
    stage.lift(*place.rect.center, 2.1)
    assert [event for event in game.state.log if event.kind == "deploy"][-1].seat >= 0
    assert game.journal.entries[-1].value == "right"


def test_what_nobody_knows_is_drawn_as_a_question_mark() -> None:
    """No printed value is made up: a new copy shows none but those of the rulebooks."""
    g = sample_game().state
    square = SquareDrawing(g, g.players[0])
    assert square.facing == (UNKNOWN,) * 8
    assert bonus_signs(None) == [UNKNOWN]
    assert cost_signs(None) == [UNKNOWN]
    storage = StorageDrawing(g, None).places
    assert {space.printed for space in storage if isinstance(space, StorageSpace)} == {UNKNOWN}
    desert = [place for place in SaharaDrawing(g, g.players[0]).places if isinstance(place, DesertSpace)]
    assert {place.gives for place in desert if not place.starts} == {(UNKNOWN,)}
    assert [shop.price for shop in WorkshopsDrawing(g).places if isinstance(shop, Workshop)] == [
        ("0", Sign("dinar")),
        (UNKNOWN,),
        (UNKNOWN,),
        ("3", Sign("dinar")),
    ]


@pytest.mark.parametrize(
    "key",
    ["sahara left-2 cost", "workshop 3", "gate space souk", "river length", "jetty spots"],
)
def test_a_question_about_a_print_marks_the_one_place(key: str) -> None:
    g = sample_game().state
    facts.family(key)
    drawing = of_fact(g, key)
    assert drawing is not None
    assert sum(place.marked for place in drawing.places) == 1


def drawn(hands: Hands) -> Drawing:
    return next(w for w in hands.stage.root.walk() if isinstance(w, Drawing))


def asked_for(key: str) -> Hands:
    family = facts.family(key)
    about = {**family.about, "key": key}
    table = on_screen(sample_game())
    return Hands(FactShow(table, Decision("fact", -1, form=family.form, about=about)))


def test_what_has_been_told_of_the_square_is_drawn_at_once_and_the_next_place_marked() -> None:
    hands = asked_for("square bonuses")
    assert [place.marked for place in drawn(hands).places].index(True) == 0
    hands.tap("Water")
    spaces = [place for place in drawn(hands).places if isinstance(place, SquareSpace)]
    assert [space.printed for space in spaces[:2]] == ["1 water", None]
    assert [space.marked for space in spaces].index(True) == 1


def test_the_discs_sections_are_filled_in_one_by_one() -> None:
    hands = asked_for("disc pink")
    key = next(w for w in hands.targets() if w.path.endswith("number-3"))
    hands.tap_at(*key.rect.center)
    disc = drawn(hands)
    assert isinstance(disc, SquareDrawing)
    assert disc.facing == ("3", *(UNKNOWN,) * 7)
    assert disc.golden == 1


def test_a_line_is_drawn_between_the_two_segments_it_joins() -> None:
    line = drawn(asked_for("line 4-5"))
    assert isinstance(line, LineDrawing)
    assert line.steps == (11, 16), "the first steps of segments 4 and 5, as the books print them"


DARK = 110  # darker than the button and its rim


def test_the_ways_a_caravan_may_go_look_different() -> None:
    """Their arrows are drawn: the letters have none for two of them."""
    look = Stage((800, 480)).look()
    pictures = set()
    for arrow in ("←", "→", "↑"):
        canvas = pygame.Surface((120, 80))
        button = WayButton([[arrow, Sign("keshi:brown")]], lambda: None, say=arrow)
        button.place(canvas.get_rect(), look)
        button.draw(canvas, look)
        pictures.add(pygame.image.tobytes(canvas, "RGB"))
        dark = [canvas.get_at((x, y)) for x in range(60) for y in range(80)]
        assert sum(max(pixel[:3]) < DARK for pixel in dark) > 20, arrow
    assert len(pictures) == 3
