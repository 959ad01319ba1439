"""The one place that picks camera, pins, store and screens, and puts them together by hand.

Nothing heavy is loaded before the first picture: store, window and home screen come first; the tray (OpenCV,
NumPy, the camera) opens behind them.
"""

from __future__ import annotations

import logging
import shutil
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion import __version__
from companion.app import App
from companion.appliance.console import Console
from companion.appliance.pins import Pins
from companion.appliance.service import Service
from companion.config import Settings as Config
from companion.config.kept_settings import KeptSettings
from companion.config.settings import Settings, changed
from companion.doctor.at_work import DoctorAtWork
from companion.games.registry import GAMES, find_game
from companion.kept.copy_of_game import KeptCopy
from companion.kept.shelf import GameShelf
from companion.photolog.keeping import PhotoKeeping
from companion.play.saved_games import CannotTakeUp, SavedGame, begin, take_up
from companion.store import GameId, Store
from companion.table.calibrating import LiveCalibration
from companion.table.events import Answered, CountConfirmed, Rewritten, TakenBack
from companion.table.reports import Report
from companion.table.session import Session, Standing
from companion.table.tray_part import NoTray
from companion.table.watched_tray import CameraNews, WatchedTray
from companion.ui.i18n import _, language, say
from companion.ui.ports import DrawnLots, Ports
from companion.ui.screens.fault import BrokenScreen, FaultScreen, WayOut
from companion.ui.screens.home import Home
from companion.ui.sounds import Sounds
from companion.ui.stage import Stage
from companion.ui.voice import Espeak, Mute
from companion.ui.window import Window

if TYPE_CHECKING:
    from companion.play.playable import Options
    from companion.table.events import Event
    from companion.table.found_tray import FoundTray
    from companion.ui.game_screens import AtTable, GameScreens
    from companion.ui.screen import Screen
    from hardware.lights import Light

log = logging.getLogger(__name__)

NEARLY_FULL_BYTES, GAME_BYTES = 200_000_000, 1_000_000
"""With less room than this the photos should go; what a whole game needs at most."""

STIRRING = ("moving", "hand", "counted")
"""While the tray reports these somebody plays, though nobody may touch the screen for a long while."""


