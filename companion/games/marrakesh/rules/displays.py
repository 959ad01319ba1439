"""What lies face up beside the board: scrolls, luxury goods, gates at the workshops, the exchange office.

The companion cannot see these tiles. The table names one when a player takes it: all that may lie there are
among the choices. Places taken from stay empty until the player's third assistant is done.

Classic (pages 9 and 11): three stacks a kind of scroll, five of luxury goods; an empty one takes the lower
half of the largest. Essential (pages 12 and 14): one stack for all places, as long as it lasts.
"""

from __future__ import annotations

from itertools import count
from typing import TYPE_CHECKING

from companion.games.marrakesh.rules import facts
from companion.games.marrakesh.rules.catalogue import gates as gate_tiles
from companion.games.marrakesh.rules.catalogue import luxury as luxury_tiles
from companion.games.marrakesh.rules.catalogue.scrolls import KINDS
from companion.games.marrakesh.rules.expansions import offices
from companion.games.marrakesh.rules.keshi import COLOURS
from companion.games.marrakesh.rules.state import ASSISTANTS, EMPTY, UNKNOWN, Display, Luxury
from companion.play.decision import TABLE, Play, choose

if TYPE_CHECKING:
    from companion.games.marrakesh.rules.state import Player, State

NEW = "new"
"""Answer to a reveal: a tile this copy has not shown yet; what is printed on it is asked next."""


# ---- scrolls --------------------------------------------------------------------------------------------


def laid_out(essential: bool, places: int, tiles: int) -> Display:
    """A display as setup lays it out: `places` tiles face up, the rest in one stack or in stacks below.

    >>> laid_out(False, 3, 21).below, laid_out(True, 3, 21).below, laid_out(False, 3, 22).below
    ([6, 6, 6], [18], [7, 6, 6])
    """
    return Display([UNKNOWN] * places, stacks_of(tiles - places, 1 if essential else places))


