"""Taking stock: what lies on the boards now, when a table goes from light depth to full in mid-game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from companion.games.marrakesh.rules import behind_screens, deploy, displays, facts, supply
from companion.games.marrakesh.rules.catalogue.gates import GATES
from companion.games.marrakesh.rules.catalogue.luxury import TILES
from companion.games.marrakesh.rules.catalogue.oases import OASES
from companion.games.marrakesh.rules.catalogue.scrolls import SCROLLS
from companion.games.marrakesh.rules.catalogue.towns import TOWNS
from companion.games.marrakesh.rules.expansions import desert_towns
from companion.games.marrakesh.rules.keshi import (
    BEIGE,
    BROWN,
    CAPACITY,
    COLOURS,
    GOODS,
    MOSQUE,
    PALACE,
    PINK,
    RED,
    RESOURCES,
    RIVER,
    SAHARA,
    SECTOR_OF,
    SOUK,
    SQUARE,
)
from companion.games.marrakesh.rules.options import DESERT_TOWNS
from companion.games.marrakesh.rules.seasons import RIVER_EVALUATION
from companion.games.marrakesh.rules.sectors import medina, river, sahara, stairs
from companion.games.marrakesh.rules.state import EMPTY, SEASON, SEASONS, UNKNOWN
from companion.games.marrakesh.rules.storage import NOTHING, STORAGE_COLOURS
from companion.play.decision import TABLE, Decision, Play, choose

if TYPE_CHECKING:
    from companion.games.marrakesh.rules.state import Player, State

SPARE_OASIS_TILE = 2
"""The river tile that hands out an oasis from beside the board."""

CROCODILE_TILE = 9
NOBODY = "nobody"

_COUNTED = tuple(c for c in COLOURS if c not in (PINK, BROWN, RED))
"""Colours that a number describes; the others have places of their own."""


def forget(g: State) -> None:
    """Clear the boards and displays before they are counted anew."""
    for p in g.players:
        if not g.essential:
            p.beside.clear()  # they are on the boards; Essential's wait beside them until the draft is over
        p.scrolls, p.luxury, p.gates = set(), [], []
        p.discovered, p.claimed, p.storage = {}, [], []
        p.towns, p.claimed_towns, p.vendors, p.square = {}, set(), set(), set()
        p.keshis, p.paths = dict.fromkeys(p.keshis, 0), dict.fromkeys(p.paths, 0)
        p.goods = dict.fromkeys(p.goods, 0)
        p.disc = None  # it turned with every action nobody followed
    for display in (*g.scrolls.values(), g.luxury):
        display.up[:] = [tile if tile == EMPTY else UNKNOWN for tile in display.up]
    g.workshops = [None] * len(g.workshops)
    g.towns = None
    behind_screens.show_again(g)
    g.stock_taken = True
    supply.recount(g)


def take(g: State, p: Player) -> Play[None]:
    """Count one player's board, screen by screen."""
    p.resources = dict.fromkeys(RESOURCES, 0)
    p.resources.update((yield from _ask(p, "resources", "amounts", among=RESOURCES, most={})))
    yield from _keshis(g, p)
    yield from _pawns(g, p)
    gone = sorted(set().union(*(other.scrolls for other in g.players)))
    p.scrolls = set((yield from _numbers(p, "scrolls", len(SCROLLS), gone)))
    yield from _luxury(g, p)
    yield from _oases(g, p)
    yield from _towns(g, p)
    yield from behind_screens.ask(g, p)
    supply.recount(g)


def _ask(p: Player, what: str, form: str, **about: Any) -> Play[Any]:
    return (yield Decision(f"stock {what}", p.seat, form=form, about=about))


def _numbers(p: Player, what: str, high: int, gone: list[int], **span: int) -> Play[tuple[int, ...]]:
    about = {"low": 1, "high": high, "distinct": True, "gone": gone, **(span or {"least": 0, "most": high})}
    numbers: tuple[int, ...] = yield from _ask(p, what, "numbers", **about)
    return numbers


def _keshis(g: State, p: Player) -> Play[None]:
    most = {c: CAPACITY for c in _COUNTED if c not in GOODS}
    counted = yield from _ask(p, "keshis", "amounts", among=_COUNTED, most=most)
    for colour, n in counted.items():
        if colour in GOODS:
            p.goods[colour] = n
        else:
            p.keshis[SECTOR_OF[colour]] = n
    spaces = tuple(str(space) for space in range(CAPACITY))
    square = yield from _ask(p, "square", "picks", among=spaces, least=0, most=CAPACITY, from_zero=True)
    p.square = set(map(int, square))
    p.keshis[SQUARE] = len(p.square)
    paths = {path: deploy.path_length(g, path) for path in p.paths}
    caravans = yield from _ask(p, "caravans", "amounts", among=tuple(paths), most=paths)
    p.paths.update(caravans)
    p.keshis[SAHARA] = sum(p.paths.values())
    sectors = (*deploy.VENDOR_SECTORS, SOUK)
    p.vendors = set((yield from _ask(p, "vendors", "picks", among=sectors, least=0, most=len(sectors))))
    left = dict(GATES)
    for other in g.players:
        for _space, colour in other.gates:
            left[colour] -= 1
    guards = counted.get(BEIGE, 0)
    gates = yield from _ask(p, "gates", "built", spaces=medina.GATE_SPACES, left=left, most=guards)
    p.gates = list(gates.items())


