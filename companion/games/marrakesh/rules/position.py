"""A table laid out by hand: any position, any piece of the game played from it.

For tests, for trying a rule out, for a scenario written from the rulebook (see docs/rules-api.md):

    table = position(["Sarah", "Jan"], facts={"river length": 12, "river rapids": [[4, ["1 points"]]],
                                              "jetty spots": [4, 3]})
    sarah = table.player("Sarah")
    sarah.keshis["river"], sarah.river, sarah.resources["water"] = 5, 6, 2
    table.start("river action", sarah)
    table.options()        # ('0', '1', '2'): how much water
    table.answer("2")
    sarah.jetty, sarah.score   # (4, 15)

What is started runs to its end or to its next question. `play_on` goes on with the whole game.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any, Final

from companion.games.marrakesh.rules import (
    assistants,
    bonus,
    deploy,
    displays,
    draft,
    facts,
    final,
    flow,
    oases,
    river_bonus,
    river_tiles,
    seasons,
    sectors,
    selection,
    supply,
    towns,
)
from companion.games.marrakesh.rules.adjust import prints
from companion.games.marrakesh.rules.catalogue import luxury
from companion.games.marrakesh.rules.catalogue.oases import OASES
from companion.games.marrakesh.rules.catalogue.river_tiles import RIVER_TILES
from companion.games.marrakesh.rules.catalogue.scrolls import KINDS, SCROLLS
from companion.games.marrakesh.rules.catalogue.towns import TOWNS
from companion.games.marrakesh.rules.engine import Engine
from companion.games.marrakesh.rules.keshi import COLOURS, SECTORS
from companion.games.marrakesh.rules.options import CLASSIC, GameOptions
from companion.games.marrakesh.rules.sectors import madrasa, river, sahara, stairs
from companion.games.marrakesh.rules.setup import new_game
from companion.games.marrakesh.rules.state import (
    ASSISTANTS,
    CLAIM,
    PLACE,
    SEASON,
    SELECT,
    TOSS,
    UNKNOWN,
    Player,
    State,
)
from companion.games.marrakesh.rules.whole_position import listed, make_whole
from companion.play.decision import Answer, Decision
from companion.play.engine import Script
from companion.play.errors import RulesError
from companion.words import N_


class NoSuchPiece(RulesError, ValueError):
    """`start` was asked for a piece of the game that has no such name."""


def position(
    players: Iterable[str] = ("Sarah", "Jan", "Marie", "Lukas"),
    edition: str = CLASSIC,
    *,
    expansions: Iterable[str] = (),
    facts: Mapping[str, Any] | None = None,  # named like the argument of new_game
    rulings: Mapping[str, bool] | None = None,
    depth: str = "full",
) -> Table:
    """An empty table in the first round, setup done: boards empty, 10 points, 1 of each resource."""
    options = GameOptions.of(
        players, edition, expansions=expansions, flipped=dict(rulings or {}), depth=depth
    )
    g = new_game(options, facts)
    for p in g.players:
        p.storage = [""] * sahara.STORAGE_SPACES
    g.river_tiles = [1, 3, 5]
    supply.deal_twelve(g, g.start_seat)
    g.phase = SELECT
    return Table(g)


class Table:
    """A position and, once something is started, the engine that plays it."""

    def __init__(self, state: State) -> None:
        self.state = state
        self._engine: Engine | None = None

    # ---- laying out -------------------------------------------------------------------------------

    def player(self, who: str | int) -> Player:
        """A player by name or seat; change the board directly before something is started."""
        for p in self.state.players:
            if who in (p.name, p.seat):
                return p
        raise NoSuchPiece(N_("nobody called {who} plays here", who=repr(who)))

    def fact(self, key: str, value: Any) -> None:
        """Tell what is printed somewhere."""
        prints.tell(self.state, key, facts.check(key, value))

    def camel(self, who: str | int) -> None:
        """Give somebody the camel, so that they are first in turn order."""
        self.state.start_seat = self.player(who).seat

    def season_tracker(self, who: str | int) -> None:
        """Give somebody the season tracker: the next season will begin with their left neighbour."""
        self.state.first_seat = (self.player(who).seat - self.state.season) % len(self.state.players)

    def base(self, counts: Mapping[str, int]) -> None:
        """Lay keshis into the tower's base."""
        self.state.base.update(counts)

    def tower(self, counts: Mapping[str, int]) -> None:
        """Put keshis inside the tower."""
        self.state.tower.inside.update(counts)

    def show_scrolls(self, kind: str, *numbers: int) -> None:
        """Lay these scrolls face up ("gray", "yellow", "pink" or "orange")."""
        for number in numbers:
            if kind not in KINDS or number not in KINDS[kind].numbers:
                raise NoSuchPiece(N_("there is no {kind} scroll {number}", kind=kind, number=number))
        up = self.state.scrolls[kind].up
        up[:] = [*numbers, *([UNKNOWN] * len(up))][: len(up)]

    def show_luxury(self, *tiles: Mapping[str, Any]) -> list[str]:
        """Lay these luxury goods face up; their ids, as the option "luxury:<id>" names them."""
        numbers = [self._describe_luxury(tile) for tile in tiles]
        up = self.state.luxury.up
        up[:] = [*numbers, *([UNKNOWN] * len(up))][: len(up)]
        return [str(number) for number in numbers]

    def office(self, gives: Mapping[str, str]) -> None:
        """Reveal this season's exchange office: {"yellow": "1 dinar", "purple": "2 date", …}."""
        g = self.state
        name = f"office {len(g.offices) + 1}"
        self.fact(name, gives)
        g.offices.append(name)
        g.office_season = g.season

    def workshop(self, number: int, gates: Mapping[str, int], **printed: int) -> None:
        """Lay gates at a workshop (1–4); `price` and `points` if no book tells them."""
        if number not in range(1, len(self.state.workshops) + 1):
            raise NoSuchPiece(N_("there is no workshop {number}", number=number))
        self.state.workshops[number - 1] = dict(gates)
        if printed:
            self.fact(f"workshop {number}", printed)

    def own_luxury(self, who: str | int, *tiles: str | Mapping[str, Any]) -> None:
        """Give somebody luxury goods bought earlier: by kind alone ("slippers"), or as the tile shows it."""
        for tile in tiles:
            shown = {"kind": tile, "cost": {}, "gain": ""} if isinstance(tile, str) else tile
            number = self._describe_luxury(shown)
            self.player(who).luxury.append(displays.luxury_good(self.state, number))

    def _describe_luxury(self, tile: Mapping[str, Any]) -> int:
        unknown = [n for n in range(1, luxury.TILES + 1) if facts.known(self.state, f"luxury {n}") is None]
        if not unknown:
            raise NoSuchPiece(
                N_("there are only {n} luxury goods, and all are described already", n=luxury.TILES)
            )
        self.fact(f"luxury {unknown[0]}", tile)
        return unknown[0]

    def settle(self) -> None:
        """Check names, make places and numbers agree, and count the supply (see `whole_position`)."""
        make_whole(self.state)

    # ---- playing ----------------------------------------------------------------------------------

    def start(self, what: str, who: Player | str | int | None = None) -> Decision | None:
        """Begin a piece of the game by its name (see `PIECES`); the first question, if it has one."""
        name = _piece_called(what)
        self.settle()
        p = who if isinstance(who, Player) else self.player(0 if who is None else who)
        phase, piece = PIECES[name]
        self.state.phase = phase or self.state.phase
        self.state.step = self.state.turn = 0
        return self._run(piece(self.state, p, what.removeprefix(name)), flow=False)

    def play_on(self) -> Decision | None:
        """Go on with the game itself from the phase, round and season of the state."""
        self.settle()
        return self._run(None, flow=True)

    def _run(self, script: Script | None, *, flow: bool) -> Decision | None:
        self._engine = Engine(self.state, script, flow=flow)
        return self.pending

    @property
    def pending(self) -> Decision | None:
        """The open question; None when what was started is done."""
        return self._engine.pending if self._engine else None

    def options(self) -> tuple[str, ...]:
        """The legal answers to the open question; empty for an open question with a form, and at the end."""
        return self.pending.options if self.pending else ()

    def answer(self, *answers: Answer) -> Decision | None:
        """Answer the open question, and the next ones; the question then open."""
        for answer in answers:
            if self._engine is None:
                raise NoSuchPiece(N_("nothing has been started"))
            self._engine.answer(answer)
            self.state.invariants()
        return self.pending


