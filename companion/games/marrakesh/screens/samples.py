"""A game stopped at telling moments, and a tray that looks like one: for the gallery and the tests."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import lru_cache
from math import cos, pi, sin
from random import Random

import pygame
import pygame.draw
import pygame.image

from companion.games.marrakesh.game import Game
from companion.games.marrakesh.rules.options import GameOptions
from companion.games.marrakesh.screens.on_screen import GameOnScreen
from companion.games.marrakesh.tray import TossAndDraft
from companion.play.decision import Decision
from companion.play.robot import Robot
from companion.table.reports import Doubt, Report, Tray
from companion.table.session import Session
from companion.ui.theme import PIECE_COLOURS
from companion.words import Text

NAMES = ("Sarah", "Jan", "Marie-Henriette", "Lukas")
PHOTO_PX = (960, 720)
MOST_DECISIONS = 6000
MOST_GAMES = 8  # robots may finish one without ever being asked a rare question


@dataclass(frozen=True)
class SamplePicture:
    size_px: tuple[int, int]
    rgb: bytes


@dataclass(frozen=True)
class SamplePiece:
    label: str
    x: float
    y: float
    confidence: float = 0.97
    outline: tuple[tuple[float, float], ...] = ()
    alternatives: tuple[tuple[str, float], ...] = ()


@dataclass(frozen=True)
class SampleDoubt:
    said: Text
    about: str = "photo"
    kind: str = ""
    place: tuple[float, float] | None = None


@dataclass(frozen=True)
class SampleSeen:
    pieces: tuple[SamplePiece, ...]
    sure: bool = True
    doubts: tuple[Doubt, ...] = ()


@dataclass(frozen=True)
class SampleLook:
    observation: SampleSeen
    photo: SamplePicture
    hands: int = 1


@dataclass
class SampleTray:
    """A watcher that shows one picture and notes its orders."""

    live: SamplePicture | None = None
    orders: list[str] = field(default_factory=list)

    def watch(self, *, count_empty: bool = False) -> None:
        self.orders.append("watch")

    def pause(self) -> None:
        self.orders.append("pause")

    def count_now(self) -> None:
        self.orders.append("count now")


def sample_game(depth: str = "full", names: tuple[str, ...] = NAMES, edition: str = "classic") -> Game:
    """A game at its first question."""
    return Game.new(GameOptions.of(names, edition=edition, depth=depth))


@lru_cache(maxsize=64)
def game_at(kind: str, nth: int = 1, *, depth: str = "full", seed: int = 11) -> Game:
    """A robots' game at the nth question of a kind; "" is the end of the game."""
    if not kind:
        return played_out(depth=depth, seed=seed)
    for tries in range(MOST_GAMES):
        with suppress(LookupError):
            return played_until(lambda decision: decision.kind == kind, nth, depth=depth, seed=seed + tries)
    raise LookupError(f"{kind} was never asked {nth} times")


def played_out(*, depth: str = "full", seed: int = 11, names: tuple[str, ...] = NAMES) -> Game:
    """A robots' game, played to its end."""
    game, robot = sample_game(depth, names), Robot(seed)
    while (decision := game.pending) is not None:
        game.answer(robot.answer(decision))
    return game


def played_until(
    wanted: Callable[[Decision], bool],
    nth: int = 1,
    *,
    depth: str = "full",
    seed: int = 11,
    names: tuple[str, ...] = NAMES,
) -> Game:
    """Robots play until a question is asked for the nth time.

    A game that ends before is refused: it would pass for one that is still on.
    """
    game, robot = sample_game(depth, names), Robot(seed)
    for _ in range(MOST_DECISIONS):
        decision = game.pending
        if decision is None:
            break
        if wanted(decision):
            nth -= 1
            if nth == 0:
                return game
        game.answer(robot.answer(decision))
    raise LookupError("no such question was asked")


def on_screen(game: Game, tray: Tray | None = None) -> GameOnScreen:
    """A game at the table, for its screens."""
    return GameOnScreen(Session(game, TossAndDraft(), tray=tray))


def reported(table: GameOnScreen, *reports: Report) -> None:
    """Somebody sits at the table, and the watcher has something to say."""
    table.session.come()
    for report in reports:
        table.session.hear(report)


def table_at(
    kind: str, nth: int = 1, *, depth: str = "full", seed: int = 11, tray: SampleTray | None = None
) -> GameOnScreen:
    """A table at such a question."""
    return on_screen(game_at(kind, nth, depth=depth, seed=seed), tray)


def sample_look(
    counts: Mapping[str, int], *, doubtful: str = "", alternative: str = "", seed: int = 5
) -> SampleLook:
    """A photo of keshis lying about, with one of a colour doubtful where asked for."""
    rng = Random(seed)
    wide, high = PHOTO_PX
    places = [(x, y) for y in range(110, high - 60, 120) for x in range(110, wide - 60, 120)]
    rng.shuffle(places)
    canvas = pygame.Surface(PHOTO_PX)
    canvas.fill((96, 84, 72))
    pygame.draw.rect(canvas, (176, 158, 132), (40, 40, wide - 80, high - 80), border_radius=24)
    pieces: list[SamplePiece] = []
    for colour, number in counts.items():
        for index in range(number):
            x, y = places.pop()
            x, y = x + rng.randint(-14, 14), y + rng.randint(-14, 14)
            paint = PIECE_COLOURS[colour]
            pygame.draw.circle(canvas, (40, 34, 30), (x + 3, y + 4), 34)
            pygame.draw.circle(canvas, paint, (x, y), 32)
            outline = tuple((x + 34 * cos(step * pi / 8), y + 34 * sin(step * pi / 8)) for step in range(16))
            unclear = colour == doubtful and index == 0
            others = ((alternative, 0.38), ("brown", 0.06)) if unclear and alternative else ()
            pieces.append(SamplePiece(colour, x, y, 0.55 if unclear else 0.97, outline, others))
    picture = SamplePicture(PHOTO_PX, pygame.image.tobytes(canvas, "RGB"))
    return SampleLook(SampleSeen(tuple(pieces), sure=not doubtful), picture)


def with_one_more(rest: SampleLook, colour: str, place: tuple[int, int] = (480, 600)) -> SampleLook:
    """The same tray a moment later: one more keshi has fallen into it."""
    x, y = place
    canvas = pygame.image.frombytes(rest.photo.rgb, rest.photo.size_px, "RGB")
    pygame.draw.circle(canvas, PIECE_COLOURS[colour], place, 32)
    outline = tuple((x + 34 * cos(step * pi / 8), y + 34 * sin(step * pi / 8)) for step in range(16))
    pieces = (*rest.observation.pieces, SamplePiece(colour, x, y, outline=outline))
    picture = SamplePicture(rest.photo.size_px, pygame.image.tobytes(canvas, "RGB"))
    return replace(rest, observation=replace(rest.observation, pieces=pieces), photo=picture)


def likely_toss(game: Game, most: int = 9) -> dict[str, int]:
    """Some of what is in the tower, as it might lie there."""
    counts: dict[str, int] = {}
    for colour, number in game.state.tower.inside.items():
        if number and sum(counts.values()) < most:
            counts[colour] = min(number, 2)
    return counts
