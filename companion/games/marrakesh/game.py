"""A game of Marrakesh at the table: any game's `Game` with Marrakesh's state."""

from __future__ import annotations

from typing import TypeAlias

from companion.games.marrakesh.rules.state import State
from companion.play import game

Game: TypeAlias = game.Game[State]
