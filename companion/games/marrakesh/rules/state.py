"""A game of Marrakesh as it lies on the table.

`State` is the common board, `Player` (see `player`) one player's board and supply. Both are changed in place,
but only inside the engine's generators and the helpers they call; everybody else looks. Points change through
`State.points` alone and resources come through `State.gain`, so that the ledger always adds up.

The numbers of a sector are the same in both editions: `keshis["river"]` counts the fish on the board, or, in
Essential, says where the turquoise marker stands.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from companion.games.marrakesh.rules import invariants
from companion.games.marrakesh.rules.keshi import COLOURS
from companion.games.marrakesh.rules.options import GameOptions
from companion.games.marrakesh.rules.player import BOARD, START_SCORE, Luxury, Player, Points
from companion.games.marrakesh.rules.versions import RULES_VERSION

__all__ = ["BOARD", "START_SCORE", "Display", "Event", "Luxury", "Player", "Points", "State", "Tower"]

SETUP: Final = "setup"
SELECT: Final = "select"
TOSS: Final = "toss"
CLAIM: Final = "claim"
PLACE: Final = "place"
ASSISTANTS: Final = "assistants"
RIVER_BONUS: Final = "river bonus"
SEASON: Final = "season"
FINAL: Final = "final"
OVER: Final = "over"
"""The phases in their order; "place" is Essential's exchange of claimed keshis, "over" the end."""

SEASONS: Final = 3
ROUNDS: Final = 4

UNKNOWN: Final = 0
"""A face-up tile nobody has named yet."""
EMPTY: Final = -1
"""A place of a display where no tile lies."""


class Event(NamedTuple):
    """Something that happened, for the history: what, to whom (-1: the table), and the details."""

    kind: str
    seat: int
    data: Mapping[str, Any]


@dataclass(slots=True)
class Tower:
    """The tower's ledger by colour: what went in, what came out, so what is still inside."""

    went_in: dict[str, int] = field(default_factory=lambda: dict.fromkeys(COLOURS, 0))
    came_out: dict[str, int] = field(default_factory=lambda: dict.fromkeys(COLOURS, 0))
    inside: dict[str, int] = field(default_factory=lambda: dict.fromkeys(COLOURS, 0))

    def copy(self) -> Tower:
        return Tower(self.went_in.copy(), self.came_out.copy(), self.inside.copy())


@dataclass(slots=True)
class Display:
    """Face-up tiles of one kind and the stacks they come from.

    up       what lies face up: a number, UNKNOWN until the table names it, EMPTY where nothing lies
    below    tiles face down: under each place (Classic), or in the one stack (Essential)
    """

    up: list[int]
    below: list[int]

    def copy(self) -> Display:
        return Display(self.up.copy(), self.below.copy())

    @property
    def tiles(self) -> int:
        return sum(self.below) + sum(1 for tile in self.up if tile != EMPTY)


