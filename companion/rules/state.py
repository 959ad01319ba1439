"""A game of Marrakesh as it lies on the table.

`State` is the common board, `Player` one player's board and supply. Both are changed in place, but only
inside the engine's generators and the helpers they call; everybody else looks. Points change through
`State.points` alone and resources come through `State.gain`, so that the ledger always adds up.

The numbers of a sector are the same in both editions: `keshis["river"]` counts the fish on the board, or, in
Essential, says where the turquoise marker stands.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from companion.rules.keshi import CAPACITY, COLOURS, DATE, DINAR, GOODS, MEDINA, SECTORS, SOUK, WATER
from companion.rules.options import GameOptions

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
PHASES: Final = (SETUP, SELECT, TOSS, CLAIM, PLACE, ASSISTANTS, RIVER_BONUS, SEASON, FINAL, OVER)
"""The phases in their order; "place" is Essential's exchange of claimed keshis, "over" the end."""

SEASONS: Final = 3
ROUNDS: Final = 4
START_SCORE: Final = 10

UNKNOWN: Final = 0
"""A face-up tile nobody has named yet."""
EMPTY: Final = -1
"""A place of a display where no tile lies."""

BOARD: Final = tuple(sector for sector in SECTORS if sector != SOUK)


class Event(NamedTuple):
    """Something that happened, for the history: what, to whom (-1: the table), and the details."""

    kind: str
    seat: int
    data: Mapping[str, Any]


class Points(NamedTuple):
    """One line of a player's ledger."""

    season: int
    round: int
    source: str
    points: int


@dataclass(frozen=True, slots=True)
class Luxury:
    """A luxury good: what it is, the goods keshis it costs, what it gives (a bonus, see `bonus`)."""

    id: str
    kind: str
    cost: tuple[tuple[str, int], ...]
    gain: str


