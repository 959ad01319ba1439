"""Which drawing a question is about, and what a tap on each of its places answers.

`asked(scene)` gives the drawing, or nothing for a question about no place. Every answer must have a place of
its own: else the answers stay words.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from copy import copy
from typing import Any, Final

from companion.games.marrakesh.form_entry import FormEntry
from companion.games.marrakesh.rules import facts
from companion.games.marrakesh.rules.keshi import GOODS, SECTOR_OF
from companion.games.marrakesh.rules.state import Player, State
from companion.games.marrakesh.screens.places.board import GATES, KESHIS, VENDORS, BoardDrawing
from companion.games.marrakesh.screens.places.board_and_square import BoardAndSquare
from companion.games.marrakesh.screens.places.river import RiverDrawing
from companion.games.marrakesh.screens.places.sahara import SaharaDrawing
from companion.games.marrakesh.screens.places.shops import SoukDrawing, WorkshopsDrawing
from companion.games.marrakesh.screens.places.square import SquareDrawing
from companion.games.marrakesh.screens.places.stacks import StacksDrawing
from companion.games.marrakesh.screens.places.stairs import STAIRS, LineDrawing, StairsDrawing
from companion.games.marrakesh.screens.places.storage import StorageDrawing
from companion.games.marrakesh.screens.scene import BELOW, Scene
from companion.games.marrakesh.screens.words import option
from companion.play.decision import PASS, Decision
from companion.ui.widgets.drawing import Answer, Answers, Drawing

MOST_IN_A_LINE: Final = 7
MOST_TILES: Final = 10
FILLED_IN: Final = ("square bonuses", "disc", "line")
"""Prints whose drawing shows what has been told of them so far."""
MOST_BESIDE: Final = 2  # answers without a place that have room at the foot, beside "no"


def asked(scene: Scene) -> Drawing | None:
    """The drawing of the place the question is about."""
    draw = DRAWINGS.get(scene.decision.kind)
    drawing = draw(scene) if draw is not None else None
    return drawing if drawing is not None and (drawing.asks or scene.told is not None) else None


def answers(scene: Scene, place_of: Callable[[str], str] = str) -> Answers | None:
    """A tap for each answer; None where two answers would share a place."""
    decision = scene.decision
    places: dict[str, Answer] = {}
    for key in decision.options:
        if key == PASS:
            continue
        name = place_of(key)
        if name in places:
            return None
        places[name] = Answer(
            scene.answering(key) if scene.told is None else None,
            say=option(decision, key, scene.g),
            key=f"option-{key}",
            chosen=scene.stands(key),
        )
    told = scene.told if isinstance(scene.told, (tuple, list)) else (scene.told,)
    return Answers(places, frozenset(place_of(str(key)) for key in told if str(key) in decision.options))


def player_of(scene: Scene) -> Player | None:
    """Whose place it is: who is asked, or whom the question is about."""
    decision = scene.decision
    seat = decision.player if decision.player >= 0 else decision.about.get("seat", -1)
    return scene.g.players[seat] if seat >= 0 else None


def _square(scene: Scene) -> Drawing | None:
    player, taps = player_of(scene), answers(scene)
    if player is None or taps is None:
        return None
    return SquareDrawing(scene.g, player, taps, golden=0 if scene.decision.kind == "disc" else None)


def _caravan(scene: Scene) -> Drawing | None:
    player = player_of(scene)
    if player is None:
        return None
    taps = answers(scene, lambda path: f"{path}-{player.paths[path] + 1}")
    return SaharaDrawing(scene.g, player, taps) if taps is not None else None


def _claim(scene: Scene) -> Drawing | None:
    player = player_of(scene)
    if player is None:
        return None
    towns = {str(town): f"{path}-4" for path, town in player.towns.items()}

    def place_of(key: str) -> str:
        return towns.get(key.removeprefix("town:"), key) if key.startswith("town:") else key

    taps = answers(scene, place_of)
    return SaharaDrawing(scene.g, player, taps) if taps is not None else None


def _board(about: str) -> Callable[[Scene], Drawing | None]:
    def draw(scene: Scene) -> Drawing | None:
        player, taps = player_of(scene), answers(scene)
        if player is None or taps is None:
            return None
        return BoardDrawing(scene.g, player, taps, about=about)

    return draw


def _river(scene: Scene) -> Drawing | None:
    """How far water takes the fisherman; at the jetty several answers end on one space, and stay words."""
    player = player_of(scene)
    if player is None or not river_fits(scene):
        return None
    known = facts.known(scene.g, "river length")
    end = known if known is not None else 999
    taps = answers(scene, lambda key: str(min(end, player.river + int(key))))
    return RiverDrawing(scene.g, taps) if taps is not None else None


def river_fits(scene: Scene) -> bool:
    """Whether a finger's room is left to each space of the river on this panel."""
    metrics = scene.ui.metrics
    wide, high = scene.wide_px, metrics.size_px[1]
    if metrics.room_below:
        high = round(high * (1 - BELOW))
    across = int((wide - 2 * metrics.margin) / (metrics.touch + 2))
    rows = int((high - 2.9 * metrics.touch - 2 * metrics.margin) / (metrics.touch + 2))
    return across * rows >= len(RiverDrawing(scene.g).places)