@dataclass(slots=True)
class State:
    """The whole game. `copy()` is cheap: the engine keeps copies at quiet places for undo."""

    options: GameOptions
    essential: bool
    expansions: frozenset[str]
    rulings: dict[str, bool]
    depth: str
    players: list[Player]
    facts: dict[str, Any]
    """What the table has told about its copy of the game, and about this game's tiles (see `facts`)."""
    supply: dict[str, int]
    """Wooden keshis beside the board."""
    stand_ins: dict[tuple[str, str], int] = field(default_factory=dict)
    """Keshis on boards that are wood of another colour: {(counts as, painted): how many}."""
    tower: Tower = field(default_factory=Tower)
    base: dict[str, int] = field(default_factory=lambda: dict.fromkeys(COLOURS, 0))
    """What lies in the tower's base."""
    season: int = 0
    round: int = 0
    phase: str = SETUP
    step: int = 0
    """Where in the phase the flow is; together with `turn` it says how to go on."""
    turn: int = 0
    """How many seats of the turn order are done in this phase."""
    first_seat: int = 0
    """Who held season tracker and camel at the start of the game."""
    start_seat: int = 0
    """Who holds the camel."""
    scrolls: dict[str, Display] = field(default_factory=dict)
    """The four academies by the colour of the scrolls' backs."""
    luxury: Display = field(default_factory=lambda: Display([], []))
    workshops: list[dict[str, int] | None] = field(default_factory=lambda: [None] * 4)
    """Gates lying at each workshop by colour, left to right; None until the table says what lies there."""
    gates_gone: list[int] = field(default_factory=lambda: [0] * 4)
    """Gates taken from each workshop while nobody said what lies there."""
    offices: list[str] = field(default_factory=list)
    """Exchange offices named so far; one a season at most."""
    office_season: int = -1
    """The season whose office is the last of `offices`."""
    river_tiles: list[int] = field(default_factory=list)
    """The chosen river tile sides, one a season, as far as they are known."""
    spare_oases: list[int] = field(default_factory=list)
    """The three leftover oases beside the board (river tile 02)."""
    towns: list[int] | None = None
    """Desert towns still beside the board; None until the table names them."""
    guests: dict[str, tuple[str, int]] = field(default_factory=dict)
    """Imam ("mosque") and Sultan ("palace"): ("waiting", stair), ("with", seat) or ("gone", 0)."""
    river_queue: list[int] = field(default_factory=list)
    """Seats in the order in which their fishermen arrived where they are, earlier first."""
    counted: int = 0
    """Players whose boards are followed; fewer than all only after light depth (see `light`)."""
    stock_taken: bool = False
    """Boards were counted in the middle of the game, so that displays may be smaller than they began."""
    rules_version: int = RULES_VERSION
    """The rules this game was begun with (see `versions`)."""
    log: list[Event] = field(default_factory=list)

    # ---- who is next ------------------------------------------------------------------------------

    def turn_order(self) -> list[Player]:
        """The players clockwise from the holder of the camel."""
        return self.players[self.start_seat :] + self.players[: self.start_seat]

    def acting(self) -> Player:
        """The player whose turn it is in this phase."""
        return self.players[(self.start_seat + self.turn) % len(self.players)]

    # ---- the only ways to points and resources ----------------------------------------------------

    def points(self, p: Player, n: int, source: str) -> None:
        """Score `n` points (or lose them): the only way a score changes."""
        if n < 0 and not self.rulings["score may be negative"]:
            n = -min(-n, max(p.score, 0))
        if n:
            p.score += n
            p.ledger.append(Points(self.season, self.round, source, n))
            self.log.append(Event("points", p.seat, {"points": n, "source": source}))

    def gain(self, p: Player, resource: str, n: int, source: str) -> None:
        """Take resources from the common supply, which never runs out."""
        if n:
            p.resources[resource] += n
            self.log.append(Event("gain", p.seat, {"what": resource, "n": n, "source": source}))

    def spend(self, p: Player, resource: str, n: int, source: str) -> None:
        """Return resources to the common supply."""
        if n:
            p.resources[resource] -= n
            self.log.append(Event("spend", p.seat, {"what": resource, "n": n, "source": source}))

    def tell(self, kind: str, seat: int, **data: Any) -> None:
        """Note something for the history."""
        self.log.append(Event(kind, seat, data))

    # ---- copies and checks ------------------------------------------------------------------------

    def copy(self) -> State:
        g = State.__new__(State)
        g.options, g.essential, g.expansions = self.options, self.essential, self.expansions
        g.rulings, g.depth = self.rulings, self.depth
        g.players = [p.copy() for p in self.players]
        g.facts = self.facts.copy()
        g.supply = self.supply.copy()
        g.stand_ins = self.stand_ins.copy()
        g.tower = self.tower.copy()
        g.base = self.base.copy()
        g.season, g.round, g.phase = self.season, self.round, self.phase
        g.step, g.turn = self.step, self.turn
        g.first_seat, g.start_seat = self.first_seat, self.start_seat
        g.scrolls = {kind: display.copy() for kind, display in self.scrolls.items()}
        g.luxury = self.luxury.copy()
        g.workshops = [None if gates is None else gates.copy() for gates in self.workshops]
        g.gates_gone = self.gates_gone.copy()
        g.offices, g.office_season = self.offices.copy(), self.office_season
        g.river_tiles = self.river_tiles.copy()
        g.spare_oases = self.spare_oases.copy()
        g.towns = None if self.towns is None else self.towns.copy()
        g.guests = self.guests.copy()
        g.river_queue = self.river_queue.copy()
        g.counted, g.stock_taken = self.counted, self.stock_taken
        g.rules_version = self.rules_version
        g.log = self.log.copy()
        return g

    def invariants(self) -> None:
        """Raise AssertionError with a sentence if the table cannot look like this."""
        invariants.check(self)
