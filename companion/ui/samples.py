"""What is made up for the gallery and the tests: an evening's games, a doctor with something to say, a
camera.

Nothing here is used while playing; the names are those of the rulebooks' examples.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from math import cos, pi, sin
from typing import Any

from calibration.problems import Problem
from calibration.steps import LEARNING, NAMES, CalibrationStep, quick_steps, steps
from companion.config.settings import DisplaySettings, PhotoLogSettings, Settings, TableSettings
from companion.games.registry import find_game, usual_game
from companion.play.playable import Options
from companion.table.calibration_view import Advice, CalibrationView, Thrown
from companion.table.reports import CameraState
from companion.ui.game_screens import screens_of
from companion.ui.piece_colours import COLOURS
from companion.ui.ports import (
    DrawnLots,
    Finding,
    KnownPlayer,
    PastGame,
    PastPlayer,
    Ports,
)
from companion.ui.stage import Stage
from companion.words import N_, NOTHING, Text

LONG_NAMES = ("Marie-Henriette", "Wolfgang-Amad.", "Maximilienne W", "Œdipe-François")

PLAYER_COLOURS = ("green", "blue", "yellow", "red")


SAMPLE_SETTINGS = Settings(
    table=TableSettings(language="en"),
    display=DisplaySettings(off_minutes=0),
    photo_log=PhotoLogSettings(on=False),
)


class SampleSettings:
    """Settings in memory."""

    def __init__(self, settings: Settings | None = None) -> None:
        self.settings = settings or SAMPLE_SETTINGS

    def get(self) -> Settings:
        return self.settings

    def set(self, settings: Settings) -> None:
        self.settings = settings


def first_game() -> Any:
    """The game a new table begins with; its words tell the sample games."""
    return find_game(usual_game())


def sources(*points: int) -> tuple[tuple[str, int], ...]:
    keys = ("gate", "luxury", "river", "orchard", "oasis 05", "complete madrasa")
    return tuple(zip(keys, points, strict=False))


def shared_game() -> PastGame:
    """A win that four players share, with the longest names that can be typed."""
    points = sources(21, 34, 18, 12, 27, 30)
    players = tuple(
        PastPlayer(name, colour, 142, points) for name, colour in zip(LONG_NAMES, PLAYER_COLOURS, strict=True)
    )
    return _played(PastGame("g6", "", "19.10.", players, LONG_NAMES, 151))


def sample_games() -> list[PastGame]:
    sarah = PastPlayer("Sarah", "green", 142, sources(21, 34, 18, 12, 27, 30))
    jan = PastPlayer("Jan", "blue", 131, sources(35, 13, 9, 16, 28, 20))
    marie = PastPlayer("Marie", "yellow", 118, sources(12, 22, 25, 8, 21, 30))
    lukas = PastPlayer("Lukas", "red", 97, sources(9, 18, 11, 14, 25, 20))
    all_four = (sarah, jan, marie, lukas)
    two = (replace(jan, score=156), replace(sarah, score=149))
    level = (replace(marie, score=120), replace(jan, score=120))
    games = [
        PastGame("g5", "", "", all_four, minutes=71, finished=False),
        PastGame("g4", "", "12.10.", all_four, ("Sarah",), 138),
        PastGame("g3", "", "28.09.", two, ("Jan",), 84),
        PastGame("g2", "", "14.09.", (marie, lukas, jan), ("Jan",), 102),
        PastGame("g1", "", "01.09.", level, ("Marie", "Jan")),
    ]
    return [_played(game) for game in games]


def _played(game: PastGame) -> PastGame:
    """As the first game is usually played, where so many can play it."""
    kind = first_game()
    seats = [{"name": player.name, "colour": player.colour} for player in game.players]
    played_as = kind.played_as(kind.options({"players": seats})) if len(seats) in kind.seats else NOTHING
    return replace(game, kind=kind, played_as=played_as)


@dataclass
class SampleShelf:
    """Five games and six players."""

    kept: list[PastGame] = field(default_factory=sample_games)
    options: Options[Any] | None = None

    def games(self) -> Sequence[PastGame]:
        return self.kept

    def players(self) -> Sequence[KnownPlayer]:
        names = ("Sarah", "Jan", "Marie", "Lukas", "Chloé", "Jörg")
        colours = ("green", "blue", "yellow", "red", "green", "blue")
        return [KnownPlayer(name, colour) for name, colour in zip(names, colours, strict=True)]

    def last_options(self, kind: str) -> Options[Any] | None:
        return self.options

    def delete(self, game_id: str) -> None:
        self.kept = [game for game in self.kept if game.id != game_id]


class SampleDoctor:
    """Findings of every state."""

    def __init__(self, findings: Sequence[Finding] | None = None) -> None:
        self.told = findings or (
            Finding(N_("camera"), "good", Text("imx477, 2028 × 1520")),
            Finding(
                N_("calibration"), "warn", N_("none yet"), N_("Calibrate again: rings and lenses change.")
            ),
            Finding(
                N_("screen"),
                "bad",
                N_("none here"),
                N_("Connect one; without, `companion play` lets robots play."),
            ),
            Finding(N_("disk"), "good", Text("11.2 GB")),
            Finding(N_("starts"), "good", N_("none failed")),
            Finding(N_("pins"), "none", N_("nothing is wired, says the config")),
        )

    def start(self) -> None:
        return

    def findings(self) -> Sequence[Finding]:
        return self.told

    def running(self) -> bool:
        return False


@dataclass(frozen=True)
class SamplePhoto:
    """A picture as the camera gives it."""

    size_px: tuple[int, int]
    rgb: bytes


@lru_cache
def sample_photo(width_px: int = 324, height_px: int = 243) -> SamplePhoto:
    """A plain tray: a light square on a dark ground."""
    rows = []
    for y in range(height_px):
        inside_y = 20 < y < height_px - 20
        row = bytearray()
        for x in range(width_px):
            light = 196 - (x + y) // 12 if inside_y and 60 < x < width_px - 60 else 46
            row += bytes((light, light - 8, light - 18 if light > 60 else light))
        rows.append(bytes(row))
    return SamplePhoto((width_px, height_px), b"".join(rows))


@dataclass(frozen=True)
class SamplePiece:
    """A piece in that picture."""

    label: str
    x: float
    y: float
    outline: tuple[tuple[float, float], ...]
    confidence: float = 0.9
    alternatives: tuple[tuple[str, float], ...] = ()


class SampleCalibration:
    """A session that stands still at a given view and walks through the steps when tapped."""

    def __init__(self, view: CalibrationView | None = None) -> None:
        self.now = view or step_view(0)
        self.kept = False
        self.cancelled = False

    def begin(self, *, quick: bool = False) -> None:
        if quick:
            self.now = step_view(1, plan=quick_steps(COLOURS))

    def view(self) -> CalibrationView:
        return self.now

    def name(self, number: int, colour: str) -> None:
        self.now = thrown_view({number: colour})

    def toss_again(self) -> None:
        self.now = throw_view()

    def confirm(self) -> None:
        self.now = verdict_view()

    def shoot(self) -> None:
        step = self.now.step + 1
        if self.now.steps == len(quick_steps(COLOURS)):
            self.now = throw_view() if self.now.kind == "empty" else thrown_view()
        else:
            self.now = step_view(step) if step < self.now.steps else verdict_view()

    def back(self) -> None:
        self.now = step_view(0)

    def again(self, colours: Sequence[str]) -> None:
        self.now = step_view([step.label for step in steps(COLOURS)].index(colours[0]))

    def keep(self) -> Text:
        self.kept = True
        return NOTHING

    def cancel(self) -> None:
        self.cancelled = True


def step_view(
    number: int,
    says: Text = NOTHING,
    *,
    busy: bool = False,
    plan: Sequence[CalibrationStep] = steps(COLOURS),
) -> CalibrationView:
    """The calibration at one of its steps; beyond the last it is learning."""
    step = plan[number] if number < len(plan) else LEARNING
    live = sample_photo() if not busy else None
    return CalibrationView(
        step.kind, number, len(plan), step.title, step.words, step.label, live, says, busy=busy
    )


def throw_view() -> CalibrationView:
    """Where all colours are to be tossed."""
    return step_view(2, plan=quick_steps(COLOURS))


def thrown_view(named: Mapping[int, str] | None = None) -> CalibrationView:
    """A throw of all colours in which the first piece is called like the second, until it is named."""
    pieces = []
    for number, colour in enumerate(COLOURS):
        x, y = 86 + number % 4 * 48.0, 52 + number // 4 * 62.0 + number % 3 * 9
        ways = [number + turn * pi / 4 for turn in range(8)]
        pieces.append(
            SamplePiece(colour, x, y, tuple((x + 10 * cos(way), y + 10 * sin(way)) for way in ways))
        )
    names = [COLOURS[1], *COLOURS[1:]]
    for number, colour in (named or {}).items():
        names[number] = colour
    unnamed = tuple(colour for colour in COLOURS if colour not in names)
    plan = quick_steps(COLOURS)
    view = step_view(plan.index(NAMES), plan=plan)
    return replace(view, thrown=Thrown(sample_photo(), pieces, tuple(names), unnamed))


def learning_view() -> CalibrationView:
    return step_view(len(steps(COLOURS)), busy=True)


def told(code: str, **params: str | int) -> Text:
    """A sentence of the calibration."""
    return Problem(code, params).said


def verdict_view() -> CalibrationView:
    return CalibrationView(
        "verdict",
        advice=(Advice("warn", told("close", label="red", other="orange"), ("red", "orange")),),
    )


def close_verdict_view() -> CalibrationView:
    """A poor light: what is too close, what is hard to see, and what to do about each."""
    close = (
        ("too_close_dark", "black", "brown"),
        ("too_close", "red", "orange"),
        ("close", "white", "beige"),
    )
    advice = [Advice("warn", told(code, label=one, other=two), (one, two)) for code, one, two in close]
    return CalibrationView(
        "verdict", advice=(*advice, Advice("warn", told("hard_to_see", label="gray"), ("gray",)))
    )


def sample_ports(**changes: object) -> Ports:
    """All of it made up; anything can be replaced by name."""
    ports = Ports(
        settings=SampleSettings(),
        shelf=SampleShelf(),
        doctor=SampleDoctor(),
        calibration=SampleCalibration(),
        play=no_play,
        new_game=lambda _stage: None,
        resume=lambda _game: None,
        look_at=lambda _game: None,
        camera=lambda: CameraState("ready"),
        version="1.0",
        lines=(("Raspberry Pi", "5"), ("Camera", "imx477")),
    )
    ports.new_game = lambda stage: to_setup(changed, stage)
    changed = replace(ports, **changes)  # type: ignore[arg-type]  # whatever a test wants to replace
    return changed


def no_play(_options: Options[Any], _lots: DrawnLots) -> None:
    """Begin nothing."""


def to_setup(ports: Ports, stage: Stage) -> None:
    """The setup of the first game there is."""
    stage.push(screens_of(first_game()).setup(ports))


def long_table() -> Options[Any]:
    """Four players with the longest names that can be typed."""
    seats = zip(LONG_NAMES, PLAYER_COLOURS, strict=True)
    players = [{"name": name, "colour": colour} for name, colour in seats]
    options: Options[Any] = first_game().options({"players": players})
    return options
