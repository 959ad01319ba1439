"""Points by hand: one tap on the number a turn brought."""

from __future__ import annotations

from companion.games.marrakesh.screens.scene import Scene, View
from companion.games.marrakesh.screens.views.draft import no_room_before
from companion.games.marrakesh.screens.views.prompt import heading, open_question
from companion.ui.i18n import _
from companion.ui.layout import Column, Grid
from companion.ui.widget import Widget
from companion.ui.widgets import Button, ScrollArea

USUAL_MOST = 23  # a bigger turn, or a loss, is entered with plus and minus


def points(scene: Scene) -> View:
    """Numbers to tap; anything else with plus and minus."""
    if scene.half.by_hand:
        return open_question(scene)
    numbers: list[Widget] = [
        Button(str(n), scene.answering(n), size="number", key=f"points-{n}") for n in range(USUAL_MOST + 1)
    ]

    def other() -> None:
        scene.half.by_hand = True

    grid = Grid(numbers, columns=5 if scene.portrait else 8, stretch=True, gap=0.6)
    body = Column([heading(scene), ScrollArea(grid, key="numbers")], grow=1, gap=0.6)
    another = Button(_("Another number"), other, icon="plus", grow=1, key="other")
    return View(body, [*no_room_before(scene), another])
