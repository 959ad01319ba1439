"""The game's screens.

`GameScreen(Table(game, tray=watcher))` is all that the wiring needs: it shows whatever the table is asked.
"""

from companion.games.marrakesh.screens.screen import GameScreen
from companion.games.marrakesh.screens.table import Table

__all__ = ["GameScreen", "Table"]
