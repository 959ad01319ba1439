"""What a player holds: resources and goods, as tokens with numbers."""

from __future__ import annotations

from companion.games.marrakesh.rules.keshi import GOODS, RESOURCES
from companion.games.marrakesh.rules.state import Player
from companion.games.marrakesh.screens.parts.token import Token
from companion.ui.layout import Flow, Row
from companion.ui.widget import Widget


def purse(player: Player, *, size_mm: float = 5.0, wraps: bool = False) -> Widget:
    """Water, dinars, dates and goods keshis."""
    tokens: list[Widget] = [Token(what, count=player.resources[what], size_mm=size_mm) for what in RESOURCES]
    tokens += [
        Token(colour, count=player.goods[colour], size_mm=size_mm) for colour in GOODS if player.goods[colour]
    ]
    return Flow(tokens, gap=0.8) if wraps else Row(tokens, gap=0.8, align="middle")
