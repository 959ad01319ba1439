"""The menu of a game: enter again, history, river and staircases, what the table says, settings, home."""

from __future__ import annotations

from collections.abc import Callable

from companion.games.marrakesh.rules.options import FULL
from companion.games.marrakesh.screens.adjust import AdjustScreen
from companion.games.marrakesh.screens.forecast import ForecastScreen
from companion.games.marrakesh.screens.history import HistoryScreen
from companion.games.marrakesh.screens.landscape import LandscapeScreen
from companion.games.marrakesh.screens.lookup import LookupScreen
from companion.games.marrakesh.screens.on_screen import GameOnScreen
from companion.games.marrakesh.screens.points import PointsScreen
from companion.games.marrakesh.screens.printed import PrintedScreen
from companion.games.marrakesh.screens.why import WhyScreen
from companion.ui.chrome import page
from companion.ui.i18n import _
from companion.ui.layout import Grid
from companion.ui.screen import Screen
from companion.ui.stage import Stage
from companion.ui.widget import Widget
from companion.ui.widgets import Button, Dialog, ScrollArea

Go = Callable[[Stage], None]


def tour() -> Screen:
    """Imported only now: it stands on the screens of the game itself."""
    from companion.games.marrakesh.tour import TourScreen

    return TourScreen()


class GameMenu(Screen):
    """Everything beside the next answer."""

    name = "game-menu"

    def __init__(self, table: GameOnScreen, settings: Go, leave: Go) -> None:
        self.table = table
        self.settings = settings
        self.leave = leave

    def build(self, ui: Stage) -> Widget:
        table = self.table

        def opens(make: Callable[[], Screen]) -> Callable[[], None]:
            return lambda: ui.go(make())

        def redo(again: Callable[[], None]) -> Callable[[], None]:
            def tap() -> None:
                again()
                ui.back()

            return tap

        def settings() -> None:
            ui.back()
            self.settings(ui)

        depth_words = _("Track less (light)") if table.state.depth == "full" else _("Track everything (full)")
        entries: list[Widget] = [
            Button(
                _("Redo"),
                redo(table.session.redo),
                icon="redo",
                enabled=table.game.can_redo,
                why=_("Nothing was taken back."),
                note=_("what was taken back last"),
                align="left",
            ),
            Button(_("History"), opens(lambda: HistoryScreen(table)), icon="list", align="left"),
            Button(
                _("River and staircases"), opens(lambda: LandscapeScreen(table)), icon="fish", align="left"
            ),
            Button(_("Points"), opens(lambda: PointsScreen(table)), icon="chart", align="left"),
            Button(_("Provisions"), opens(lambda: ForecastScreen(table)), icon="date", align="left"),
            Button(
                _("Correct numbers…"),
                opens(lambda: AdjustScreen(table)),
                icon="pencil",
                note=_("and tiles") if table.state.depth == FULL else "",
                align="left",
            ),
            Button(_("What tiles do"), opens(lambda: LookupScreen(table)), icon="scroll", align="left"),
            Button(_("A round in ten screens"), opens(tour), icon="play", align="left"),
            Button(
                _("Why am I asked this?"),
                opens(lambda: WhyScreen(table)),
                icon="info",
                enabled=table.pending is not None,
                why=_("Nothing is asked now."),
                align="left",
            ),
            Button(_("What is printed"), opens(lambda: PrintedScreen(table)), icon="question", align="left"),
            Button(
                depth_words,
                lambda: self.ask_depth(ui),
                icon="eye",
                enabled=not table.game.over,
                why=_("The game is over"),
                align="left",
            ),
            Button(_("Settings"), settings, icon="gear", align="left"),
            Button(_("Home"), lambda: self.leave(ui), icon="house", align="left"),
        ]
        undone = len(table.game.journal.undone)
        if undone > table.game.journal.next_tap:
            words = _("Redo all {n}").format(n=undone)
            entries.insert(1, Button(words, redo(table.session.redo_all), icon="redo", align="left"))
        body = ScrollArea(Grid(entries, columns=1 if ui.metrics.portrait else 3, gap=0.8), key="menu")
        return page(ui, _("Menu"), body)

    def ask_depth(self, ui: Stage) -> None:
        """Full or light from here on."""
        table = self.table
        other = "light" if table.state.depth == "full" else "full"

        def switch() -> None:
            table.session.rewrite(lambda game: game.set_depth(other))
            ui.back()

        words = (
            _("From now on only tower, draft, seasons, provisions and points are tracked.")
            if other == "light"
            else _("From now on every board, resource and tile is tracked.")
        )
        ui.ask(
            Dialog(_("Change the depth?"), words, [(_("Change"), "main", switch), (_("Stay"), "plain", None)])
        )


def game_menu(table: GameOnScreen, settings: Go, leave: Go) -> GameMenu:
    """The menu as the game's screen opens it."""
    return GameMenu(table, settings, leave)
