"""One player's board, supply and screen as they lie on the table."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final, NamedTuple

from companion.games.marrakesh.rules.keshi import CAPACITY, DATE, DINAR, GOODS, MEDINA, SECTORS, SOUK, WATER

START_SCORE: Final = 10
BOARD: Final = tuple(sector for sector in SECTORS if sector != SOUK)
"""The sectors with keshi spaces; the souk only has goods."""


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
    """What waits on the storage spaces from the left: a colour, "exchange", "scroll", "" (nothing), or
    "keshi" where nobody has told which one stands there, if any."""
    off_storage: list[str] = field(default_factory=list)
    """Keshis that stood on the storage and were told when an oasis covered them."""
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
        p.off_storage = self.off_storage.copy()
        p.towns = self.towns.copy()
        p.claimed_towns = self.claimed_towns.copy()
        p.provisions = self.provisions.copy()
        p.river, p.river_start, p.jetty = self.river, self.river_start, self.jetty
        p.crocodile = self.crocodile
        p.mosque, p.palace = self.mosque, self.palace
        return p