def stacks_of(tiles: int, stacks: int) -> list[int]:
    """So many tiles in stacks as equal as can be, the larger ones first."""
    return [tiles // stacks + (stack < tiles % stacks) for stack in range(stacks)]


def face_up_scrolls(g: State, kind: str) -> list[int]:
    """The scrolls of a kind that may lie face up: those named, and any other for a place not named."""
    up = g.scrolls[kind].up
    if UNKNOWN in up:
        return [*sorted(n for n in up if n > 0), *_unseen_scrolls(g, kind)]
    return [number for number in up if number > 0]


def _unseen_scrolls(g: State, kind: str, buried: tuple[int, ...] = ()) -> list[int]:
    """The scrolls of a kind that may lie where nobody has named one."""
    owned = set().union(*(p.scrolls for p in g.players))
    left = [n for n in KINDS[kind].numbers if n not in owned and n not in g.scrolls[kind].up]
    # What was just buried comes up again only when nothing else can.
    return [n for n in left if n not in buried] or left


def take_scroll(g: State, number: int) -> None:
    """Take a face-up scroll; outside the assistants' phase the next one is turned up at once."""
    display = next(each for kind, each in g.scrolls.items() if number in KINDS[kind].numbers)
    _take(display, number)
    _refill_now(g)


def _take(display: Display, number: int) -> None:
    """A tile leaves its place; one that nobody had named leaves the fullest of the places not named."""
    if number in display.up:
        display.up[display.up.index(number)] = EMPTY
        return
    unknown = [slot for slot, tile in enumerate(display.up) if tile == UNKNOWN]
    if unknown:  # nothing is unknown only where boards were laid out or counted by hand
        stacks = display.below if len(display.below) == len(display.up) else display.below * len(display.up)
        display.up[max(unknown, key=lambda slot: (stacks[slot], -slot))] = EMPTY


def refresh_scrolls(g: State, kind: str) -> list[int]:
    """For 1 dinar: the face-up scrolls of a kind go under their stacks, new ones are turned up.

    Gives the scrolls that may be bought then: the new ones, though a stack may be too small to replace all.
    Essential has one stack: where it is too small, some of those just laid under it come up again.
    """
    display = g.scrolls[kind]
    buried, fresh = [], []
    stack = display.below[0]
    for slot, number in enumerate(display.up):
        below = stack if g.essential else display.below[slot]
        if number != EMPTY and (below > 0 or g.essential):
            buried.append(number)
            display.up[slot] = UNKNOWN
            if below > 0:
                fresh.append(slot)
            stack -= 1
    g.tell("refresh", TABLE, scrolls=kind)
    return _after_refresh(g, kind, fresh, tuple(n for n in buried if n > 0))


def _after_refresh(g: State, kind: str, fresh: list[int], buried: tuple[int, ...]) -> list[int]:
    """What may be bought after a refresh: the new ones, which nobody has named."""
    up = g.scrolls[kind].up
    named = [] if fresh else [number for number in up if number > 0]
    return named + (_unseen_scrolls(g, kind, buried) if UNKNOWN in up else [])


# ---- luxury goods ---------------------------------------------------------------------------------------


def luxury_in_sight(g: State) -> list[Luxury]:
    """The luxury goods that may lie face up: those named, and any described one for a place not named."""
    up = g.luxury.up
    numbers = [n for n in up if n > 0]
    if UNKNOWN in up:
        gone = {int(good.id) for p in g.players for good in p.luxury}.union(up)
        every = range(1, luxury_tiles.TILES + 1)
        numbers += [n for n in every if n not in gone and facts.known(g, f"luxury {n}") is not None]
    return [luxury_good(g, n) for n in numbers]


def may_be_new(g: State) -> bool:
    """Whether a luxury good may lie face up that nobody has described."""
    return UNKNOWN in g.luxury.up and any(
        facts.known(g, f"luxury {n}") is None for n in range(1, luxury_tiles.TILES + 1)
    )


def describe_new(g: State) -> Play[Luxury]:
    """A luxury good that lies face up and that nobody has described yet: what is printed on it."""
    every = range(1, luxury_tiles.TILES + 1)
    number = new_number(g, [n for n in every if facts.known(g, f"luxury {n}") is not None])
    yield from facts.need(g, f"luxury {number}", new=True)
    up = g.luxury.up
    up[up.index(UNKNOWN)] = number
    return luxury_good(g, number)


def name_luxury(g: State, slot: int, **whose: int) -> Play[int]:
    """The number of a luxury good the table looks at: a known one, or a new one and what is printed on it.

    slot    the shop it lies in, counted from 0
    whose   `seat`: it belongs to a player already, and `slot` counts those of this player
    """
    gone = {int(good.id) for p in g.players for good in p.luxury}.union(g.luxury.up)
    told = [n for n in range(1, luxury_tiles.TILES + 1) if facts.known(g, f"luxury {n}")]
    options = [str(n) for n in told if n not in gone]
    if len(told) < luxury_tiles.TILES:
        options.append(NEW)
    if not options:
        return EMPTY
    key = yield from choose(TABLE, "reveal", options, display="luxury", slot=slot, **whose)
    number = new_number(g, told) if key == NEW else int(key)
    yield from facts.need(g, f"luxury {number}", slot=slot, **whose)
    return number


def new_number(g: State, told: list[int]) -> int:
    """The number for a tile nobody has described yet: the first that is free."""
    return next(n for n in count(1) if n not in told)


def luxury_good(g: State, number: int) -> Luxury:
    told = facts.known(g, f"luxury {number}")
    return Luxury(str(number), told["kind"], tuple(told["cost"].items()), told["gain"])


def take_luxury(g: State, good: Luxury) -> None:
    _take(g.luxury, int(good.id))
    _refill_now(g)


# ---- put right by hand ----------------------------------------------------------------------------------


def hand_over(g: State, p: Player, display: Display, number: int) -> None:
    """The table says that a player has this tile: it lies face up, or in the stacks, no longer.

    In the player's own turn its place stays empty until that is over; later the next one has been turned up.
    """
    if number not in display.up:
        _out_of_the_stacks(display)
        return
    slot = display.up.index(number)
    display.up[slot] = EMPTY
    stack = 0 if g.essential else slot
    own_turn = g.phase == ASSISTANTS and g.acting() is p
    if display.below[stack] > 0 and not own_turn:
        display.up[slot] = UNKNOWN
        display.below[stack] -= 1


def _out_of_the_stacks(display: Display) -> None:
    """One tile fewer, wherever it lay: in the largest stack, or as the last one that nobody has named."""
    largest = max(display.below)
    if largest > 0:
        display.below[display.below.index(largest)] -= 1
    elif UNKNOWN in display.up:
        display.up[display.up.index(UNKNOWN)] = EMPTY


def give_back(display: Display) -> None:
    """The table says that a player has a tile no longer: it lies in the smallest stack."""
    display.below[display.below.index(min(display.below))] += 1


# ---- gates and offices ----------------------------------------------------------------------------------


def gates_left(g: State, workshop: int) -> int:
    """How many gates lie at a workshop (1–4)."""
    gates = g.workshops[workshop - 1]
    return gate_tiles.PER_WORKSHOP - g.gates_gone[workshop - 1] if gates is None else sum(gates.values())


def gate_colours(g: State, workshop: int) -> tuple[str, ...]:
    """The colours of gates that may lie at a workshop."""
    gates = g.workshops[workshop - 1]
    if gates is not None:
        return tuple(colour for colour in COLOURS if gates.get(colour))
    left = _gates_unseen(g)
    # Boards put right by hand may have used them all up: then any colour may lie there.
    return tuple(c for c in COLOURS if left[c] > 0) or COLOURS


def take_gate(g: State, workshop: int, colour: str) -> None:
    """A gate leaves its workshop."""
    gates = g.workshops[workshop - 1]
    if gates is None:
        g.gates_gone[workshop - 1] += 1
    else:
        gates[colour] -= 1


def _gates_unseen(g: State) -> dict[str, int]:
    """Gates neither built nor counted at a workshop, by colour."""
    left = dict(gate_tiles.GATES)
    for counted in g.workshops:
        for colour, n in (counted or {}).items():
            left[colour] -= n
    for p in g.players:
        for _space, colour in p.gates:
            left[colour] = max(0, left[colour] - 1)
    return left


def office(g: State) -> Play[dict[str, str]]:
    """What this season's exchange office gives for each goods colour."""
    if g.office_season != g.season:
        possible = offices.still_possible(g)
        told = tuple(name for name in possible if facts.known(g, name))
        options = (*told, NEW) if len(told) < len(possible) else told
        key = yield from choose(TABLE, "reveal", options, display="office", season=g.season)
        name = next(n for n in possible if n not in told) if key == NEW else key
        yield from facts.need(g, name, season=g.season)
        g.offices.append(name)
        g.office_season = g.season
    given: dict[str, str] = yield from facts.need(g, g.offices[-1])
    return given


# ---- refilling ------------------------------------------------------------------------------------------


def refill(g: State) -> None:
    """After a player's third assistant: turn up new tiles wherever one was taken."""
    for display in (*g.scrolls.values(), g.luxury):
        if EMPTY in display.up:
            (_refill_shared if g.essential else _refill_stacks)(display)


def _refill_now(g: State) -> None:
    if g.phase != ASSISTANTS and g.rulings["refill at once outside the assistants"]:
        refill(g)


def _refill_shared(display: Display) -> None:
    """Essential: from the one stack, as far as it lasts."""
    for slot, tile in enumerate(display.up):
        if tile == EMPTY and display.below[0] > 0:
            display.up[slot] = UNKNOWN
            display.below[0] -= 1


def _refill_stacks(display: Display) -> None:
    """Classic: from the stack below; an empty one first takes the lower half of the largest."""
    for slot, tile in enumerate(display.up):
        if tile == EMPTY and display.below[slot] > 0:
            display.up[slot] = UNKNOWN
            display.below[slot] -= 1
    for slot, tile in enumerate(display.up):
        if tile == EMPTY:
            sizes = [n + (up != EMPTY) for n, up in zip(display.below, display.up, strict=True)]
            largest = sizes.index(max(sizes))
            half = sizes[largest] // 2
            if half:
                display.below[largest] -= half
                display.below[slot] = half - 1
                display.up[slot] = UNKNOWN


def recount(g: State) -> None:
    """After taking stock: what nobody has lies in the stacks, whatever was bought while nobody followed."""
    for kind, display in g.scrolls.items():
        numbers = KINDS[kind].numbers
        _hold(display, len(numbers) - sum(len(p.scrolls.intersection(numbers)) for p in g.players))
    _hold(g.luxury, luxury_tiles.TILES - sum(len(p.luxury) for p in g.players))


def _hold(display: Display, tiles: int) -> None:
    """Make a display hold so many tiles; how they are shared among several stacks nobody knows."""
    if display.tiles == tiles:
        return
    while (shown := sum(1 for tile in display.up if tile != EMPTY)) > tiles:
        display.up[max(slot for slot, tile in enumerate(display.up) if tile != EMPTY)] = EMPTY
    display.below[:] = stacks_of(tiles - shown, len(display.below))
