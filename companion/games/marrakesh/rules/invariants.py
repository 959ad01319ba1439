"""What must hold on any table at any moment: no keshi appears or vanishes, nothing is negative."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.games.marrakesh.rules import editions
from companion.games.marrakesh.rules.keshi import (
    CAPACITY,
    COLOURS,
    GOODS,
    MEDINA,
    RED,
    SAHARA,
    SECTOR_OF,
    SOUK,
    SQUARE,
)
from companion.games.marrakesh.rules.options import FULL
from companion.games.marrakesh.rules.player import START_SCORE

if TYPE_CHECKING:
    from companion.games.marrakesh.rules.state import Player, State


def check(g: State) -> None:
    """Raise AssertionError with a sentence naming what is wrong."""
    _nobody_owes(g)
    for p in g.players:
        total = START_SCORE + sum(line.points for line in p.ledger)
        if p.score != total:
            raise AssertionError(f"{p.name} has {p.score} points but the ledger says {total}")
        if g.depth == FULL and p.seat < g.counted:
            _board_fits(p)
    if g.depth == FULL and g.counted < len(g.players):
        return  # stock is being taken: the supply is worked out when the boards are known
    for colour in COLOURS:
        total, printed = wood(g, colour), editions.of(g).wood[colour]
        if total != printed:
            raise AssertionError(f"there are {total} {colour} keshis on the table instead of {printed}")


def wood(g: State, colour: str) -> int:
    """Every wooden keshi of a colour, wherever it is."""
    total = g.supply[colour] + g.tower.inside[colour] + g.base[colour]
    total += sum(n for (_counts_as, painted), n in g.stand_ins.items() if painted == colour)
    for p in g.players:
        total += p.screen.count(colour) + p.selected.count(colour) + p.beside.count(colour)
        if g.essential:
            total += 1 if colour in editions.MARKED else 0
        else:
            total += on_board(p, colour) + p.gate_keshis.count(colour) + p.storage.count(colour)
            total += 1 if p.in_hand == colour else 0
    if not g.essential:
        total -= sum(n for (counts_as, _painted), n in g.stand_ins.items() if counts_as == colour)
    return total


def on_board(p: Player, colour: str) -> int:
    """Keshis of a colour on a player's board."""
    if colour == RED:
        return len(p.vendors)
    if colour in GOODS:
        return p.goods[colour]
    return p.keshis[SECTOR_OF[colour]]


def _nobody_owes(g: State) -> None:
    for name, amounts in (("supply", g.supply), ("tower", g.tower.inside), ("base", g.base)):
        for colour, n in amounts.items():
            if n < 0:
                raise AssertionError(f"there are {n} {colour} keshis in the {name}")
    for p in g.players:
        for held in (p.resources, p.goods, p.keshis, p.paths):
            for what, n in held.items():
                if n < 0:
                    raise AssertionError(f"{p.name} has {n} {what}")


def _board_fits(p: Player) -> None:
    for sector, n in p.keshis.items():
        if n > CAPACITY:
            raise AssertionError(f"{p.name} has {n} keshis in the {sector}, which holds {CAPACITY}")
    if len(p.vendors - {SOUK}) > CAPACITY:
        raise AssertionError(f"{p.name} has {len(p.vendors)} water vendors")
    if p.keshis[SQUARE] != len(p.square):
        raise AssertionError(f"{p.name} has {p.keshis[SQUARE]} entertainers on {len(p.square)} spaces")
    if p.keshis[SAHARA] != sum(p.paths.values()):
        raise AssertionError(f"{p.name}'s caravans stand on {sum(p.paths.values())} spaces")
    if len(p.gates) > p.keshis[MEDINA]:
        raise AssertionError(f"{p.name} has {len(p.gates)} gates but {p.keshis[MEDINA]} guards")
    if len({space for space, _colour in p.gates}) != len(p.gates):
        raise AssertionError(f"{p.name} has two gates on one space")
