"""The game being set up: what the wizard has gathered so far."""

import random
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from companion.games.marrakesh.rules.catalogue.river_tiles import FIRST_GAME, of_season
from companion.games.marrakesh.rules.options import CLASSIC, PLAYER_COLOURS, GameOptions, Seat
from companion.ui.i18n import _
from companion.ui.ports import KnownPlayer

MOST_LETTERS = 14


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

    left    who was taken out by a smaller number of players, in case it was a slip
    """

    seats: list[Seat]
    edition: str = CLASSIC
    expansions: frozenset[str] = frozenset()
    depth: str = "full"
    tower_layer: str = "B1"
    flipped: dict[str, bool] = field(default_factory=dict)
    start: int | None = None
    river_tiles: tuple[int, ...] = FIRST_GAME
    ticked: set[str] = field(default_factory=set)
    left: list[Seat] = field(default_factory=list)

    @classmethod
    def proposed(cls, last: GameOptions | None, known: Sequence[KnownPlayer], depth: str) -> "Plan":
        """What the table most likely wants: the last evening again."""
        if last is not None:
            return cls(
                list(last.players),
                last.edition,
                last.expansions,
                last.depth,
                last.tower_layer,
                dict(last.flipped),
                river_tiles=draw_river_tiles(),
            )
        plan = cls([], depth=depth)
        for _number in range(2):
            plan.add_seat(known)
        return plan

    @property
    def essential(self) -> bool:
        return self.edition == "essential"

    def set_count(self, count: int, known: Sequence[KnownPlayer]) -> None:
        """Two, three or four players; the first ones stay, and who had to go comes back first."""
        self.left[:0] = self.seats[count:]
        del self.seats[count:]
        while len(self.seats) < count:
            self.add_seat([*self.left, *known])
            self.left = [seat for seat in self.left if seat.name != self.seats[-1].name]
        self.start = None
        self.ticked.clear()

    def add_seat(self, known: Sequence[KnownPlayer | Seat]) -> None:
        """One more player: somebody who played here before, else one with a number for a name."""
        names = {seat.name for seat in self.seats}
        free = [colour for colour in PLAYER_COLOURS if colour not in {seat.colour for seat in self.seats}]
        guest = next((player for player in known if player.name not in names), None)
        number = next(n for n in range(1, 9) if _("Player {n}").format(n=n) not in names)
        name = guest.name if guest else _("Player {n}").format(n=number)
        colour = guest.colour if guest and guest.colour in free else free[0]
        self.seats.append(Seat(name, colour))

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
        self.start = None

    def toggle_expansion(self, name: str) -> None:
        self.expansions = self.expansions ^ {name}
        self.ticked.clear()

    def draw_lots(self) -> int:
        self.start = random.randrange(len(self.seats))
        return self.start

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
        return Lots(self.start or 0, self.river_tiles)


def draw_river_tiles() -> tuple[int, ...]:
    """One random side for each season."""
    return tuple(random.choice(of_season(season)) for season in range(3))
