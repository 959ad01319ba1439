"""The game being set up: what the wizard has gathered so far."""

import random
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from companion.games.marrakesh.rules.catalogue.river_tiles import FIRST_GAME, of_season
from companion.games.marrakesh.rules.options import CLASSIC, PLAYER_COLOURS, GameOptions, Seat
from companion.ui.i18n import _
from companion.ui.ports import KnownPlayer

MOST_LETTERS = 14
LEAST, MOST = 2, 4


@dataclass(frozen=True)
class Lots:
    """What was drawn at setup beyond the options: the start player's seat and one river tile a season."""

    start: int = 0
    river_tiles: tuple[int, ...] = ()

    def answers(self) -> dict[str, list[str]]:
        return {
            "start player": [str(self.start)],
            "river tile of season": [f"{number:02}" for number in self.river_tiles],
        }


@dataclass
class Plan:
    """Players in the order of their seats, clockwise, and everything else the table decides before it
    begins.

    start      the seat the camel stands at
    lots_due   the seats have changed since the lots were drawn
    colours    of who was taken out again, in case it was a slip
    """

    seats: list[Seat]
    edition: str = CLASSIC
    expansions: frozenset[str] = frozenset()
    depth: str = "full"
    tower_layer: str = "B1"
    flipped: dict[str, bool] = field(default_factory=dict)
    start: int = 0
    lots_due: bool = True
    river_tiles: tuple[int, ...] = FIRST_GAME
    ticked: set[str] = field(default_factory=set)
    colours: dict[str, str] = field(default_factory=dict)

    @classmethod
    def proposed(cls, last: GameOptions | None, known: Sequence[KnownPlayer], depth: str) -> "Plan":
        """What the table most likely wants: the last evening again."""
        if last is not None:
            plan = cls(
                list(last.players),
                last.edition,
                last.expansions,
                last.depth,
                last.tower_layer,
                dict(last.flipped),
                river_tiles=draw_river_tiles(),
            )
            plan.seat_the_camel()
            return plan
        return cls([], depth=depth)

    @property
    def essential(self) -> bool:
        return self.edition == "essential"

    def add_person(self, name: str, known: Sequence[KnownPlayer]) -> None:
        """Somebody takes the next seat, in the colour they had last where it is free."""
        colours = {player.name: player.colour for player in known}
        free = [colour for colour in PLAYER_COLOURS if colour not in {seat.colour for seat in self.seats}]
        if not free or any(seat.name == name for seat in self.seats):
            return
        wanted = colours.get(name) or self.colours.get(name, "")
        self.seats.append(Seat(name, wanted if wanted in free else free[0]))
        self._table_changed()

    def add_guest(self) -> None:
        """Somebody whose name is still to be typed takes the next seat."""
        names = {seat.name for seat in self.seats}
        number = next(n for n in range(1, 9) if _("Player {n}").format(n=n) not in names)
        self.add_person(_("Player {n}").format(n=number), ())

    def take_out(self, seat: int) -> None:
        """Somebody does not play after all; their colour is kept for them, in case it was a slip."""
        gone = self.seats.pop(seat)
        self.colours[gone.name] = gone.colour
        self._table_changed()

    def clear_seats(self) -> None:
        while self.seats:
            self.take_out(len(self.seats) - 1)

    def _table_changed(self) -> None:
        self.start = 0
        self.lots_due = True
        self.ticked.clear()

    def rename(self, seat: int, name: str) -> None:
        """Give a seat a name; if another one has it, they swap places in the names."""
        name = name.strip()[:MOST_LETTERS]
        if not name:
            return
        other = next((i for i, each in enumerate(self.seats) if each.name == name and i != seat), None)
        if other is not None:
            self.seats[other] = replace(self.seats[other], name=self.seats[seat].name)
        self.seats[seat] = replace(self.seats[seat], name=name)

    def next_colour(self, seat: int) -> None:
        """The next player colour; whoever had it takes the old one."""
        old = self.seats[seat].colour
        new = PLAYER_COLOURS[(PLAYER_COLOURS.index(old) + 1) % len(PLAYER_COLOURS)]
        for index, each in enumerate(self.seats):
            if each.colour == new:
                self.seats[index] = replace(each, colour=old)
        self.seats[seat] = replace(self.seats[seat], colour=new)

    def move_seat(self, seat: int) -> None:
        """Swap with the next seat clockwise."""
        other = (seat + 1) % len(self.seats)
        self.seats[seat], self.seats[other] = self.seats[other], self.seats[seat]
        self.lots_due = True

    def toggle_expansion(self, name: str) -> None:
        self.expansions = self.expansions ^ {name}
        self.ticked.clear()

    def draw_lots(self) -> int:
        self.start = random.randrange(len(self.seats))
        self.lots_due = False
        return self.start

    def seat_the_camel(self) -> None:
        """Draw who starts, unless it was drawn or told for these very seats."""
        if self.lots_due:
            self.draw_lots()

    def options(self) -> GameOptions:
        return GameOptions(
            tuple(self.seats),
            self.edition,
            self.expansions,
            self.depth,
            dict(self.flipped),
            self.tower_layer,
        )

    def lots(self) -> Lots:
        return Lots(self.start, self.river_tiles)


def draw_river_tiles() -> tuple[int, ...]:
    """One random side for each season."""
    return tuple(random.choice(of_season(season)) for season in range(3))
