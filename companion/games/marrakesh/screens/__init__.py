"""The game's screens; `MarrakeshScreens` is all that the touchscreen is handed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from companion.games.marrakesh.screens.on_screen import GameOnScreen
from companion.games.marrakesh.screens.screen import GameScreen
from companion.ui.game_screens import AtTable

if TYPE_CHECKING:
    from companion.config.settings import Settings
    from companion.table.session import Session
    from companion.ui.ports import Ports
    from companion.ui.screen import Screen
    from companion.ui.stage import Stage

__all__ = ["GameOnScreen", "GameScreen", "MarrakeshScreens", "game_on"]


def game_on(stage: Stage) -> GameOnScreen | None:
    """The game that is on this stage, if one is."""
    return next((each.table for each in stage.screens if isinstance(each, GameScreen)), None)


class MarrakeshScreens:
    """Setup and table."""

    def setup(self, ports: Ports) -> Screen:
        from companion.games.marrakesh.setup.wizard import SetupWizard

        return SetupWizard(ports)

    def teach(self, ports: Ports) -> Screen:
        from companion.games.marrakesh.teach.screen import TeachScreen

        return TeachScreen(ports)

    def at_table(
        self, session: Session[Any, Any], settings: Settings, to_settings: Callable[[Stage], None]
    ) -> AtTable:
        shown = GameOnScreen(session, show_ledger=settings.table.show_ledger)
        shown.timer.minutes = settings.table.turn_minutes

        def apply(new: Settings) -> None:
            shown.show_ledger = new.table.show_ledger
            shown.timer.minutes = new.table.turn_minutes

        return AtTable(GameScreen(shown, to_settings), apply)

    def shows(self) -> Mapping[str, Callable[[Stage], None]]:
        from companion.games.marrakesh.screens.showcase import shows as at_the_table
        from companion.games.marrakesh.setup.showcase import shows as before

        return before() | at_the_table()
