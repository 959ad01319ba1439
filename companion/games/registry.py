"""Which games there are: one line each, the first is the one a new table begins with.

A line names the class; it is imported when somebody asks for the game, so a game costs nothing before.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import Any, Final, TypeAlias

from companion.games.kind import GameKind
from companion.words import N_, Refusal

AnyKind: TypeAlias = GameKind[Any, Any]

GAMES: Final[dict[str, str]] = {
    "marrakesh": "companion.games.marrakesh.kind:Marrakesh",
}


def usual_game() -> str:
    """The name of the game a new table begins with."""
    return next(iter(GAMES))


class NoSuchGame(Refusal, LookupError):
    """A game this companion does not have."""


@cache
def find_game(name: str) -> AnyKind:
    """The game of this name.

    >>> find_game("marrakesh").title
    'Marrakesh'
    """
    try:
        module, _, kind = GAMES[name].partition(":")
    except KeyError:
        raise NoSuchGame(N_("this companion has no game called {name}", name=repr(name[:40]))) from None
    made: AnyKind = getattr(import_module(module), kind)()
    return made
