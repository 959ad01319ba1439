"""Claims fly, pawns walk, scores count up: short, ended by any touch, off when asked, and nothing stays."""

from __future__ import annotations

import pygame
import pytest

from companion.config.kept_settings import motion_unwanted
from companion.games.marrakesh.screens.landscape import LandscapeScreen
from companion.games.marrakesh.screens.on_screen import GameOnScreen
from companion.games.marrakesh.screens.readout import steps_of
from companion.games.marrakesh.screens.receipt import SeasonReceipt
from companion.games.marrakesh.screens.samples import on_screen, played_out, played_until, sample_game
from companion.games.marrakesh.screens.screen import GameScreen
from companion.ui.motion import SECONDS
from companion.ui.stage import Stage

SIZE = (800, 480)


class Film:
    """A stage and what it has drawn."""

    def __init__(self, screen: object, *, motion: bool = True) -> None:
        self.stage = Stage(SIZE)
        self.stage.dress(motion=motion)
        self.canvas = pygame.Surface(SIZE)
        self.now = 100.0
        self.stage.push(screen)  # type: ignore[arg-type]
        self.frame()

    def frame(self, seconds: float = 0.02) -> list[pygame.Rect]:
        self.now += seconds
        return self.stage.frame(self.canvas, self.now)

    def moving(self) -> set[str]:
        return {motion.sprite.name for motion in self.stage.motions.moving}

    def pixels(self) -> bytes:
        return pygame.image.tobytes(self.canvas, "RGB")


def in_the_draft() -> tuple[GameOnScreen, GameScreen]:
    table = on_screen(played_until(lambda decision: decision.kind == "claim"))
    return table, GameScreen(table)


def claim_one(film: Film) -> None:
    take = next(widget for widget in film.stage.root.walk() if widget.key.startswith("take-"))
    film.stage.press(*take.rect.center, film.now)
    film.stage.lift(*take.rect.center, film.now + 0.05)
    film.frame()


def test_a_claimed_keshi_flies_to_its_player_and_leaves_no_frame_dirty() -> None:
    _table, screen = in_the_draft()
    film = Film(screen)
    assert film.moving() == set(), "nothing moves on the first picture"
    claim_one(film)
    assert any(name.startswith("claim ") for name in film.moving())
    first = film.stage.motions.moving[0].at(film.now)
    assert film.frame(0.1), "it is drawn on its way"
    assert film.stage.motions.moving[0].at(film.now) != first
    while film.stage.motions.moving:
        film.frame()
    assert film.frame() == []
    wait = film.stage.rest_seconds()
    assert wait is None or wait > 0.02, "no frame is asked for any more"
    after = film.pixels()
    film.stage.painter.forget()
    film.stage.moved = True
    film.frame()
    assert film.pixels() == after, "what is left on the display is the whole picture"


def test_it_takes_no_longer_than_four_tenths_of_a_second() -> None:
    assert SECONDS <= 0.4
    _table, screen = in_the_draft()
    film = Film(screen)
    claim_one(film)
    film.frame(0.41)
    film.frame()
    assert film.moving() == set()


def test_any_touch_ends_it() -> None:
    _table, screen = in_the_draft()
    film = Film(screen)
    claim_one(film)
    assert film.moving()
    film.stage.press(1, 400, film.now + 0.3)
    assert film.moving() == set()


def test_switched_off_nothing_moves() -> None:
    _table, screen = in_the_draft()
    film = Film(screen, motion=False)
    claim_one(film)
    assert film.moving() == set()


def test_a_system_that_asks_for_reduced_motion_gets_none() -> None:
    assert motion_unwanted({"REDUCED_MOTION": "1"})
    assert motion_unwanted({"GTK_ENABLE_ANIMATIONS": "0"})
    assert not motion_unwanted({"GTK_ENABLE_ANIMATIONS": "1"})


def test_a_pawn_walks_from_space_to_space_and_a_score_counts_up() -> None:
    game = sample_game()
    player = game.state.players[1]
    film = Film(LandscapeScreen(on_screen(game)))
    player.river, player.mosque = 4, 2
    film.stage.changed()
    film.frame()
    assert film.moving() == {f"pawn river {player.colour}", f"pawn mosque {player.colour}"}
    river = next(motion for motion in film.stage.motions.moving if "river" in motion.sprite.name)
    assert len(river.places) == 5, "start, three spaces, and where it stands"


@pytest.mark.parametrize("gained", [3, -2])
def test_a_score_counts_to_its_end(gained: int) -> None:
    table, screen = in_the_draft()
    film = Film(screen)
    player = table.state.players[0]
    player.score += gained
    film.stage.changed()
    film.frame()
    assert film.moving() == {f"score {player.colour}"}
    film.frame(0.5)
    film.frame()
    assert film.moving() == set()


def at_the_winner() -> GameScreen:
    table = on_screen(played_out())
    table.final_step = len(steps_of(table.state)) - 1
    return GameScreen(table)


def test_the_winner_is_celebrated_and_then_all_is_still() -> None:
    film = Film(at_the_winner())
    film.stage.confirm()
    film.frame()
    assert {name.partition(" ")[0] for name in film.moving()} == {"podium", "shower"}
    assert film.frame(0.1)
    assert film.frame(SECONDS)
    assert film.frame() == []
    still = Film(at_the_winner(), motion=False)
    still.stage.confirm()
    still.frame()
    assert film.pixels() == still.pixels(), "nothing of it stays"


def test_a_touch_ends_the_celebration() -> None:
    film = Film(at_the_winner())
    film.stage.confirm()
    film.frame()
    film.stage.press(400, 200, film.now)
    film.frame()
    assert film.moving() == set()


def test_the_season_turns_and_points_count_up() -> None:
    film = Film(SeasonReceipt(on_screen(played_out()), 0, lambda ui: None))
    assert "season tracker" in film.moving()
    assert any(name.startswith("season points") for name in film.moving())
    film.frame(SECONDS)
    film.frame()
    still = Film(SeasonReceipt(on_screen(played_out()), 0, lambda ui: None), motion=False)
    assert still.moving() == set()
    assert film.pixels() == still.pixels()


def test_the_sums_of_the_final_scoring_count_up() -> None:
    table = on_screen(played_out())
    film = Film(GameScreen(table))
    film.stage.confirm()  # the oases
    film.stage.confirm()  # the desert towns
    film.frame()
    film.frame(SECONDS)
    gained = [points for _name, points in steps_of(table.state)][3]
    film.stage.confirm()  # what is left over
    film.frame()
    colours = {p.colour for p, n in zip(table.state.players, gained, strict=True) if n}
    assert {name for name in film.moving() if name.startswith("final ")} == {f"final {c}" for c in colours}
    assert colours
    film.frame(SECONDS)
    film.frame()
    assert film.moving() == set()