Piece = Callable[[State, Player, str], Script]


def _plain(play: Callable[[State, Player], Script]) -> Piece:
    return lambda g, p, rest: play(g, p)


def _sector_action(sector: str) -> Piece:
    return lambda g, p, rest: sectors.action(g, p, sector)


def _buy(g: State, p: Player, number: str) -> Script:
    yield from madrasa.acquire(g, p, int(number), source="position")


PIECES: Final[dict[str, tuple[str, Piece]]] = {
    "select": (SELECT, lambda g, p, rest: selection.phase(g)),
    "toss": (TOSS, lambda g, p, rest: selection.toss(g)),
    "claim": (CLAIM, lambda g, p, rest: draft.phase(g)),
    "place claimed": (PLACE, lambda g, p, rest: draft.place(g)),
    "assistants": (ASSISTANTS, lambda g, p, rest: assistants.phase(g)),
    "place assistants": (SELECT, _plain(selection.place_assistants)),
    **{f"{sector} action": (ASSISTANTS, _sector_action(sector)) for sector in SECTORS},
    "assistant ": (ASSISTANTS, lambda g, p, sector: assistants.use(g, p, sector)),
    "granted action ": ("", lambda g, p, sector: sectors.perform(g, p, sector)),
    "deploy ": ("", lambda g, p, colour: deploy.deploy(g, p, colour, source="position")),
    "bonus ": ("", lambda g, p, text: bonus.pay_out(g, p, bonus.parse(text), source="position")),
    "river steps ": ("", lambda g, p, n: river.move(g, p, int(n), source="position")),
    "mosque steps ": ("", lambda g, p, n: stairs.move(g, p, "mosque", int(n), source="position")),
    "palace steps ": ("", lambda g, p, n: stairs.move(g, p, "palace", int(n), source="position")),
    "scroll ": ("", _buy),
    "exchange icon": ("", _plain(sahara.exchange)),
    "store oasis ": ("", lambda g, p, n: sahara.store(g, p, int(n), source="position")),
    "score oasis ": ("", lambda g, p, n: oases.score(g, p, int(n), source=f"oasis {int(n)}")),
    "town ": ("", lambda g, p, n: towns.claimed(g, p, int(n))),
    "river tile ": (SEASON, lambda g, p, n: river_tiles.award(g, int(n), _foremost(g))),
    "river bonus": ("river bonus", lambda g, p, rest: river_bonus.phase(g)),
    "end of round": ("river bonus", lambda g, p, rest: flow.end_of_round(g)),
    "season": (SEASON, lambda g, p, rest: seasons.phase(g)),
    "river evaluation": (SEASON, lambda g, p, rest: seasons.evaluate_river(g)),
    "provisions": (SEASON, _plain(seasons.provide)),
    "final scoring": ("final", _plain(final.score_player)),
}
"""Pieces of the game by name; after a name that ends with a space comes a sector, colour, number or bonus."""


