"""A list of every screen in a telling state: for the gallery, the audits and the golden pictures.

Each game adds its own (`GameScreens.shows`).
"""

from collections.abc import Callable
from functools import partial

from companion.config.settings import DisplaySettings, Settings, TableSettings
from companion.games.registry import GAMES, find_game
from companion.table.calibration_view import CalibrationView
from companion.table.reports import CameraState
from companion.ui.game_screens import screens_of
from companion.ui.i18n import _
from companion.ui.piece_colours import COLOURS
from companion.ui.samples import (
    SampleCalibration,
    SampleSettings,
    SampleShelf,
    close_verdict_view,
    learning_view,
    sample_games,
    sample_ports,
    shared_game,
    step_view,
    throw_view,
    thrown_view,
    told,
    verdict_view,
)
from companion.ui.screens.about import About
from companion.ui.screens.calibrate import Calibrate
from companion.ui.screens.doctor import Diagnosis
from companion.ui.screens.fault import FAULTS, BrokenScreen, FaultScreen, WayOut
from companion.ui.screens.home import Home
from companion.ui.screens.past import PastGames, PastGameScreen
from companion.ui.screens.settings import TABS, SettingsScreen
from companion.ui.stage import Stage
from companion.words import N_

Show = Callable[[Stage], None]


def showcase() -> dict[str, Show]:
    """Every screen by name; each function puts it on a stage."""
    shows: dict[str, Show] = {
        "home": home,
        "home-first": home_first,
        "home-opening": home_opening,
        "home-missing": home_missing,
        "home-long": home_long,
        "home-safe": home_safe,
        "home-off": home_off,
    }
    for tab, _heading, _icon in TABS:
        shows[f"settings-{tab}"] = partial(settings, tab)
    wizard = ("frame", "empty", "colour", "throw", "names", "named", "working")
    for kind in (*wizard, "verdict", "verdict-close", "verdict-good", "failed"):
        shows[f"calibrate-{kind}"] = partial(calibrate, kind)
    shows["calibrate-leave"] = calibrate_leave
    shows["calibrate-which"] = calibrate_which
    shows["diagnosis"] = lambda stage: stage.push(Diagnosis(sample_ports()))
    shows["past-games"] = lambda stage: stage.push(PastGames(sample_ports()))
    shows["past-none"] = lambda stage: stage.push(PastGames(sample_ports(shelf=SampleShelf([]))))
    shows["past-figures"] = lambda stage: stage.push(PastGames(sample_ports(), "figures"))
    shows["past-game"] = lambda stage: stage.push(PastGameScreen(sample_ports(), sample_games()[1]))
    shows["past-game-shared"] = lambda stage: stage.push(PastGameScreen(sample_ports(), shared_game()))
    shows["past-games-shared"] = past_games_shared
    shows["past-delete"] = past_delete
    shows["about"] = lambda stage: stage.push(About(sample_ports()))
    for kind in FAULTS:
        shows[f"fault-{kind.replace(' ', '-')}"] = partial(fault, kind)
    shows["fault-screen"] = lambda stage: stage.push(BrokenScreen(KeyError("river tile 19")))
    for game in GAMES:
        shows |= screens_of(find_game(game)).shows()
    return shows


def home(stage: Stage) -> None:
    stage.push(Home(sample_ports()))


def home_first(stage: Stage) -> None:
    ports = sample_ports(shelf=SampleShelf([]), camera=lambda: CameraState("uncalibrated"))
    stage.push(Home(ports))


def home_opening(stage: Stage) -> None:
    stage.push(Home(sample_ports(camera=lambda: CameraState("opening"))))


def home_missing(stage: Stage) -> None:
    stage.push(Home(sample_ports(camera=lambda: CameraState("missing"))))
    stage.toast(_("Everything is saved again."))


def home_long(stage: Stage) -> None:
    says = N_(
        "No camera was found, neither on the Pi's ribbon connector nor on USB; plug one in, "
        "or start with --camera simulated."
    )
    stage.push(Home(sample_ports(camera=lambda: CameraState("missing", says))))


def home_safe(stage: Stage) -> None:
    stage.push(Home(sample_ports(camera=lambda: CameraState("missing"), failed_starts=3)))


def home_off(stage: Stage) -> None:
    screen = Home(sample_ports())
    stage.push(screen)
    screen.ask_end(stage)


def settings(tab: str, stage: Stage) -> None:
    kept = SampleSettings(
        Settings(
            table=TableSettings(language="en"),
            display=DisplaySettings(night=True, rotation=180, off_minutes=0),
        )
    )
    stage.push(SettingsScreen(sample_ports(settings=kept), tab))


def calibrate(kind: str, stage: Stage) -> None:
    views = {
        "frame": step_view(0, told("no_frame", photo=_("This picture"))),
        "empty": step_view(1),
        "colour": step_view(5),
        "throw": throw_view(),
        "names": thrown_view(),
        "named": thrown_view({0: COLOURS[0]}),
        "working": learning_view(),
        "verdict": verdict_view(),
        "verdict-close": close_verdict_view(),
        "verdict-good": CalibrationView("verdict"),
        "failed": CalibrationView(
            "failed",
            says=N_("There is no camera to calibrate. Connect one, or play on by entering counts by hand."),
        ),
    }
    stage.push(Calibrate(sample_ports(calibration=SampleCalibration(views[kind]))))


def calibrate_which(stage: Stage) -> None:
    screen = Calibrate(sample_ports(calibration=SampleCalibration(thrown_view())))
    stage.push(screen)
    screen.chosen = 0


def calibrate_leave(stage: Stage) -> None:
    screen = Calibrate(sample_ports())
    stage.push(screen)
    screen.ask_leave(stage)


def past_games_shared(stage: Stage) -> None:
    shelf = SampleShelf([shared_game(), *sample_games()])
    stage.push(PastGames(sample_ports(shelf=shelf)))


def past_delete(stage: Stage) -> None:
    screen = PastGameScreen(sample_ports(), sample_games()[1])
    stage.push(screen)
    screen.ask_delete(stage)


def fault(kind: str, stage: Stage) -> None:
    ways = [WayOut(_("Try again"), "turn", lambda: None, main=True)]
    by_hand = None if FAULTS[kind].icon == "disk" else lambda: None
    stage.push(FaultScreen(kind, ways, by_hand=by_hand))