def _pawns(g: State, p: Player) -> Play[None]:
    length = yield from facts.need(g, "river length")
    most = {RIVER: length, MOSQUE: stairs.TOP, PALACE: stairs.TOP}
    pawns = yield from _ask(p, "pawns", "amounts", among=tuple(most), most=most)
    p.river, p.mosque, p.palace = (pawns.get(pawn, 0) for pawn in most)
    p.jetty = None
    if p.river == length:
        spots = yield from facts.need(g, "jetty spots")
        p.jetty = int((yield from choose(p.seat, "stock jetty", tuple(dict.fromkeys(map(str, spots))))))
    p.river_start = min(p.river_start, p.river)


def _luxury(g: State, p: Player) -> Play[None]:
    left = TILES - sum(len(other.luxury) for other in g.players)
    n = yield from _ask(p, "luxury", "number", low=0, high=left)
    for slot in range(n):
        number = yield from displays.name_luxury(g, slot, seat=p.seat)
        p.luxury.append(displays.luxury_good(g, number))


def _oases(g: State, p: Player) -> Play[None]:
    gone = [n for other in g.players for n in (*other.claimed, *other.discovered.values())]
    spaces = [f"{path}-{n}" for path in ("left", "right") for n in range(1, min(3, p.paths[path]) + 1)]
    # What a caravan has discovered is claimed or still lies there; river tile 02 may have given one more.
    spare = 1 if _spare_oasis_possible(g) else 0
    most = len(spaces) + spare
    claimable = gone if spare else [*gone, *g.spare_oases]
    p.claimed = list((yield from _numbers(p, "claimed oases", len(OASES), claimable, least=0, most=most)))
    g.spare_oases = [n for n in g.spare_oases if n not in p.claimed]
    left = len(spaces) - len(p.claimed)
    if left + spare > 0:
        among, most = tuple(spaces), min(len(spaces), left + spare)
        lying = yield from _ask(p, "discovered", "picks", among=among, least=max(0, left), most=most)
        gone += [*p.claimed, *g.spare_oases]
        chosen = yield from _numbers(p, "discovered oases", len(OASES), gone, count=len(lying))
        p.discovered = dict(zip(lying, chosen, strict=True))
    printed = yield from facts.need(g, "storage spaces")
    for place, what in enumerate(printed):
        covered = place < len(p.claimed)
        p.storage.append("" if covered or what not in ("exchange", "scroll") else what)
        if what == "keshi" and not covered:
            waiting = {colour for other in g.players for colour in other.storage}
            options = (*(c for c in STORAGE_COLOURS if c not in waiting), NOTHING)
            key = yield from choose(p.seat, "stock storage", options, place=place + 1)
            p.storage[place] = "" if key == NOTHING else key


def _spare_oasis_possible(g: State) -> bool:
    """Whether river tile 02 was won, or may have been in a first season that nobody followed."""
    return _river_won(g, 0) and (SPARE_OASIS_TILE in g.river_tiles or not any(g.river_tiles[:1]))


def _river_won(g: State, season: int) -> bool:
    """Whether a season's river tile is behind us."""
    return g.season > season or (g.season == season and g.phase == SEASON and g.step > RIVER_EVALUATION)


def _towns(g: State, p: Player) -> Play[None]:
    if DESERT_TOWNS not in g.expansions:
        return
    gone = [n for other in g.players for n in other.towns.values()]
    for path in ("left", "right"):
        if p.paths[path] == sahara.TOWN_SPACE:
            left = tuple(str(n) for n in TOWNS if n not in gone)
            number = int((yield from choose(p.seat, "stock town", (*left, "0"), path=path)))
            if number:
                gone.append(number)
                p.towns[path] = number
                if (yield from choose(p.seat, "stock town claimed", ("yes", "no"), town=number)) == "yes":
                    p.claimed_towns.add(number)


def towns_left(g: State) -> Play[None]:
    """Which desert towns still lie beside the board."""
    if DESERT_TOWNS in g.expansions:
        g.towns = None
        yield from desert_towns.beside_the_board(g)


def river_order(g: State) -> Play[None]:
    """Who came first where several fishermen are on one space: nobody saw them arrive."""
    places: dict[tuple[int, int], list[Player]] = {}
    for p in g.players:
        if river.has_left(p):
            places.setdefault(river.place(g, p), []).append(p)
    for waiting in places.values():
        about = {"step": waiting[0].river, "jetty": waiting[0].jetty is not None}
        while waiting:
            key = yield from choose(TABLE, "stock river", [str(p.seat) for p in waiting], **about)
            waiting.remove(g.players[int(key)])
            g.river_queue.remove(int(key))
            g.river_queue.append(int(key))


def crocodile(g: State) -> Play[None]:
    """Whose fisherman began or will begin the last season at the crocodile, if tile 09 may have been won."""
    ahead = g.season < SEASONS - 1
    if not _river_won(g, SEASONS - 2):
        return
    if any(p.river_start or p.crocodile for p in g.players):
        return
    tile = g.river_tiles[SEASONS - 2] if len(g.river_tiles) > SEASONS - 2 else UNKNOWN
    if tile in (UNKNOWN, CROCODILE_TILE):
        # Before the last season the fishermen may be back at the start: anybody may have won the tile.
        possible = [str(p.seat) for p in g.players if ahead or river.has_left(p)]
        key = yield from choose(TABLE, "stock crocodile", [*possible, NOBODY])
        if key != NOBODY:
            p = g.players[int(key)]
            if ahead:
                p.crocodile = True
            else:
                p.river_start = min(p.river, (yield from facts.need(g, "river crocodile")))
