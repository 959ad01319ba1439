"""What frames every screen: a header that says where one is, a foot with what to do next.

`page` frames the screens around the game; `game_page` those of the game itself, with whose turn it is,
where in the game one is, undo and menu always in the same place.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import pygame

from companion.ui.i18n import _
from companion.ui.layout import Box, Column, Pad, Row, Space
from companion.ui.look import Look
from companion.ui.stage import Stage
from companion.ui.widget import Tap, Widget
from companion.ui.widgets.button import IconButton
from companion.ui.widgets.card import Band
from companion.ui.widgets.label import Label
from companion.ui.widgets.player import PlayerMark

__all__ = ["PlayerMark", "TurnInfo", "game_page", "page"]


class Bar(Box):
    """A row at least as high as a button, for header and foot."""

    def __init__(self, kid: Widget) -> None:
        super().__init__([kid])

    def least_width(self, look: Look) -> int:
        return self.kids[0].least_width(look)

    def natural_width(self, look: Look) -> int:
        return self.kids[0].natural_width(look)

    def height(self, look: Look, width: int) -> int:
        return max(look.metrics.target, self.kids[0].height(look, width) + look.metrics.mm(0.6))

    def place(self, rect: pygame.Rect, look: Look) -> None:
        super().place(rect, look)
        self.kids[0].place(rect, look)


def under_the_hand(ui: Stage, kids: Sequence[Widget]) -> list[Widget]:
    """Tools and answers as the table's hand reaches them: the last ones at the right, or at the left."""
    return list(reversed(kids)) if ui.left_handed else list(kids)


def page(
    ui: Stage,
    title: str,
    body: Widget,
    *,
    back: Tap | None = None,
    no_back: bool = False,
    tools: Sequence[Widget] = (),
    foot: Sequence[Widget] = (),
    pad: float | tuple[float, float] = 1.0,
    note: str = "",
) -> Widget:
    """A screen beside the game: back, title and tools above, `body` in the middle, buttons below."""
    leave = (
        None
        if no_back
        else IconButton("back", back or (lambda: ui.screen.back(ui)), say=_("Back"), kind="band")
    )
    words: Widget = Label(title, size="title", face="title", tone="band_ink", least=0.5, grow=1)
    if note:
        second = Label(note, size="note", tone="band_soft")
        first = Label(title, size="heading", face="title", tone="band_ink", wraps=False, least=0.6)
        words = Column([Space(grow=1), first, second, Space(grow=1)], gap=0, grow=1)
    head = Band(Bar(Row(under_the_hand(ui, [leave or Space(0.4), words, *tools]), gap=0.8)))
    return Column(
        [
            head,
            Pad(body, pad, grow=1),
            Pad(Row(under_the_hand(ui, foot)), (1.0, 0.8)) if foot else None,
        ],
        gap=0,
    )


@dataclass(frozen=True)
class TurnInfo:
    """What the game header says. `player` and `colour` are empty when nobody in particular is asked.

    where       how far the game has come, in a line
    """

    player: str = ""
    colour: str = ""
    where: str = ""


def game_page(
    ui: Stage,
    turn: TurnInfo,
    body: Widget,
    *,
    undo: Tap | None,
    menu: Tap,
    undo_why: str = "",
    tools: Sequence[Widget] = (),
    foot: Sequence[Widget] = (),
    pad: float | tuple[float, float] = 1.0,
    key: str = "",
) -> Widget:
    """A screen of the game: whose turn and how far it has come, undo and menu above; buttons below.

    key     names the question, so that nothing of one is taken for the same thing of the next
    """
    name = Label(turn.player or _("Everybody"), size="heading", face="title", tone="band_ink", wraps=False)
    where = Label(turn.where, size="note", tone="band_soft", wraps=ui.metrics.narrow)
    words = Column([Space(grow=1), name, where, Space(grow=1)], gap=0, grow=1)
    mark = PlayerMark(turn.colour, size_mm=7.0) if turn.colour else None
    back = IconButton(
        "undo",
        undo,
        say=_("Undo"),
        kind="band",
        enabled=undo is not None,
        why=undo_why or _("Nothing to undo yet."),
    )
    row = [Space(0.2), mark, words, *tools, back, IconButton("menu", menu, say=_("Menu"), kind="band")]
    head = Band(Bar(Row(under_the_hand(ui, [kid for kid in row if kid is not None]), gap=0.8)))
    return Column(
        [
            head,
            Pad(body, pad, grow=1, key=key),
            Pad(Row(under_the_hand(ui, foot)), (1.0, 0.8), key=f"{key}-foot" if key else "")
            if foot
            else None,
        ],
        gap=0,
    )
