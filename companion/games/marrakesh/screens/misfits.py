"""An entry that no longer fits after a change of the past: it is shown and kept until the table decides."""

from __future__ import annotations

from companion.games.marrakesh.screens.history import words_of
from companion.games.marrakesh.screens.scene import View
from companion.games.marrakesh.screens.table import Table
from companion.games.marrakesh.screens.words import entry_words, question
from companion.play.journal import ANSWER
from companion.play.timeline import Misfit
from companion.ui.i18n import _, ngettext, retell
from companion.ui.layout import Column
from companion.ui.stage import Stage
from companion.ui.widgets import Button, Card, Label, ScrollArea


def misfit_view(ui: Stage, table: Table, misfit: Misfit) -> View:
    """Answer the open question anew, skip the entry, or drop all that wait behind it."""
    entry = misfit.entry
    who = table.state.players[entry.player].name if entry.player >= 0 else _("Everybody")
    waiting = len(table.game.waiting)
    answered = entry.do == ANSWER
    asked, answer = entry_words(entry, table.state) if answered else words_of(entry, None, table.state)
    reason = retell(misfit.reason)
    open_now = table.pending
    if open_now is not None and (open_now.kind, open_now.player) != (entry.what, entry.player):
        reason = _("Now something else is asked: {question}").format(question=question(open_now, table.state))
    told = Column(
        [
            Label(_("This entry no longer fits"), size="title", face="title"),
            Label(f"{who} · {asked}", tone="ink_soft"),
            Label(answer, size="large", face="strong"),
            Label(reason, tone="warn"),
            Label(
                ngettext("{n} entry waits.", "{n} entries wait.", waiting).format(n=waiting),
                size="small",
                tone="ink_soft",
            ),
        ],
        gap=0.6,
    )

    def anew() -> None:
        table.settled_misfit = misfit

    foot = [
        Button(
            _("Drop all that wait"),
            lambda: table.rewrite(lambda game: game.drop_waiting()),
            kind="danger",
            grow=1,
        ),
        Button(_("Skip this one"), lambda: table.rewrite(lambda game: game.skip_misfit()), grow=1),
        Button(_("Answer anew"), anew, kind="main", grow=1),
    ]
    return View(ScrollArea(Card(told, 1.4, border="warn"), key="misfit"), foot)
