"""The games: a folder and a line in the registry each. They never import one another."""

from companion.games.registry import NoSuchGame, find_game

__all__ = ["NoSuchGame", "find_game"]
