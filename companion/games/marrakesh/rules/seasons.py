"""The end of a season: river evaluation, provisions, preparation of the next (rulebook page 13)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from companion.games.marrakesh.rules import facts, paying, river_tiles, supply
from companion.games.marrakesh.rules.catalogue.oases import OASES
from companion.games.marrakesh.rules.catalogue.river_tiles import RIVER_TILES
from companion.games.marrakesh.rules.displays import NEW, new_number
from companion.games.marrakesh.rules.keshi import DINAR, RESOURCES
from companion.games.marrakesh.rules.options import FULL
from companion.games.marrakesh.rules.scrolls import permanent
from companion.games.marrakesh.rules.sectors import river, sahara
from companion.games.marrakesh.rules.state import FINAL, SEASONS, SELECT, UNKNOWN
from companion.play.decision import TABLE, Decision, Play, choose, confirm
from companion.play.engine import QUIET, Flow

if TYPE_CHECKING:
    from companion.games.marrakesh.rules.state import Player, State

PROVISION_TILES: Final = 12
SPARE_OASES: Final = 3
SPARE_OASES_TILE: Final = 2
RIVER_EVALUATION: Final = 1
"""The step of a season's end in which its river tile is won."""
PAYMENT: Final = 2
"""The step in which the provisions are paid, one player after the other."""


def phase(g: State) -> Flow:
    """The steps in their order: scroll 28, river, provisions, one more tile up, the next season."""
    for step, each in enumerate((_rapids, None, provide, turn_up)):
        if g.step == step:
            if each is None:
                yield QUIET
                if g.depth == FULL:
                    yield from evaluate_river(g)
            else:
                while g.turn < len(g.players):
                    yield QUIET
                    yield from each(g, g.acting())
                    g.turn += 1
            g.step, g.turn = step + 1, 0
            if each is provide and g.season == SEASONS - 1:
                break
    yield from prepare(g)


def _rapids(g: State, p: Player) -> Play[None]:
    """Scroll 28, before anything else is scored."""
    if g.depth == FULL:
        yield from permanent.season_rapids(g, p)


def evaluate_river(g: State) -> Play[None]:
    """The foremost fisherman wins the season's river tile; nobody wins from the start space."""
    ranking = river.standings(g)
    if g.rulings["start space wins nothing"]:
        ranking = [p for p in ranking if river.has_left(p)]
    if ranking:
        tile = yield from name_river_tile(g, g.season)
        g.tell("river won", ranking[0].seat, tile=tile)
        yield from river_tiles.award(g, tile, ranking)


def name_river_tile(g: State, season: int) -> Play[int]:
    """Which tile lies at the river's end in a season; tile 02 brings three leftover oases with it."""
    while len(g.river_tiles) < season:
        g.river_tiles.append(UNKNOWN)  # a season played in light depth, where nobody asked
    if len(g.river_tiles) == season:
        sides = tuple(f"{number:02}" for number in RIVER_TILES if RIVER_TILES[number].season == season)
        number = int((yield from choose(TABLE, "river tile of season", sides, season=season)))
        g.river_tiles.append(number)
        if number == SPARE_OASES_TILE:
            # Named at the season's end only after light depth, when some lie on boards already.
            seen = sahara.face_up(g)
            numbers = tuple(f"{n:02}" for n in OASES if n not in seen)
            picks = yield Decision("spare oases", TABLE, numbers, SPARE_OASES, SPARE_OASES)
            g.spare_oases = sorted(map(int, picks))
    return g.river_tiles[season]


def provide(g: State, p: Player) -> Play[None]:
    """Pay everything on all face-up provision tiles, or hand in all resources and lose all their points."""
    cost, penalty = yield from due(g, p)
    if g.depth != FULL:
        if (yield from confirm(p.seat, "provisions paid", cost=cost, points=penalty)):
            g.tell("provisions paid", p.seat, cost=cost)
        else:
            g.tell("provisions missed", p.seat, cost=cost, points=penalty)
            g.points(p, -penalty, "provisions")
        return
    if may_use_shortcut(p) and (yield from confirm(p.seat, "shortcut", cost=cost, tiles=len(p.provisions))):
        held = dict(p.resources)
        yield from paying.pay(g, p, {DINAR: 1}, source="scroll 44")
        for _ in p.provisions:
            yield from paying.pay_any(g, p, source="scroll 44")
        paid = {resource: held[resource] - p.resources[resource] for resource in RESOURCES}
        g.tell("provisions paid", p.seat, cost=paid)
        return
    if paying.can_pay(p, cost):
        g.tell("provisions paid", p.seat, cost=cost)
        yield from paying.pay(g, p, cost, source="provisions")
    else:
        g.tell("provisions missed", p.seat, cost=cost, points=penalty)
        for resource in RESOURCES:
            g.spend(p, resource, p.resources[resource], "provisions")
        g.points(p, -penalty, "provisions")


def due(g: State, p: Player) -> Play[tuple[dict[str, int], int]]:
    """What all face-up tiles together cost, and the points they would take."""
    cost: dict[str, int] = {}
    penalty = 0
    for tile in p.provisions:
        printed = yield from facts.need(g, tile)
        penalty += printed["points"]
        for resource, n in printed["cost"].items():
            cost[resource] = cost.get(resource, 0) + n
    return cost, penalty


def may_use_shortcut(p: Player) -> bool:
    """Scroll 44: 1 dinar, then any 1 resource for each tile."""
    return (
        permanent.provision_shortcut(p)
        and bool(p.provisions)
        and paying.can_pay(p, {DINAR: 1})
        and sum(p.resources.values()) >= 1 + len(p.provisions)
    )


def turn_up(g: State, p: Player) -> Play[None]:
    """One more provision tile, of the player's choice, is turned up; the table says what it shows."""
    gone = {tile for other in g.players for tile in other.provisions}
    told = [n for n in range(1, PROVISION_TILES + 1) if facts.known(g, f"provision {n}")]
    options = [f"provision {n}" for n in told if f"provision {n}" not in gone]
    if len(told) < PROVISION_TILES:
        options.append(NEW)
    tile = yield from choose(p.seat, "provision up", options)
    if tile == NEW:
        tile = f"provision {new_number(g, told)}"
    yield from facts.need(g, tile, seat=p.seat)
    p.provisions.append(tile)
    g.tell("provision", p.seat, tile=tile)


def prepare(g: State) -> Play[None]:
    """The next season: fishermen home, twelve keshis each, season tracker and camel one seat left."""
    if g.season == SEASONS - 1:
        # The fishermen stay where they are: oasis 30 and town 07 look at where season 3 left them.
        g.phase, g.step, g.turn = FINAL, 0, 0
        return
    for p in g.players:
        p.river = p.river_start = 0
        p.jetty = None
        p.scroll_bought = False  # a purchase through river tile 01 belongs to no round
        if p.crocodile:
            p.crocodile = False
            p.river = p.river_start = yield from facts.need(g, "river crocodile")
            if g.depth == FULL and not g.rulings["crocodile start is no step"]:
                yield from permanent.on_head_start(g, p)
    # Everybody takes their keshis before season tracker and camel pass (page 17): the start player is still
    # who had the tracker, and in a game of four, the only one to run short, the camel is back there too.
    tracker = (g.first_seat + g.season) % len(g.players)
    g.season, g.round = g.season + 1, 0
    g.start_seat = (g.first_seat + g.season) % len(g.players)
    supply.deal_twelve(g, tracker)
    g.phase, g.step, g.turn = SELECT, 0, 0
    g.tell("season", -1, season=g.season)
