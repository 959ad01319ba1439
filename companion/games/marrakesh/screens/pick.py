"""One place, and what lies there: chosen from everything that can."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from companion.games.marrakesh.screens.parts.option import OptionButton
from companion.ui.chrome import page
from companion.ui.i18n import _
from companion.ui.layout import Grid
from companion.ui.screen import Screen
from companion.ui.stage import Stage
from companion.ui.widget import Widget
from companion.ui.widgets import Button, ScrollArea

NUMBER_MM, WORDS_MM = 12.0, 28.0


@dataclass(frozen=True)
class Possible:
    """One thing that can lie there; `why` says where it lies instead."""

    key: str
    words: str
    thing: str = ""
    chosen: bool = False
    why: str = ""


class PickScreen(Screen):
    """What can lie in one place; a tap on one of them is the answer, or with `several` one more or fewer."""

    name = "pick"

    def __init__(
        self,
        title: str,
        whose: str,
        possible: Callable[[], Sequence[Possible]],
        pick: Callable[[str], None],
        *,
        several: bool = False,
    ) -> None:
        self.title = title
        self.whose = whose
        self.possible = possible
        self.pick = pick
        self.several = several

    def build(self, ui: Stage) -> Widget:
        cells = [option(each, self.tap(ui, each.key)) for each in self.possible()]
        numbers = sum(cell.say.isdigit() for cell in cells) > 1
        grid = Grid(cells, cell_mm=NUMBER_MM if numbers else WORDS_MM, gap=0.6)
        done = Button(_("Done"), ui.back, kind="main", grow=1, key="done")
        foot = [done] if self.several else []
        return page(ui, self.title, ScrollArea(grid, key="pick"), note=self.whose, foot=foot)

    def tap(self, ui: Stage, key: str) -> Callable[[], None]:
        def picked() -> None:
            self.pick(key)
            if not self.several:
                ui.back()

        return picked


def option(each: Possible, tap: Callable[[], None], note: str = "") -> OptionButton:
    """The button for it, greyed where it lies elsewhere."""
    return OptionButton(
        each.words,
        tap,
        things=(each.thing,) if each.thing else (),
        note=note,
        chosen=each.chosen,
        enabled=not each.why,
        why=each.why,
        key=f"pick-{each.key}",
    )
