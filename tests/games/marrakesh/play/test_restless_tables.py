"""Robots at a table that cannot sit still: corrections by hand, other depths, second thoughts, other rulings.

Whatever it does, the table must stay possible, and the journal must tell the same game when it is loaded,
taken back and entered again, or written down and read.
"""

from __future__ import annotations

import os
import random
from collections import Counter
from itertools import product

import pytest

from companion.games.marrakesh.game import Game
from companion.games.marrakesh.rules import adjust, facts
from companion.games.marrakesh.rules.catalogue.gates import GATES
from companion.games.marrakesh.rules.catalogue.luxury import TILES
from companion.games.marrakesh.rules.catalogue.scrolls import KINDS, SCROLLS
from companion.games.marrakesh.rules.options import FULL, GameOptions
from companion.games.marrakesh.rules.rulings import RULINGS
from companion.games.marrakesh.rules.state import State
from companion.play import forms, notation
from companion.play.errors import RulesError
from companion.play.journal import Record
from companion.play.robot import Robot
from tests.games.marrakesh.play.players import some_options

GAMES = int(os.environ.get("ROBOT_GAMES", "2000")) // 50
LONGEST = 6000


@pytest.mark.parametrize("seed", range(GAMES))
def test_a_restless_table_finishes_its_game(seed: int) -> None:
    rng, records = random.Random(seed), list[Record]()
    options = with_flipped_rulings(some_options(seed), rng)
    game, robot = Game.new(options, keep=records.append), Robot(seed)
    try:
        for _ in range(LONGEST):
            if game.pending is None:
                break
            game.answer(robot.answer(game.pending))
            if rng.random() < 0.05:
                fidget(game, robot, rng)
            possible(game.state)
        assert game.over
        assert Game(options, {}, records).state == game.state
        assert notation.replay(notation.read(notation.write(game))).state == game.state
    except Exception:
        print(notation.write(game))
        raise


def with_flipped_rulings(options: GameOptions, rng: random.Random) -> GameOptions:
    names = [seat.name for seat in options.players]
    flipped = {ruling.key: rng.random() < 0.5 for ruling in RULINGS if rng.random() < 0.3}
    return GameOptions.of(
        names, options.edition, expansions=options.expansions, depth=options.depth, flipped=flipped
    )


def fidget(game: Game, robot: Robot, rng: random.Random) -> None:
    """Do something that no question asked for; what is refused changes nothing."""
    entries = len(game.journal.entries)
    try:
        match rng.randrange(8):
            case 0 | 6 | 7:
                correct(game, rng)
            case 1:
                game.set_depth(rng.choice(("full", "light")))
            case 2:
                key = rng.choice(sorted(game.state.facts) or ["river length"])
                game.tell_fact(key, forms.sample(facts.family(key).form, facts.family(key).about, rng))
            case 3:
                back = rng.randint(1, min(entries, 30))
                before = game.state.copy()
                game.undo(back)
                game.redo(back)
                assert game.state == before
            case 4:
                game.delete(rng.randrange(max(0, entries - 40), entries))
            case 5:
                index = rng.randrange(max(0, entries - 40), entries)
                decision = game.decision_at(index)
                if decision is not None:
                    game.change(index, robot.answer(decision))
    except RulesError:
        return
    if rng.random() < 0.7:
        while game.waiting:
            game.skip_misfit()


def correct(game: Game, rng: random.Random) -> None:
    """Put something right, each kind as often: there are hundreds of oases to say, and one number of dates.

    Something that can be, for else hardly any tile would be heard of.
    """
    g, seat = game.state, rng.randrange(-1, len(game.state.players))
    by_kind: dict[str, list[str]] = {}
    for what in adjust.keys(g, seat):
        by_kind.setdefault(what.partition(" ")[0], []).append(what)
    keys = by_kind[rng.choice(sorted(by_kind))]
    rng.shuffle(keys)
    for what, by in product(keys, rng.sample((-2, -1, 1, 3), 4)):
        try:
            adjust.check(g, seat, what, by)
        except RulesError:
            continue
        game.adjust(seat, what, by)
        return


def possible(g: State) -> None:
    """No tile in two places, no keshi lost in the tower, everybody where they can be."""
    g.invariants()
    for colour, inside in g.tower.inside.items():
        assert g.tower.went_in[colour] - g.tower.came_out[colour] == inside
    on_boards = [(*p.claimed, *p.discovered.values()) for p in g.players]
    once("oasis", *g.spare_oases, *(number for board in on_boards for number in board))
    shown = (number for display in g.scrolls.values() for number in display.up if number > 0)
    once("scroll", *shown, *(number for p in g.players for number in p.scrolls))
    goods = (good.id for p in g.players for good in p.luxury)
    once("luxury good", *(str(number) for number in g.luxury.up if number > 0), *goods)
    once("town", *(g.towns or ()), *(number for p in g.players for number in p.towns.values()))
    once("gate space", *((p.seat, space) for p in g.players for space, _colour in p.gates))
    for colour, n in GATES.items():
        there = [(gates or {}).get(colour, 0) for gates in g.workshops]
        assert sum(there) + sum(built == colour for p in g.players for _space, built in p.gates) <= n, colour
    if g.depth == FULL and g.counted == len(g.players):
        for kind, display in g.scrolls.items():
            owned = sum(SCROLLS[number].kind == kind for p in g.players for number in p.scrolls)
            assert display.tiles + owned == len(KINDS[kind].numbers), f"{kind} scrolls"
        assert g.luxury.tiles + sum(len(p.luxury) for p in g.players) == TILES


def once(what: str, *tiles: object) -> None:
    assert [tile for tile, n in Counter(tiles).items() if n > 1] == [], f"each {what} is in the box once"
