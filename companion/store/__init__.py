"""The shelf the games stand on: every line of every evening, on disk before the screen moves on.

>>> from pathlib import Path
>>> from tempfile import TemporaryDirectory
>>> with TemporaryDirectory() as folder, Store.open(Path(folder)) as store:
...     game = store.new_game("chess", "Friday", [{"name": "Sarah", "color": "red"}], {"clock": "none"})
...     first = store.append(game, "move", {"take": "turquoise"})
...     undone = store.append(game, "undo", {"entry": first})
...     [(entry.seq, entry.op) for entry in store.journal(game)]
[(1, 'move'), (2, 'undo')]

The store knows games, entries, facts, players and settings, and nothing of the rules: what an entry means is
the business of the game it belongs to. Nothing is ever changed in place; an undo is an entry like any other.
"""

from companion.store.errors import (
    CannotSave,
    Damaged,
    DiskFault,
    DiskFull,
    InUse,
    NotOnTheShelf,
    NotStorable,
    StoreError,
    TooNew,
)
from companion.store.playclock import PlayClock
from companion.store.records import GameId, GameRecord, Json, PlayerRecord, StoredEntry, StoreHealth
from companion.store.store import Store

__all__ = [
    "CannotSave",
    "Damaged",
    "DiskFault",
    "DiskFull",
    "GameId",
    "GameRecord",
    "InUse",
    "Json",
    "NotOnTheShelf",
    "NotStorable",
    "PlayClock",
    "PlayerRecord",
    "Store",
    "StoreError",
    "StoreHealth",
    "StoredEntry",
    "TooNew",
]
