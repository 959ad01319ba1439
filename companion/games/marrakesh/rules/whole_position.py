"""A position laid out by hand, made whole: names checked, places and numbers agreeing, the supply counted.

Whoever lays out a position says what matters to them: a gate without its guard, an oasis face up without the
caravan that found it, a fisherman at the jetty without his steps. What must lie there too is added here.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from companion.games.marrakesh.rules import deploy, editions, facts, storage, supply
from companion.games.marrakesh.rules.catalogue.oases import OASES
from companion.games.marrakesh.rules.catalogue.river_tiles import RIVER_TILES
from companion.games.marrakesh.rules.catalogue.scrolls import SCROLLS
from companion.games.marrakesh.rules.catalogue.towns import TOWNS
from companion.games.marrakesh.rules.invariants import wood
from companion.games.marrakesh.rules.keshi import (
    COLOURS,
    GOODS,
    MEDINA,
    MOSQUE,
    PALACE,
    RESOURCES,
    SAHARA,
    SECTORS,
    SQUARE,
    TOP_STAIR,
)
from companion.games.marrakesh.rules.seasons import PROVISION_TILES
from companion.games.marrakesh.rules.sectors.medina import GATE_SPACES
from companion.games.marrakesh.rules.state import (
    BOARD,
    ROUNDS,
    SEASONS,
    START_SCORE,
    Luxury,
    Player,
    Points,
    State,
)
from companion.play.errors import RulesError
from companion.words import N_, Text

SAHARA_SPACES: Final = tuple(f"{path}-{space}" for path in ("left", "right") for space in (1, 2, 3))


class BadPosition(RulesError, ValueError):
    """Something was laid out that cannot lie there."""


def make_whole(g: State) -> None:
    """Make a position laid out by hand one that can be played from."""
    _on_the_table(g)
    for p in g.players:
        _collections(p)
        _names(p)
        _places(g, p)
        _numbers(g, p)
    # Gates built before the first question have left the workshops: those may hold fewer than eight.
    g.stock_taken = g.stock_taken or any(p.gates for p in g.players)
    supply.recount(g)
    if g.essential:
        _empty_screens(g)
    try:
        g.invariants()
    except AssertionError as impossible:
        raise BadPosition(Text(str(impossible))) from None


def _collections(p: Player) -> None:
    """Lists, sets and tuples as the rules change them, however they were written; hands are empty."""
    p.in_hand, p.gate_keshis = "", []
    p.vendors, p.scrolls, p.square = set(p.vendors), set(p.scrolls), set(p.square)
    p.claimed_towns = set(p.claimed_towns)
    p.claimed, p.storage, p.provisions = list(p.claimed), list(p.storage), list(p.provisions)
    p.assistants, p.selected, p.beside = list(p.assistants), list(p.selected), list(p.beside)
    p.screen, p.luxury = list(p.screen), list(p.luxury)
    p.gates = [(space, colour) for space, colour in p.gates]
    p.keshis, p.goods = _all_of(BOARD, p.keshis), _all_of(GOODS, p.goods)
    p.resources, p.paths = _all_of(RESOURCES, p.resources), _all_of(deploy.PATHS, p.paths)


def _all_of(names: Iterable[str], given: Mapping[str, int]) -> dict[str, int]:
    """Amounts by name, 0 for what was left out."""
    return {**dict.fromkeys(names, 0), **given}


def _names(p: Player) -> None:
    """Nothing is laid where there is no such place: a typing slip would otherwise do nothing at all."""
    _among(p, "keshis", p.keshis, BOARD)
    _among(p, "goods", p.goods, GOODS)
    _among(p, "resources", p.resources, RESOURCES)
    _among(p, "vendors", p.vendors, SECTORS)
    _among(p, "gates", (space for space, _colour in p.gates), GATE_SPACES)
    _among(p, "gates", (colour for _space, colour in p.gates), COLOURS)
    _among(p, "towns", p.towns, ("left", "right"))
    _among(p, "towns", p.towns.values(), TOWNS)
    _among(p, "claimed towns", p.claimed_towns, TOWNS)
    _among(p, "provisions", p.provisions, [f"provision {n}" for n in range(1, PROVISION_TILES + 1)])
    _among(
        p, "luxury", (tile for tile in p.luxury if not isinstance(tile, Luxury)), ("what `own_luxury` gives",)
    )
    _among(p, "assistants", p.assistants, SECTORS)
    _among(p, "paths", p.paths, deploy.PATHS)
    _among(p, "discovered", p.discovered, SAHARA_SPACES)
    _among(p, "discovered", p.discovered.values(), OASES)
    _among(p, "claimed", p.claimed, OASES)
    _among(p, "storage", p.storage, (*COLOURS, *storage.ICONS, storage.UNTOLD, ""))
    _among(p, "scrolls", p.scrolls, SCROLLS)
    for colours in (p.screen, p.selected, p.beside):
        _among(p, "keshis", colours, COLOURS)


def _places(g: State, p: Player) -> None:
    """Nobody stands where there is no space."""
    length = facts.known(g, "river length") or facts.FACTS.family("river length").about["high"]
    _among(p, "river", [p.river], range(length + 1))
    _among(p, "mosque", [p.mosque], range(TOP_STAIR + 1))
    _among(p, "palace", [p.palace], range(TOP_STAIR + 1))
    _among(p, "square", p.square, range(8))
    _among(p, "disc", [p.disc] if p.disc is not None else (), range(8))
    spots = facts.known(g, "jetty spots")
    _among(p, "jetty", [p.jetty] if p.jetty is not None and spots is not None else (), spots or ())


def _on_the_table(g: State) -> None:
    """The same for what belongs to nobody."""
    seats = range(len(g.players))
    _among(None, "base", g.base, COLOURS)
    _among(None, "tower", g.tower.inside, COLOURS)
    _among(None, "season", [g.season], range(SEASONS))
    _among(None, "round", [g.round], range(ROUNDS))
    _among(None, "camel", [g.start_seat], seats)
    _among(None, "river queue", g.river_queue, seats)
    _among(None, "river tiles", g.river_tiles, RIVER_TILES)
    _among(None, "spare oases", g.spare_oases, OASES)
    _among(None, "towns", g.towns or (), TOWNS)
    _among(None, "guests", g.guests, (MOSQUE, PALACE))
    for gates in g.workshops:
        _among(None, "workshops", gates or (), COLOURS)


def _among(p: Player | None, what: str, given: Iterable[object], names: Iterable[object]) -> None:
    possible = list(names)
    for name in given:
        if name not in possible:
            raise BadPosition(
                N_(
                    "{name}'s {what} cannot hold {given}; possible: {possible}",
                    name=p.name if p is not None else "the table",
                    what=what,
                    given=repr(name),
                    possible=listed(possible),
                )
            )


def listed(possible: Sequence[object]) -> str:
    """What is possible, for a refusal: a run of numbers by its ends."""
    first, last = possible[0], possible[-1]
    if isinstance(first, int) and isinstance(last, int) and last - first == len(possible) - 1 > 1:
        return f"{first} to {last}"
    return ", ".join(str(name) or "''" for name in possible)


def _numbers(g: State, p: Player) -> None:
    told = p.score - START_SCORE - sum(line.points for line in p.ledger)
    if told:
        p.ledger.append(Points(g.season, g.round, "position", told))
    free = [space for space in range(8) if space not in p.square]
    p.square.update(free[: max(0, p.keshis[SQUARE] - len(p.square))])
    p.keshis[SQUARE] = len(p.square)
    p.keshis[MEDINA] = max(p.keshis[MEDINA], len(p.gates))
    _caravans(g, p)
    length = facts.known(g, "river length")
    if p.jetty is not None and p.river == 0 and length is not None:
        p.river = length


def _caravans(g: State, p: Player) -> None:
    """A caravan beside every oasis face up and every town taken, then the others along the paths."""
    for space in p.discovered:
        path, _, n = space.partition("-")
        p.paths[path] = max(p.paths[path], int(n))
    for path in p.towns:
        p.paths[path] = deploy.path_length(g, path)
    for path in p.paths:
        missing = p.keshis[SAHARA] - sum(p.paths.values())
        room = deploy.path_length(g, path) - p.paths[path]
        p.paths[path] += max(0, min(missing, room))
    p.keshis[SAHARA] = sum(p.paths.values())


def _empty_screens(g: State) -> None:
    """Essential has little wood: what lies in base or tower must have come from behind the screens."""
    for colour in COLOURS:
        for p in reversed(g.players):
            if wood(g, colour) > editions.ESSENTIAL.wood[colour] and colour in p.screen:
                p.screen.remove(colour)
