"""The game's screens.

`GameScreen(GameOnScreen(session))` is all that the wiring needs: it shows whatever the table is asked.
"""

from companion.games.marrakesh.screens.on_screen import GameOnScreen
from companion.games.marrakesh.screens.screen import GameScreen

__all__ = ["GameOnScreen", "GameScreen"]
