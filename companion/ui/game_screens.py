"""What a game brings for the touchscreen: its setup and its page at the table.

A game's kind hands these out (`GameKind.screens`); one that brings none is set up by names alone and asked in
plain words (`companion.ui.screens.any_game`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from companion.config.settings import Settings
from companion.ui.ports import Ports
from companion.ui.screen import Screen
from companion.ui.stage import Stage

if TYPE_CHECKING:
    from companion.play.playable import Playable
    from companion.table.session import Session


@dataclass
class AtTable:
    """A game on the screen.

    screen      its page; everything else of the game lies behind it
    apply       makes the table's settings happen in it
    """

    screen: Screen
    apply: Callable[[Settings], None] = lambda settings: None


class GameScreens(Protocol):
    """One game's screens."""

    def setup(self, ports: Ports) -> Screen:
        """The way to a new game; it ends with `ports.play(options, lots)`."""
        ...

    def teach(self, ports: Ports) -> Screen | None:
        """To tell what is printed on this copy, apart from a game; None where nothing is to be told."""
        ...

    def at_table(
        self, session: Session[Any, Any], settings: Settings, to_settings: Callable[[Stage], None]
    ) -> AtTable:
        """The game that is on the table. `to_settings` opens the settings, from the menu."""
        ...

    def shows(self) -> Mapping[str, Callable[[Stage], None]]:
        """Its screens in telling states, for the gallery and the golden pictures."""
        ...


class BringsScreens(Protocol):
    """A game's kind as the touchscreen sees it."""

    def screens(self) -> GameScreens | None: ...


def screens_of(kind: Playable[Any, Any]) -> GameScreens:
    """A game's own screens, or those that serve any game."""
    from companion.ui.screens.any_game import PlainScreens

    brings: BringsScreens = kind  # type: ignore[assignment]  # every kind in the registry is a GameKind
    return brings.screens() or PlainScreens(kind)
