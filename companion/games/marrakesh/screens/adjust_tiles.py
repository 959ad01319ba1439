"""Tiles put right by hand: what a player has, where it lies, and what does not lie face up after all."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from companion.games.marrakesh.rules import facts
from companion.games.marrakesh.rules.adjust import face_up
from companion.games.marrakesh.rules.adjust.desert import TOWN_PATHS
from companion.games.marrakesh.rules.catalogue.luxury import TILES
from companion.games.marrakesh.rules.catalogue.oases import OASES
from companion.games.marrakesh.rules.catalogue.scrolls import KINDS
from companion.games.marrakesh.rules.catalogue.towns import TOWNS
from companion.games.marrakesh.rules.displays import new_number
from companion.games.marrakesh.rules.keshi import COLOURS
from companion.games.marrakesh.rules.options import DESERT_TOWNS
from companion.games.marrakesh.rules.sectors import sahara
from companion.games.marrakesh.rules.sectors.medina import GATE_SPACES
from companion.games.marrakesh.rules.state import Player, State
from companion.games.marrakesh.rules.storage import STORAGE_COLOURS
from companion.games.marrakesh.rules.texts import adjustable
from companion.games.marrakesh.rules.texts.actions import luxury_cost, luxury_good
from companion.games.marrakesh.rules.texts.words import KIND
from companion.games.marrakesh.rules.whole_position import SAHARA_SPACES
from companion.games.marrakesh.screens.corrections import Corrections
from companion.games.marrakesh.screens.on_screen import GameOnScreen
from companion.games.marrakesh.screens.parts.option import OptionButton
from companion.games.marrakesh.screens.pick import NUMBER_MM, PickScreen, Possible, option
from companion.games.marrakesh.screens.places.board import GATES, BoardDrawing
from companion.games.marrakesh.screens.places.sahara import SaharaDrawing
from companion.games.marrakesh.screens.printed import PrintedFact
from companion.games.marrakesh.screens.words import sector_name, thing_name
from companion.ui.i18n import _, say
from companion.ui.layout import Column, Grid
from companion.ui.piece_colours import colour_name
from companion.ui.stage import Stage
from companion.ui.widget import Widget
from companion.ui.widgets import Button, Label
from companion.ui.widgets.drawing import Answer, Answers
from companion.words import capital

CARD_MM = 38.0
LOW_MM = 10.0


@dataclass(frozen=True)
class TilePlace:
    """Where one of several things can lie, or nothing.

    kind    the key of the place, as in "gate river"; `keys` are what can lie there
    words   what the place is called in a list, `title` where it stands alone
    lies    the words for what lies there
    """

    kind: str
    keys: Sequence[str]
    words: str
    title: str
    nothing: str
    lies: Callable[[str], str]
    thing: str = ""


@dataclass(frozen=True)
class Tiles:
    """The tiles of one player, with what is tapped and not entered yet."""

    ui: Stage
    table: GameOnScreen
    seat: int
    change: Corrections

    @property
    def g(self) -> State:
        return self.table.state

    @property
    def player(self) -> Player:
        return self.g.players[self.seat]

    def has(self, what: str) -> bool:
        return self.change.has(self.g, self.seat, what)

    def switch(self, what: str) -> Callable[[], None]:
        return lambda: self.change.switch(self.g, self.seat, what)

    def elsewhere(self, what: str) -> str:
        """Who else has it, in a sentence, or nothing."""
        for other in self.g.players:
            if other.seat != self.seat and self.change.has(self.g, other.seat, what):
                return _("{name} has it.").format(name=other.name)
        return ""

    def lies_in(self, place: TilePlace) -> str:
        """What lies in a place, with what was tapped."""
        return next((key for key in place.keys if self.has(f"{place.kind} {key}")), "")

    def tapping(self, place: TilePlace) -> Callable[[], None]:
        """A tap on a place: what can lie there."""

        def possible() -> list[Possible]:
            here = self.lies_in(place)
            return [
                Possible("", place.nothing, chosen=not here),
                *(
                    Possible(
                        key,
                        capital(colour_name(key)) if key in COLOURS else key,
                        key if key in COLOURS else "",
                        key == here,
                        self.taken(place.kind, key) if key != here else "",
                    )
                    for key in place.keys
                ),
            ]

        def pick(key: str) -> None:
            every = [f"{place.kind} {each}" for each in place.keys]
            self.change.only(self.g, self.seat, every, f"{place.kind} {key}" if key else "")

        def tap() -> None:
            self.ui.push(PickScreen(place.title, self.player.name, possible, pick))

        return tap

    def answers(self, places: Mapping[str, TilePlace]) -> Answers:
        """The taps on the places of a drawing."""
        return Answers(
            {
                name: Answer(self.tapping(place), say=place.words, key=f"place-{place.kind}")
                for name, place in places.items()
            }
        )

    def place(self, place: TilePlace) -> OptionButton:
        """What lies in a place that no drawing has, and a tap to choose something else."""
        here = self.lies_in(place)
        things = [thing for thing in (place.thing, here) if thing and not thing.isdigit()]
        note = place.lies(here) if here else place.nothing
        return OptionButton(
            place.words, self.tapping(place), things=things, note=note, key=f"place-{place.kind}"
        )

    def taken(self, kind: str, key: str) -> str:
        """Why something cannot lie in a place: it lies in another, and is not to be taken away there."""
        name = kind.partition(" ")[0]
        fewer = (what for (_seat, what), by in self.change.items() if by < 0)
        if any(what.startswith(name) and what.endswith(f" {key}") for what in fewer):
            return ""
        if name == "oasis" and int(key) in sahara.face_up(self.g):
            return _("This oasis lies elsewhere.")
        if name == "town" and any(int(key) in p.towns.values() for p in self.g.players):
            return _("This desert town lies elsewhere.")
        return ""


def scrolls(tiles: Tiles) -> Widget:
    """Every scroll by its number; those of the player are marked."""
    kids: list[Widget] = []
    for kind in KINDS.values():
        numbers = [
            Possible(str(n), str(n), "", tiles.has(f"scroll {n}"), tiles.elsewhere(f"scroll {n}"))
            for n in kind.numbers
        ]
        cells = [option(each, tiles.switch(f"scroll {each.key}")) for each in numbers]
        kids += [Label(capital(say(KIND[kind.name])), face="strong"), Grid(cells, cell_mm=NUMBER_MM, gap=0.6)]
    return Column(kids, gap=0.6)


def luxury(tiles: Tiles) -> Widget:
    """Every luxury good somebody has described; another one is described first."""
    g = tiles.g
    told = [n for n in range(1, TILES + 1) if facts.known(g, f"luxury {n}") is not None]
    cells: list[Widget] = []
    for n in told:
        what = f"luxury {n}"
        words = capital(say(luxury_good(g, str(n))))
        each = Possible(str(n), words, "", tiles.has(what), tiles.elsewhere(what))
        cells.append(option(each, tiles.switch(what), say(luxury_cost(g, str(n)))))
    if len(told) < TILES:
        number = new_number(g, told)

        def have_it() -> None:
            tiles.change[tiles.seat, f"luxury {number}"] = 1

        def describe() -> None:
            tiles.ui.push(PrintedFact(tiles.table, f"luxury {number}", then=have_it))

        cells.append(Button(_("Another one…"), describe, icon="plus", key="another"))
    return Grid(cells, cell_mm=CARD_MM, gap=0.6)


def gates(tiles: Tiles) -> Widget:
    """The eight gate spaces of the board and the gate on each."""
    places = {}
    for space in GATE_SPACES:
        words, title = capital(sector_name(space)), _("City gate: {sector}").format(sector=sector_name(space))
        places[space] = TilePlace(f"gate {space}", COLOURS, words, title, _("No gate"), _colour, space)
    g = tiles.g.copy()
    player = g.players[tiles.seat]
    built = ((space, tiles.lies_in(place)) for space, place in places.items())
    player.gates = [(space, colour) for space, colour in built if colour]
    board = BoardDrawing(g, player, tiles.answers(places), about=GATES)
    board.place_mm = LOW_MM  # below tabs and above a button it must not scroll
    return board


def oases(tiles: Tiles) -> Widget:
    """Oases face up, those claimed, keshis on the storage, and desert towns."""
    g, player = tiles.g, tiles.player
    numbers = tuple(map(str, OASES))
    cells: list[Widget] = [_claimed(tiles)]
    places: dict[str, TilePlace] = {}
    g = g.copy()
    player = g.players[tiles.seat]
    for space in SAHARA_SPACES:
        path, _dash, n = space.partition("-")
        if player.paths[path] + tiles.change[tiles.seat, f"caravans {path}"] >= int(n):
            words = capital(_("{path}, space {n}").format(path=thing_name(path), n=n))
            places[space] = TilePlace(f"oasis {space}", numbers, words, words, _("None face up"), _oasis)
    for place, what in enumerate(facts.known(g, "storage spaces") or (), 1):
        if what == "keshi" and len(player.claimed) < place <= len(player.storage):
            words = _("Storage space {n}").format(n=place)
            cells.append(
                tiles.place(
                    TilePlace(f"storage {place}", STORAGE_COLOURS, words, words, _("No keshi"), _colour)
                )
            )
    if DESERT_TOWNS in g.expansions:
        cells += _towns(tiles)
    for path in ("left", "right"):
        player.paths[path] += tiles.change[tiles.seat, f"caravans {path}"]
    lying = {space: tiles.lies_in(place) for space, place in places.items()}
    player.discovered = {space: int(number) for space, number in lying.items() if number}
    desert = SaharaDrawing(g, player, tiles.answers(places))
    return Column([desert, Grid(cells, cell_mm=CARD_MM, gap=0.6)], gap=0.6, grow=1)


def _colour(colour: str) -> str:
    return capital(colour_name(colour))


def _oasis(number: str) -> str:
    return _("Oasis {n}").format(n=number)


def _town(number: str) -> str:
    return _("Desert town {n}").format(n=number)


def _claimed(tiles: Tiles) -> Widget:
    """The oases on the storage; one claimed from those face up moves there by itself."""

    def lying() -> list[str]:
        return [str(n) for n in OASES if tiles.has(f"oasis storage {n}")]

    def possible() -> list[Possible]:
        own = {*tiles.player.discovered.values(), *tiles.player.claimed, *tiles.g.spare_oases}
        return [
            Possible(
                str(n),
                str(n),
                chosen=str(n) in lying(),
                why="" if n in own else tiles.taken("oasis", str(n)),
            )
            for n in OASES
        ]

    def pick(key: str) -> None:
        tiles.switch(f"oasis storage {key}")()

    title = _("Claimed oases")

    def tap() -> None:
        tiles.ui.push(PickScreen(title, tiles.player.name, possible, pick, several=True))

    return OptionButton(title, tap, note=", ".join(lying()) or _("None claimed"), key="place-claimed")


def _towns(tiles: Tiles) -> Iterable[Widget]:
    numbers = tuple(map(str, TOWNS))
    for path in TOWN_PATHS:
        title = _("Desert town: {path}").format(path=thing_name(path))
        yield tiles.place(TilePlace(f"town {path}", numbers, title, title, _("No town"), _town))
    for number in sorted(tiles.player.towns.values()):
        what = f"town claimed {number}"
        words = capital(say(adjustable(tiles.g, what)))
        yield option(Possible(what, words, chosen=tiles.has(what)), tiles.switch(what))


def lying_face_up(tiles: Tiles) -> Widget:
    """What the companion thinks lies face up; a tap says that it does not."""
    g = tiles.g
    cells = []
    for what in face_up.keys(g):
        if face_up.known(g, what):
            gone = not tiles.has(what)
            words = capital(say(adjustable(g, what.removeprefix("up "))))
            note = _("does not lie there") if gone else ""
            cells.append(option(Possible(what, words, chosen=gone), tiles.switch(what), note))
    if not cells:
        return Label(_("Nothing that lies face up has been named yet."), tone="ink_soft")
    hint = _("Tap what does not lie there: it is asked for again when it matters.")
    return Column([Label(hint, size="note", tone="ink_soft"), Grid(cells, cell_mm=CARD_MM, gap=0.6)], gap=0.6)