ENDINGS: Final[dict[str, Collection[str | int]]] = {
    "assistant ": SECTORS,
    "granted action ": SECTORS,
    "deploy ": COLOURS,
    "scroll ": SCROLLS,
    "store oasis ": OASES,
    "score oasis ": OASES,
    "town ": TOWNS,
    "river tile ": RIVER_TILES,
    **dict.fromkeys(("river steps ", "mosque steps ", "palace steps "), range(1, 100)),
}
"""What comes after a name that ends with a space; a bonus says itself whether it can be read."""


def _piece_called(what: str) -> str:
    """The name of the piece that is meant; NoSuchPiece with what is possible."""
    name = next((n for n in PIECES if what == n or (n.endswith(" ") and what.startswith(n))), None)
    if name is None:
        raise _no_such_piece(what, listed(sorted(PIECES)))
    ending, possible = what.removeprefix(name), ENDINGS.get(name)
    if possible is not None and (int(ending) if ending.isdecimal() else ending) not in possible:
        raise _no_such_piece(what, name + listed(list(possible)))
    return name


def _no_such_piece(what: str, possible: str) -> NoSuchPiece:
    return NoSuchPiece(N_("{what} cannot be started; possible: {options}", what=repr(what), options=possible))


def _foremost(g: State) -> list[Player]:
    return [p for p in river.standings(g) if river.has_left(p)]