class Companion:
    """Everything at one table.

    config      what the config file says
    data        the folder with games, calibration and photos
    camera      as `--camera` takes it
    service     systemd, where there is one
    seed        of the simulated tower, so that an evening can be repeated
    tray        makes another tray than the usual one: robots have theirs
    failed_starts   how many brought on safe mode; 0 when this is a start like any other
    """

    def __init__(
        self,
        config: Config,
        data: Path,
        window: Window,
        *,
        camera: str,
        service: Service | None = None,
        seed: int | None = None,
        tray: Callable[[Callable[[object], None]], WatchedTray] | None = None,
        failed_starts: int = 0,
    ) -> None:
        self.config = config
        self.data = data
        self.window = window
        self.service = service or Service()
        self.store = Store.open(data)
        self.console = Console(data)
        self.stage = Stage(window.canvas_px, config.display.panel_diagonal_inch)
        self.app = App(window, self.stage)
        self.pins = Pins(config, self.app.post)
        if tray is not None:
            self.tray = tray(self.app.post)
        else:
            find = partial(self.find_tray, camera, seed)
            sure_above = config.counting.sure_above
            self.tray = WatchedTray(camera, find, self.app.post, ring=self.pins.ring, sure_above=sure_above)
        self.photos = PhotoKeeping(data, config.photo_log.limit_mb)
        self.calibration = LiveCalibration(self.tray, self.app.post)
        self.settings = KeptSettings(self.store, config, self.apply)
        self.ports = Ports(
            settings=self.settings,
            shelf=GameShelf(self.store),
            doctor=DoctorAtWork(
                config,
                data,
                self.app.post,
                camera=lambda: self.tray.state,
                failed_starts=failed_starts,
            ),
            calibration=self.calibration,
            play=self.play,
            new_game=self.new_game,
            copy=KeptCopy(self.store),
            teach=self.teach,
            resume=self.resume,
            look_at=self.resume,
            camera=lambda: self.tray.state,
            stop=self.app.stop,
            power_off=self.pins.power_off if self.service.watched else None,
            version=__version__,
            failed_starts=failed_starts,
        )
        self.at_table: AtTable | None = None
        self._warned_about_room = False
        self._warning: FaultScreen | None = None  # that the game is not saved, while that is so
        self.app.on_tick = self.tick
        self.app.on_first_picture = self.first_picture
        self.app.on_news = self.news
        self.stage.on_fault = lambda _stage, fault: BrokenScreen(fault)
        self.apply(self.settings.get())
        self.stage.push(Home(self.ports))

    # --- the evening -------------------------------------------------------------------------------

    def run(self) -> None:
        """Play until somebody stops it; everything entered is on disk at any moment."""
        try:
            self.app.run()
            # Not after an exception: a start that died must count, or safe mode never comes.
            self.service.stopping()
        finally:
            self.window.lighten()
            self.tray.close()
            self.pins.close()
            self.store.close()

    def first_picture(self) -> None:
        self.service.ready()
        self.console.playing(language())
        # A companion that was killed while it slept left the panel dark.
        self.window.lighten()
        self.pins.open()
        self.tray.open_soon()
        for notice in (*self.config.problems, *self.store.notices):
            log.warning("%s", notice)
            self.stage.toast(say(notice))

    def tick(self) -> None:
        """Every few seconds, from the frame loop: the sign of life, and what waits for the disk."""
        self.service.beat()
        try:
            self.look_after()
        except Exception:
            log.exception("looking after disk and power failed; the game goes on")

    def look_after(self) -> None:
        """What is done beside the game; nothing of it may end one."""
        self.pins.look_at_power()
        if not self.store.health.saved:
            self.store.retry()
        self.see_whether_saved()
        self.warn_about_room()
        self.tray.look_after()

    def news(self, event: object) -> bool:
        """What a worker posted and no screen needs to see; True when that is all."""
        if isinstance(event, CameraNews):
            self.stage.changed()
            return True
        if isinstance(event, Report):
            self.calibration.hear(event)
            if event.state in STIRRING:
                self.app.wake()
            self.pins.show(event.state)
            return False
        return self.pins.take(event, self.stage, self.app, self.undo)

    def undo(self) -> None:
        """A long press of the button: take the last entry of the game on the screen back."""
        session = self.app.session
        if session is not None and session.standing is not Standing.AWAY and session.can_undo:
            session.undo()

    # --- games -------------------------------------------------------------------------------------

    @property
    def session(self) -> Session[Any, Any] | None:
        """The game on the table, with its tray."""
        return self.app.session

    def find_tray(self, spec: str, seed: int | None, light: Light | None) -> FoundTray:
        """The camera and what it was calibrated with; called in a thread, for it loads OpenCV."""
        from companion.table.found_tray import find_tray

        return find_tray(spec, self.config, self.data, light=light, seed=seed)

    def teach(self, ui: Stage) -> None:
        """To the lessons about a copy of the game, where its screens bring any."""
        self.of_a_game(ui, lambda screens: screens.teach(self.ports))

    def new_game(self, ui: Stage) -> None:
        """To the setup of a game."""
        self.of_a_game(ui, lambda screens: screens.setup(self.ports))

    def of_a_game(self, ui: Stage, screen_of: Callable[[GameScreens], Screen | None]) -> None:
        """To such a screen of the one game that has it, or to the choice between them."""
        from companion.ui.game_screens import screens_of
        from companion.ui.screens.any_game import WhichGame

        games = {name: find_game(name) for name in GAMES}
        there = [(kind.title, screen) for kind in games.values() if (screen := screen_of(screens_of(kind)))]
        if len(there) > 1:
            ui.push(WhichGame(there))
        elif there:
            ui.push(there[0][1])

    def play(self, options: Options[Any], lots: DrawnLots) -> None:
        """Begin a new game, with what was drawn at setup answered already."""
        saved = begin(self.store, options)
        answer_lots(saved, lots)
        self.show(saved)

    def resume(self, game_id: str) -> None:
        """Take a game up at the question where it stopped."""
        try:
            saved = take_up(self.store, GameId(game_id))
        except CannotTakeUp as error:
            self.stage.toast(say(error.said), "not possible")
            return
        self.show(saved)

    def show(self, saved: SavedGame) -> None:
        """Put a game on the table and on the screen."""
        from companion.ui.game_screens import screens_of
        from companion.ui.screens.settings import SettingsScreen

        self.stage.home()
        kind = find_game(saved.game.kind.name)
        self.tray.begin(kind.hands)
        session: Session[Any, Any] = Session(
            saved.game,
            kind.tray() or NoTray(),
            tray=self.tray if self.tray.spec != "none" else None,
        )
        session.listen(partial(self.hear, saved))
        self.app.session = session
        self.at_table = screens_of(kind).at_table(
            session, self.settings.get(), lambda ui: ui.push(SettingsScreen(self.ports))
        )
        self.stage.push(self.at_table.screen)
        self.settle(saved)

    def hear(self, saved: SavedGame, event: Event) -> None:
        """What happens at the table is kept, and followed by the hands at a simulated tower."""
        if isinstance(event, (Answered, TakenBack, Rewritten)):
            self.settle(saved)
        elif isinstance(event, CountConfirmed):
            found = self.tray.found
            if self.settings.get().photo_log.on and found is not None and found.real:
                self.photos.keep(event.count, found.profile.id if found.profile is not None else "")

    def settle(self, saved: SavedGame) -> None:
        saved.catch_up()
        self.tray.follow(saved.game.state, saved.game.pending)
        self.warn_about_disk()

    def warn_about_disk(self) -> None:
        """Once, when something could not be saved: the game goes on, and the table knows."""
        health = self.store.health
        if health.saved:
            self.see_whether_saved()
        elif self._warning is None:
            retry = WayOut(_("Try again"), "turn", self._retry_disk, main=True)
            self._warning = FaultScreen("not saved", [retry], details=say(health.says))
            self.stage.push(self._warning)

    def see_whether_saved(self) -> None:
        """Take the warning back once everything is on disk, however it came there."""
        if self._warning is not None and self.store.health.saved:
            self.stage.take_away(self._warning)
            self._warning = None
            self.stage.toast(_("Everything is saved again."))

    def warn_about_room(self) -> None:
        """Once an evening, while photos are kept and there is still room for the game itself."""
        if self._warned_about_room or not self.settings.get().photo_log.on:
            return
        try:
            room = shutil.disk_usage(self.data)
        except OSError:
            return  # a folder that is gone has told so through the store
        if not GAME_BYTES < room.free < min(NEARLY_FULL_BYTES, room.total // 20):
            return
        self._warned_about_room = True

        def photos_off() -> None:
            self.settings.set(changed(self.settings.get(), "photo_log.on", False))
            self.stage.back()

        self.stage.push(
            FaultScreen("disk nearly full", [WayOut(_("Photos off"), "disk", photos_off, main=True)])
        )

    def _retry_disk(self) -> None:
        if self.store.retry():
            self.see_whether_saved()

    # --- settings ----------------------------------------------------------------------------------

    def apply(self, settings: Settings) -> None:
        """Make the table's choices happen."""
        stage, window = self.stage, self.window
        stage.dress(
            night=settings.display.night,
            clear=settings.display.clear_colours,
            language=settings.table.language,
            text=settings.display.text,
            left_handed=settings.display.left_handed,
            motion=settings.display.motion,
        )
        if isinstance(stage.sounds, Sounds):
            stage.sounds.volume = settings.sound.volume
        else:
            stage.sounds = Sounds(settings.sound.volume)
        stage.voice = Espeak(settings.sound.volume) if settings.sound.read_aloud else Mute()
        if isinstance(stage.voice, Espeak) and not stage.voice.program:
            stage.toast(_("Nobody reads aloud before espeak-ng is there: sudo apt install espeak-ng."))
        if settings.display.rotation != window.rotation:
            window.turn(settings.display.rotation)
            stage.resize(window.canvas_px)
        window.dim(settings.display.brightness)
        if self.app.pictures:
            self.console.playing(language())
        self.pins.set_ring(settings.light.level)
        if self.at_table is not None:
            self.at_table.apply(settings)
        self.app.screen_off_seconds = settings.display.off_minutes * 60.0


def answer_lots(saved: SavedGame, lots: DrawnLots) -> None:
    """Answer what was drawn at setup, as far as the rules ask for it."""
    drawn = {kind: list(answers) for kind, answers in lots.answers().items()}
    while (asked := saved.game.pending) is not None and drawn.get(asked.kind):
        answer = drawn[asked.kind].pop(0)
        if answer not in asked.options:
            return
        saved.game.answer(answer)
