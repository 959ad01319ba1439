"""Games and the store brought together: begin one, take one up again, keep what it taught.

with Store.open(folder) as store:
    saved = begin(store, options)
    saved.game.answer("river")         # on disk when this returns
    saved = take_up(store, saved.id)   # the same game at the same question
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from companion.games.registry import NoSuchGame, find_game
from companion.play import notation
from companion.play.errors import RulesError
from companion.play.game import Game
from companion.play.journal import BadJournal, Record, Rewrite
from companion.play.playable import Options, Playable
from companion.store import GameId, GameRecord, Store
from companion.words import N_, Refusal

log = logging.getLogger(__name__)

AnyGame: TypeAlias = Game[Any]
Keep: TypeAlias = Callable[[Record], None]


class CannotTakeUp(Refusal):
    """A saved game that this companion cannot read, and why; it stays on the shelf."""


@dataclass(slots=True)
class SavedGame:
    """A game with its place on the shelf."""

    id: GameId
    game: AnyGame
    store: Store
    backed_up: int = 0
    """How many parts of the game were done when a backup was last made for one."""
    kept: dict[str, Any] = field(init=False)
    """Facts of this game that were known when it was taken up, or were kept since."""

    def __post_init__(self) -> None:
        self.kept = self._facts()

    def catch_up(self) -> None:
        """After every change: keep new facts for the next game, and mark the game as over or going on."""
        self._keep_facts()
        part = self.game.kind.part(self.game.state)
        if part > self.backed_up:
            self.backed_up = part
            self.store.back_up()
        finished = self.store.game(self.id).finished
        if self.game.over and not finished:
            self.store.finish_game(self.id, self.game.kind.summary(self.game.state))
        elif finished and not self.game.over:
            self.store.reopen_game(self.id)

    def _facts(self) -> dict[str, Any]:
        """What this game knows of its copy."""
        known = self.game.kind.known_of_copy(self.game.state)
        return {key: _plain(told) for key, told in known.items()}

    def _keep_facts(self) -> None:
        """Only what was told since: an old game, or a friend's, may know less well than the copy does now."""
        now = self._facts()
        for key, told in now.items():
            if key not in self.kept or self.kept[key] != told:
                self.store.tell_fact(self.game.kind.name, key, told)
        self.kept.update(now)


def begin(store: Store, options: Options[Any], title: str = "") -> SavedGame:
    """Put a new game on the shelf, with what this copy of the game is known to have printed on it."""
    told = {}
    for key, value in store.facts(options.kind.name).items():
        try:
            told[key] = options.kind.check_fact(key, value)
        except RulesError as wrong:
            # Told to an older companion that understood it differently: it will be asked for again.
            log.warning("not used: %s", wrong)
    return _put(store, options, told, title)


def take_up(store: Store, game_id: GameId) -> SavedGame:
    """The saved game at the question where it stopped."""
    return SavedGame(game_id, _read(store, game_id, _keeper(store, game_id)), store)


def look_at(store: Store, game_id: GameId) -> AnyGame:
    """The saved game for reading only: nothing it does is kept."""
    return _read(store, game_id, lambda record: None)


def kind_of(record: GameRecord) -> Playable[Any, Any]:
    """Which game was played; CannotTakeUp if this companion does not have it."""
    try:
        return find_game(record.kind)
    except NoSuchGame as unknown:
        raise CannotTakeUp(
            N_("'{title}' cannot be read: {unknown}", title=record.title, unknown=unknown)
        ) from unknown


def import_text(store: Store, text: str, title: str = "") -> SavedGame:
    """Put a written game on the shelf; a fault anywhere in it leaves the shelf as it was."""
    written = notation.read(text)
    notation.replay(written)  # refuses before anything is kept
    saved = _put(store, written.options, written.facts, title, written.rules_version)
    # One record for all of it: a memory card takes its time over each.
    _keeper(store, saved.id)(Rewrite(0, written.entries))
    saved = take_up(store, saved.id)
    saved.catch_up()
    return saved


def _put(
    store: Store, options: Options[Any], told: Mapping[str, Any], title: str, rules: int | None = None
) -> SavedGame:
    rules = options.kind.rules_version if rules is None else rules
    game_id = store.new_game(
        options.kind.name,
        title or ", ".join(seat.name for seat in options.players),
        [{"name": seat.name, "colour": seat.colour} for seat in options.players],
        {"game": options.to_json(), "facts": dict(told), "rules": rules},
    )
    for seat, player in enumerate(options.players):
        store.remember_player(player.name, {"colour": player.colour, "seat": seat})
    return SavedGame(game_id, Game(options, told, rules=rules, keep=_keeper(store, game_id)), store)


def _read(store: Store, game_id: GameId, keep: Keep) -> AnyGame:
    record = store.game(game_id)
    options, told, rules = _setup_of(record)
    try:
        records = [entry.payload for entry in store.journal(game_id)]
        return Game(options, told, records, rules=rules, keep=keep)
    except BadJournal as bad:
        raise CannotTakeUp(
            N_("the journal of '{title}' cannot be read: {bad}", title=record.title, bad=str(bad))
        ) from bad


def _keeper(store: Store, game_id: GameId) -> Keep:
    def keep(record: Record) -> None:
        line = record.to_json()
        store.append(game_id, line["rec"], line)

    return keep


def _setup_of(record: GameRecord) -> tuple[Options[Any], dict[str, Any], int]:
    kind, setup = kind_of(record), record.options
    told = setup.get("facts", {})
    if not isinstance(told, Mapping):
        raise CannotTakeUp(N_("the facts of '{title}' cannot be read", title=record.title))
    version = setup.get("rules")
    if not isinstance(version, int) or version > kind.rules_version:
        raise CannotTakeUp(
            N_("'{title}' was played with a newer companion: update this one first", title=record.title)
        )
    try:
        return kind.options(setup.get("game")), dict(told), version
    except RulesError as wrong:
        raise CannotTakeUp(
            N_("'{title}' cannot be set up again: {wrong}", title=record.title, wrong=wrong)
        ) from wrong


def _plain(value: Any) -> Any:
    """As it comes back from JSON, so that a fact told twice is not written twice."""
    if isinstance(value, (list, tuple)):
        return [_plain(v) for v in value]
    if isinstance(value, Mapping):
        return {str(k): _plain(v) for k, v in value.items()}
    return value
