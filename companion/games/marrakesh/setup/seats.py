"""Who plays: those who played here before by a tap, somebody new by name."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from companion.games.marrakesh.setup.plan import MOST, Plan
from companion.ui.i18n import _
from companion.ui.layout import Column, Grid, Row, Space
from companion.ui.piece_colours import PLAYER_COLOUR_NAMES
from companion.ui.ports import KnownPlayer
from companion.ui.stage import Stage
from companion.ui.widget import Widget
from companion.ui.widgets import Button, Card, IconButton, PlayerButton, ScrollArea

SEAT_MM = 22.0  # a seat grows this high where there is room for it
MOST_TILES, MOST_UPRIGHT = 8, 14
SHORT_LETTERS = 10  # a longer name is written smaller, to stand in its tile in one line


def players_page(
    ui: Stage, plan: Plan, known: Sequence[KnownPlayer], edit_name: Callable[[int], None]
) -> Widget:
    """The seats as they are taken, clockwise, and the people to put there."""
    across = 1 if ui.metrics.portrait else 2
    seats = [seat_card(plan, seat, edit_name) for seat in range(len(plan.seats))]
    seats += [empty_seat(plan, seat, edit_name) for seat in range(len(plan.seats), MOST)]
    names = list(dict.fromkeys([player.name for player in known] + [seat.name for seat in plan.seats]))
    full = len(plan.seats) >= MOST
    seated = {seat.name for seat in plan.seats}
    most = MOST_UPRIGHT if ui.metrics.portrait else MOST_TILES
    # Whoever sits at the table keeps a tile; the others as far as there is room, the latest first.
    room = most - len(seated)
    others = [name for name in names if name not in seated][:room]
    tiles = [person(plan, known, name, full) for name in names if name in seated or name in others]
    people = Grid(tiles, columns=2 if ui.metrics.portrait else 4, gap=0.5)
    parts: list[Widget | None] = [
        people if tiles else None,
        Grid(seats, columns=across, stretch=True, most_mm=SEAT_MM, gap=0.5, grow=1),
    ]
    return ScrollArea(Column(parts, gap=0.6), key="players")


def seats_foot(plan: Plan) -> list[Widget]:
    """Beginning with an empty table."""
    if not plan.seats:
        return []
    return [Button(_("Clear the seats"), plan.clear_seats, icon="erase", key="nobody")]


def empty_seat(plan: Plan, seat: int, edit_name: Callable[[int], None]) -> Widget:
    """A seat nobody has taken; the next one is for somebody whose name is not among the tiles."""
    if seat > len(plan.seats):
        return Card(Column([Space(grow=1)]), (0.5, 0.2), tone="panel_low", border="", key=f"seat-{seat}")

    def somebody_new() -> None:
        plan.add_guest()
        edit_name(len(plan.seats) - 1)

    return Button(_("Somebody new"), somebody_new, icon="plus", key="somebody-new")


def person(plan: Plan, known: Sequence[KnownPlayer], name: str, full: bool) -> Widget:
    """Somebody to put at the table, or to take away again."""
    seat = next((n for n, each in enumerate(plan.seats) if each.name == name), None)
    colour = plan.seats[seat].colour if seat is not None else ""

    def tap() -> None:
        if seat is None:
            plan.add_person(name, known)
        else:
            plan.take_out(seat)

    return Button(
        name,
        tap,
        icon=f"player:{colour}" if colour and len(name) <= SHORT_LETTERS else "",
        size="note" if len(name) > SHORT_LETTERS else "label",
        kind="chosen" if seat is not None else "plain",
        enabled=seat is not None or not full,
        why=_("Four players at most: take one out first."),
        wraps=False,
        key=f"person-{name}",
    )


def seat_card(plan: Plan, seat: int, edit_name: Callable[[int], None]) -> Widget:
    """One seat: its colour, its name to change, and a swap with the next."""
    who = plan.seats[seat]
    colour = _(PLAYER_COLOUR_NAMES[who.colour])
    return Card(
        Row(
            [
                PlayerButton(who.colour, partial(plan.next_colour, seat), say=f"{who.name}: {colour}"),
                Button(
                    who.name,
                    lambda: edit_name(seat),
                    icon="pencil",
                    kind="quiet",
                    align="left",
                    wraps=False,
                    grow=1,
                    say=_("Change the name {name}").format(name=who.name),
                    key=f"name-{seat}",
                ),
                IconButton(
                    "turn",
                    partial(plan.move_seat, seat),
                    say=_("Swap {name} with the next seat").format(name=who.name),
                    kind="quiet",
                ),
            ],
            gap=0.4,
            align="middle",
        ),
        (0.5, 0.2),
        key=f"seat-{seat}",
    )
