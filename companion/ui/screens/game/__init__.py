"""The game's screens.

`GameScreen(Table(game, tray=watcher))` is all that the wiring needs: it shows whatever the table is asked.
"""

from companion.ui.screens.game.screen import GameScreen
from companion.ui.screens.game.table import Table

__all__ = ["GameScreen", "Table"]
