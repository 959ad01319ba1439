"""The Sahara put right by hand: caravans, oases face up and on the storage, its keshis, desert towns."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from companion.games.marrakesh.rules import deploy, facts, storage, supply
from companion.games.marrakesh.rules.adjust.kind import Adjustment
from companion.games.marrakesh.rules.catalogue.oases import OASES
from companion.games.marrakesh.rules.catalogue.towns import TOWNS
from companion.games.marrakesh.rules.keshi import BROWN, COLOURS, SAHARA
from companion.games.marrakesh.rules.options import DESERT_TOWNS
from companion.games.marrakesh.rules.sectors import sahara
from companion.games.marrakesh.rules.state import Player, State
from companion.games.marrakesh.rules.storage import STORAGE_COLOURS
from companion.games.marrakesh.rules.whole_position import SAHARA_SPACES
from companion.play.errors import IllegalMove
from companion.words import N_

ON_STORAGE: Final = "storage"
CLAIMED: Final = "claimed"
TOWN_PATHS: Final = ("left", "right")
MOST_CLAIMED: Final = len(SAHARA_SPACES) + 1
"""One for each space with an oasis, and one more through river tile 02."""

# ---- oases ----------------------------------------------------------------------------------------------


def _oasis_now(g: State, p: Player, which: str) -> tuple[int, int]:
    place, _, number = which.partition(" ")
    if place == ON_STORAGE:
        return int(int(number) in p.claimed), 1
    return int(p.discovered.get(place) == int(number)), 1


def _no_oasis(g: State, p: Player, which: str, by: int) -> None:
    place, _, number = which.partition(" ")
    if by < 0:
        return
    elsewhere = sahara.face_up(g)
    if place == ON_STORAGE:
        elsewhere -= {*p.discovered.values(), *g.spare_oases}  # it is claimed from there
    if int(number) in elsewhere:
        raise IllegalMove(N_("this oasis lies elsewhere: take it away there first"))
    if place == ON_STORAGE:
        if len(p.claimed) >= MOST_CLAIMED:
            raise IllegalMove(N_("nobody can claim so many oases: take one away first"))
        return
    if place in p.discovered:
        raise IllegalMove(N_("another oasis lies there: take it away first"))
    path, _, space = place.partition("-")
    if p.paths[path] < int(space):
        raise IllegalMove(N_("no caravan is there yet: put one there first"))


def _put_oasis(g: State, p: Player, which: str, by: int) -> None:
    place, _, number = which.partition(" ")
    oasis = int(number)
    if place == ON_STORAGE and by > 0:
        p.discovered = {space: lying for space, lying in p.discovered.items() if lying != oasis}
        g.spare_oases = [spare for spare in g.spare_oases if spare != oasis]
        p.claimed.append(oasis)
        _cover(g, p, len(p.claimed) - 1)
    elif place == ON_STORAGE:
        p.claimed.remove(oasis)
        _uncover(g, p, len(p.claimed))
    elif by > 0:
        p.discovered[place] = oasis
    else:
        del p.discovered[place]


def _cover(g: State, p: Player, place: int) -> None:
    """What the oasis covers is gone: a keshi goes to the supply; if it was deployed, that is told too."""
    if place < len(p.storage):
        if p.storage[place] in COLOURS:
            supply.put_back(g, p.storage[place])
        p.storage[place] = ""


def _uncover(g: State, p: Player, place: int) -> None:
    """The icon is seen again; whether a keshi stands there the table says."""
    printed = facts.known(g, "storage spaces")
    if place < len(p.storage) and printed is not None:
        p.storage[place] = printed[place] if printed[place] in ("exchange", "scroll") else ""


# ---- keshis on the storage ------------------------------------------------------------------------------


def _storage(g: State, p: Player) -> Iterable[str]:
    printed = facts.known(g, "storage spaces") or ()
    places = [place for place, what in enumerate(printed) if what == "keshi" and place < len(p.storage)]
    return (f"{place + 1} {colour}" for place in places for colour in STORAGE_COLOURS)


def _storage_now(g: State, p: Player, which: str) -> tuple[int, int]:
    place, _, colour = which.partition(" ")
    return int(p.storage[int(place) - 1] == colour), 1


def _no_storage(g: State, p: Player, which: str, by: int) -> None:
    place, _, colour = which.partition(" ")
    if by < 0:
        return
    if int(place) <= len(p.claimed):
        raise IllegalMove(N_("an oasis covers this space: take it away first"))
    if p.storage[int(place) - 1] not in ("", storage.UNTOLD):
        raise IllegalMove(N_("another keshi stands there: take it away first"))
    if any(colour in other.storage for other in g.players):
        raise IllegalMove(N_("each colour stands on one storage space only: take it away there first"))


def _put_storage(g: State, p: Player, which: str, by: int) -> None:
    place, _, colour = which.partition(" ")
    supply.move(g, colour, by)
    p.storage[int(place) - 1] = colour if by > 0 else ""


# ---- desert towns ---------------------------------------------------------------------------------------


def _towns(g: State, p: Player) -> Iterable[str]:
    places = (*TOWN_PATHS, CLAIMED) if DESERT_TOWNS in g.expansions else ()
    return (f"{place} {number}" for place in places for number in TOWNS)


def _town_now(g: State, p: Player, which: str) -> tuple[int, int]:
    place, _, text = which.partition(" ")
    number = int(text)
    if place == CLAIMED:
        return int(number in p.claimed_towns), int(number in p.towns.values())
    return int(p.towns.get(place) == number), 1


def _no_town(g: State, p: Player, which: str, by: int) -> None:
    place, _, number = which.partition(" ")
    if by < 0 or place == CLAIMED:
        return
    if any(int(number) in other.towns.values() for other in g.players):
        raise IllegalMove(N_("this desert town lies elsewhere: take it away there first"))
    if g.towns is not None and int(number) not in g.towns:
        raise IllegalMove(N_("this desert town did not lie beside the board"))
    if place in p.towns:
        raise IllegalMove(N_("another desert town lies there: take it away first"))
    if p.paths[place] < sahara.TOWN_SPACE:
        raise IllegalMove(N_("no caravan is there yet: put one there first"))


def _put_town(g: State, p: Player, which: str, by: int) -> None:
    place, _, text = which.partition(" ")
    number = int(text)
    if place == CLAIMED:
        (p.claimed_towns.add if by > 0 else p.claimed_towns.discard)(number)
    elif by > 0:
        p.towns[place] = number
        if g.towns is not None:
            g.towns.remove(number)
    else:
        del p.towns[place]
        p.claimed_towns.discard(number)
        if g.towns is not None:
            g.towns = sorted((*g.towns, number))


# ---- caravans -------------------------------------------------------------------------------------------


def _no_caravans(g: State, p: Player, which: str, by: int) -> None:
    left = p.paths[which] + by
    if any(space.startswith(f"{which}-") and int(space[-1]) > left for space in p.discovered):
        raise IllegalMove(N_("an oasis lies beside this caravan: take it away first"))
    if which in p.towns and left < sahara.TOWN_SPACE:
        raise IllegalMove(N_("a desert town lies beside this caravan: take it away first"))


def _put_caravans(g: State, p: Player, which: str, by: int) -> None:
    p.paths[which] += by
    p.keshis[SAHARA] += by
    supply.move(g, BROWN, by)


OASIS: Final = Adjustment(
    lambda g, p: (f"{place} {number}" for place in (*SAHARA_SPACES, ON_STORAGE) for number in OASES),
    _oasis_now,
    _put_oasis,
    _no_oasis,
)
STORAGE: Final = Adjustment(_storage, _storage_now, _put_storage, _no_storage)
TOWN: Final = Adjustment(_towns, _town_now, _put_town, _no_town)
CARAVANS: Final = Adjustment(
    lambda g, p: (path for path in p.paths if deploy.path_length(g, path)),
    lambda g, p, which: (p.paths[which], deploy.path_length(g, which)),
    _put_caravans,
    _no_caravans,
)
