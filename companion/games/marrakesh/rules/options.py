"""How the table plays tonight: who, which edition, which expansions, how much is tracked.

    GameOptions(players=(Seat("Sarah", "green"), Seat("Jan", "blue")), edition="essential")

Chosen at setup and kept with the game; only the depth may change later (`State.depth`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from companion.games.marrakesh.rules import rulings
from companion.games.registry import find_game
from companion.play.playable import BadOptions, Seat
from companion.words import N_

if TYPE_CHECKING:
    from companion.games.marrakesh.rules.state import State
    from companion.play.playable import Playable

__all__ = ["BadOptions", "GameOptions", "Seat"]

VERSION: Final = 1

CLASSIC: Final = "classic"
DELUXE: Final = "deluxe"
ESSENTIAL: Final = "essential"
EDITIONS: Final = (CLASSIC, DELUXE, ESSENTIAL)

STAIRCASE_TILES: Final = "staircase tiles"
IMAM_SULTAN: Final = "imam and sultan"
OFFICES: Final = "exchange offices"
SPECTATORS: Final = "spectators"
DESERT_TOWNS: Final = "desert towns"
EXPANSIONS: Final = (STAIRCASE_TILES, IMAM_SULTAN, OFFICES, SPECTATORS, DESERT_TOWNS)
"""The five expansions in the order of the rulebook; SPECTATORS is the purple audience disc."""

FULL: Final = "full"
LIGHT: Final = "light"
DEPTHS: Final = (FULL, LIGHT)

PLAYER_COLOURS: Final = ("green", "blue", "yellow", "red")
TOWER_LAYERS: Final = ("B1", "B2")


@dataclass(frozen=True)
class GameOptions:
    """One game's settings.

    players       two to four, clockwise; seat 0 is the first of them
    edition       "classic", "deluxe" (same rules) or "essential"
    expansions    any of `EXPANSIONS`
    depth         "full": everything is tracked; "light": tower, draft, seasons, provisions, points by hand
    flipped       rulings the table has turned round (see `rulings`), as {key: value}
    tower_layer   the tower's inner layer (Essential): "B1" keeps some keshis inside, "B2" more
    """

    players: tuple[Seat, ...]
    edition: str = CLASSIC
    expansions: frozenset[str] = frozenset()
    depth: str = FULL
    flipped: Mapping[str, bool] = field(default_factory=dict)
    tower_layer: str = "B1"

    def __post_init__(self) -> None:
        if not 2 <= len(self.players) <= 4:
            raise BadOptions(N_("Marrakesh is for 2 to 4 players, not {players}", players=len(self.players)))
        names = [seat.name for seat in self.players]
        if not all(names) or len(set(names)) != len(names):
            raise BadOptions(N_("every player needs a name of their own"))
        colours = [seat.colour for seat in self.players]
        if len(set(colours)) != len(colours) or not set(colours) <= set(PLAYER_COLOURS):
            raise BadOptions(
                N_("every player needs a colour of their own: {colours}", colours=", ".join(PLAYER_COLOURS))
            )
        if self.edition not in EDITIONS:
            raise BadOptions(
                N_(
                    "there is no {edition} edition, only {editions}",
                    edition=repr(self.edition[:30]),
                    editions=", ".join(EDITIONS),
                )
            )
        if unknown := set(self.expansions) - set(EXPANSIONS):
            raise BadOptions(N_("no such expansion: {unknown}", unknown=", ".join(sorted(unknown))[:60]))
        if self.depth not in DEPTHS:
            raise BadOptions(N_("the depth is full or light, not {depth}", depth=repr(self.depth[:30])))
        if unknown := set(self.flipped) - set(rulings.BY_KEY):
            raise BadOptions(N_("no such ruling: {unknown}", unknown=", ".join(sorted(unknown))[:60]))
        if self.tower_layer not in TOWER_LAYERS:
            raise BadOptions(N_("the tower's layer is B1 or B2"))

    @property
    def kind(self) -> Playable[GameOptions, State]:
        """Marrakesh; imported when a game is begun, not for its settings alone."""
        return find_game("marrakesh")

    @property
    def essential(self) -> bool:
        return self.edition == ESSENTIAL

    def rulings(self) -> dict[str, bool]:
        """Every ruling as it holds in this game."""
        return {**rulings.defaults(self.edition), **self.flipped}

    @classmethod
    def of(cls, names: Iterable[str], edition: str = CLASSIC, **more: Any) -> GameOptions:
        """A game of these players, their colours dealt in order.

        >>> GameOptions.of(["Sarah", "Jan"]).players[1]
        Seat(name='Jan', colour='blue')
        """
        named = list(names)
        dealt = (*PLAYER_COLOURS, *[""] * len(named))  # one too many is refused, not left out
        seats = tuple(Seat(name, colour) for name, colour in zip(named, dealt, strict=False))
        if "expansions" in more:
            more["expansions"] = frozenset(more["expansions"])
        return cls(seats, edition, **more)

    def to_json(self) -> dict[str, Any]:
        return {
            "version": VERSION,
            "players": [{"name": seat.name, "colour": seat.colour} for seat in self.players],
            "edition": self.edition,
            "expansions": [name for name in EXPANSIONS if name in self.expansions],
            "depth": self.depth,
            "flipped": dict(self.flipped),
            "tower_layer": self.tower_layer,
        }

    @classmethod
    def from_json(cls, record: object) -> GameOptions:
        if not isinstance(record, Mapping):
            raise BadOptions(N_("the settings of a game must be an object"))
        version = record.get("version", VERSION)
        if version != VERSION:
            raise BadOptions(
                N_(
                    "settings of version {version} cannot be read, only {known}",
                    version=str(version)[:20],
                    known=VERSION,
                )
            )
        flipped = record.get("flipped", {})
        if not isinstance(flipped, Mapping):
            raise BadOptions(N_("the rulings that are flipped must be an object"))
        try:
            return cls(
                players=tuple(Seat(str(p["name"]), str(p["colour"])) for p in record["players"]),
                edition=str(record.get("edition", CLASSIC)),
                expansions=frozenset(str(name) for name in record.get("expansions", ())),
                depth=str(record.get("depth", FULL)),
                flipped={str(k): bool(v) for k, v in flipped.items()},
                tower_layer=str(record.get("tower_layer", "B1")),
            )
        except (KeyError, TypeError, AttributeError) as error:
            raise BadOptions(N_("the settings of a game are incomplete: {error}", error=str(error))) from None
