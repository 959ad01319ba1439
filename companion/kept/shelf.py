"""The shelf as the screens see it: past games, players, and the settings of the last game."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from typing import Any

from companion.games.registry import AnyKind, NoSuchGame, find_game
from companion.play.errors import RulesError
from companion.play.playable import Options
from companion.store import GameId, GameRecord, Store
from companion.ui.ports import KnownPlayer, PastGame, PastPlayer
from companion.words import NOTHING

EARLIEST_HONEST_CLOCK = 1_700_000_000
"""A Pi that never met a network believes it is an earlier year; then no date is better than a wrong one."""


class GameShelf:
    """Reads the store for home, setup and history."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def games(self) -> Sequence[PastGame]:
        return [_past(record) for record in self._store.games()]

    def players(self) -> Sequence[KnownPlayer]:
        return [KnownPlayer(p.name, str(p.details.get("colour", ""))) for p in self._store.players()]

    def last_options(self, kind: str) -> Options[Any] | None:
        of_kind = (record for record in self._store.games() if record.kind == kind)
        return next((options for record in of_kind if (options := _options(record)) is not None), None)

    def delete(self, game_id: str) -> None:
        self._store.delete_game(GameId(game_id))


def _past(record: GameRecord) -> PastGame:
    summary: Mapping[str, Any] = record.summary or {}
    kind, options = _kind(record.kind), _options(record)
    players = summary.get("players") or record.players
    return PastGame(
        id=record.id,
        title=record.title,
        when=_when(record.clock_said),
        players=tuple(_player(p) for p in players),
        winners=tuple(str(name) for name in summary.get("winners", ())),
        minutes=round(record.played_seconds / 60),
        finished=record.finished,
        played_as=kind.played_as(options) if kind is not None and options is not None else NOTHING,
        kind=kind,
    )


def _kind(name: str) -> AnyKind | None:
    """The game, if this companion has it."""
    try:
        return find_game(name)
    except NoSuchGame:
        return None


def _options(record: GameRecord) -> Options[Any] | None:
    """How it was set up, if this companion can tell."""
    kind = _kind(record.kind)
    try:
        return kind.options(record.options.get("game")) if kind is not None else None
    except RulesError:
        return None


def _player(record: Mapping[str, Any]) -> PastPlayer:
    sources = record.get("by_source") or {}
    return PastPlayer(
        str(record.get("name", "?")),
        str(record.get("colour", "green")),
        int(record.get("score", 0)),
        tuple((str(name), int(points)) for name, points in sources.items()),
    )


def _when(clock_said: float) -> str:
    if clock_said < EARLIEST_HONEST_CLOCK:
        return ""
    return time.strftime("%Y-%m-%d", time.localtime(clock_said))