@dataclass(slots=True)
class Player:
    """One player's board, supply and screen."""

    seat: int
    name: str
    colour: str
    score: int = START_SCORE
    ledger: list[Points] = field(default_factory=list)
    resources: dict[str, int] = field(default_factory=lambda: {WATER: 1, DINAR: 1, DATE: 1})
    keshis: dict[str, int] = field(default_factory=lambda: dict.fromkeys(BOARD, 0))
    """By sector, without vendors; the medina counts the watchtower and the guards at gates."""
    goods: dict[str, int] = field(default_factory=lambda: dict.fromkeys(GOODS, 0))
    vendors: set[str] = field(default_factory=set)
    """Sectors with a water vendor of this player."""
    new_souk_vendor: bool = False
    """Scroll 57's vendor gives water from the next turn on only."""
    screen: list[str] = field(default_factory=list)
    """Wooden keshis still behind the screen."""
    placeholders: set[str] = field(default_factory=set)
    """Essential: cardboard behind the screen for wood that was short; it cannot be selected."""
    selected: list[str] = field(default_factory=list)
    assistants: list[str] = field(default_factory=list)
    """Sectors where an assistant still waits to be used."""
    out_of_draft: bool = False
    beside: list[str] = field(default_factory=list)
    """Essential: claimed wooden keshis that lie beside the board until the base is empty."""
    in_hand: str = ""
    """The keshi being deployed while its space is chosen."""
    gate_keshis: list[str] = field(default_factory=list)
    """Keshis that came with gates and wait for the last purchase of a medina action."""
    scrolls: set[int] = field(default_factory=set)
    scroll_bought: bool = False
    """Whether a scroll was bought in the madrasa this round: no refresh any more."""
    luxury: list[Luxury] = field(default_factory=list)
    gates: list[tuple[str, str]] = field(default_factory=list)
    """City gates as (sector of the gate space, colour of the gate)."""
    square: set[int] = field(default_factory=set)
    """Main square spaces with an entertainer, 0–7 clockwise from the top."""
    disc: int | None = None
    """How many sections the audience disc is turned clockwise; None until somebody says how it lies."""
    paths: dict[str, int] = field(default_factory=lambda: {"left": 0, "right": 0, "start": 0})
    """Caravans on each Sahara path."""
    discovered: dict[str, int] = field(default_factory=dict)
    """Oases face up and not yet claimed, by Sahara space: {"left-1": 14}."""
    claimed: list[int] = field(default_factory=list)
    """Claimed oases in the order of the storage."""
    storage: list[str] = field(default_factory=list)
    """What waits on the storage spaces from the left: a colour, "exchange", "scroll" or "" (nothing)."""
    towns: dict[str, int] = field(default_factory=dict)
    """Desert towns taken, by path."""
    claimed_towns: set[int] = field(default_factory=set)
    provisions: list[str] = field(default_factory=list)
    """Face-up provision tiles; the others of the three lie face down, known only to the player."""
    river: int = 0
    """Steps on the river; the jetty is the last."""
    river_start: int = 0
    """Where the fisherman began the season (the crocodile, through river tile 09)."""
    crocodile: bool = False
    """River tile 09 is won: the next season starts at the crocodile."""
    jetty: int | None = None
    """The points of the jetty spot the fisherman is anchored at."""
    mosque: int = 0
    palace: int = 0

    @property
    def guards_on_watchtower(self) -> int:
        return self.keshis[MEDINA] - len(self.gates)

    @property
    def river_steps(self) -> int:
        """River steps made this season; a head start and steps past the jetty are none."""
        return self.river - self.river_start

    @property
    def goods_total(self) -> int:
        goods = self.goods
        return goods[GOODS[0]] + goods[GOODS[1]] + goods[GOODS[2]]

    def complete(self, sector: str) -> bool:
        """Whether a sector is filled with its 8 keshis and its water vendor."""
        return sector != SOUK and self.keshis[sector] >= CAPACITY and sector in self.vendors

    def copy(self) -> Player:
        p = Player.__new__(Player)
        p.seat, p.name, p.colour, p.score = self.seat, self.name, self.colour, self.score
        p.ledger = self.ledger.copy()
        p.resources = self.resources.copy()
        p.keshis = self.keshis.copy()
        p.goods = self.goods.copy()
        p.vendors = self.vendors.copy()
        p.new_souk_vendor = self.new_souk_vendor
        p.screen = self.screen.copy()
        p.placeholders = self.placeholders.copy()
        p.selected = self.selected.copy()
        p.assistants = self.assistants.copy()
        p.out_of_draft = self.out_of_draft
        p.beside = self.beside.copy()
        p.in_hand = self.in_hand
        p.gate_keshis = self.gate_keshis.copy()
        p.scrolls = self.scrolls.copy()
        p.scroll_bought = self.scroll_bought
        p.luxury = self.luxury.copy()
        p.gates = self.gates.copy()
        p.square = self.square.copy()
        p.disc = self.disc
        p.paths = self.paths.copy()
        p.discovered = self.discovered.copy()
        p.claimed = self.claimed.copy()
        p.storage = self.storage.copy()
        p.towns = self.towns.copy()
        p.claimed_towns = self.claimed_towns.copy()
        p.provisions = self.provisions.copy()
        p.river, p.river_start, p.jetty = self.river, self.river_start, self.jetty
        p.crocodile = self.crocodile
        p.mosque, p.palace = self.mosque, self.palace
        return p


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
        g.offices, g.office_season = self.offices.copy(), self.office_season
        g.river_tiles = self.river_tiles.copy()
        g.spare_oases = self.spare_oases.copy()
        g.towns = None if self.towns is None else self.towns.copy()
        g.guests = self.guests.copy()
        g.river_queue = self.river_queue.copy()
        g.counted, g.stock_taken = self.counted, self.stock_taken
        g.log = self.log.copy()
        return g

    def invariants(self) -> None:
        """Raise AssertionError with a sentence if the table cannot look like this."""
        from companion.rules import invariants

        invariants.check(self)
