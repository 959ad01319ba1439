"""Why am I asked this? The rule behind the question on the screen, in our words, and its page in the book."""

from __future__ import annotations

from companion.games.marrakesh.rule_words import rule_behind
from companion.games.marrakesh.screens.on_screen import GameOnScreen
from companion.games.marrakesh.screens.words import question
from companion.ui.chrome import page
from companion.ui.i18n import _, say
from companion.ui.layout import Column
from companion.ui.screen import Screen
from companion.ui.stage import Stage
from companion.ui.widget import Widget
from companion.ui.widgets import Button, Card, Label, ScrollArea


class WhyScreen(Screen):
    """The question once more, its rule, and the page."""

    name = "why"

    def __init__(self, table: GameOnScreen) -> None:
        self.table = table

    def build(self, ui: Stage) -> Widget:
        decision = self.table.pending
        lines: list[Widget | None] = []
        if decision is not None:
            rule = rule_behind(decision)
            lines = [
                Label(question(decision, self.table.state), size="heading", face="title"),
                Label(say(rule.words), size="label"),
                Label(
                    say(rule.cited.words(essential=self.table.state.essential)), size="note", tone="ink_soft"
                ),
            ]
        body = ScrollArea(Card(Column(lines, gap=0.8), 1.2), key="why")
        back = Button(_("Go on"), ui.back, kind="main", grow=1, key="go-on")
        return page(ui, _("Why am I asked this?"), body, foot=[back])
