"""What an assistant's action asks first, pictured on its card: so one tap answers that, too."""

from __future__ import annotations

from companion.games.marrakesh.rules import assistants, bonus, facts
from companion.games.marrakesh.rules.assistants import ACTION
from companion.games.marrakesh.rules.state import Player, State
from companion.games.marrakesh.screens.parts.signs import ARROW, Sign, bonus_signs, cost_signs
from companion.games.marrakesh.screens.parts.what_now import Line
from companion.games.marrakesh.screens.scene import Scene
from companion.play.decision import PASS, Decision

MOST = {1: 6, 2: 4, 3: 3}
"""So many answers have room on a card, by the number of cards."""


def ahead_of(scene: Scene, player: Player, sector: str, key: str = ACTION) -> dict[str, Line]:
    """The answers to what the action (or a new keshi) asks first, each in symbols; nothing where it asks
    something else, or too much.
    """
    if scene.plan is None:
        return {}
    asked = asked_first_by(scene, player, sector, key)
    if asked is None:
        return {}
    waiting = len(set(player.assistants)) if scene.decision.kind == "assistant" else 1
    keys = [each for each in asked.options if each != PASS]
    if len(keys) > MOST[max(1, min(3, waiting))]:
        return {}
    lines = {each: PICTURES[asked.kind](scene.g, player, asked, each) for each in keys}
    return lines if all(lines.values()) else {}


def asked_first_by(scene: Scene, player: Player, sector: str, key: str) -> Decision | None:
    """What it asks first, if that can be pictured."""
    asked = assistants.first_question(scene.g, player, sector, key)
    if asked is None or asked.kind not in PICTURES or asked.player != player.seat:
        return None
    return asked


def _water(g: State, player: Player, asked: Decision, key: str) -> Line:
    steps: Line = [str(player.keshis["river"]), Sign("river-step")]
    return steps if key == "0" else [*steps, f"+{key}", Sign("water")]


def _square(g: State, player: Player, asked: Decision, key: str) -> Line:
    printed = facts.known(g, "square bonuses")
    spectators = asked.about["spectators"][int(key)]
    times = "+".join(f"{n * spectators} {what}" for what, n in bonus.parse(printed[int(key)]))
    return list(bonus_signs(times)) if printed and spectators else ["–"]


def _souk(g: State, player: Player, asked: Decision, key: str) -> Line:
    what, _colon, which = key.partition(":")
    if what != "office":
        return []
    told = facts.known(g, g.offices[-1]) if g.offices and g.office_season == g.season else None
    return [Sign(which), ARROW, *(bonus_signs(told[which]) if told is not None else ["?"])]


def _workshop(g: State, player: Player, asked: Decision, key: str) -> Line:
    told = facts.known(g, f"workshop {key}")
    return [str(told["price"]), Sign("dinar"), ARROW, Sign("arch")] if told is not None else []


def _oasis(g: State, player: Player, asked: Decision, key: str) -> Line:
    cost = facts.known(g, f"sahara {key} cost")
    if cost is None or key not in player.discovered:
        return []
    return [*cost_signs(cost), ARROW, f"{player.discovered[key]:02}"]


def _caravan(g: State, player: Player, asked: Decision, key: str) -> Line:
    return [{"left": "←", "right": "→", "start": "↑"}[key], Sign("keshi:brown")]


PICTURES = {
    "river water": _water,
    "square": _square,
    "souk": _souk,
    "medina workshop": _workshop,
    "sahara claim": _oasis,
    "deploy caravan": _caravan,
}
