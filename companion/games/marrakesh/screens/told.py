"""An entry of the past as a picture: the place it was about, the things it named, and what came of it.

The drawings are those of the question (`places/`), with the place of the answer marked.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from companion.games.marrakesh.rules.keshi import COLOURS, SECTOR_OF, SECTORS
from companion.games.marrakesh.rules.options import FULL
from companion.games.marrakesh.rules.state import Event, State
from companion.games.marrakesh.screens.half_entered import HalfEntered
from companion.games.marrakesh.screens.on_screen import GameOnScreen
from companion.games.marrakesh.screens.parts.signs import Item, Sign
from companion.games.marrakesh.screens.places.asked import asked, shown_with
from companion.games.marrakesh.screens.places.board import KESHIS, VENDORS, BoardDrawing
from companion.games.marrakesh.screens.places.river import RiverDrawing
from companion.games.marrakesh.screens.places.stairs import StairsDrawing
from companion.games.marrakesh.screens.scene import Scene
from companion.games.marrakesh.screens.views.prompt import pictured, things_of
from companion.play.decision import PASS, Answer, Decision
from companion.ui.stage import Stage
from companion.ui.widgets.drawing import Answers, Drawing

MOST_THINGS = 6
DRAWN_BY = {"river": RiverDrawing, "stairs": StairsDrawing}
"""Events that move a pawn, and the drawing it stands on."""


def scene_of(ui: Stage, table: GameOnScreen, g: State, decision: Decision, value: Answer) -> Scene:
    """The question as it was asked, to be looked at only."""
    return Scene(ui, table, decision, g, HalfEntered(), lambda _value: None, told=value)


def place_told(scene: Scene, events: Sequence[Event] = ()) -> Drawing | None:
    """The place an old answer was about, marked; else where its pawns went, or the player's board."""
    drawing = asked(scene) or shown_with(scene)
    if drawing is not None:
        return drawing
    for event in events:
        if event.kind in DRAWN_BY:
            return DRAWN_BY[event.kind](scene.g)
    decision, g = scene.decision, scene.g
    if decision.player < 0 or g.depth != FULL:
        return None
    sectors = sectors_in(scene)
    if not sectors:
        return None
    about = VENDORS if decision.kind == "deploy vendor" else KESHIS
    return BoardDrawing(g, g.players[decision.player], Answers(marked=frozenset(sectors)), about=about)


def sectors_in(scene: Scene) -> list[str]:
    """The sectors an answer names, by themselves or by the colours that live there."""
    keys = keys_of(scene.told)
    named = [part for key in keys for part in key.replace("*", "+").replace(":", "+").split("+")]
    sectors = [SECTOR_OF.get(name, name) for name in named]
    if not set(sectors) & set(SECTORS):
        sectors = [str(scene.decision.about.get("sector", ""))]
    return [sector for sector in sectors if sector in SECTORS]


def things_told(scene: Scene) -> list[str]:
    """The things an answer names, to be drawn before its words."""
    if isinstance(scene.told, dict):  # a count of the tower
        return [colour for colour in COLOURS if scene.told.get(colour)][:MOST_THINGS]
    keys = [key for key in keys_of(scene.told) if key != PASS]
    return [thing for key in keys for thing in things_of(pictured(scene, key))][:MOST_THINGS]


def keys_of(value: object) -> list[str]:
    """An answer as the keys it picked."""
    if isinstance(value, (tuple, list)):
        return [str(key) for key in value]
    return [value] if isinstance(value, str) else []


def came_of(events: Sequence[Event], seat: int) -> list[Item]:
    """What a player gained and lost by it, as symbols: "+2 dates −1 dinar +4 points"."""
    sums = Counter[str]()
    for event in events:
        if event.seat != seat:
            continue
        if event.kind == "points":
            sums["points"] += event.data["points"]
        elif event.kind in ("gain", "spend"):
            sums[event.data["what"]] += event.data["n"] * (1 if event.kind == "gain" else -1)
    return [item for what, n in sums.items() if n for item in (f"{n:+d}".replace("-", "−"), Sign(what))]