def _stair(scene: Scene) -> Drawing | None:
    taps = answers(scene)
    if taps is None or not set(taps.places) <= set(STAIRS):
        return None
    return StairsDrawing(scene.g, taps)


def _line(scene: Scene) -> Drawing | None:
    player, taps = player_of(scene), answers(scene)
    if player is None or taps is None or len(taps.places) > MOST_IN_A_LINE:
        return None
    return LineDrawing(scene.g, player, list(taps.places), taps)


def _souk(scene: Scene) -> Drawing | None:
    taps = answers(scene, lambda key: key if ":" in key else f"luxury:{key}")
    if taps is None:
        return None
    offices = scene.decision.kind == "souk"
    tiles = [key for key in taps.places if not key.startswith("office:")]
    lying = {f"luxury:{n}" for n in scene.g.luxury.up}
    if set(tiles) <= lying:
        return SoukDrawing(scene.g, taps, offices=offices)
    # Nobody has named what lies there: any of these may, and the table buys the one it sees.
    return SoukDrawing(scene.g, taps, offices=offices, offered=tiles) if len(tiles) <= MOST_TILES else None


def _workshops(scene: Scene) -> Drawing | None:
    player, taps = player_of(scene), answers(scene)
    free = "source" in scene.decision.about  # town 12 pays no dinars
    return WorkshopsDrawing(scene.g, None if free else player, taps) if taps is not None else None


def _exchange(scene: Scene) -> Drawing | None:
    """The keshis on the board that may go back, and the entertainers on their ring."""
    player = player_of(scene)
    taps = answers(scene, lambda key: SECTOR_OF.get(key, key))
    if player is None or taps is None or scene.ui.metrics.narrow:
        return None
    if sum(1 for name in taps.places if name.startswith("red:")) > MOST_BESIDE:
        return None  # the vendors stand beside the keshis, and would have no buttons
    ring = {name: tap for name, tap in taps.places.items() if name.startswith("pink:")}
    on_it = {name.removeprefix("pink:"): tap for name, tap in ring.items()}
    marked = frozenset(name.removeprefix("pink:") for name in taps.marked)
    return BoardAndSquare(scene.g, player, taps, Answers(on_it, marked)) if ring else None


DRAWINGS: dict[str, Callable[[Scene], Drawing | None]] = {
    "exchange return": _exchange,
    "deploy entertainer": _square,
    "square": _square,
    "disc": _square,
    "deploy caravan": _caravan,
    "sahara claim": _claim,
    "free claim": _claim,
    "medina space": _board(GATES),
    "deploy vendor": _board(VENDORS),
    "place wild": _board(KESHIS),
    "any action": _board(KESHIS),
    "river water": _river,
    "which stair": _stair,
    "line bonus": _line,
    "souk": _souk,
    "free luxury": _souk,
    "medina workshop": _workshops,
}


# ---- what a question about a print, or about a tile just turned up, is about ------------------------------


