"""What a game brings: its rules, what the tray is watched for, and its screens.

A game is one folder in here and one line in `registry.py`. Its kind is made when somebody first asks for the
game; tray and screens only when they are needed, so that rules, notation and shelf run without a picture.

    class Noughts(GameKind[Options, State]):
        name, title = "noughts", "Noughts and Crosses"
        ...
    find_game("noughts").new_game(options, {}, rules=1)
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, ClassVar, Final, TypeAlias

from companion.play.playable import OptionsT, Playable, S

__all__ = ["NO_SCREENS", "NO_TRAY", "GameKind"]

NO_TRAY: Final = None
"""For a game that has nothing to see in the tray."""

NO_SCREENS: Final = None
"""For a game that is asked in plain words."""


RobotEvening: TypeAlias = Callable[[int | None, Path | None], int]
"""Plays a game by robots, from a seed, and leaves what is worth seeing in a folder; gives the exit code."""


class GameKind(Playable[OptionsT, S]):
    """One game. `Playable` lists what the rules bring; here stands what a table with a tray adds.

    pieces      the labels of a calibration that belong to this game: what may lie in the tray
    """

    pieces: ClassVar[tuple[str, ...]] = ()

    def tray(self) -> Any:
        """What the tray is watched for and how a count becomes an answer, made anew for each evening: a
        `companion.table.tray_part.TrayPart`. NO_TRAY: it is never watched.

        Import what it needs inside this method.
        """
        return NO_TRAY

    def screens(self) -> Any:
        """Setup and the game's page, as `companion.ui.game_screens.GameScreens`; NO_SCREENS: it is set up by
        names alone and asked in plain words.

        Import what it needs inside this method: it needs pygame, the rules do not.
        """
        return NO_SCREENS

    def hands(self, tower: Any) -> Any:
        """Whoever moves the pieces of a simulated tower, as `companion.table.found_tray.Hands`."""
        return None

    def robot_evening(self) -> RobotEvening | None:
        """One whole game by robots against the simulated tower, for a machine without a screen."""
        return None