def shown_with(scene: Scene) -> Drawing | None:
    """The drawing with the one place marked, for a question that is answered beside it."""
    decision = scene.decision
    if decision.kind == "fact" and "slot" in decision.about:
        return SoukDrawing(scene.g, _only(f"shop-{decision.about['slot']}"), offices=False)
    if decision.kind == "fact":
        key, entry = str(decision.about.get("key", "")), scene.half.form
        if entry is not None and key == "storage spaces":
            g = copy(scene.g)
            g.facts = {**g.facts, key: tuple(entry.value())}
            return of_fact(g, key)
        if entry is None or not entry.listed or not is_filled_in(decision):
            return of_fact(scene.g, key, player_of(scene))
        g = copy(scene.g)
        g.facts = {**g.facts, key: so_far(entry)}
        return of_fact(g, key, player_of(scene), part=str(entry.part))
    if decision.kind == "reveal":
        return of_reveal(scene.g, decision.about, player_of(scene))
    if decision.kind in ("storage draw", "storage keshi"):
        return StorageDrawing(scene.g, player_of(scene))
    return None


def is_filled_in(decision: Decision) -> bool:
    """The drawing shows which part of a print is asked for, and those told so far."""
    key = str(decision.about.get("key", ""))
    return decision.kind == "fact" and key.removeprefix(facts.THIS_GAME).startswith(FILLED_IN)


def of_fact(g: State, key: str, player: Player | None = None, *, part: str = "") -> Drawing | None:
    """The drawing of the place a printed value stands at, that place marked.

    part    of a value with several places (the square's bonuses, the disc's sections): the one asked now
    """
    some = player if player is not None else g.players[max(0, g.acting().seat)]
    what, _space, which = key.partition(" ")
    here = Answers(marked=frozenset({part} if part else ()))
    if key == "square bonuses":
        return SquareDrawing(g, some, here)
    if what == "disc":
        return SquareDrawing(g, some, golden=int(part or 0))
    if what == "sahara":
        return SaharaDrawing(g, some, _only(which.removesuffix(" cost")))
    if key == "storage spaces":
        return StorageDrawing(g, None, here)
    if key.startswith("gate space "):
        return BoardDrawing(g, some, _only(key.removeprefix("gate space ")), about=GATES)
    if what == "workshop":
        return WorkshopsDrawing(g, None, _only(which))
    if what == "office":
        return SoukDrawing(g, Answers(marked=frozenset(f"office:{colour}" for colour in GOODS)), shops=False)
    if key in ("river rapids", "river crocodile"):
        return RiverDrawing(g)
    if key in ("river length", "jetty spots"):
        return RiverDrawing(g, _only(str(RiverDrawing(g).length)))
    if what in ("stairs", "imam", "sultan"):
        return StairsDrawing(g)
    if key.removeprefix(facts.THIS_GAME).startswith("line "):
        return line_between(g, some, key)
    return None


def so_far(entry: FormEntry) -> list[Any]:
    """What has been told of a list of prints; None where nothing has."""
    return [
        value if all(entry.told(field) for field in entry.fields_of(part)) else None
        for part, value in enumerate(entry.value())
    ]


def line_between(g: State, player: Player, key: str) -> Drawing:
    """The line in question, between pawns that stand in its two segments."""
    stand_in = player.copy()
    palace, mosque = (int(n) for n in key.rpartition(" ")[2].split("-"))
    stand_in.palace, stand_in.mosque = step_in(g, palace), step_in(g, mosque)
    told = [text for text in facts.known(g, key) or () if text]
    return LineDrawing(g, stand_in, told)


def step_in(g: State, segment: int) -> int:
    """A step within a segment; where its threshold is not known, one between those that are."""
    first = 0 if segment == 1 else facts.known(g, f"stairs threshold {segment - 1}")
    return 4 * (segment - 1) if first is None else int(first)


def of_reveal(g: State, about: Mapping[str, Any], player: Player | None = None) -> Drawing | None:
    """Where the tile that was just turned up lies."""
    display = about.get("display")
    if display == "oasis" and player is not None and "space" in about:
        return SaharaDrawing(g, player, _only(str(about["space"])))
    if display == "scrolls":
        return StacksDrawing(g, _only(f"{about['scrolls']}-{about['slot']}"))
    if display == "luxury" and "seat" not in about:
        return SoukDrawing(g, _only(f"shop-{about['slot']}"), offices=False)
    if display == "office":
        return SoukDrawing(g, Answers(marked=frozenset(f"office:{colour}" for colour in GOODS)), shops=False)
    return None


def _only(name: str) -> Answers:
    return Answers(marked=frozenset({name}))
